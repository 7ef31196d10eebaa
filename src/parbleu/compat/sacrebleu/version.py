"""Which sacreBLEU the numbers equal, and which parbleu computes them."""

from parbleu.metrics.signature import VERSION

__all__ = ["__commit_id__", "__version__", "__version_tuple__", "commit_id", "version", "version_tuple"]

_PUBLIC, _, _LOCAL = VERSION.partition("+")

__version__ = version = VERSION
__version_tuple__ = version_tuple = (*map(int, _PUBLIC.split(".")), _LOCAL)
__commit_id__ = commit_id = None
