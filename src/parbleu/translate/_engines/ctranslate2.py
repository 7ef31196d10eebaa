"""Translates with CTranslate2, also models that it can convert; needs no torch to translate."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parbleu._base.extras import imported
from parbleu._io.json_text import parse_json
from parbleu.errors import MissingModelError, OptionError, TranslationError
from parbleu.translate._engine import Settings, Translation, on_one_line
from parbleu.translate._engines.local_engine import LocalEngine, choose_device, frame, resolve_search
from parbleu.translate._models import model_cache, model_facts
from parbleu.translate._models.converted_models import converted
from parbleu.translate._models.model_cache import file_checksums
from parbleu.translate._models.model_facts import FAMILIES, Family, recognized, refined
from parbleu.translate._models.model_location import CTRANSLATE2, ModelLocation, locate, vocabulary_files
from parbleu.translate._models.piece_tokenizer import Pieces, tokenizer_files

_SPECIAL = re.compile(r"<(unk|s|/s|pad|mask|extra_id_[0-9]+)>")
"""Tokens that are no text in any family, such as T5's placeholders."""

QUANTIZATION = {"cpu": "int8", "cuda": "float16"}
"""The default type of weights of a converted model, by device."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of CTranslate2.

    Attributes:
        folder: the folder of the model.
        family: the family of the model.
        codes: the languages that the model knows: code -> token.
        facts: the facts that were stored when it was converted, as `model_facts.facts` returns them.
        files: the files that translations depend on.
        specials: special tokens, which are left out of translations.
        end: the token at the end of every sequence.
        ends_source: whether parbleu adds `end` to a source segment.
        adds: how many tokens CTranslate2 itself adds to a source segment.
    """

    folder: Path
    family: Family
    codes: dict[str, str]
    facts: dict[str, Any]
    files: list[Path]
    specials: frozenset[str]
    end: str
    ends_source: bool
    adds: int


def ready(location: ModelLocation, quantization: str) -> Model:
    """Returns a model that is ready to load; converts it if necessary, to such weights as "int8".

    Raises:
        MissingModelError: a part of the model is missing.
        MissingDependencyError: a package is not installed.
        TranslationError: the model cannot be converted.
        CacheError: the converted model cannot be stored.
    """
    folder = location.path if location.kind == CTRANSLATE2 else converted(location, quantization)
    config = model_facts.read(folder / model_facts.CONFIG)
    vocabularies = vocabulary_files(folder)
    vocabulary = _vocabulary(vocabularies[0])
    facts = model_cache.folder_facts(folder)
    if facts:
        family = refined(FAMILIES[facts["family"]], vocabulary)
    else:
        tokenizer_config = model_facts.read(folder / model_facts.TOKENIZER_CONFIG)
        family = recognized(str(tokenizer_config.get("tokenizer_class") or ""), vocabulary)
        facts = model_facts.tokenizer_facts(folder, family)
    settings = [folder / name for name in (model_facts.CONFIG, model_facts.TOKENIZER_CONFIG)]
    end = str(config.get("eos_token") or "</s>")
    codes = family.codes(vocabulary)
    return Model(
        folder=folder,
        family=family,
        codes=codes,
        facts=facts,
        files=[
            *(folder / "model.bin", *vocabularies, *tokenizer_files(folder)),
            *(path for path in settings if path.is_file()),
        ],
        specials=frozenset({*filter(_SPECIAL.fullmatch, vocabulary), *codes.values(), end}),
        end=end,
        # Models that begin with <s> are OpenNMT's, whose source segments have no end.
        ends_source=not config.get("add_source_eos") and config.get("decoder_start_token") != "<s>",
        adds=bool(config.get("add_source_bos")) + bool(config.get("add_source_eos")),
    )


