"""Keeps the texts of an evaluation set in containers that users may change, as in MT Metrics Eval."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import KeysView
    from typing import Any

    from parbleu.evalset.evaluation_set import EvalSet as Native

    Text = list[str | None]


class Texts:
    """Source, references, outputs and documents; each is read when it is asked for."""

    @property
    def native(self) -> Native:
        """The evaluation set of parbleu that they are read from; a subclass has it."""
        raise NotImplementedError

    cached: tuple[str, ...] = ("src", "all_refs", "sys_outputs", "metadata", "docs", "domains")
    """The attributes that hold what was read."""

    @property
    def src_lang(self) -> str:
        """The source language."""
        return self.native.src_lang

    @property
    def tgt_lang(self) -> str:
        """The target language."""
        return self.native.tgt_lang

    @property
    def sys_names(self) -> set[str]:
        """The systems, with references that have outputs of the same name."""
        return set(self.native.sys_names)

    @property
    def ref_names(self) -> set[str]:
        """The references."""
        return set(self.native.ref_names)

    @property
    def human_sys_names(self) -> set[str]:
        """The systems that are references."""
        return set(self.native.human_sys_names)

    @cached_property
    def src(self) -> Text:
        """The segments of the source; None where none was supplied."""
        return self.native.src

    @cached_property
    def all_refs(self) -> dict[str, Text]:
        """Reference -> segments."""
        return dict(self.native.all_refs)

    @cached_property
    def sys_outputs(self) -> dict[str, Text]:
        """System -> segments."""
        return dict(self.native.sys_outputs)

    @cached_property
    def metadata(self) -> dict[str, list[Any]]:
        """System -> JSON values that come with its output."""
        return dict(self.native.metadata)

    @cached_property
    def docs(self) -> dict[str, list[int]]:
        """Document -> [begin, end] of its segments, in order."""
        return {doc: list(run) for doc, run in self.native.docs.items()}

    @cached_property
    def domains(self) -> dict[str, list[list[int]]]:
        """Domain -> runs [[begin, end], ...] of its segments, sorted by name, as scores of domains are."""
        return {domain: [list(run) for run in runs] for domain, runs in self.native.domains.items()}

    @property
    def doc_names(self) -> KeysView[str]:
        """The documents, in order."""
        return self.docs.keys()

    @property
    def domain_names(self) -> KeysView[str]:
        """The domains, sorted."""
        return self.domains.keys()

    def DocsPerSeg(self) -> list[str]:
        """Returns the document of each segment."""
        return list(self.native.docs_per_seg)

    def DomainsPerSeg(self) -> list[str]:
        """Returns the domain of each segment."""
        return list(self.native.domains_per_seg)

    def DomainsPerDoc(self) -> list[str]:
        """Returns the domain of each document."""
        return list(self.native.domains_per_doc)
