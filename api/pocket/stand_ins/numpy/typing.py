"""Names for annotations."""

from numpy import ndarray

NDArray = ndarray
ArrayLike = object
