"""sacreBLEU's test sets under its names: the same sets, files and fields, and room for sets of one's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from parbleu.compat import sacrebleu as face
from parbleu.compat.sacrebleu import dataset, utils
from parbleu.compat.sacrebleu.dataset.base import Dataset
from parbleu.errors import DownloadError

CALLS = Path(__file__).with_name("testset_calls.py")
ATTRIBUTES = ("name", "data", "description", "citation", "md5", "langpairs", "_outdir", "_rawdir")


def test_the_same_sets() -> None:
    assert list(face.DATASETS) == list(sacrebleu.DATASETS)
    for name, theirs in sacrebleu.DATASETS.items():
        ours = face.DATASETS[name]
        assert type(ours).__name__ == type(theirs).__name__
        for attribute in ATTRIBUTES:
            assert getattr(ours, attribute) == getattr(theirs, attribute), f"{name} {attribute}"
        for key, value in theirs.kwargs.items():
            assert ours.kwargs[key] == value


def test_the_same_names() -> None:
    assert utils.get_available_testsets() == sacrebleu.get_available_testsets()
    for langpair in ("en-de", "de-en", "en-it", "en-liv", "xx-yy", "en-de-fr"):
        theirs = sacrebleu.utils.get_available_testsets_for_langpair(langpair)
        assert utils.get_available_testsets_for_langpair(langpair) == theirs
    for name in (*sacrebleu.DATASETS, "nope"):
        assert utils.get_langpairs_for_testset(name) == sacrebleu.get_langpairs_for_testset(name)
    for name in ("SUBSETS", "COUNTRIES", "DOMAINS"):
        assert getattr(dataset, name) == getattr(sacrebleu.dataset, name)
    assert utils.SUBSETS is dataset.SUBSETS
    with pytest.raises(AttributeError, match="NOPE"):
        dataset.NOPE  # noqa: B018


def test_topics_without_a_download(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    for name in ("wmt18", "wmt19"):
        theirs = sacrebleu.utils.get_available_subsets(name, "en-de")
        assert utils.get_available_subsets(name, "en-de") == theirs


def answers(package: str, cache: Path) -> dict[str, Any]:
    environment = {**os.environ, "SACREBLEU": str(cache), "PARBLEU_OFFLINE": "1"}
    command = [sys.executable, str(CALLS), package]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_same_answers(oracles: Path, tmp_path: Path) -> None:
    filled = oracles / "golden" / "sacrebleu" / "inputs" / "sb_home"
    caches = [tmp_path / "theirs", tmp_path / "ours"]
    for cache in caches:
        shutil.copytree(filled, cache)
    theirs, ours = answers("sacrebleu", caches[0]), answers("parbleu.compat.sacrebleu", caches[1])
    assert theirs.keys() == ours.keys()
    assert {key: ours[key] for key in theirs if ours[key] != theirs[key]} == {}
    assert len(theirs) > 150


def test_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    with pytest.raises(DownloadError, match="PARBLEU_OFFLINE"):
        utils.get_source_file("wmt17", "en-de")
    with pytest.raises(DownloadError, match="PARBLEU_OFFLINE"):
        utils.download_file("http://localhost/x.tgz", str(tmp_path / "x.tgz"), expected_md5="0" * 32)


class Mine(Dataset):
    """A test set that makes its own files."""

    def fieldnames(self, langpair: str) -> list[str]:
        return ["src", "ref:0", "ref:1"]

    def process_to_text(self, langpair: str | None = None) -> None:
        assert langpair is not None
        os.makedirs(self._outdir)
        for field in self.fieldnames(langpair):
            with utils.smart_open(self._get_txt_file_path(langpair, field), "wt") as file:
                file.write(f"{field} a \n{self._clean(field + '  b')}\n")


def test_a_set_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parbleu.compat.sacrebleu.dataset.base.SACREBLEU_DIR", str(tmp_path))
    mine = Mine("mine/x", ["http://localhost/b.tgz"], "d", "c", ["0"], {"a-b": ["1", "2"]}, foo=1)
    assert mine.kwargs == {"foo": 1}
    monkeypatch.setitem(face.DATASETS, "mine/x", mine)
    assert list(mine.source("a-b")) == ["src a", "src b"]
    assert list(mine.references("a-b")) == [("ref:0 a \n", "ref:1 a \n"), ("ref:0 b\n", "ref:1 b\n")]
    assert utils.get_source_file("mine/x", "a-b") == str(tmp_path / "mine/x/mine_x.a-b.src")
    assert utils.get_reference_files("mine/x", "a-b") == [
        str(tmp_path / f"mine/x/mine_x.a-b.ref-{number}") for number in (0, 1)
    ]
    assert "mine/x" in utils.get_available_testsets_for_langpair("b-a")
    with pytest.raises(Exception, match="No such language pair mine/x/z"):
        mine._get_langpair_metadata("z")
    with pytest.raises(TypeError, match="abstract"):
        Dataset("x")  # type: ignore[abstract]


def test_a_set_in_a_known_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setattr("parbleu.compat.sacrebleu.dataset.base.SACREBLEU_DIR", str(tmp_path))
    columns = dataset.TSVDataset("mine", langpairs={"a-b": ["0:both.tsv", "2:both.tsv"]})
    (tmp_path / "mine" / "raw").mkdir(parents=True)
    (tmp_path / "mine" / "raw" / "both.tsv").write_text("s1\tx\tr1\ns2\tx\tr2\n")
    assert columns.fieldnames("a-b") == ["src", "ref"]
    assert list(columns.source("a-b")) == ["s1", "s2"]
    assert list(columns.__iter__("a-b")) == [("s1\n", "r1\n"), ("s2\n", "r2\n")]


def test_a_derived_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parbleu.compat.sacrebleu.dataset.base.SACREBLEU_DIR", str(tmp_path))

    class Derived(dataset.PlainTextDataset):
        process_to_text = Mine.process_to_text

    derived = Derived("derived", langpairs={"a-b": ["1", "2"]})
    assert list(derived.source("a-b")) == ["src a", "src b"]
    assert derived.get_reference_files("a-b") == [str(tmp_path / "derived" / "derived.a-b.ref")]


def test_the_table_of_all_sets() -> None:
    tables = [
        subprocess.run(
            [sys.executable, "-m", f"{package}.dataset", "--dump"], capture_output=True, text=True, check=True
        ).stdout
        for package in ("sacrebleu", "parbleu.compat.sacrebleu")
    ]
    assert tables[0] == tables[1]
    usage = subprocess.run([sys.executable, "-m", "parbleu.compat.sacrebleu.dataset"], capture_output=True)
    assert usage.returncode == 1


XML = """<?xml version="1.0" encoding="utf-8"?>
<dataset id="ferry"><doc id="d1" origlang="en" domain="news">
<src lang="en"><p><seg id="1">The ferry &amp; the gull.</seg><seg id="2">Last one.</seg></p></src>
<ref lang="de" translator="B"><p><seg id="1">Die Fähre &amp; die Möwe.</seg></p></ref>
<ref lang="de"><p><seg id="1">Fähre und Möwe.</seg><seg id="2">Letzte.</seg></p></ref>
<hyp lang="de" system="S1"><p><seg id="1">Die Fähre.</seg><seg id="2">Letzte.</seg></p></hyp>
</doc><doc id="d2" origlang="de" domain="talk">
<src lang="en"><p><seg id="1">Wind.</seg></p></src>
<ref lang="de" translator="B"><p><seg id="1">Wind.</seg></p></ref>
<hyp lang="de" system="S1"><p><seg id="1">Winde.</seg></p></hyp>
</doc></dataset>
"""
SGML = """<srcset setid="x" srclang="any" trglang="de">
<doc sysid="src" docid="ferry.1" genre="news" origlang="en">
<seg id="1">One &amp;   two.</seg>
<seg id="2"> padded </seg>
</doc>
<doc sysid="src" docid="ferry.2" origlang="de">
<seg id="1">Three.</seg>
</doc>
</srcset>
"""


def on_both(call: Any) -> None:
    """Both answer a call with the package's name and sets alike, errors included."""

    def answer(package: Any) -> Any:
        try:
            return call(package)
        except Exception as problem:
            return type(problem).__name__, str(problem)

    assert answer(face) == answer(sacrebleu)


