// Layers of a network whose numbers have fractions, for browsers. What ONNX Runtime has there multiplies matrices that it
// first writes out of every picture, at half this speed or less. Pictures lie here row by row, all channels of a pixel
// together, with one pixel of zeros around them: a convolution reads what it needs where it lies.

#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name))) void name
#ifdef RELAXED
#define MULTIPLY_ADD(a, b, sum) wasm_f32x4_relaxed_madd(a, b, sum) // one rounding, as on a server
#else
#define MULTIPLY_ADD(a, b, sum) wasm_f32x4_add(sum, wasm_f32x4_mul(a, b))
#endif
#define PIXELS 4 // by eight channels: as many sums as registers hold without being put aside
#define CHANNELS 8

// The first number inside the border of a picture of so many channels.
static float *inside(float *picture, int width, int channels) { return picture + (width + 2 + 1) * channels; }

static void clear(float *from, int numbers) {
  for (int place = 0; place < numbers; place++) from[place] = 0;
}

static void clear_border(float *picture, int height, int width, int channels) {
  int row = (width + 2) * channels;
  clear(picture, row);
  clear(picture + (height + 1) * row, row);
  for (int y = 1; y <= height; y++) {
    clear(picture + y * row, channels);
    clear(picture + (y + 1) * row - channels, channels);
  }
}

// e to the power of each of four numbers (Cephes).
static inline v128_t exponential(v128_t x) {
  x = wasm_f32x4_pmin(wasm_f32x4_pmax(x, wasm_f32x4_splat(-87.0f)), wasm_f32x4_splat(88.0f));
  v128_t whole = wasm_f32x4_nearest(wasm_f32x4_mul(x, wasm_f32x4_splat(1.44269504088896341f)));
  x = wasm_f32x4_sub(x, wasm_f32x4_mul(whole, wasm_f32x4_splat(0.693359375f)));
  x = wasm_f32x4_sub(x, wasm_f32x4_mul(whole, wasm_f32x4_splat(-2.12194440e-4f)));
  v128_t sum = wasm_f32x4_splat(1.9875691500e-4f);
  const float more[] = {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f};
  for (int place = 0; place < 5; place++) sum = wasm_f32x4_add(wasm_f32x4_mul(sum, x), wasm_f32x4_splat(more[place]));
  sum = wasm_f32x4_add(wasm_f32x4_mul(sum, wasm_f32x4_mul(x, x)), wasm_f32x4_add(x, wasm_f32x4_splat(1)));
  v128_t power = wasm_i32x4_shl(wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(whole), wasm_i32x4_splat(127)), 23);
  return wasm_f32x4_mul(sum, power);
}

static inline v128_t silu(v128_t x) {
  v128_t one = wasm_f32x4_splat(1);
  return wasm_f32x4_div(x, wasm_f32x4_add(one, exponential(wasm_f32x4_neg(x))));
}

// Four pixels of eight channels. `run` numbers lie together in each of `rows` rows of what is looked at.
static inline void tile(const float *const *from, int rows, int row, int run, const float *weights, const float *bias,
                        int active, float *const *to) {
  v128_t sums[PIXELS][2];
  for (int pixel = 0; pixel < PIXELS; pixel++) {
    sums[pixel][0] = wasm_v128_load(bias);
    sums[pixel][1] = wasm_v128_load(bias + 4);
  }
  for (int line = 0; line < rows; line++) {
    const float *at[PIXELS];
    for (int pixel = 0; pixel < PIXELS; pixel++) at[pixel] = from[pixel] + line * row;
    for (int place = 0; place < run; place++, weights += CHANNELS) {
      v128_t left = wasm_v128_load(weights), right = wasm_v128_load(weights + 4);
      for (int pixel = 0; pixel < PIXELS; pixel++) {
        v128_t value = wasm_v128_load32_splat(at[pixel] + place);
        sums[pixel][0] = MULTIPLY_ADD(value, left, sums[pixel][0]);
        sums[pixel][1] = MULTIPLY_ADD(value, right, sums[pixel][1]);
      }
    }
  }
  for (int pixel = 0; pixel < PIXELS; pixel++) {
    wasm_v128_store(to[pixel], active ? silu(sums[pixel][0]) : sums[pixel][0]);
    wasm_v128_store(to[pixel] + 4, active ? silu(sums[pixel][1]) : sums[pixel][1]);
  }
}

