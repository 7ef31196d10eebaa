"""States which sacreBLEU's numbers the face computes, and parbleu's version."""

from parbleu.metrics._score import VERSION

__all__ = ["__commit_id__", "__version__", "__version_tuple__", "commit_id", "version", "version_tuple"]

_PUBLIC, _DIVIDER, _LOCAL = VERSION.partition("+")

version: str = VERSION
__version__ = version
version_tuple: tuple[int | str, ...] = (*map(int, _PUBLIC.split(".")), _LOCAL)
__version_tuple__ = version_tuple
__commit_id__ = commit_id = None
