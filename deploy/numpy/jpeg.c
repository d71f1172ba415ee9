/* A JPEG decoded at a part of its size, as OpenCV does it with the same library; nothing is drawn of a damaged one. */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "jpeglib.h"

struct trouble {
  struct jpeg_error_mgr base;
  jmp_buf out;
};

static void give_up(j_common_ptr info) { longjmp(((struct trouble *)info->err)->out, 1); }

/* A warning is a damaged picture as well. */
static void note(j_common_ptr info, int level) {
  if (level < 0) give_up(info);
}

/* Writes width and height into `size`, and the rows (red, green, blue) into `rows` where it is given. Is 0 if all went
   well. `step` is 1, 2, 4 or 8. */
__attribute__((visibility("default"))) int decoded(const unsigned char *data, unsigned long length, int step, int *size, unsigned char *rows) {
  struct jpeg_decompress_struct info;
  struct trouble trouble;
  info.err = jpeg_std_error(&trouble.base);
  trouble.base.error_exit = give_up;
  trouble.base.emit_message = note;
  if (setjmp(trouble.out)) {
    jpeg_destroy_decompress(&info);
    return 1;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, data, length);
  jpeg_read_header(&info, TRUE);
  if (info.num_components == 4) give_up((j_common_ptr)&info);
  info.scale_num = 1;
  info.scale_denom = step;
  info.out_color_space = JCS_RGB;
  jpeg_calc_output_dimensions(&info);
  size[0] = info.output_width;
  size[1] = info.output_height;
  if (rows) {
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
      JSAMPROW row = rows + (size_t)info.output_scanline * info.output_width * 3;
      jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_finish_decompress(&info);
  }
  jpeg_destroy_decompress(&info);
  return 0;
}