def _vocabulary(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8")
        pieces = parse_json(text) if file.suffix == ".json" else text.split("\n")
    except (OSError, ValueError) as problem:
        raise MissingModelError(f"{file} cannot be read, convert the model again: {problem}") from None
    if not isinstance(pieces, list):
        raise MissingModelError(f"{file} is not a vocabulary of CTranslate2: get the model again")
    return [str(token) for token in pieces]


class CTranslate2(LocalEngine):
    """A model of CTranslate2, of Hugging Face or of Marian; the latter two are converted once and kept.

    Args:
        settings: `model` is the folder of a model, a Marian model's `.npz` or `.yml`, or a name on the hub
            of Hugging Face. Without `compute_type`, a model that must be converted gets weights in int8
            (float16 on a GPU); any other model computes with the type of its weights.

    Raises:
        OptionError: a setting is out of its range, or a language is missing or unknown to the model.
        MissingModelError: there is no model, or a part of it is missing.
        MissingDependencyError: a package is not installed.
        TranslationError: the model cannot be converted or loaded.
        CacheError: the converted model cannot be stored.
        DownloadError: the model cannot be downloaded.
    """

    name = "ctranslate2"

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        device = _device(settings.device)
        compute_type = _compute_type(settings.compute_type, device)
        self._place = locate(str(settings.model), settings.revision)
        self._pieces = Pieces(tokenizer_files(self._place.path))  # before the work of converting
        model = self._model = ready(self._place, compute_type or QUANTIZATION[device])
        self._search = resolve_search(settings, model.facts["longest"])
        self._frame = frame(model.family, model.codes, model.facts, settings)
        self._before = [*self._frame.before]
        self._after = [model.end] if model.ends_source else []
        self._added = len(self._before) + len(self._after) + model.adds
        self._begins = [self._frame.begins] if self._frame.begins else []
        self._cut: dict[str, list[str]] = {}
        self._translator = self._load(device, compute_type or "default")

    def _load(self, device: str, compute_type: str) -> Any:
        from ctranslate2 import Translator

        try:
            return Translator(
                str(self._model.folder),
                device=device,
                compute_type=compute_type,
                inter_threads=1,
                intra_threads=self._threads,
            )
        except (RuntimeError, ValueError) as problem:
            raise TranslationError(
                f"{self._model.folder} cannot be loaded, convert it again: {problem}"
            ) from problem

    def lengths(self, segments: list[str]) -> list[int]:
        """Returns the tokens of each source segment, with those that stand for its end and language."""
        specials = self._model.specials  # text is text, even if it looks like one of these
        lists = self._pieces.cut([self._frame.prefix + on_one_line(segment) for segment in segments])
        self._cut = {
            segment: ["<unk>" if piece in specials else piece for piece in pieces]
            for segment, pieces in zip(segments, lists, strict=True)
        }
        return [len(self._cut[segment]) + self._added for segment in segments]

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns the translations of a batch.

        A score is the sum of the natural logarithms of the probabilities of all tokens, the end included if
        it was reached.
        """
        if not all(segment in self._cut for segment in segments):
            self.lengths(segments)
        sources = [self._cut[segment] for segment in segments]
        room = self._search.max_source - self._added
        results = self._decode([[*self._before, *pieces[:room], *self._after] for pieces in sources])
        specials = self._model.specials
        words = [
            [token for token in tokens if token not in specials]
            for result in results
            for tokens in result.hypotheses
        ]
        texts = iter(self._pieces.join(words))
        return [
            self._translation(result, [next(texts) for _ in result.hypotheses], len(pieces) > room)
            for result, pieces in zip(results, sources, strict=True)
        ]

    def _decode(self, sources: list[list[str]]) -> list[Any]:
        search = self._search
        try:
            results = self._translator.translate_batch(
                sources,
                target_prefix=[self._begins] * len(sources) if self._begins else None,
                beam_size=search.beam,
                length_penalty=search.length_penalty,
                num_hypotheses=search.nbest,
                max_input_length=0,
                max_decoding_length=search.max_length,
                return_scores=True,
                return_end_token=True,
            )
        except (RuntimeError, ValueError) as problem:
            raise self._refusal(len(sources), problem) from problem
        return list(results)

    def _translation(self, result: Any, texts: list[str], truncated: bool) -> Translation:
        penalty = self._search.length_penalty
        scores = tuple(
            score * len(tokens) ** penalty  # the search divides by this
            for score, tokens in zip(result.scores, result.hypotheses, strict=True)
        )
        several = self._search.nbest > 1
        return Translation(
            texts[0],
            scores[0],
            truncated,
            tuple(texts) if several else (),
            scores if several else (),
            cut=result.hypotheses[0][-1:] != [self._model.end],
        )

    def describe(self) -> dict[str, Any]:
        """Returns the model with its checksums, the versions, and every setting as it was resolved."""
        from ctranslate2 import __version__

        origin = {} if self._place.path == self._model.folder else {"converted_from": str(self._place.path)}
        return super().describe() | {
            "version": __version__,
            **self._pieces.package,
            "path": str(self._model.folder),
            **origin,
            "sha256": file_checksums(self._model.files),
            "family": self._model.family.name,
            "device": self._translator.device,
            "compute_type": self._translator.compute_type,
        }

    def close(self) -> None:
        """Frees the memory of the model."""
        self._translator.unload_model()


def _device(wanted: str | None) -> str:
    """Returns "cpu" or "cuda"."""
    # Its threads wait asleep. Awake, as is usual, they keep each other from work where processors are busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    library = imported("ctranslate2", "the engine ctranslate2 needs packages of its own", "translate")
    return choose_device(wanted, library.get_cuda_device_count() > 0, "CTranslate2")


def _compute_type(wanted: str | None, device: str) -> str | None:
    from ctranslate2 import get_supported_compute_types

    supported = sorted(get_supported_compute_types(device))
    if wanted is not None and wanted not in supported:
        raise OptionError(f"compute_type on this {device} is one of {', '.join(supported)}, not {wanted!r}")
    return wanted
