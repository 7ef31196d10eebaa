"""Making translations: engines behind one small protocol."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.translate.engine import Engine as Engine
    from parbleu.translate.engine import Settings as Settings
    from parbleu.translate.engine import Translation as Translation
    from parbleu.translate.engines import ENGINES as ENGINES

_NAMES = {
    "ENGINES": "parbleu.translate.engines:ENGINES",
    "Engine": "parbleu.translate.engine:Engine",
    "Settings": "parbleu.translate.engine:Settings",
    "Translation": "parbleu.translate.engine:Translation",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