@pytest.mark.parametrize(
    "name", [name for name, each in sacrebleu.DATASETS.items() if hasattr(each, "_get_langpair_path")]
)
def test_files_and_references_of_wmts_sets(name: str) -> None:
    theirs = sacrebleu.DATASETS[name]
    for langpair in (*theirs.langpairs, "xx-yy"):
        on_both(lambda package, langpair=langpair: package.DATASETS[name]._get_langpair_path(langpair))
        on_both(
            lambda package, langpair=langpair: package.DATASETS[name]._get_langpair_allowed_refs(langpair)
        )


def test_a_file_of_wmts_xml(tmp_path: Path) -> None:
    path = tmp_path / "ferry.xml"
    path.write_text(XML, encoding="utf-8")
    # In any order: that of the original follows the hashes of strings.
    on_both(lambda package: package.DATASETS["wmt22"]._unwrap_wmt21_or_later(str(path)))
    assert face.DATASETS["wmt22"]._get_langpair_allowed_refs("cs-en") == ["ref:B"]


@pytest.mark.parametrize("name", ["wmt18", "wmt19/google/ar", "iwslt17"])
def test_a_file_of_sgml(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.sgm").write_text(SGML, encoding="utf-8")
    source, target = str(tmp_path / "x.sgm"), str(tmp_path / "x.txt")

    def segments(package: Any) -> tuple[object, str]:
        return package.DATASETS[name]._convert_format(source, target), Path(target).read_text("utf-8")

    on_both(segments)
    for field in ("docid", "genre", "origlang"):

        def about(package: Any, field: str = field) -> tuple[object, str]:
            converted = package.DATASETS[name]._convert_meta(source, field, target)
            return converted, Path(target).read_text("utf-8")

        on_both(about)


@pytest.mark.parametrize("meta", ["2:x/y.tsv", "x/y.tsv", "a:b:c", "x:y", ":a", "1:", "-1:b"])
def test_columns_of_tsv(meta: str) -> None:
    for field in ("src", "ref"):
        on_both(
            lambda package, field=field: package.DATASETS["mtnt2019"]._split_index_and_filename(meta, field)
        )
