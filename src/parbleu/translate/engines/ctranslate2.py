"""Translates with CTranslate2, also models that it can convert; needs no torch to translate."""

from __future__ import annotations

import os
from typing import Any

from parbleu.base.extras import imported
from parbleu.errors import OptionError, TranslationError
from parbleu.translate.engine import Settings, Translation
from parbleu.translate.engines.local_engine import LocalEngine, choose_device, resolve_search
from parbleu.translate.models.ctranslate2_model import ready
from parbleu.translate.models.model_cache import file_checksums
from parbleu.translate.models.model_input import frame
from parbleu.translate.models.model_location import locate
from parbleu.translate.models.piece_tokenizer import Pieces, tokenizer_files
from parbleu.translate.single_lines import on_one_line

QUANTIZATION = {"cpu": "int8", "cuda": "float16"}
"""The default type of weights of a converted model, by device."""


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
        asked = _compute_type(settings.compute_type, device)
        self._place = locate(str(settings.model), settings.revision)
        self._pieces = Pieces(tokenizer_files(self._place.path))  # before the work of converting
        model = self._model = ready(self._place, asked or QUANTIZATION[device])
        self._search = resolve_search(settings, model.facts["longest"])
        self._frame = frame(model.family, model.codes, model.facts, settings)
        self._before = [*self._frame.before]
        self._after = [model.end] if model.ends_source else []
        self._added = len(self._before) + len(self._after) + model.adds
        self._begins = [self._frame.begins] if self._frame.begins else []
        self._cut: dict[str, list[str]] = {}
        self._translator = self._load(device, asked or "default")

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
            found = self._translator.translate_batch(
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
        return list(found)

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

    known = sorted(get_supported_compute_types(device))
    if wanted is not None and wanted not in known:
        raise OptionError(f"compute_type on this {device} is one of {', '.join(known)}, not {wanted!r}")
    return wanted
