# ruff: noqa: N999
"""Pictures are opened and written by the browser; this is as much of Pillow as writes one."""

from types import SimpleNamespace

import numpy as np

from api.pocket import tape


class UnidentifiedImageError(Exception):
    """Not a picture."""


class _Picture:
    """Pixels that are written as a JPEG."""

    def __init__(self, pixels):
        self.pixels = pixels

    @property
    def width(self):
        return self.pixels.shape[1]

    @property
    def height(self):
        return self.pixels.shape[0]

    def thumbnail(self, size, way=None):
        """No larger than this."""
        import cv2

        scale = min(size[0] / self.width, size[1] / self.height)
        if scale < 1:
            smaller = max(1, round(self.width * scale)), max(1, round(self.height * scale))
            self.pixels = cv2.resize(self.pixels, smaller, interpolation=cv2.INTER_AREA)

    def save(self, file, form, quality):
        pixels = np.ascontiguousarray(self.pixels, dtype=np.uint8)
        file.write(bytes(tape.wait("jpeg", pixels.reshape(-1).data, self.width, self.height, quality / 100)))


class Image:
    """The names that are imported, and what makes a picture of pixels."""

    Image = _Picture
    Resampling = SimpleNamespace(LANCZOS=1)
    fromarray = staticmethod(_Picture)


AvifImagePlugin = JpegImagePlugin = PngImagePlugin = WebPImagePlugin = Image
