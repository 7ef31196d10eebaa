"""Downloads files, verifies their checksums and unpacks archives; a file appears complete or not at all."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(__name__, {"._archives": "unpack", "._download": "fetch"})
