"""OpenCV's own functions, run by the browser (WebAssembly): arrays go there and come back."""

from __future__ import annotations

import numpy as np

from api.pocket import tape

from .constants import BORDER_CONSTANT, BORDER_DEFAULT, CV_32S, INTER_LINEAR

DEPTHS = ("uint8", "int8", "uint16", "int16", "int32", "float32", "float64")
OUT, LIST = {"out": "array"}, {"out": "arrays"}


def _given(array, back=False):
    """An array as OpenCV takes it: rows, columns, channels, the kind of its numbers, and its bytes."""
    array = np.asarray(array)
    if array.dtype.name not in DEPTHS:
        array = array.astype(np.uint8 if array.dtype == bool else np.int32 if array.dtype.kind in "iu" else np.float32)
    rows, cols, channels = (*array.shape, 1, 1)[:3]
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return {"data": data.data, "shape": [rows, cols, channels], "depth": DEPTHS.index(array.dtype.name), "back": back}


def _array(told):
    """What came back; None where OpenCV gave nothing."""
    (rows, cols, channels), depth, data = told
    if not rows or not cols:
        return None
    found = np.frombuffer(data, dtype=DEPTHS[depth]).copy()
    return found.reshape((rows, cols, channels) if channels > 1 else (rows, cols))


def _run(name, *args):
    """A function of OpenCV: what it returns, and the arrays that it fills; numpy's numbers are numbers."""
    plain = [arg.item() if isinstance(arg, np.generic) else arg for arg in args]
    value, outs = tape.call("opencv", name, plain)
    return value, [_array(one["array"]) if "array" in one else [*map(_array, one["arrays"])] for one in outs]


def _made(name, array, *args):
    """A function that makes one array of another."""
    return _run(name, _given(array), OUT, *args)[1][0]


def _size(size):
    wide, high = size or (0, 0)
    return {"width": int(wide), "height": int(high)}


def _point(point):
    return {"x": float(point[0]), "y": float(point[1])}


def _whole_point(point):
    return {"x": int(point[0]), "y": int(point[1])}


def _colour(value):
    values = [float(one) for one in (value if isinstance(value, (tuple, list)) else (value,))]
    return (values + [0.0] * 4)[:4]


def resize(picture, size, fx=0, fy=0, interpolation=INTER_LINEAR):
    return _made("resize", picture, _size(size), fx or 0, fy or 0, interpolation)


def cvtColor(picture, code):  # noqa: N802
    return _made("cvtColor", picture, code)


def LUT(picture, table):  # noqa: N802
    return _run("LUT", _given(picture), _given(np.asarray(table).reshape(1, 256, -1)), OUT)[1][0]


def GaussianBlur(picture, size, sigma):  # noqa: N802
    return _made("GaussianBlur", picture, _size(size), sigma)


def medianBlur(picture, size):  # noqa: N802
    return _made("medianBlur", picture, size)


def blur(picture, size, borderType=BORDER_DEFAULT):  # noqa: N803
    return _made("blur", picture, _size(size), _whole_point((-1, -1)), borderType)


def boxFilter(picture, depth, size, anchor=(-1, -1), normalize=True, borderType=BORDER_DEFAULT):  # noqa: N802, N803
    return _made("boxFilter", picture, depth, _size(size), _whole_point(anchor), normalize, borderType)


def Sobel(picture, depth, dx, dy, ksize=3, scale=1.0):  # noqa: N802
    return _made("Sobel", picture, depth, dx, dy, ksize, scale)


def magnitude(x, y):
    return _run("magnitude", _given(x), _given(y), OUT)[1][0]


def Canny(picture, low, high):  # noqa: N802
    return _made("Canny", picture, low, high)


def morphologyEx(picture, work, kernel):  # noqa: N802
    return _made("morphologyEx", picture, work, _given(kernel))


def dilate(picture, kernel):
    return _made("dilate", picture, _given(kernel))


def erode(picture, kernel):
    return _made("erode", picture, _given(kernel))


def threshold(picture, limit, most, way):
    value, (found,) = _run("threshold", _given(picture), OUT, limit, most, way)
    return value, found


def adaptiveThreshold(picture, most, way, kind, near, less):  # noqa: N802
    return _made("adaptiveThreshold", picture, most, way, kind, near, less)


def distanceTransform(picture, kind, mask):  # noqa: N802
    return _made("distanceTransform", picture, kind, mask)


