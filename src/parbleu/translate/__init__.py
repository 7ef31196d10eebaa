"""Making translations: engines behind one small protocol, and files that survive kills."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.translate.engine import Engine as Engine
    from parbleu.translate.engine import Settings as Settings
    from parbleu.translate.engine import Translation as Translation
    from parbleu.translate.engine_driver import Batching as Batching
    from parbleu.translate.engine_driver import translate as translate
    from parbleu.translate.engines import ENGINES as ENGINES
    from parbleu.translate.engines import make_engine as make_engine
    from parbleu.translate.translate_files import translate_file as translate_file
    from parbleu.translate.translate_files import translate_stream as translate_stream

_NAMES = {
    "Batching": "parbleu.translate.engine_driver:Batching",
    "ENGINES": "parbleu.translate.engines:ENGINES",
    "Engine": "parbleu.translate.engine:Engine",
    "Settings": "parbleu.translate.engine:Settings",
    "Translation": "parbleu.translate.engine:Translation",
    "make_engine": "parbleu.translate.engines:make_engine",
    "translate": "parbleu.translate.engine_driver:translate",
    "translate_file": "parbleu.translate.translate_files:translate_file",
    "translate_stream": "parbleu.translate.translate_files:translate_stream",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
