# ruff: noqa: N999
"""Pictures are opened by the browser; these are only the names that are imported."""


class UnidentifiedImageError(Exception):
    """Not a picture."""


class Image:
    """Never made here."""

    class Image:
        """Never made here."""


AvifImagePlugin = JpegImagePlugin = PngImagePlugin = WebPImagePlugin = Image