def split(picture):
    return [np.ascontiguousarray(picture[..., channel]) for channel in range(picture.shape[2])]


def copyMakeBorder(picture, top, bottom, left, right, kind, value=0):  # noqa: N802
    return _made("copyMakeBorder", picture, top, bottom, left, right, kind, _colour(value))


def warpAffine(picture, matrix, size, flags=INTER_LINEAR, borderMode=BORDER_CONSTANT, borderValue=0):  # noqa: N802, N803
    return _made("warpAffine", picture, _given(matrix), _size(size), flags, borderMode, _colour(borderValue))


def warpPerspective(picture, matrix, size, flags=INTER_LINEAR, borderMode=BORDER_CONSTANT, borderValue=0):  # noqa: N802, N803
    return _made("warpPerspective", picture, _given(matrix), _size(size), flags, borderMode, _colour(borderValue))


def remap(picture, across, down, way, borderMode=BORDER_CONSTANT):  # noqa: N803
    return _made("remap", picture, _given(across), _given(down), way, borderMode, _colour(0))


def matchTemplate(picture, part, way):  # noqa: N802
    return _run("matchTemplate", _given(picture), _given(part), OUT, way)[1][0]


def fillConvexPoly(picture, points, colour):  # noqa: N802
    _, (filled,) = _run("fillConvexPoly", _given(picture, back=True), _given(_points(points)), _colour(colour))
    picture[...] = filled
    return picture


def perspectiveTransform(points, matrix):  # noqa: N802
    return _made("perspectiveTransform", points, _given(matrix))


def getPerspectiveTransform(here, there):  # noqa: N802
    return _array(_run("getPerspectiveTransform", _given(here), _given(there))[0])


def findHomography(here, there, method=0, off=3.0, maxIters=2000, confidence=0.995):  # noqa: N802, N803
    told, (agree,) = _run("findHomography", _given(here), _given(there), method, off, OUT, maxIters, confidence)
    return _array(told), agree


def _points(outline):
    """Points as OpenCV has them: two numbers in each."""
    return np.asarray(outline).reshape(-1, 1, 2)


def contourArea(outline):  # noqa: N802
    return _run("contourArea", _given(_points(outline)))[0]


def arcLength(outline, closed):  # noqa: N802
    return _run("arcLength", _given(_points(outline)), closed)[0]


def isContourConvex(outline):  # noqa: N802
    return _run("isContourConvex", _given(_points(outline)))[0]


def pointPolygonTest(outline, point, far):  # noqa: N802
    return _run("pointPolygonTest", _given(_points(outline)), _point(point), far)[0]


def convexHull(points):  # noqa: N802
    return _made("convexHull", _points(points))


def approxPolyDP(outline, off, closed):  # noqa: N802
    return _made("approxPolyDP", _points(outline), off, closed)


def intersectConvexConvex(one, other):  # noqa: N802
    area, (shared,) = _run("intersectConvexConvex", _given(_points(one)), _given(_points(other)), OUT)
    return area, shared


def findContours(picture, mode, way):  # noqa: N802
    _, (outlines, levels) = _run("findContours", _given(picture), LIST, OUT, mode, way)
    return outlines, levels


def connectedComponentsWithStats(picture, connectivity=8):  # noqa: N802
    return _run_flat("connectedComponentsWithStats", _given(picture), OUT, OUT, OUT, connectivity, CV_32S)


def _run_flat(name, *args):
    value, outs = _run(name, *args)
    return (value, *outs)


class dnn:  # noqa: N801
    """Pictures made ready for a network."""

    @staticmethod
    def blobFromImages(pictures, scale):  # noqa: N802
        return np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32) * np.float32(scale)


class aruco:  # noqa: N801
    """The markers of the printed mat."""

    CORNER_REFINE_SUBPIX, DICT_4X4_50 = 1, 0

    class DetectorParameters:
        """Only how corners are refined is asked for."""

        cornerRefinementMethod = 0  # noqa: N815

    @staticmethod
    def getPredefinedDictionary(name):  # noqa: N802
        return name

    class ArucoDetector:
        """Finds them."""

        def __init__(self, dictionary, settings):
            self._asked = [dictionary, settings.cornerRefinementMethod]

        def detectMarkers(self, picture):  # noqa: N802
            corners, numbers = tape.call("markers", _given(picture), *self._asked)
            known = _array(numbers)
            return [_array(one) for one in corners], None if known is None else known.ravel(), ()