// A convolution with a kernel of 1 or 3 pixels. Weights: eight channels at a time, then kernel rows, columns, inputs.
EXPORT(convolve)(float *input, int in_width, int in_channels, int kernel, int stride, const float *weights,
                 const float *bias, float *output, int height, int width, int channels, int active) {
  clear_border(output, height, width, channels);
  int row = (in_width + 2) * in_channels, run = kernel * in_channels, pixels = height * width;
  const float *begin = kernel == 3 ? input : inside(input, in_width, in_channels);
  for (int channel = 0; channel < channels; channel += CHANNELS) {
    const float *share = weights + channel * kernel * run, *from[PIXELS];
    float *to[PIXELS];
    int y = 0, x = 0;
    for (int start = 0; start < pixels; start += PIXELS) {
      for (int pixel = 0; pixel < PIXELS; pixel++) {
        from[pixel] = begin + y * stride * row + x * stride * in_channels;
        to[pixel] = inside(output, width, channels) + (y * (width + 2) + x) * channels + channel;
        if (start + pixel + 1 >= pixels) continue; // the last one again, where fewer are left
        if (++x == width) x = 0, y++;
      }
      tile(from, kernel, row, run, share, bias + channel, active, to);
    }
  }
}

// Channels of one picture put among those of another of the same size, as they are or added to what is there.
EXPORT(put)(const float *input, int stored, int first, int count, float *output, int channels, int at, int height,
            int width, int adds) {
  int pixels = (height + 2) * (width + 2); // borders are zero on both sides
  for (int pixel = 0; pixel < pixels; pixel++, input += stored, output += channels) {
    for (int channel = 0; channel < count; channel += 4) {
      v128_t value = wasm_v128_load(input + first + channel);
      if (adds) value = wasm_f32x4_add(value, wasm_v128_load(output + at + channel));
      wasm_v128_store(output + at + channel, value);
    }
  }
}

// The largest number of each channel in a square of so many pixels around every pixel, none beyond the picture.
EXPORT(largest)(float *input, float *output, int height, int width, int channels, int reach) {
  clear_border(output, height, width, channels);
  const float *from = inside(input, width, channels);
  float *to = inside(output, width, channels);
  int row = (width + 2) * channels;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      for (int channel = 0; channel < channels; channel += 4) {
        v128_t most = wasm_v128_load(from + y * row + x * channels + channel);
        for (int other = y - reach; other <= y + reach; other++) {
          if (other < 0 || other >= height) continue;
          for (int beside = x - reach; beside <= x + reach; beside++) {
            if (beside < 0 || beside >= width) continue;
            most = wasm_f32x4_max(most, wasm_v128_load(from + other * row + beside * channels + channel));
          }
        }
        wasm_v128_store(to + y * row + x * channels + channel, most);
      }
    }
  }
}

// Every pixel four times: a picture of twice the height and width.
EXPORT(doubled)(float *input, float *output, int height, int width, int channels) {
  clear_border(output, 2 * height, 2 * width, channels);
  const float *from = inside(input, width, channels);
  float *to = inside(output, 2 * width, channels);
  for (int y = 0; y < 2 * height; y++) {
    for (int x = 0; x < 2 * width; x++) {
      const float *pixel = from + ((y / 2) * (width + 2) + x / 2) * channels;
      float *there = to + (y * (2 * width + 2) + x) * channels;
      for (int channel = 0; channel < channels; channel += 4)
        wasm_v128_store(there + channel, wasm_v128_load(pixel + channel));
    }
  }
}

// From channel by channel, as everybody else keeps pictures, perhaps mirrored; and back.
EXPORT(enter)(const float *planes, float *output, int height, int width, int channels, int mirrored) {
  clear_border(output, height, width, channels);
  float *to = inside(output, width, channels);
  for (int y = 0; y < height; y++, to += 2 * channels)
    for (int x = 0; x < width; x++)
      for (int channel = 0; channel < channels; channel++)
        *to++ = planes[(channel * height + y) * width + (mirrored ? width - 1 - x : x)];
}

EXPORT(leave)(float *input, float *planes, int height, int width, int channels) {
  const float *from = inside(input, width, channels);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int channel = 0; channel < channels; channel++)
        planes[(channel * height + y) * width + x] = from[(y * (width + 2) + x) * channels + channel];
}
