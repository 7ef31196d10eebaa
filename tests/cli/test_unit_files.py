"""Tests scores of translators' files and subtitles, also of files that other programs wrote."""

import gzip
import io
import json
from itertools import pairwise
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from extras import extra
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.regrouped_texts import side_texts
from parbleu.errors import FormatError, InputShapeError, UnreadableFileError
from parbleu.text._table_files.spreadsheets import sheet_rows
from printed_json import check_result

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
XLIFF = HEAD + (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff">'
    '<file original="{file}" source-language="en" target-language="de" datatype="plaintext"><body>{units}'
    "</body></file></xliff>"
)
UNIT = '<trans-unit id="{}"{}><source>{}</source><target{}>{}</target>{}</trans-unit>'
MT = '<alt-trans origin="MT"><target>{}</target></alt-trans>'


def xliff(*units, file="a"):
    return XLIFF.format(file=file, units="".join(units))


def unit(key, target, source="s", more="", state="", attributes=""):
    return UNIT.format(key, attributes, source, state, target, more)


@pytest.fixture
def post(tmp_path):
    """A post-edited file and raw machine translation of it in another order."""
    edited = xliff(
        unit("1", "Hallo Welt.", more=MT.format("Hallo, Welt!"), state=' state="translated"'),
        unit("2", 'Die <g id="1">Datei</g> wird <x id="2"/>kalt.', "Open.", attributes=' translate="no"'),
        unit("3", "Der Kran dreht sich im Hafen.", "Crane.", '<alt-trans match-quality="87%"/>'),
        unit("4", "Das Schiff wartet.", "Ship.", state=' state-qualifier="id-match"'),
    )
    (tmp_path / "post.xlf").write_text(edited)
    raw = xliff(
        unit("3", "Der Kran dreht im Hafen."),
        unit("1", "Hallo, Welt!"),
        unit("4", "Schiff wartet."),
        unit("2", "Datei wird kalt."),
    )
    (tmp_path / "raw.xlf").write_text(raw)
    for name, lines in {
        "ref": ["Hallo Welt.", "Die Datei wird kalt.", "Der Kran dreht sich im Hafen.", "Das Schiff wartet."],
        "hyp": ["Hallo, Welt!", "Datei wird kalt.", "Der Kran dreht im Hafen.", "Schiff wartet."],
    }.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def score(run, cwd, *words):
    done = run("score", *words, "-m", "chrf", "-b", "--decimals", "6", cwd=cwd)
    assert done.status == 0, done.err
    return done.out, done.err


def test_units_are_joined_by_their_ids(run, post):
    wanted, _ = score(run, post, "ref", "-i", "hyp")
    for words in (["post.xlf", "-i", "raw.xlf"], ["--ref", "post.xlf", "-i", "raw.xlf"]):
        found, told = score(run, post, *words)
        assert found == wanted
    assert told.startswith(
        "parbleu: post.xlf: 4 units, 1 locked, 1 context-match, tags of 1 translation dropped"
    )
    assert score(run, post, "post.xlf", "-i", "hyp")[0] == wanted, "lines are in the order of the references"
    assert score(run, post, "post.xlf", "-i", "raw.xlf", "-q")[1] == ""


def test_units_in_a_state_are_left_out(run, post):
    found, told = score(run, post, "post.xlf", "-i", "raw.xlf", "--leave-out", "locked,context-match")
    (post / "some").write_text("Hallo Welt.\nDer Kran dreht sich im Hafen.\n")
    (post / "of").write_text("Hallo, Welt!\nDer Kran dreht im Hafen.\n")
    assert found == score(run, post, "some", "-i", "of")[0]
    assert "4 units, 2 scored, 1 locked (left out), 1 context-match (left out)" in told


def test_machine_translation_beside_the_translation(run, post):
    found, told = score(run, post, "post.xlf", "--mt-in", "alt-trans")
    (post / "some").write_text("Hallo Welt.\n")
    (post / "of").write_text("Hallo, Welt!\n")
    assert found == score(run, post, "some", "-i", "of")[0]
    assert "1 scored" in told
    assert "3 without machine translation (left out)" in told
    done = run("score", "raw.xlf", "--mt-in", "alt-trans", cwd=post)
    assert "raw.xlf: no unit has a machine translation in alt-trans" in done.err
    done = run("score", "post.xlf", "-i", "raw.xlf", "--mt-in", "alt-trans", cwd=post)
    assert "raw.xlf: no unit has a machine translation in alt-trans" in done.err


def test_checks_of_units(run, post):
    done = run("check", "post.xlf", "raw.xlf", "--parallel", cwd=post)
    assert (done.status, done.out) == (0, "")
    assert "2 files, 8 lines: nothing wrong" in done.err
    text = (post / "raw.xlf").read_text().replace("Schiff wartet.", "")
    (post / "raw.xlf").write_text(text)
    done = run("check", "raw.xlf", cwd=post)
    assert done.out == "raw.xlf:3: empty: unit '4' of 'a': nothing but white space\n"
    (post / "raw.xlf").write_text(text.replace("</body>", ""))
    done = run("check", "raw.xlf", cwd=post)
    assert done.out.startswith("raw.xlf:2: encoding: this is broken XML (mismatched tag)")


def test_tags(run, post):
    (post / "raw.xlf").write_text((post / "post.xlf").read_text().replace('<x id="2"/>', ""))
    values = [
        score(run, post, "post.xlf", "-i", "raw.xlf", "--tags", tags)[0]
        for tags in ("drop", "symbol", "keep")
    ]
    assert float(values[0]) == 100
    assert float(values[1]) < 100
    assert float(values[2]) < 100


def test_indented_tags(tmp_path):
    """The package xliff 6.4.0 of npm writes each tag of a segment on a line of its own."""
    target = '\n  <g id="1">Das</g>\n  <g id="2">alte\u00a0Schiff</g>, \n  <x id="3"/>es wartet.\n  '
    (tmp_path / "a.xlf").write_text(xliff(unit("1", target), unit("2", " Ein Satz.\nNoch  einer. ")))
    assert [each.target for each in units(tmp_path / "a.xlf")] == [
        "Das alte\u00a0Schiff, es wartet.",
        " Ein Satz.\nNoch  einer. ",
    ]
    kept = units(tmp_path / "a.xlf", tags="keep")[0].target
    assert kept == '<g id="1">Das</g> <g id="2">alte\u00a0Schiff</g>, <x id="3"/>es wartet.'


def test_signatures_state_how_units_are_read(run, post):
    words = ["score", "post.xlf", "-i", "raw.xlf", "-m", "chrf"]
    options = ["--tags", "keep", "--leave-out", "locked", "fuzzy"]
    made = run(*words, *options, "-q", cwd=post).out
    signature = json.loads(made)["signature"]
    assert signature.startswith("nrefs:1|tags:keep|units:-fuzzy,-locked|case:mixed|")
    assert "tags" not in run(*words, "-q", cwd=post).out
    (post / "saved.json").write_text(made)
    for more in ([], options):
        done = run(*words, *more, "-q", "--verify", "saved.json", cwd=post)
        assert (done.status, done.out) == (0, "saved.json: the same numbers\n")
    done = run(*words, "--leave-out", "locked", "-q", "--verify", "saved.json", cwd=post)
    assert "--leave-out contradicts the signature, which says units:-fuzzy,-locked" in done.err
    (post / "plain.json").write_text(run(*words, "-q", cwd=post).out)
    done = run(*words, "--tags", "keep", "-q", "--verify", "plain.json", cwd=post)
    assert "--tags contradicts the signature, which says no tags" in done.err
    beside = run("score", "post.xlf", "--mt-in", "alt-trans", "-m", "chrf", "-q", cwd=post).out
    assert "|mt:alt-trans|" in json.loads(beside)["signature"]
    (post / "beside.json").write_text(beside)
    done = run("score", "post.xlf", "-i", "post.xlf", "-q", "--verify", "beside.json", cwd=post)
    assert done.status == 0, done.err


def test_source_and_scores_beside_units(post):
    (post / "src").write_text("S1\nS2\nS3\nS4\n")
    (post / "comet").write_text("0.5\n0.25\n1\n0.75\n")
    named = NamedCorpus(
        [str(post / "post.xlf")],
        [str(post / "raw.xlf")],
        source=str(post / "src"),
        score_files=(("comet", str(post / "comet"), None),),
        leave_out=("locked",),
        is_described=True,
    )
    with named.open() as reader:
        corpus = reader.whole()
    assert corpus.source.to_list() == ["S1", "S3", "S4"]
    assert corpus.scores["comet"].statistics["raw"][:, 0].tolist() == [0.5, 1, 0.75]
    with named.changed(source=str(post / "raw.xlf")).open() as reader:
        assert reader.whole().source.to_list() == ["s", "s", "s"]
    (post / "comet").write_text("0.5\n0.25\n1\n")
    with named.open() as reader, pytest.raises(InputShapeError, match=r"comet: 3 scores; .* has 4 units"):
        reader.whole()
    with named.changed(source="none").open() as reader, pytest.raises(UnreadableFileError, match="none"):
        reader.whole()


def test_the_file_tells_the_language(run, tmp_path):
    """Two words of four differ, which "13a" takes for whole sentences."""
    texts = {"ref": "\uace0\uc591\uc774\uac00 \uc88b\ub2e4.", "hyp": "\uac1c\uac00 \uc88b\ub2e4."}
    for name, text in texts.items():
        file = xliff(unit("1", text)).replace('"de"', '"ko-KR"')
        (tmp_path / f"{name}.xlf").write_text(file, encoding="utf-8")
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    wanted = run("score", "ref", "-i", "hyp", "-l", "en-ko", "-f", "json", cwd=tmp_path).out
    for words in (["ref.xlf", "-i", "hyp.xlf"], ["ref.xlf", "-i", "hyp.xlf", "-l", "en-ko"]):
        assert run("score", *words, "-f", "json", "-q", cwd=tmp_path).out == wanted
    joined = run("score", "ref.xlf", "-i", "hyp.xlf", "--join", "blocks:1", "-f", "json", "-q", cwd=tmp_path)
    assert "tok:ko-mecab" in joined.out
    assert "tok:ko-mecab" in wanted
    broken = (tmp_path / "ref.xlf").read_text(encoding="utf-8").replace('"ko-KR"', '"-"')
    (tmp_path / "ref.xlf").write_text(broken, encoding="utf-8")
    assert "tok:13a" in run("score", "ref.xlf", "-i", "hyp", "-f", "json", "-q", cwd=tmp_path).out


def test_compressed_units(run, post):
    wanted = score(run, post, "post.xlf", "-i", "raw.xlf")[0]
    for name in ("post.xlf", "raw.xlf"):
        (post / f"{name}.gz").write_bytes(gzip.compress((post / name).read_bytes()))
    assert score(run, post, "post.xlf.gz", "-i", "raw.xlf.gz")[0] == wanted
    cut = score(run, post, "post.xlf", "-i", "raw.xlf", "--resegment")[0]
    assert score(run, post, "post.xlf.gz", "-i", "raw.xlf.gz", "--resegment")[0] == cut


def test_no_score_depends_on_what_is_looked_at(run, post):
    words = "score", "post.xlf", "-i", "raw.xlf", "-m", "chrf", "-f", "json", "-q"
    done = run(*words, cwd=post)
    assert done.status == 0, done.err
    assert run(*words, "--force", cwd=post).out == done.out
    tagged = run(*words, "--force", "--tags", "symbol", cwd=post)
    assert (tagged.status, "tags:symbol" in tagged.out) == (0, True)


def test_options_of_units_need_units(run, post):
    for words in (["ref", "-i", "hyp"], ["post.xlf", "-i", "raw.xlf", "--resegment"]):
        done = run("score", *words, "--leave-out", "locked", cwd=post)
        assert "--leave-out is of translators' files" in done.err


def test_groups_by_match_rate(run, post):
    done = run(
        "score", "post.xlf", "-i", "raw.xlf", "--by", "match", "-m", "ter", "-f", "json", "-q", cwd=post
    )
    assert [group["match"] for group in check_result(done.out)["scores"]["rows"]] == [
        *("MT", "none", "85-94", "context")
    ]
    for words in (["score", "raw.xlf", "-i", "post.xlf"], ["edits", "post.xlf", "raw.xlf"]):
        for name, meaning in {"match": "a match rate", "editor": "an editor"}.items():
            done = run(*words, "--by", name, cwd=post)
            assert f"no unit of the references has {meaning}: leave out --by {name}" in done.err
    done = run("score", "post.xlf", "-i", "raw.xlf", "--by", "mood", cwd=post)
    assert "mood" in done.err
    assert done.status == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("</body>", ""), "this is broken XML (mismatched tag), and nothing of the file is used"),
        (('id="3"', 'id="33"'), "lacks the unit '3' of 'a' that post.xlf has"),
        (('id="3"', 'id="1"'), "two units have the id '1' of 'a'"),
        (('id="3"', ""), "a unit of 'a' has no id"),
        ((HEAD, HEAD + '<!DOCTYPE x [<!ENTITY a "b">]>'), "this XML declares entities"),
        (('version="1.2"', 'version="3.0"'), "this is XLIFF of version 3.0"),
    ],
)
def test_wrong_files(run, post, change, message):
    text = (post / "raw.xlf").read_text()
    assert change[0] in text
    (post / "raw.xlf").write_text(text.replace(*change))
    done = run("score", "post.xlf", "-i", "raw.xlf", cwd=post)
    assert done.status == 1
    assert message in done.err
    assert "raw.xlf" in done.err


def test_a_reference_without_translation(run, post):
    text = (post / "post.xlf").read_text().replace("Das Schiff wartet.", "")
    (post / "post.xlf").write_text(text)
    done = run("score", "post.xlf", "-i", "raw.xlf", cwd=post)
    assert "unit '4' of 'a' has no translation to compare with: --leave-out untranslated" in done.err
    assert score(run, post, "post.xlf", "-i", "raw.xlf", "--leave-out", "untranslated")


def test_hidden_files_of_a_folder(run, post):
    """Such as macOS puts beside others."""
    for side in ("refs", "out"):
        (post / side).mkdir()
        (post / side / "a.xlf").write_text((post / "post.xlf").read_text())
        (post / side / "._a.xlf").write_bytes(b"\0\5\x16\7")
    assert float(score(run, post, "refs", "-i", "out")[0]) == 100


def test_folders_and_patterns(run, post):
    for side, texts in {
        "refs": ("Das war gut so.", "Ein Kran."),
        "out": ("Das war gut.", "Ein Kran."),
    }.items():
        (post / side).mkdir()
        for name, text in zip("ab", texts, strict=True):
            (post / side / f"{name}.xlf").write_text(xliff(unit("1", text)))
    (post / "ref").write_text("Das war gut so.\nEin Kran.\n")
    (post / "hyp").write_text("Das war gut.\nEin Kran.\n")
    wanted, _ = score(run, post, "ref", "-i", "hyp")
    assert score(run, post, "refs", "-i", "out")[0] == wanted
    assert score(run, post, "refs/*.xlf", "-i", "out/*.xlf")[0] == wanted
    assert score(run, post, "refs/{doc}.xlf", "--hyps", "out/{doc}.xlf")[0] == wanted
    for words, message in (
        (("refs", "--hyps", "out/{doc}.txt"), "{doc} stands for the names of files of units"),
        (("refs", "--hyps", "out/{doc}.xlf", "-i", "hyp"), "leave out -i and -t"),
        (("refs", "--hyps", "out/{pair}.xlf"), "or references, and {doc} in the pattern"),
    ):
        done = run("score", *words, cwd=post)
        assert (done.status, message in done.err) == (2, True)


TWO = HEAD + (
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" '
    'version="2.1" srcLang="en" trgLang="de"><file id="f"><group id="g"><unit id="u">'
    '<mtc:matches><mtc:match ref="#m" type="mt"><source>Ship.</source><target>Schiff.</target></mtc:match>'
    '<mtc:match ref="#s2" matchQuality="88"><source>x</source><target>y</target></mtc:match></mtc:matches>'
    '<segment id="s1"><source><mrk id="m" type="mtc:match">The ship.</mrk></source><target>Das '
    '<pc id="1">Schiff</pc>.</target></segment><ignorable><source> </source></ignorable>'
    '<segment id="s2" state="final"><source>Wait.</source><target>Wart<cp hex="0065"/>.</target></segment>'
    "</unit></group></file></xliff>"
)


def units(path, **options):
    from parbleu._inputs.unit_formats import UnitOptions, read_units

    return read_units(str(path), UnitOptions(**options))


def test_documents_of_several_files(run, post):
    subtitle = "1\n00:00:01,000 --> 00:00:02,000\n{}\n"
    for folder, name, word in (("refs", "post", "Hallo"), ("out", "raw", "Hallo")):
        (post / folder).mkdir()
        (post / f"{folder}.srt").mkdir()
        for file in ("a", "b"):
            (post / folder / f"{file}.xlf").write_text((post / f"{name}.xlf").read_text())
            (post / f"{folder}.srt" / f"{file}.srt").write_text(subtitle.format(word))
    one = run(
        "score", "post.xlf", "-i", "raw.xlf", "-m", "chrf", "--join", "documents", "-f", "json", cwd=post
    )
    assert json.loads(one.out)["texts"] == "1", one.err
    two = run("score", "refs", "-i", "out", "-m", "chrf", "--join", "documents", "-f", "json", cwd=post)
    assert json.loads(two.out)["texts"] == "2", two.err
    grouped = run("score", "refs", "-i", "out", "-m", "chrf", "--by", "document", cwd=post)
    assert ("a.xlf/" in grouped.out, "b.xlf/" in grouped.out) == (True, True), grouped.err
    extra("pysubs2")
    words = "score", "refs.srt", "-i", "out.srt", "-m", "chrf", "--join", "documents", "-f", "json"
    done = run(*words, cwd=post)
    assert json.loads(done.out)["texts"] == "2", done.err


def test_xliff_of_version_two(tmp_path):
    (tmp_path / "two.xlf").write_text(TWO)
    one, other = units(tmp_path / "two.xlf")
    assert (one.key, one.target, one.machine, one.band, one.tags) == (
        "u/s1",
        "Das Schiff.",
        "Schiff.",
        "MT",
        2,
    )
    assert (other.key, other.target, other.machine, other.band) == ("u/s2", "Warte.", None, "85-94")
    assert units(tmp_path / "two.xlf", tags="keep")[0].target == 'Das <pc id="1">Schiff</pc>.'


def test_segments_of_trados(tmp_path):
    text = xliff(
        '<trans-unit id="t"><source>The ship. It waits.</source><seg-source>'
        '<mrk mtype="seg" mid="1">The ship.</mrk> <mrk mtype="seg" mid="2">It waits.</mrk></seg-source>'
        "<target>"
        '<mrk mtype="seg" mid="1">Das Schiff.</mrk> <mrk mtype="seg" mid="2">Es wartet.</mrk></target>'
        '<sdl:seg-defs xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0">'
        '<sdl:seg id="1" conf="Draft" origin="tm" percent="100" text-match="SourceAndTarget" locked="true">'
        '<sdl:value key="last_modified_by">ann</sdl:value></sdl:seg>'
        '<sdl:seg id="2" origin="mt" conf="Translated"/>'
        "</sdl:seg-defs></trans-unit>"
    )
    (tmp_path / "a.sdlxliff").write_text(text)
    one, other = units(tmp_path / "a.sdlxliff")
    assert (one.key, one.target, one.editor, one.band) == ("t/1", "Das Schiff.", "ann", "context")
    assert one.states == {"locked", "fuzzy", "context-match"}
    assert (other.key, other.source, other.band, other.states) == ("t/2", "It waits.", "MT", frozenset())


def test_units_for_tags_alone(run, tmp_path):
    """Trados writes them for the frame of a document, and Okapi, too; nobody translates anything there."""
    cut = '<mrk mtype="seg" mid="1">{}</mrk> <mrk mtype="seg" mid="2">{}</mrk>'
    frame = '<trans-unit id="{}"{}><source><x id="0"/>\n</source>{}</trans-unit>'
    text = xliff(
        frame.format("f1", ' translate="no"', ""),
        unit("1", "Das Schiff."),
        frame.format("f2", "", '<seg-source><x id="1"/></seg-source><target><x id="1"/></target>'),
        unit(
            "s",
            *[cut.format("<x/>", "Warte.")] * 2,
            more=f"<seg-source>{cut.format('<x/>', 'Wait.')}</seg-source>",
        ),
    )
    (tmp_path / "a.sdlxliff").write_text(text)
    for tags in ("drop", "keep", "symbol"):
        assert [each.key for each in units(tmp_path / "a.sdlxliff", tags=tags)] == ["1", "s/2"]
    done = run("score", "a.sdlxliff", "-i", "a.sdlxliff", "--force", cwd=tmp_path)
    assert (done.status, "a.sdlxliff: 2 units" in done.err) == (0, True), done.err
    named = text.replace('<target><x id="1"/></target>', "<target>Kapitel</target>")
    (tmp_path / "b.sdlxliff").write_text(named)
    done = run("score", "b.sdlxliff", "-i", "a.sdlxliff", "--force", cwd=tmp_path)
    assert "there is nothing to translate in its source; take its text out of b.sdlxliff" in done.err


def test_targets_without_marks_of_segments(run, tmp_path):
    cut = '<mrk mtype="seg" mid="1">{}</mrk> <mrk mtype="seg" mid="2">{}</mrk>'
    more = f"<seg-source>{cut.format('The ship.', 'It waits.')}</seg-source>"
    texts = {
        "whole": "Das Schiff. Es wartet.",
        "cut": cut.format("Das Schiff.", "Es wartet."),
        "half": cut.format("Das Schiff.", ""),
        "none": "",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.xlf").write_text(xliff(unit("t", text, "The ship. It waits.", more)))
    (one,) = units(tmp_path / "whole.xlf")
    assert (one.key, one.source, one.target) == ("t", "The ship. It waits.", "Das Schiff. Es wartet.")
    assert float(score(run, tmp_path, "whole.xlf", "-i", "whole.xlf")[0]) == 100
    for words in (("whole.xlf", "cut.xlf"), ("cut.xlf", "whole.xlf")):
        done = run("score", words[0], "-i", words[1], cwd=tmp_path)
        assert (done.status, done.out) == (1, "")
        assert "whole.xlf: unit 't' of 'a' is cut into segments in cut.xlf" in done.err
        assert "the target has text outside its marks: export it again" in done.err
    assert "1 without translation in half.xlf" in score(run, tmp_path, "cut.xlf", "-i", "half.xlf")[1]
    assert [unit.key for unit in units(tmp_path / "none.xlf")] == ["t/1", "t/2"]


@pytest.mark.parametrize(
    "target",
    [
        '<mrk mtype="seg" mid="1">Das Schiff.</mrk> <mrk mtype="seg" mid="3">Es wartet.</mrk>',
        '<mrk mtype="seg" mid="1">Das Schiff.</mrk> <mrk mtype="seg" mid="1">Es wartet.</mrk>',
        '<mrk mtype="seg" mid="1">Das Schiff.</mrk> <g id="1">Es wartet.</g>',
    ],
)
def test_marks_that_do_not_hold_the_whole_target(tmp_path, target):
    cut = '<mrk mtype="seg" mid="1">The ship.</mrk> <mrk mtype="seg" mid="2">It waits.</mrk>'
    text = xliff(unit("t", target, "The ship. It waits.", f"<seg-source>{cut}</seg-source>"))
    (tmp_path / "a.xlf").write_text(text)
    (one,) = units(tmp_path / "a.xlf")
    assert (one.key, one.target, one.is_uncut) == ("t", "Das Schiff. Es wartet.", True)


def test_words_between_marks_that_both_sides_have(tmp_path):
    cut = '<mrk mtype="seg" mid="1">{}</mrk> / <ph id="1">code</ph><mrk mtype="seg" mid="2">{}</mrk>'
    more = f"<seg-source>{cut.format('Yes.', 'No.')}</seg-source>"
    (tmp_path / "a.xlf").write_text(xliff(unit("t", cut.format("Ja.", "Nein."), "Yes. / No.", more)))
    assert [(one.key, one.target) for one in units(tmp_path / "a.xlf")] == [("t/1", "Ja."), ("t/2", "Nein.")]


@pytest.mark.parametrize("kind", ["previous-version", "rejected", "reference"])
def test_alternatives_that_propose_nothing(run, tmp_path, kind):
    more = f'<alt-trans alttranstype="{kind}" match-quality="100"><target>Alt.</target></alt-trans>'
    proposal = '<alt-trans alttranstype="proposal"><target>Hallo!</target></alt-trans>'
    text = xliff(unit("1", "Hallo.", more=more), unit("2", "Hallo.", more=more + proposal))
    (tmp_path / "a.xlf").write_text(text)
    first, second = units(tmp_path / "a.xlf")
    assert (first.machine, first.match, second.machine, second.match) == (None, None, "Hallo!", None)
    (tmp_path / "b.xlf").write_text(
        '<xliff version="2.1" srcLang="en" trgLang="de"><file id="f"><unit id="1"><matches>'
        '<match type="mt" reference="yes"><target>Salut.</target></match></matches>'
        "<segment><source>Hi.</source><target>Hallo.</target></segment></unit></file></xliff>"
    )
    assert units(tmp_path / "b.xlf")[0].machine is None


def test_target_languages_of_xliff(run, tmp_path):
    german, french = (xliff(unit("1", text), file=text) for text in ("Ja.", "Oui."))
    french = french.replace('target-language="de"', 'target-language="fr-FR"')
    both = german.replace("</xliff>", french[french.index("<file") :])
    (tmp_path / "a.xlf").write_text(both)
    with pytest.raises(
        FormatError, match=r"choose one of the target languages of this XLIFF by -l.*: de, fr-fr"
    ):
        units(tmp_path / "a.xlf")
    with pytest.raises(FormatError, match="choose one"):
        units(tmp_path / "a.xlf", language_pair="en-it")
    assert [one.target for one in units(tmp_path / "a.xlf", language_pair="en-fr")] == ["Oui."]
    for variety in ("de-AT", "de_AT"):
        (tmp_path / "a.xlf").write_text(both.replace("fr-FR", variety))
        assert [one.target for one in units(tmp_path / "a.xlf")] == ["Ja.", "Oui."]
        assert [one.target for one in units(tmp_path / "a.xlf", language_pair="en-de")] == ["Ja.", "Oui."]
        assert [one.target for one in units(tmp_path / "a.xlf", language_pair="en-de-AT")] == ["Oui."]
        assert "scored together" not in score(run, tmp_path, "a.xlf", "-i", "a.xlf")[1]
    (tmp_path / "a.xlf").write_text(german)
    (tmp_path / "refs").mkdir()
    for name, text in {"a": german, "b": french}.items():
        (tmp_path / f"refs/{name}.xlf").write_text(text)
    told = "refs: units of several language pairs, en-de, en-fr-FR, are scored together"
    assert told in score(run, tmp_path, "refs", "-i", "refs")[1]
    assert "scored together" not in score(run, tmp_path, "refs/a.xlf", "-i", "refs/a.xlf")[1]


@pytest.mark.parametrize("version", ["1.2", "2.1"])
def test_files_that_must_not_be_translated(tmp_path, version):
    text = xliff(unit("1", "Hallo."), unit("2", "Ja.", attributes=' translate="yes"'))
    if version == "2.1":
        segment = "<segment><source>s</source><target>t</target></segment></unit>"
        text = (
            f'<xliff version="2.1" srcLang="en" trgLang="de"><file id="f"><unit id="1">{segment}'
            f'<unit id="2" translate="yes">{segment}</file></xliff>'
        )
    (tmp_path / "a.xlf").write_text(text.replace("<file ", '<file translate="no" '))
    assert ["locked" in one.states for one in units(tmp_path / "a.xlf")] == [True, False]


def test_units_of_memoq(tmp_path):
    text = xliff(
        unit("1", "Ja.", attributes=' mq:status="ManuallyConfirmed" mq:percent="101" mq:locked="locked"'),
        unit("2", "Nein.", attributes=' mq:status="MachineTranslated" mq:translatorcommitusername="ann"'),
        unit("3", "", attributes=' mq:status="NotStarted"'),
    )
    (tmp_path / "a.mqxliff").write_text(text)
    one, other, last = units(tmp_path / "a.mqxliff")
    assert (one.band, one.states) == ("context", {"locked", "context-match"})
    assert (other.band, other.editor, other.states) == ("MT", "ann", frozenset())
    assert last.states == {"untranslated"}


@pytest.mark.parametrize("suffix", [".xlf", ".tmx", ".po"])
def test_files_that_translate_toolkit_writes(tmp_path, suffix):
    texts = [("Hello world.", "Hallo Welt & Leute."), ("Open <the> file.", "Öffne <die> Datei.")]
    path = tmp_path / f"file{suffix}"
    if suffix == ".xlf":
        store = extra("translate.storage.xliff").xlifffile()
    elif suffix == ".tmx":
        store = extra("translate.storage.tmx").tmxfile()
    else:
        store = extra("translate.storage.pypo").pofile()
    for source, target in texts:
        if suffix == ".tmx":
            store.addtranslation(source, "en", target, "de")
        else:
            store.addsourceunit(source).target = target
    if suffix != ".tmx":
        store.units[-1].markfuzzy()
    store.savefile(str(path))
    read = units(path)
    assert [(unit.source, unit.target) for unit in read] == texts
    if suffix != ".tmx":
        assert [unit.states for unit in read] == [set(), {"fuzzy"}]


def test_messages_that_translate_toolkit_converts(tmp_path):
    converter = extra("translate.convert.po2xliff")
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    with (tmp_path / "a.xlf").open("wb") as file:
        converter.convertpo(io.BytesIO(f'{header}msgid "Open"\nmsgstr "Auf"\n'.encode()), file, None)
    assert b"Content-Type" in (tmp_path / "a.xlf").read_bytes()
    assert [(unit.source, unit.target) for unit in units(tmp_path / "a.xlf")] == [("Open", "Auf")]


def test_contexts_of_tmx(tmp_path):
    unit = (
        '<tu><prop type="x-context">{}</prop><tuv xml:lang="en"><seg>Open</seg></tuv>'
        '<tuv xml:lang="de"><seg>{}</seg></tuv></tu>'
    )
    pairs = [("menu", "Öffnen"), ("door", "Offen")]
    for name, order in (("a.tmx", pairs), ("b.tmx", pairs[::-1])):
        body = "".join(unit.format(*pair) for pair in order)
        text = f'<tmx version="1.4"><header srclang="en"/><body>{body}</body></tmx>'
        (tmp_path / name).write_text(text, encoding="utf-8")
    read = {name: {unit.key: unit.target for unit in units(tmp_path / name)} for name in ("a.tmx", "b.tmx")}
    assert read["a.tmx"] == read["b.tmx"] == {"menu|Open": "Öffnen", "door|Open": "Offen"}


def contexts_of_tmx(path, *units):
    """Writes a TMX of units with a context, or None, a source text and its translation."""
    body = "".join(
        "<tu>"
        + ("" if context is None else f'<prop type="x-context">{context}</prop>')
        + f'<tuv xml:lang="en"><seg>{source}</seg></tuv><tuv xml:lang="de"><seg>{target}</seg></tuv></tu>'
        for context, source, target in units
    )
    path.write_text(f'<tmx version="1.4"><header srclang="en"/><body>{body}</body></tmx>', encoding="utf-8")


@pytest.mark.parametrize(
    ("first", "second", "is_joined"),
    [("menu", None, True), (None, "menu", True), ("menu", "menu", True), ("door", "menu", False)],
)
def test_contexts_that_one_tmx_lacks(run, tmp_path, first, second, is_joined):
    for name, context in (("ref.tmx", first), ("mt.tmx", second)):
        contexts_of_tmx(
            tmp_path / name, (context, "Open", "auf"), (None, "Open", "offen"), (None, "Close", "zu")
        )
    done = run("edits", "mt.tmx", "ref.tmx", "-f", "csv", "-q", cwd=tmp_path)
    if not is_joined:
        assert (done.status, "mt.tmx lacks the unit 'door|Open' that ref.tmx has" in done.err) == (1, True)
        return
    assert (done.status, "mt,all,all,3,3," in done.out) == (0, True), done.err


def test_contexts_that_some_units_of_a_tmx_lack(run, tmp_path):
    contexts_of_tmx(tmp_path / "ref.tmx", ("menu", "Open", "auf"), ("door", "Open", "offen"))
    contexts_of_tmx(tmp_path / "mt.tmx", (None, "Open", "offen"), ("menu", "Open", "auf"))
    done = run("edits", "mt.tmx", "ref.tmx", "-f", "csv", "-q", cwd=tmp_path)
    assert done.status == 0, done.err
    assert "mt,all,all,2,2," in done.out
    contexts_of_tmx(tmp_path / "mt.tmx", (None, "Open", "x"), (None, "Open", "y"), (None, "Open", "z"))
    done = run("edits", "mt.tmx", "ref.tmx", cwd=tmp_path)
    assert (done.status, "mt.tmx lacks the unit 'menu|Open' (and 1 other)" in done.err) == (1, True)


def test_a_unit_of_tmx_within_another_one(tmp_path):
    # opustools 1.9.0 writes so where two sentences are translated by one, and a later one has no source.
    variant = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'
    inner = f"<tu>{variant.format('de', 'Herein.')}{variant.format('en', 'Come in.')}</tu>"
    outer = f"<tu>{variant.format('de', 'Komm.')}{inner}{variant.format('en', 'Bye.')}</tu>"
    (tmp_path / "a.tmx").write_text(f'<tmx version="1.4"><header srclang="de"/><body>{outer}</body></tmx>')
    told = r"a\.tmx: the unit 'Komm\.' holds another <tu>.*opus_read -wm moses"
    with pytest.raises(FormatError, match=told):
        units(tmp_path / "a.tmx")


def test_contexts_of_po_that_are_places(run, tmp_path):
    # xliff2po of translate-toolkit 3.20.4 writes the places of messages; po2xliff left their contexts out.
    extra("translate.storage.pypo")
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    message = '\n#: {place}\nmsgctxt "{context}"\nmsgid "Open"\nmsgstr "{text}"\n'
    rows = [("menu", "src/a.c:1", "auf"), ("door", "src/a.c:2", "offen")]
    for name, has_contexts in (("ref.po", True), ("mt.po", False)):
        texts = [
            message.format(place=place, context=context if has_contexts else place, text=text)
            for context, place, text in rows
        ]
        (tmp_path / name).write_text(head + "".join(texts), encoding="utf-8")
    done = run("edits", "mt.po", "ref.po", "-f", "csv", "-q", cwd=tmp_path)
    assert (done.status, "mt,all,all,2,2," in done.out) == (0, True), done.err
    (tmp_path / "mt.po").write_text(head + message.format(place="src/a.c:1", context="door", text="offen"))
    done = run("edits", "mt.po", "ref.po", cwd=tmp_path)
    assert (done.status, "mt.po lacks the unit 'menu|Open' of" in done.err) == (1, True)


def test_po_in_the_order_of_gettext_parser(run, tmp_path):
    # gettext-parser 10.0.0 writes messages that are numbers first and those with a context last.
    extra("translate.storage.pypo")
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    texts = {"Open the file": "öffnen", "10": "zehn", "menu|Open": "Öffnen", "9": "neun", "Print": "Drucken"}

    def write(name, keys):
        with (tmp_path / name).open("w", encoding="utf-8") as file:
            file.write(head)
            for key in keys:
                context, _, message = key.rpartition("|")
                file.write(f'\nmsgctxt "{context}"' if context else "")
                file.write(f'\nmsgid "{message}"\nmsgstr "{texts[key]}"\n')

    write("ref.po", texts)
    write("mt.po", ["9", "10", "Open the file", "Print", "menu|Open"])
    done = run("score", "ref.po", "-i", "mt.po", "-m", "chrf", "-b", "--force", cwd=tmp_path)
    assert (done.status, done.out) == (0, "100.0\n"), done.err


def test_tags_of_omegat(run, tmp_path):
    """In the memory of its projects they are text, and elements in what it writes for other programs."""
    tag = {
        "project": "&lt;b0&gt;Datei&lt;/b0&gt;&lt;i1/&gt;",
        "level2": "<bpt>&lt;b0&gt;</bpt>Datei<ept/><ph/>",
    }
    for name, text in tag.items():
        (tmp_path / f"{name}.tmx").write_text(
            HEAD + '<tmx version="1.4"><header creationtool="OmegaT" srclang="en"/><body>'
            '<tu><tuv xml:lang="en"><seg>The file gets cold.</seg></tuv>'
            f'<tuv xml:lang="de"><seg>Die {text} wird kalt, x &lt; 2.</seg></tuv></tu></body></tmx>'
        )
        assert run("convert", str(tmp_path / f"{name}.tmx")).out == "Die Datei wird kalt, x < 2.\n"
    kept = run("convert", str(tmp_path / "project.tmx"), "--tags", "keep").out
    assert kept == "Die <b0>Datei</b0><i1/> wird kalt, x < 2.\n"


def test_languages_of_tmx(tmp_path):
    variants = "".join(
        f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>'
        for language, text in {"en-US": "Yes.", "de": "Ja.", "fr-FR": "Oui."}.items()
    )
    path = tmp_path / "m.tmx"
    path.write_text(
        f'{HEAD}<tmx version="1.4"><header srclang="en-US"/><body><tu>{variants}</tu></body></tmx>'
    )
    assert units(path, language_pair="en-fr")[0].target == "Oui."
    assert units(path, language_pair="de-en")[0].target == "Yes."
    with pytest.raises(FormatError, match="it has: en-us, de, fr-fr"):
        units(path)
    with pytest.raises(FormatError, match="has not both languages"):
        units(path, language_pair="en-it")


def tmx(*texts, source="en-US"):
    made = "".join(
        "<tu>"
        + "".join(f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>' for language, text in unit)
        + "</tu>"
        for unit in texts
    )
    return f'{HEAD}<tmx version="1.4"><header srclang="{source}"/><body>{made}</body></tmx>'


def test_varieties_of_a_language_in_tmx(tmp_path):
    """Memories that were merged name a language in several ways, also in one file."""
    path = tmp_path / "m.tmx"
    path.write_text(
        tmx(
            [("en-US", "Yes."), ("de-DE", "Ja.")],
            [("EN-GB", "No."), ("de", "Nein.")],
            [("en", "Go."), ("de_AT", "Los.")],
        )
    )
    assert [one.target for one in units(path, language_pair="en-de")] == ["Ja.", "Nein.", "Los."]
    assert [one.target for one in units(path, language_pair="en-US-de")] == ["Ja."]
    assert [one.target for one in units(path, language_pair="en-de-DE")] == ["Ja.", None, None]


def test_several_texts_of_a_language_in_a_unit_of_tmx(tmp_path):
    path = tmp_path / "m.tmx"
    path.write_text(tmx([("en", "Bus."), ("pt-BR", "Ônibus."), ("pt-PT", "Autocarro.")]))
    with pytest.raises(
        FormatError, match=r"two texts in pt-br and pt-pt, 'Ônibus.' .*: name one of them in -l"
    ):
        units(path, language_pair="en-pt")
    assert units(path, language_pair="en-pt-PT")[0].target == "Autocarro."
    path.write_text(tmx([("en", "Bus."), ("pt-BR", " "), ("pt-PT", "Autocarro.")], source="en"))
    assert units(path, language_pair="en-pt")[0].target == "Autocarro."  # the other is not translated
    path.write_text(tmx([("en", "Bus."), ("de", "Bus."), ("de", "Bus.")], source="en"))
    assert units(path)[0].target == "Bus."
    path.write_text(tmx([("en", "Bus."), ("de", "Bus."), ("de", "Omnibus.")], source="en"))
    with pytest.raises(FormatError, match=r"two texts in de, 'Bus.' and 'Omnibus.': keep the one"):
        units(path)


def test_commands_choose_the_languages_of_tmx(run, tmp_path):
    variants = "".join(
        f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>'
        for language, text in {"en": "Yes.", "de": " ", "fr": "Oui."}.items()
    )
    (tmp_path / "m.tmx").write_text(
        f'<tmx version="1.4"><header srclang="en"/><body><tu>{variants}</tu></body></tmx>'
    )
    assert run("convert", "m.tmx", "-l", "en-fr", cwd=tmp_path).out == "Oui.\n"
    assert run("convert", "m.tmx", "-l", "fr-en", "--set", "src", cwd=tmp_path).out == "Oui.\n"
    assert run("check", "m.tmx", "-l", "en-fr", cwd=tmp_path).status == 0
    done = run("check", "m.tmx", "-l", "en-de", cwd=tmp_path)
    assert (done.status, "m.tmx:1: empty: unit 'Yes.'" in done.out) == (1, True)
    (tmp_path / "a.sgm").write_text("")
    done = run("convert", "a.sgm", "-l", "en-de", cwd=tmp_path)
    assert (done.status, "-l and --tags are of translators' files" in done.err) == (2, True)


def test_entities_of_a_dtd(tmp_path):
    path = tmp_path / "a.tmx"
    text = HEAD + (
        '<!DOCTYPE tmx SYSTEM "tmx14.dtd" [ %more; ]>\n<tmx version="1.4"><header srclang="en"/><body><tu>'
        '<tuv xml:lang="en"><seg>tea &amp; coffee</seg></tuv><tuv xml:lang="fr"><seg>{}</seg></tuv>'
        "</tu></body></tmx>"
    )
    path.write_text(text.format("th&#233;"))
    (one,) = units(path)
    assert (one.source, one.target) == ("tea & coffee", "th\N{LATIN SMALL LETTER E WITH ACUTE}")
    path.write_text(text.format("caf&eacute;"))
    with pytest.raises(
        FormatError, match=r"a\.tmx:3: this XML uses the entity &eacute; of a DTD, which is not"
    ):
        units(path)


def test_depth_of_tags(tmp_path):
    path = tmp_path / "a.xlf"
    for depth in (100, 300):
        path.write_text(xliff(unit("1", '<g id="1">' * depth + "Ja." + "</g>" * depth), unit("2", "Nein.")))
        if depth == 100:
            assert [(unit.target, unit.tags) for unit in units(path)] == [("Ja.", 200), ("Nein.", 0)]
    with pytest.raises(FormatError, match=r"^\S+a\.xlf:2: elements of this XML are nested more than 200"):
        units(path)


def test_plural_forms(tmp_path):
    extra("translate")
    text = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n'
        'Plural-Forms: nplurals=2; plural=n!=1;\\n"\n\n'
        'msgctxt "menu"\nmsgid "one ship"\nmsgid_plural "%d ships"\n'
        'msgstr[0] "ein Schiff"\nmsgstr[1] "%d Schiffe"\n\n'
        'msgid "Quit"\nmsgstr ""\n\n#~ msgid "old"\n#~ msgstr "alt"\n'
    )
    (tmp_path / "a.po").write_text(text)
    read = [(unit.key, unit.source, unit.target, set(unit.states)) for unit in units(tmp_path / "a.po")]
    assert read == [
        ("menu|one ship[0]", "one ship", "ein Schiff", set()),
        ("menu|one ship[1]", "%d ships", "%d Schiffe", set()),
        ("Quit", "Quit", None, {"untranslated"}),
    ]


def test_bytes_of_po_that_are_written_as_numbers(tmp_path):
    """What `msgcat --escape` writes, and hexadecimal digits; the texts are those that msgfmt compiles."""
    extra("translate")
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset={}\\n"\n\n#: \\101.c:1\n'
    message = r"""msgid "\303\226l"
msgstr "\303\226ffnen \342\200\223 \x41 \x4142z \1012 \\303 \42\134\8 \xc3\xa4 a\012b\t"
"""
    (tmp_path / "a.po").write_text(head.format("UTF-8") + message)
    read = [(unit.key, unit.target, unit.document) for unit in units(tmp_path / "a.po")]
    assert read == [("Öl", 'Öffnen – A Bz A2 \\303 "\\8 ä a\nb\t', "\\101.c")]


def test_po_with_line_ends_of_two_systems(tmp_path):
    """translate-toolkit 3.20.4 takes such a header for the beginning of the first message."""
    extra("translate")
    head = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    path = tmp_path / "a.po"
    path.write_bytes(head + rb"""msgid "a"|msgstr "tab\t bell\a page\f \"b\""|""".replace(b"|", b"\r\n"))
    assert [(unit.key, unit.target) for unit in units(path)] == [("a", 'tab\t bell\a page\f "b"')]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("comment", ["", ' # it"s "quoted"', '\n \t# "indented"'])
def test_po_with_comments_where_gettext_reads_them(tmp_path, comment, end):
    extra("translate")
    path = tmp_path / "a.po"
    path.write_bytes(f'msgid "a"\nmsgstr "b#"{comment}\nmsgid "c"\nmsgstr "d"\n'.replace("\n", end).encode())
    assert [(unit.key, unit.target) for unit in units(path)] == [("a", "b#"), ("c", "d")]


@pytest.mark.parametrize("line", ['msgstr "c" "d"', 'msgstr "c "d" e"', 'msgstr "c'])
def test_po_with_other_than_one_string_a_line(tmp_path, line):
    extra("translate")
    path = tmp_path / "a.po"
    path.write_text(f'msgid "a"\n{line}\n')
    with pytest.raises(FormatError, match=r"a\.po:2: one string in quotation marks is read"):
        units(path)


@pytest.mark.parametrize(
    ("charset", "text", "written"),
    [
        ("ISO-8859-1", "Öl", b"\xd6l"),
        ("ISO-8859-1", "Öl", rb"\326l"),
        ("GBK", "誠101", b"\xd5\\101"),  # its second byte is that of a backslash
        ("GBK", "誠101", rb"\325\134101"),
        ("KOI8-R", "да", b"\xc4\xc1"),
        ("CHARSET", "oil", b"oil"),
    ],
)
def test_po_in_the_encoding_that_it_declares(tmp_path, charset, text, written):
    """translate-toolkit 3.20.4 reads UTF-8 alone, or Latin-1 if the header has other bytes."""
    extra("translate")
    head = f'msgid ""\nmsgstr "Translator: {text}\\n"\n"Content-Type: text/plain; charset={charset}\\n"\n'
    (tmp_path / "a.po").write_bytes(
        head.encode("ascii" if charset == "CHARSET" else charset)
        + b'\nmsgid "a"\nmsgstr "'
        + written
        + b'"\n'
    )
    assert [unit.target for unit in units(tmp_path / "a.po")] == [text]


def test_po_in_another_encoding_than_it_declares(tmp_path):
    extra("translate")
    head = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "oil"\n'
    (tmp_path / "a.po").write_bytes(head + b'msgstr "\xd6l"\n')
    with pytest.raises(FormatError, match=r"a\.po:5: byte 0xd6 .* not valid UTF-8.*header") as problem:
        units(tmp_path / "a.po")
    assert "-e " not in str(problem.value)  # that option does not reach a PO
    (tmp_path / "a.po").write_bytes(head.replace(b"UTF-8", b"UTF-9") + b'msgstr "oil"\n')
    with pytest.raises(FormatError, match=r"a\.po.*an encoding that there is not, 'UTF-9'"):
        units(tmp_path / "a.po")


@pytest.mark.parametrize("suffix", [".srt", ".vtt", ".ass", ".ttml"])
def test_subtitles_that_pysubs2_writes(tmp_path, suffix):
    pysubs2 = extra("pysubs2")
    subtitles = pysubs2.SSAFile()
    subtitles.events = [
        pysubs2.SSAEvent(start=1000, end=2500, text="The tug\\Nwaits."),
        pysubs2.SSAEvent(start=3000, end=4000, text="The {\\i1}crane{\\i0} turns."),
    ]
    path = tmp_path / f"a{suffix}"
    subtitles.save(str(path))
    read = units(path)
    assert [(unit.key, unit.target, unit.times) for unit in read] == [
        ("1", "The tug waits.", (1.0, 2.5)),
        ("2", "The crane turns.", (3.0, 4.0)),
    ]


def test_margins_and_styles_of_subtitles_change_nothing(tmp_path):
    """What pysubs2 warns of there."""
    pysubs2 = extra("pysubs2")
    subtitles = pysubs2.SSAFile()
    subtitles.events = [pysubs2.SSAEvent(start=1000, end=2500, text="The tug waits.")]
    path = tmp_path / "a.ass"
    subtitles.save(str(path))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Default,,0,", "Default,,none,"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    assert [unit.target for unit in units(path)] == ["The tug waits."]


def test_events_of_ass_stand_in_the_order_of_their_times(tmp_path):
    """Programs show and convert them so, wherever they stand in the file."""
    pysubs2 = extra("pysubs2")
    subtitles = pysubs2.SSAFile()
    subtitles.events = [
        pysubs2.SSAEvent(start=3000, end=4500, text="It is late."),
        pysubs2.SSAEvent(start=1000, end=2500, text="The tug waits."),
    ]
    subtitles.save(str(tmp_path / "a.ass"))
    texts = [(unit.key, unit.target) for unit in units(tmp_path / "a.ass")]
    assert texts == [("1", "The tug waits."), ("2", "It is late.")]


def cue(number, text, second):
    return f"{number}\n00:00:0{second},000 --> 00:00:0{second},500\n{text}\n\n"


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ('begin="00:00:01.500"', 'end="00:00:03"'),
        ('begin="00:00:01:12.5"', 'end="00:00:03:00"'),
        ('begin="15000000t"', 'end="30000000t"'),
        ('begin="37.5f"', 'end="75f"'),
        ('begin="1500ms"', 'dur="1.5s"'),
        ('begin="1.5"', 'end="00:03.000"'),
    ],
)
def test_times_of_ttml(tmp_path, begin, end):
    extra("pysubs2")
    head = '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:p="http://www.w3.org/ns/ttml#parameter"'
    rates = 'p:tickRate="10000000" p:frameRate="25"'
    text = f"{head} {rates}><body><div><p {begin} {end}>Hallo<br/>Welt</p></div></body></tt>"
    (tmp_path / "a.ttml").write_text(text)
    (unit,) = units(tmp_path / "a.ttml")
    assert (unit.times, unit.lines) == ((1.5, 3.0), ("Hallo", "Welt"))
    (tmp_path / "a.ttml").write_text(text.replace("begin=", 'begin="soon" was='))
    with pytest.raises(FormatError, match="this time is none of TTML: 'soon'"):
        units(tmp_path / "a.ttml")
    (tmp_path / "a.ttml").write_text(f"{head}><body><div><p begin='1s'>Hallo</p></div></body></tt>")
    with pytest.raises(FormatError, match="a subtitle has no 'end'"):
        units(tmp_path / "a.ttml")


def ttml(*divisions):
    parts = "".join(
        f"<div {attributes}>"
        + "".join(f"<p begin='{n}s' end='{n + 1}s'>{text}</p>" for n, text in enumerate(texts))
        + "</div>"
        for attributes, *texts in divisions
    )
    return f'<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="de"><body>{parts}</body></tt>'


def test_languages_of_ttml(run, tmp_path):
    extra("pysubs2")
    path = tmp_path / "a.ttml"
    path.write_text(ttml(("xml:lang='en'", "Yes.", "No."), ("", "Ja."), ("xml:lang='de'", "Nein.")))
    with pytest.raises(
        FormatError, match="choose one of the languages of this TTML by -l SOURCE-TARGET: en, de"
    ):
        units(path)
    assert [one.target for one in units(path, language_pair="en-de")] == ["Ja.", "Nein."]
    assert [one.target for one in units(path, language_pair="fr-en-GB")] == ["Yes.", "No."]
    with pytest.raises(FormatError, match="choose one"):
        units(path, language_pair="en-fr")
    (tmp_path / "b.ttml").write_text(ttml(("", "Ja."), ("", "Nein.")))
    for more in (["-m", "chrf"], ["-m", "suber"]):
        done = run("score", "a.ttml", "-i", "b.ttml", "-l", "en-de", "-b", *more, cwd=tmp_path)
        assert (done.status, float(done.out)) == (0, 100 * (more[1] == "chrf")), done.err


def test_the_source_of_ttml_in_both_languages(run, tmp_path):
    extra("pysubs2")
    (tmp_path / "a.ttml").write_text(ttml(("xml:lang='en'", "Yes.", "No."), ("", "Ja.", "Nein.")))
    (tmp_path / "b.ttml").write_text(ttml(("", "Jo.", "Nein.")))
    for pair, found in (("en-de", ["Yes.", "No."]), ("fr-de", None), ("de", None)):
        named = NamedCorpus(
            [str(tmp_path / "a.ttml")],
            [str(tmp_path / "b.ttml")],
            source=str(tmp_path / "a.ttml"),
            language_pair=pair,
        )
        if found is None:
            with pytest.raises(FormatError, match="choose one of the languages"), named.open() as reader:
                reader.whole()
            continue
        with named.open() as reader:
            corpus = reader.whole()
        assert corpus.source.to_list() == found
        assert corpus.references[0].to_list() == ["Ja.", "Nein."]


def test_the_source_of_texts_that_are_cut(tmp_path):
    extra("pysubs2")
    (tmp_path / "a.ttml").write_text(ttml(("xml:lang='en'", "Yes."), ("", "Ja.")))
    (tmp_path / "a.xlf").write_text(xliff(unit("1", "Ja.", "Yes.")))
    for name in ("a.ttml", "a.xlf"):
        assert side_texts(str(tmp_path / name), "en-de") == ["Ja."]
        assert side_texts(str(tmp_path / name), "en-de", is_source=True) == ["Yes."]


def test_times_of_divisions_of_ttml(tmp_path):
    extra("pysubs2")
    (tmp_path / "a.ttml").write_text(ttml(("begin='10s'", "Ja.", "Nein."), ("", "Gut.")))
    assert [one.times for one in units(tmp_path / "a.ttml")] == [(10, 11), (11, 12), (0, 1)]


def test_subtitles_are_joined_by_the_numbers_in_the_file(run, tmp_path):
    extra("pysubs2")
    (tmp_path / "a.srt").write_text(cue(1, "The tug waits.", 1) + cue(3, "The crane\n1984", 3))
    (tmp_path / "b.srt").write_text(
        cue(1, "The tug waits.", 1) + cue(2, "No.", 2) + cue(3, "The crane 1984", 3)
    )
    found, told = score(run, tmp_path, "a.srt", "-i", "b.srt")
    assert float(found) == 100
    assert "b.srt: 1 unit that a.srt lacks is not scored" in told
    (tmp_path / "c.srt").write_text(cue(1, "The tug waits.", 1) + cue(1, "The crane.", 3))
    assert [unit.key for unit in units(tmp_path / "c.srt")] == ["1", "2"]
    (tmp_path / "b.srt").write_text(cue(1, "The tug waits.", 1) + "3\n00:00:03,000 --> 00:0x\nThe crane\n")
    done = run("score", "a.srt", "-i", "b.srt", cwd=tmp_path)
    assert "b.srt:6: this time line is broken: '00:00:03,000 --> 00:0x'" in done.err


def test_a_blank_line_within_a_subtitle(tmp_path):
    """It ends none: pycaption stops there (`findings/subrip_blank_lines.sh`)."""
    extra("pysubs2")
    cues = (cue(1, "The tug waits.", 1), cue(2, "The crane\n\nlifts.", 2), cue(3, "\nNight falls.", 3))
    (tmp_path / "a.srt").write_text("\n".join(cues))
    (tmp_path / "b.srt").write_text("\n".join(cues).replace("\n2\n", "\n"))
    texts = ["The tug waits.", "The crane lifts.", "Night falls."]
    for name in ("a.srt", "b.srt"):
        assert [" ".join(unit.lines) for unit in units(tmp_path / name)] == texts


def test_encodings_of_subtitles(run, tmp_path):
    extra("pysubs2")
    cues = cue(1, "Der Kai glänzt.", 1)
    (tmp_path / "a.srt").write_text(cues, encoding="latin-1")
    (tmp_path / "b.srt").write_text(cues, encoding="utf-16")
    assert run("convert", "a.srt", "-e", "latin-1", cwd=tmp_path).out == "Der Kai glänzt.\n"
    assert run("convert", "b.srt", "-e", "utf-16", cwd=tmp_path).out == "Der Kai glänzt.\n"
    assert "a.srt:3: byte 0xe4 at column 11 is not valid utf-8" in run("convert", "a.srt", cwd=tmp_path).err
    assert "unknown encoding: latin-99" in run("convert", "a.srt", "-e", "latin-99", cwd=tmp_path).err
    assert float(score(run, tmp_path, "a.srt", "-i", "a.srt", "-e", "latin-1")[0]) == 100


def test_lines_are_no_references_of_units(run, tmp_path):
    extra("pysubs2")
    (tmp_path / "a.srt").write_text(cue(1, "The tug waits.", 1))
    (tmp_path / "ref").write_text("The tug waits.\n")
    done = run("score", "ref", "-i", "a.srt", cwd=tmp_path)
    assert done.status == 1
    assert "parbleu convert a.srt > lines.txt" in done.err


def test_identifiers_of_webvtt(tmp_path):
    extra("pysubs2")
    (tmp_path / "a.vtt").write_text(
        "WEBVTT\n\nNOTE not\na text\n\nintro\n00:01.000 --> 00:02.000 line:0\nThe tug\nwaits.\n\n"
        "NOTE nor this\n\nb 2\n00:03.000 --> 00:04.000\nThe crane.\n"
    )
    read = units(tmp_path / "a.vtt")
    assert [(unit.key, unit.target) for unit in read] == [("intro", "The tug waits."), ("b 2", "The crane.")]
    (tmp_path / "b.vtt").write_text("WEBVTT\n00:01.000 --> 00:02.000\nNo.\n\n00:03.000 --> 00:04.000\n7\n")
    assert [(unit.key, unit.target) for unit in units(tmp_path / "b.vtt")] == [("1", "No."), ("2", "7")]


@pytest.mark.parametrize(
    ("suffix", "text", "expected"),
    [
        (".srt", "1 < 2 and 3 -> 4, if a<b and c>d", "1 < 2 and 3 -> 4, if a<b and c>d"),
        (
            ".srt",
            "<i>The</i> <FONT color=red face='x y'>tug</font> {\\an8}{y:b}waits.<br/>",
            "The tug waits.",
        ),
        (".srt", "{name} waits &amp; <sighs>", "{name} waits &amp; <sighs>"),
        (
            ".srt",
            "The tug<br>waits<BR />here: <em>now</em>, <c.red>a</c> <a href='x'>b</a>",
            "The tug waits here: now, a b",
        ),
        (
            ".srt",
            "[SPEAKER_00]: The tug\n[SPEAKER_01]: waits [SPEAKER_02]: here",
            "The tug waits [SPEAKER_02]: here",
        ),
        (".vtt", "[SPEAKER_00]: The tug", "The tug"),
        (".srt", "The <00:00:01.200>tug <00:00:01.500>waits", "The tug waits"),
        (".vtt", "The<00:00:01.200><c> tug</c><00:00:01.500><c> waits</c>", "The tug waits"),
        (".vtt", "The<br/><I>tug</I>", "The tug"),
        (".vtt", "{name} waits &amp; sighs: 1 &lt; 2&nbsp;&gt; 0", "{name} waits & sighs: 1 < 2 > 0"),
        (
            ".vtt",
            "<v.loud Anna>The</v> <c.red.big>tug</c> <00:01.500><lang de>wartet</lang>.",
            "The tug wartet.",
        ),
        (
            ".ttml",
            "{name} waits &amp; <span>sighs</span>: 1 &lt; 2 &gt; 0",
            "{name} waits & sighs: 1 < 2 > 0",
        ),
        (".ass", "{name}The {\\i1}tug{\\i0} waits: 1 < 2 > 0", "The tug waits: 1 < 2 > 0"),
        (".ass", "{\\i1\\}The tug{\\i0} waits.", "The tug waits."),
        (".ass", "Use \\{{}name\\} in{\\i1} C:\\\u2060new.", "Use {name} in C:\\new."),
    ],
)
def test_text_of_subtitles_that_looks_like_markup(tmp_path, suffix, text, expected):
    extra("pysubs2")
    line = "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,"
    begun = '<p begin="1s" end="2s">'
    form = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
    files = {
        ".srt": f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n",
        ".vtt": f"WEBVTT\n\n00:01.000 --> 00:02.000\n{text}\n",
        ".ttml": f'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{begun}{text}</p></div></body></tt>',
        ".ass": f"[Script Info]\nScriptType: v4.00+\n\n[Events]\n{form}\n{line}{text}\n",
    }
    (tmp_path / f"a{suffix}").write_text(files[suffix])
    assert [unit.target for unit in units(tmp_path / f"a{suffix}")] == [expected]


@pytest.mark.parametrize("suffix", [".srt", ".ass"])
def test_many_braces_that_begin_no_style(tmp_path, suffix):
    extra("pysubs2")
    test_text_of_subtitles_that_looks_like_markup(
        tmp_path, suffix, "{\\i1}a {b" + "{" * 300_000, "a {b" + "{" * 300_000
    )


def test_drawings_among_many_blocks_of_styles_are_no_subtitles(tmp_path):
    """The parser alone would look at 30,000 blocks for minutes."""
    pysubs2 = extra("pysubs2")
    blocks = [
        "{\\p1}m 0 0{\\p0}",
        "{\\pos(1,2)}",
        "{\\i1}",
        "{\\p0}",
        "{a \\p2 b",
        "{\\p1\\p0}",
        "}",
        "\\p1",
        "The tug. ",
    ]
    draw = Random(1)
    texts = ["".join(draw.choices(blocks, k=draw.randrange(1, 9))) + "waits." for _ in range(300)]
    texts += ["{\\pos(1,2)}{\\i1}" * 15_000 + "The tug waits.", "{\\p1}m 0 0{\\p0}a" * 15_000]
    subtitles = pysubs2.SSAFile()
    subtitles.events = [
        pysubs2.SSAEvent(start=1000 * number, end=1000 * number + 500, text=text)
        for number, text in enumerate(texts, 1)
    ]
    subtitles.save(str(tmp_path / "a.ass"))
    shown = [unit.times[0] for unit in units(tmp_path / "a.ass") if unit.times]
    drawn = [*(event.is_drawing for event in subtitles.events[:300]), False, True]
    assert shown == [float(number) for number, is_drawing in enumerate(drawn, 1) if not is_drawing]
    assert 50 < len(shown) < 250


def test_formats_whose_ids_mean_other_things(run, post):
    extra("pysubs2")
    (post / "a.srt").write_text("".join(cue(n, "Das Schiff wartet.", n) for n in (1, 2, 3, 4)))
    done = run("score", "a.srt", "-i", "post.xlf", cwd=post)
    assert done.status == 1
    assert "a.srt and post.xlf are of different kinds, subtitles and XLIFF, whose ids mean other" in done.err


def test_ids_that_number_units_in_another_order(run, tmp_path):
    def numbered(name, pairs):
        units = [unit(str(n), target, source) for n, (source, target) in enumerate(pairs, 1)]
        (tmp_path / name).write_text(xliff(*units))

    pairs = [("Hello.", "Hallo."), ("The tug waits.", "Der Schlepper wartet."), ("It sails.", "Es segelt.")]
    numbered("a.xlf", pairs)
    numbered("b.xlf", pairs[::-1])
    found, told = score(run, tmp_path, "a.xlf", "-i", "b.xlf")
    assert found == "100.000000\n"
    assert "b.xlf and a.xlf are joined by their source texts: 2 of 3 ids belong to others there" in told
    numbered("few.xlf", pairs[1:])
    words = ("few.xlf", "--leave-out", "missing", "--force")
    found, told = score(run, tmp_path, "a.xlf", "-i", *words)
    assert found == "100.000000\n"
    assert "few.xlf and a.xlf are joined by their source texts: 1 of 1 id belong to others there" in told
    numbered("c.xlf", [(f"{source}!", target) for source, target in pairs])
    found, told = score(run, tmp_path, "a.xlf", "-i", "c.xlf")
    assert found == "100.000000\n", "a unit whose source text was changed keeps its id"
    assert "joined" not in told
    numbered("d.xlf", [*pairs[1:], ("Hello!", "Hallo.")])
    done = run("score", "a.xlf", "-i", "d.xlf", cwd=tmp_path)
    assert "d.xlf has no unit of the source text 'Hello.' that a.xlf has: they are joined by" in done.err


def test_subtitles_without_text_keep_their_numbers(run, tmp_path):
    extra("pysubs2")
    cues = [f"{n}\n00:00:0{n},000 --> 00:00:0{n},500\n{{}}\n" for n in (1, 2, 3)]
    tugs = ["The tug waits.", "Well.", "It sails at noon."]
    for name, texts in {"a": tugs, "b": [tugs[0], "", tugs[2]]}.items():
        (tmp_path / f"{name}.srt").write_text("\n".join(map(str.format, cues, texts)) + "\n")
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n")
    found, told = score(run, tmp_path, "a.srt", "-i", "b.srt")
    assert "1 without translation in b.srt" in told
    assert found == score(run, tmp_path, "a.txt", "-i", "b.txt")[0]


def test_subtitles_that_are_cut_otherwise(run, tmp_path):
    extra("pysubs2")
    cues = [f"{n}\n00:00:0{n},000 --> 00:00:0{n},500\nThe tug waits.\n" for n in (1, 2)]
    (tmp_path / "a.srt").write_text("\n".join(cues))
    (tmp_path / "b.srt").write_text(cues[0])
    done = run("score", "a.srt", "-i", "b.srt", cwd=tmp_path)
    assert "b.srt lacks the unit '2' that a.srt has" in done.err
    assert "`parbleu align b.srt --ref a.srt`" in done.err
    _, told = score(run, tmp_path, "b.srt", "-i", "a.srt")
    assert "1 unit that b.srt lacks is not scored: of subtitles that are cut in another way, " in told
    assert "`parbleu align a.srt --ref b.srt` makes segments that fit" in told


# What pycaption 2.3.14 makes of subtitles with the same times, and ttconv 1.2.3 of those that overlap.
OVERLAPS = {
    "1 --> 2 who? | 1 --> 2 me | 5 --> 6 come": "1 --> 2 who? me | 5 --> 6 come",
    "1 --> 3 who? | 2 --> 4 me | 5 --> 6 come": "1 --> 2 who? | 2 --> 3 who? me | 3 --> 4 me | 5 --> 6 come",
}


@pytest.mark.parametrize("read", OVERLAPS)
def test_overlaps_that_are_cut_otherwise(run, tmp_path, read):
    extra("pysubs2")
    for name, shown in (("a", read), ("b", OVERLAPS[read])):
        cues = [
            f"{number}\n00:00:0{words[0]},000 --> 00:00:0{words[2]},000\n{' '.join(words[3:])}\n"
            for number, words in enumerate(map(str.split, shown.split(" | ")), 1)
        ]
        (tmp_path / f"{name}.srt").write_text("\n".join(cues))
    done = run("score", "a.srt", "-i", "b.srt", "-m", "chrf", cwd=tmp_path)
    assert "`parbleu align b.srt --ref a.srt`" in done.err
    assert done.status == ("who? me | 5" in OVERLAPS[read])
    aligned = run("align", "b.srt", "--ref", "a.srt", "-q", cwd=tmp_path).out.splitlines()
    assert (len(aligned), aligned[0]) == (3, "who?")


def subtitles(words, cuts, late=0.0, rate=1.0):
    def stamp(word):
        time = round(1000 * (word / 2 + late) * rate)
        return f"{time // 3600000:02d}:{time // 60000 % 60:02d}:{time // 1000 % 60:02d},{time % 1000:03d}"

    return "".join(
        f"{number}\n{stamp(begin)} --> {stamp(end)}\n{' '.join(words[begin:end])}\n\n"
        for number, (begin, end) in enumerate(pairwise(cuts), 1)
    )


@pytest.mark.parametrize("count", [240, 2400])
def test_as_many_subtitles_that_are_cut_otherwise(run, tmp_path, count):
    extra("pysubs2")
    words = [f"word{number}" for number in range(count)]
    cuts = [*range(0, count + 1, 8)]
    moved = sorted({*cuts, 20} - {count - 80 if count < 1200 else 1600})
    (tmp_path / "a.srt").write_text(subtitles(words, cuts))
    (tmp_path / "b.srt").write_text(subtitles(words, moved))
    _, told = score(run, tmp_path, "a.srt", "-i", "b.srt")
    assert f" of {count // 8} subtitles are not shown when those of the same number in a.srt are" in told
    assert "`parbleu align b.srt --ref a.srt` makes segments that fit" in told
    (tmp_path / "b.srt").write_text(subtitles(words, cuts, late=3600, rate=25.025 / 24))
    found, told = score(run, tmp_path, "a.srt", "-i", "b.srt")
    assert float(found) == 100
    assert "are not shown" not in told


@pytest.mark.long
def test_spreadsheets(run, tmp_path):
    openpyxl = extra("openpyxl")
    extra("python_calamine")
    book = openpyxl.Workbook()
    rows = [("id", "mt", "ref"), (1, "Ja genau das.", "Ja, genau das."), (), (2, "Nein.", "Nein.")]
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    (tmp_path / "a.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in rows if row))
    found = [score(run, tmp_path, name, "--hyp", "mt", "--ref", "ref")[0] for name in ("a.xlsx", "a.tsv")]
    assert found[0] == found[1]
    (tmp_path / "b.xlsx").write_bytes(b"PK")
    done = run("score", "b.xlsx", "--hyp", "mt", "--ref", "ref", cwd=tmp_path)
    assert "b.xlsx: this spreadsheet cannot be read" in done.err
    done = run("score", "none.xlsx", "--hyp", "mt", "--ref", "ref", cwd=tmp_path)
    assert done.err == "parbleu: cannot read none.xlsx: No such file or directory\n"
    words = ("score", "a.xlsx", "--hyp", "output", "--ref", "ref")
    assert run(*words, cwd=tmp_path).err.endswith("it has: id, mt, ref\n")
    book.create_sheet("second")
    book.save(tmp_path / "a.xlsx")
    told = "mt, ref; this is the sheet 'Sheet', and only the first one is read: save second by itself"
    assert told in run(*words, cwd=tmp_path).err


@pytest.mark.long
def test_formulas_without_a_value(run, tmp_path):
    """Both writers take text that begins with "=" for a formula, and calculate none."""
    openpyxl, xlsxwriter = extra("openpyxl"), extra("xlsxwriter")
    extra("python_calamine")
    rows = [("id", "mt", "ref"), (1, "Nein.", "Nein."), (2, "= 5 Euro", "= 5 Euro")]
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "open.xlsx")

    def write(name, options, value=0):
        with xlsxwriter.Workbook(tmp_path / name, options) as book:
            sheet = book.add_worksheet()
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
            sheet.write_formula(3, 1, '="Ja"&"."', None, value)
            sheet.write_row(3, 2, ["Ja."])

    write("formulas.xlsx", {})
    write("uncalculated.xlsx", {"strings_to_formulas": False})
    for name, line, formula in [
        ("open.xlsx", 3, "= 5 Euro"),
        ("formulas.xlsx", 3, "= 5 Euro"),
        ("uncalculated.xlsx", 4, '="Ja"&"."'),
    ]:
        done = run("score", name, "--hyp", "mt", "--ref", "ref", cwd=tmp_path)
        assert done.err.startswith(
            f"parbleu: {name}:{line}: column 'mt': the formula {formula} was never calculated: "
        )
        assert (done.status, done.out) == (1, "")
    write("good.xlsx", {"strings_to_formulas": False}, "Ja.")
    assert float(score(run, tmp_path, "good.xlsx", "--hyp", "mt", "--ref", "ref")[0]) == 100
    write("error.xlsx", {"strings_to_formulas": False}, "#N/A")
    done = run("score", "error.xlsx", "--hyp", "mt", "--ref", "ref", cwd=tmp_path)
    assert (
        done.err
        == "parbleu: error.xlsx:4: column 'mt': the spreadsheet has the error #N/A here: mend it there\n"
    )


def test_formulas_in_columns_that_are_not_read(run, tmp_path):
    """A length or a quotient beside the texts spoils no score."""
    openpyxl = extra("openpyxl")
    extra("python_calamine")
    book = openpyxl.Workbook()
    for row in [("mt", "ref", "length"), ("Ja.", "Ja.", "=LEN(A2)"), ("Nein, nie.", "Nein, nie.", "#DIV/0!")]:
        book.active.append(row)
    book.active["C3"].data_type = "e"
    book.save(tmp_path / "book.xlsx")
    for column in ("mt", "ref"):
        done = run("convert", "book.xlsx", "--column", column, cwd=tmp_path)
        assert (done.status, done.out) == (0, "Ja.\nNein, nie.\n")
    assert float(score(run, tmp_path, "book.xlsx", "--hyp", "mt", "--ref", "ref")[0]) == 100
    done = run("convert", "book.xlsx", "--column", "length", cwd=tmp_path)
    assert done.status == 1
    assert done.err.startswith("parbleu: book.xlsx:2: column 'length': the formula =LEN(A2) was never")


ODS = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">
<office:body><office:spreadsheet><table:table table:name="Sheet1">{rows}</table:table></office:spreadsheet>
</office:body></office:document-content>"""
"""What LibreOffice writes, without styles."""

MANIFEST = """<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="/"
 manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
</manifest:manifest>"""


def ods_cell(text):
    """Returns a cell of an .ods."""
    return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


def ods_row(*cells, repeated=1):
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}</table:table-row>'


def write_ods(path, rows):
    extra("python_calamine")
    with ZipFile(path, "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        parts.writestr("META-INF/manifest.xml", MANIFEST)
        parts.writestr("content.xml", ODS.format(rows=rows))


def test_line_breaks_and_tabs_in_ods(tmp_path):
    """pyexcel-ods3 0.6.1 writes elements for them, which python-calamine leaves out: words were joined."""
    texts = ["eins<text:line-break/>zwei", "a<text:tab />b", "c<text:tab></text:tab>d<text:s/>e", "f\tg"]
    write_ods(tmp_path / "a.ods", "".join(ods_row(ods_cell(text)) for text in ["mt", *texts]))
    found = [each.fields["mt"] for each in sheet_rows(str(tmp_path / "a.ods"))]
    assert found == ["eins\nzwei", "a\tb", "c\td e", "f\tg"]


def test_errors_in_ods(run, tmp_path):
    wrong = (
        '<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" '
        'calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>'
    )
    many = wrong.replace("<table:table-cell", '<table:table-cell table:number-columns-repeated="3"')
    blank = '<table:table-cell table:number-columns-repeated="2"/>'
    begin = ods_row(blank, ods_cell("mt"), ods_cell("ref")) + ods_row(
        blank, ods_cell("Nein."), ods_cell("Nein."), repeated=2
    )
    for name, rows in (
        ("good.ods", begin + ods_row(wrong, ods_cell(""), ods_cell("Ja."), ods_cell("Ja."))),
        ("error.ods", begin + ods_row(blank, wrong, ods_cell("Ja."))),
        ("repeated.ods", begin + ods_row(many, ods_cell("Ja."), repeated=2)),
        (
            "second.ods",
            begin
            + ods_row(blank, ods_cell("Ja."), ods_cell("Ja."))
            + ods_row(many, ods_cell("Ja."), repeated=2),
        ),
    ):
        write_ods(tmp_path / name, rows)
    assert float(score(run, tmp_path, "good.ods", "--hyp", "mt", "--ref", "ref")[0]) == 100
    for name, line in (("error", 4), ("repeated", 4), ("second", 5)):
        done = run("score", f"{name}.ods", "--hyp", "mt", "--ref", "ref", cwd=tmp_path)
        told = "column 'mt': the spreadsheet has the error #N/A here: mend it there"
        assert done.err == f"parbleu: {name}.ods:{line}: {told}\n"
        assert (done.status, done.out) == (1, "")
    rows = list(sheet_rows(str(tmp_path / "repeated.ods")))
    for row in rows[-2:]:
        with pytest.raises(FormatError, match=f"repeated.ods:{row.line}: column 'mt'"):
            row.fields["mt"]


def test_packages_that_are_missing(run, post, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "translate.storage.pypo", None)
    (post / "a.po").write_text('msgid "a"\nmsgstr "b"\n')
    done = run("score", "a.po", "-i", "a.po", "--names", "a", cwd=post)
    assert done.status == 1
    assert "PO is read by translate-toolkit: pip install 'translate-toolkit" in done.err
    assert "pyyaml" not in done.err, "other packages of the extra are not needed"
    monkeypatch.setitem(sys.modules, "yaml", None)
    (post / "de.yml").write_text("de:\n  a: b\n")
    done = run("score", "de.yml", "-i", "de.yml", "--names", "a", cwd=post)
    assert "YAML is read by PyYAML: pip install 'pyyaml" in done.err


def test_edits_of_one_file_tell_both_ways(run, post):
    (post / "a.xlf").write_text("")
    assert "or, of XLIFF that has both: parbleu edits" in run("edits", "a.xlf", cwd=post).err


def test_help_tells_what_the_commands_take(run):
    told = " ".join(run("edits", "--help").out.split())
    assert "the translations and, last, the post-edited text" in told
    assert "they stand before -i" not in told
    assert "-t needs it" not in " ".join(run("align", "--help").out.split())


def test_post_edits_of_units(run, post):
    found = json.loads(run("edits", "raw.xlf", "post.xlf", "--by", "match", "-f", "json", cwd=post).out)
    every, *groups = found["tables"]["edits"]["rows"]
    assert (every["edits"], every["words"], every["n_untouched"]) == (5, 15, 0)
    assert [(group["group"], group["edits"]) for group in groups] == [
        *(("MT", 2), ("none", 1), ("85-94", 1), ("context", 1))
    ]
    from_lines = run("edits", "hyp", "ref", "-f", "json", cwd=post).out
    assert {**json.loads(from_lines)["tables"]["edits"]["rows"][0], "system": "raw"} == every
    beside = run("edits", "post.xlf", "--mt-in", "alt-trans", "--segments", "--edits", cwd=post)
    assert "substitute  Hallo,  Hallo" in beside.out
    assert run("edits", "ref", cwd=post).status == 2


def test_missing_file_of_references(run, post):
    for words in (["edits", "raw.xlf", "none.txt"], ["score", "none.txt", "-i", "raw.xlf"]):
        done = run(*words, cwd=post)
        assert done.status == 1
        assert done.err == "parbleu: cannot read none.txt: No such file or directory\n"


def test_edits_name_documents_whose_units_have_the_same_ids(run, tmp_path):
    for name, texts in (("mt.xlf", ("Öffne.", "Ende")), ("post.xlf", ("Öffnen.", "Schluss"))):
        files = (
            f'<file original="{document}" source-language="en" target-language="de"><body><trans-unit id="1">'
            f"<source>x</source><target>{text}</target></trans-unit></body></file>"
            for document, text in zip(("a.docx", "b.docx"), texts, strict=True)
        )
        (tmp_path / name).write_text(f'<xliff version="1.2">{"".join(files)}</xliff>', encoding="utf-8")
    words = "edits", "mt.xlf", "post.xlf", "--segments", "--edits", "-f", "json", "-q"
    tables = json.loads(run(*words, cwd=tmp_path).out)["tables"]
    for name in ("segments", "operations"):
        rows = [(row["document"], row["unit"]) for row in tables[name]["rows"]]
        assert rows == [("a.docx", "1"), ("b.docx", "1")]


BY_HAND = {
    # unit: edits, and words of the post-edited text. Signs belong to words, and case does not count.
    "1": (0, 5),
    "2": (2, 7),  # "geht" is taken out, "aus." becomes "ausgeht."
    "3": (2, 9),  # "nie" is taken out, "nie," added
    "4": (1, 4),  # "Kontrollieren" becomes "Prüfen"
    "5": (0, 6),
    "6": (0, 3),
    "7": (7, 4),  # seven words become four, of which they share only "der": 1 shift, 3 replaced, 3 taken out
    "8": (2, 4),  # "Start zweimal." becomes "zweimal Start."
    "9": (2, 4),  # "Die" is added, "bereit." becomes "betriebsbereit."
    "10": (1, 2),  # "Model" becomes "Modell"
}


def test_post_edits_by_hand(run):
    folder = Path(__file__).parents[2] / "examples" / "translators"
    words = "edits", "raw-mt.xlf", "post-edited.xlf", "--segments", "-f", "json", "-q"
    tables = json.loads(run(*words, cwd=folder).out)["tables"]
    changes = "insertions", "deletions", "substitutions", "shifts"
    found = {
        row["unit"]: (sum(row[change] for change in changes), row["words"])
        for row in tables["segments"]["rows"]
    }
    assert found == BY_HAND
    (every,) = tables["edits"]["rows"]
    assert (every["edits"], every["words"], every["n_untouched"]) == (17, 48, 3)
    assert every["hter"] == pytest.approx(100 * 17 / 48)


def test_groups_are_of_the_files_language_and_say_that_texts_are_joined(run, tmp_path):
    for name, verb in (("ref.xlf", "去"), ("hyp.xlf", "来")):
        units = [unit(str(number), f"今天天气很好我们{verb}公园{number}") for number in range(6)]
        text = xliff(*units).replace('target-language="de"', 'target-language="zh"')
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = ("score", "ref.xlf", "-i", "hyp.xlf", "--by", "document", "-f", "json")
    done = run(*words, cwd=tmp_path)
    assert "blanks between words" not in done.err
    joined = run(*words, "--join", "documents", cwd=tmp_path)
    signatures = [check_result(out)["scores"]["facts"]["BLEU signature"] for out in (done.out, joined.out)]
    assert all("tok:zh" in signature for signature in signatures)
    assert "join" not in signatures[0]
    assert "|join:documents[space]|texts:1|" in signatures[1]


TRANSLATED = {"Press the button.": "Drücken Sie den Knopf.", "Close the door.": "Schließen Sie die Tür."}


def write_xliff(path, pairs):
    units = "".join(
        f'<trans-unit id="{number}"><source>{source}</source><target>{target}</target></trans-unit>'
        for number, (source, target) in enumerate(pairs)
    )
    path.write_text(
        '<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="x">'
        f"<body>{units}</body></file></xliff>",
        encoding="utf-8",
    )


def write_memory(path, pairs):
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{source}</seg></tuv><tuv xml:lang="de"><seg>{target}</seg></tuv></tu>'
        for source, target in pairs
    )
    path.write_text(
        f'<tmx version="1.4"><header srclang="en" datatype="x"/><body>{units}</body></tmx>', encoding="utf-8"
    )


def test_a_document_and_a_memory_are_joined_by_source_texts(run, tmp_path):
    pairs = list(TRANSLATED.items())
    write_xliff(tmp_path / "job.xlf", [*pairs, pairs[0]])
    write_memory(tmp_path / "memory.tmx", [("Another text.", "Ein anderer Text."), *pairs[::-1]])
    for words in (("memory.tmx", "-i", "job.xlf"), ("job.xlf", "-i", "memory.tmx")):
        found = run("score", *words, "-b", "-m", "chrf", cwd=tmp_path)
        assert found.out == "100.0\n"
        assert "parbleu: job.xlf and memory.tmx are joined by their source texts\n" in found.err
        assert "parbleu: job.xlf: 3 units\n" in found.err
    write_xliff(tmp_path / "more.xlf", [*pairs, ("Save.", "Speichern.")])
    found = run("score", "memory.tmx", "-i", "more.xlf", "-b", "-m", "chrf", cwd=tmp_path)
    assert found.out == "100.0\n"
    assert "memory.tmx lacks 1 unit of more.xlf: left out" in found.err
    write_memory(tmp_path / "gaps.tmx", [*pairs, ("Save.", "")])
    gaps = ("score", "gaps.tmx", "-i", "more.xlf", "-b", "-m", "chrf")
    assert "--leave-out untranslated leaves such units out" in run(*gaps, cwd=tmp_path).err
    found = run(*gaps, "--leave-out", "untranslated", cwd=tmp_path)
    assert found.out == "100.0\n"
    assert "gaps.tmx lacks 1 unit of more.xlf: left out" in found.err
    for words, told in (
        (("more.xlf", "-i", "memory.tmx"), "memory.tmx has no unit of the source text 'Save.'"),
        (("twice.tmx", "-i", "job.xlf"), "'Close the door.' has several translations"),
        (("other.tmx", "-i", "job.xlf"), "no source text is one of other.tmx"),
    ):
        write_memory(tmp_path / "twice.tmx", [*pairs, ("Close the door.", "Mach zu.")])
        write_memory(tmp_path / "other.tmx", [("Another text.", "Ein anderer Text.")])
        refused = run("score", *words, "-b", cwd=tmp_path)
        assert (refused.status, refused.out) == (1, "")
        assert told in refused.err


def test_documents_beside_a_memory_are_joined_by_their_ids(run, tmp_path):
    """Ids tell segments of equal source texts apart."""
    pairs = [("Open", "Öffnen"), ("Save.", "Speichern."), ("Open", "Offen")]
    for name in ("one", "two"):
        write_xliff(tmp_path / f"{name}.xlf", pairs)
    write_memory(tmp_path / "memory.tmx", pairs[:2])
    words = ("memory.tmx", "-i", "one.xlf", "two.xlf", "-m", "chrf", "-f", "csv")
    found = run("score", *words, cwd=tmp_path)
    first, second = found.out.splitlines()[1:]
    assert first.replace("one", "two") == second
    assert "parbleu: one.xlf and memory.tmx are joined by their source texts\n" in found.err


def test_a_column_beside_units(run, tmp_path):
    write_xliff(tmp_path / "job.xlf", TRANSLATED.items())
    (tmp_path / "mt.txt").write_text("Drücken Sie die Taste.\nSchließen Sie die Tür.\n", "utf-8")
    (tmp_path / "mt.csv").write_text("id,mt\n1,Drücken Sie die Taste.\n2,Schließen Sie die Tür.\n", "utf-8")
    wanted = run("score", "job.xlf", "-i", "mt.txt", "-b", cwd=tmp_path)
    assert wanted.status == 0
    assert run("score", "job.xlf", "-i", "mt.csv", "--hyp", "mt", "-b", cwd=tmp_path) == wanted
    for name in ("mt.txt", "mt.csv"):
        (tmp_path / f"latin-{name}").write_text((tmp_path / name).read_text("utf-8"), "latin-1")
        output, second = ((option, "mt") if name == "mt.csv" else () for option in ("--hyp", "--ref"))
        words = ("job.xlf", "-i", f"latin-{name}", *output, "-e", "latin-1")
        assert run("score", *words, "-b", cwd=tmp_path) == wanted
        words = (
            "job.xlf",
            f"latin-{name}",
            *second,
            "-i",
            "job.xlf",
            "--ref-encoding",
            "latin-1",
            "-f",
            "json",
        )
        assert '"signature": "nrefs:2|' in run("score", *words, cwd=tmp_path).out
    both = run("score", "job.xlf", "-i", "mt.txt", "mt.csv", "--hyp", "mt", "-f", "csv", cwd=tmp_path)
    assert len(both.out.splitlines()) == 3
    for words, told in (
        ((), "mt.csv: this is a table in CSV; name its column by --hyp"),
        (("--hyp", "MT"), "there is no column 'MT'; did you mean 'mt'?"),
        (("--hyp", "mt", "id"), "name one column of mt.csv, not 2"),
    ):
        refused = run("score", "job.xlf", "-i", "mt.csv", *words, cwd=tmp_path)
        assert (refused.status, refused.out) == (1, "")
        assert told in refused.err


PHRASE = HEAD + (
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:m="http://www.memsource.com/mxlf/2.0" '
    'version="1.2" m:version="2.16" m:level="1">{}<m:extra><m:users><m:user id="7" username="ann"/></m:users>'
    "</m:extra></xliff>"
)
JOB = (
    '<file original="{}" source-language="en-us" target-language="de-de" m:task-id="{}">'
    "<body>{}</body></file>"
)
SEGMENT = (
    '<group id="{number}" m:para-id="0"><trans-unit id="{job}:{number}" xml:space="preserve" {facts}>'
    "<source>{source}</source><target>{target}</target>"
    '<alt-trans origin="machine-trans"><target>{machine}</target></alt-trans>'
    '<alt-trans origin="memsource-tm" match-quality="0.87"><target>{memory}</target></alt-trans>'
    "{marks}</trans-unit></group>"
)


def segment(number, target, source="s", machine="", memory="", marks="", job="Ab3", **facts):
    facts = {"score": "0.0", "trans_origin": "null", "confirmed": "1", "locked": "false", **facts}
    meta = "".join(f'<m:mark id="{mark}"><m:content>&lt;b&gt;</m:content></m:mark>' for mark in marks)
    words = " ".join(f'm:{name.replace("_", "-")}="{value}"' for name, value in facts.items())
    return SEGMENT.format(
        number=number,
        job=job,
        facts=words,
        source=source,
        target=target,
        machine=machine,
        memory=memory,
        marks=f"<m:tunit-metadata>{meta}</m:tunit-metadata>" if marks else "",
    )


def test_states_of_phrase(run, tmp_path):
    rows = [
        segment(0, "", confirmed=0),
        segment(1, "Das Schiff.", memory="x", trans_origin="tm", score="1.01", locked="true", modified_by=7),
        segment(2, "Es wartet.", memory="x", machine="Wartet.", trans_origin="tm", score="0.57", confirmed=0),
        segment(3, "Es regnet.", machine="Regnet.", trans_origin="mt", modified_by=8),
        segment(4, "Es schneit.", machine="Schneit.", memory="x"),
    ]
    (tmp_path / "a.mxliff").write_text(PHRASE.format(JOB.format("a.docx", "Ab3", "".join(rows))))
    read = units(tmp_path / "a.mxliff")
    assert [each.key for each in read] == ["0", "1", "2", "3", "4"]
    assert [each.band for each in read] == ["none", "context", "50-74", "MT", "none"]
    assert [each.match for each in read] == [None, 101, 57, None, None]
    assert [each.states for each in read] == [
        {"untranslated"},
        {"locked", "context-match"},
        {"fuzzy"},
        set(),
        set(),
    ]
    assert [each.machine for each in read] == [None, None, "Wartet.", "Regnet.", "Schneit."]
    assert [each.editor for each in read] == ["", "ann", "", "8", ""]
    assert read[1].language_pair == "en-us-de-de"
    out = run("score", "a.mxliff", "--mt-in", "alt-trans", "-m", "chrf", "-b", cwd=tmp_path)
    assert "3 scored" in out.err


def test_tags_of_phrase(tmp_path):
    """They stand in the text, where a number in braces that the unit does not declare is text."""
    target = "{1&gt;Das {b&gt;alte&lt;b} Schiff&lt;1}{2}, {0} {3} {name} a &lt;b} x{j}Es &lt; {"
    (tmp_path / "a.mxliff").write_text(
        PHRASE.format(JOB.format("a.docx", "Ab3", segment(0, target, source="{2}", marks="12", memory="{2}")))
    )
    (dropped,) = units(tmp_path / "a.mxliff")
    assert (dropped.target, dropped.tags) == ("Das alte Schiff, {0} {3} {name} a  x Es < {", 7)
    (kept,) = units(tmp_path / "a.mxliff", tags="keep")
    assert kept.target == "{1>Das {b>alte<b} Schiff<1}{2}, {0} {3} {name} a <b} x{j}Es < {"
    assert kept.source == "{2}"
    (symbols,) = units(tmp_path / "a.mxliff", tags="symbol")
    assert (symbols.target or "").count("\ufffc") == 7
    text = segment(0, 'Das <g id="1">{1&gt;alte&lt;1}</g> {1}Schiff<x id="2"/>{1}.', marks="1")
    (tmp_path / "b.mxliff").write_text(PHRASE.format(JOB.format("a.docx", "Ab3", text)))
    assert [(each.target, each.tags) for each in units(tmp_path / "b.mxliff")] == [("Das alte Schiff.", 7)]


def test_jobs_of_phrase(run, tmp_path):
    """Ids of units begin with the number of their job, and another job of the same document has another."""
    texts = ["Das Schiff wartet im Hafen.", "Es regnet seit gestern."]
    for name, job in (("post.mxliff", "Ab3"), ("raw.mxliff", "Xy9")):
        rows = "".join(segment(number, text, job=job) for number, text in enumerate(texts))
        (tmp_path / name).write_text(PHRASE.format(JOB.format("a.docx", job, rows)))
    assert float(score(run, tmp_path, "post.mxliff", "-i", "raw.mxliff")[0]) == 100
    jobs = "".join(
        JOB.format("a.docx", job, segment(0, text, job=job))
        for job, text in zip(("Ab3", "Xy9"), texts, strict=True)
    )
    (tmp_path / "both.mxliff").write_text(PHRASE.format(jobs))
    assert [each.key for each in units(tmp_path / "both.mxliff")] == ["Ab3:0", "Xy9:0"]


def test_string_resources_are_joined_by_their_ids(run, tmp_path):
    texts = {"ship": "Das Schiff wartet.", "crane": "Der Kran dreht sich."}
    for folder, names in {"ref": ["ship", "crane"], "hyp": ["crane", "ship"]}.items():
        (tmp_path / folder / "values-de").mkdir(parents=True)
        strings = "\n".join(f'<string name="{name}">{texts[name]}</string>' for name in names)
        (tmp_path / folder / "values-de" / "strings.xml").write_text(f"<resources>\n{strings}\n</resources>")
        (tmp_path / folder / "values-de" / "colors.xml").write_text(
            "<resources><color name='c'>#0f0</color></resources>"
        )
        (tmp_path / f"{folder}.strings").write_text("".join(f'{name} = "{texts[name]}";\n' for name in names))
    for name in ("{}/values-de/strings.xml", "{}/values-de", "{}/values-*/*.xml", "{}.strings"):
        reference, output = (tmp_path / name.format(folder) for folder in ("ref", "hyp"))
        assert run("score", str(reference), "-i", str(output), "-b").out == "100.0\n"
    refused = run("score", str(tmp_path / "ref/values-de/colors.xml"), "-i", str(tmp_path / "hyp/values-de"))
    assert "colors.xml: there is no unit to score in this file" in refused.err
    refused = run("score", str(tmp_path / "ref.strings"), "-i", str(tmp_path / "hyp/values-de/strings.xml"))
    assert "whose ids mean other things" in refused.err


HARBOUR = {"a": "Das Schiff wartet.", "b": "Der Kran dreht sich.", "c": "Die Boje blinkt.", "d": "Ende."}

WRITERS = {
    ".strings": lambda texts: "".join(f'{name} = "{text}";\n' for name, text in texts.items()),
    ".xlf": lambda texts: xliff(*(unit(name, text) for name, text in texts.items())),
    ".po": lambda texts: "\n".join(f'msgid "{name}"\nmsgstr "{text}"\n' for name, text in texts.items()),
    ".srt": lambda texts: "\n".join(
        f"{ord(name)}\n00:{ord(name) - 50}:00,000 --> 00:{ord(name) - 50}:02,000\n{text}\n"
        for name, text in texts.items()
    ),
}


@pytest.mark.parametrize("suffix", WRITERS)
def test_units_that_a_file_lacks_can_be_left_out(run, tmp_path, suffix):
    if suffix in (".po", ".srt"):
        extra("translate" if suffix == ".po" else "pysubs2")
    for name, there in {"ref": "abcd", "other": "abcd", "mt": "dba", "second": "abc"}.items():
        (tmp_path / f"{name}{suffix}").write_text(WRITERS[suffix]({key: HARBOUR[key] for key in there}))
    ref, other, mt, second = (f"{name}{suffix}" for name in ("ref", "other", "mt", "second"))
    refused = run("score", ref, "-i", mt, cwd=tmp_path)
    assert (refused.status, f"{mt} lacks the unit" in refused.err) == (1, True)
    assert ("--leave-out missing scores" in refused.err) == (suffix != ".srt"), "others are cut otherwise"
    words = (
        "score",
        "--ref",
        ref,
        other,
        "-i",
        mt,
        second,
        "--leave-out",
        "missing",
        "-m",
        "chrf",
        "-f",
        "json",
    )
    done = run(*words, cwd=tmp_path)
    assert f"{ref}: 4 units, 2 scored, 1 missing in {mt} (left out), 1 missing in {second} (left" in done.err
    rows = check_result(done.out)["scores"]["rows"]
    assert [row["chrF2"] for row in rows] == [100.0, 100.0]
    assert "|units:-missing|" in done.out


def test_all_units_are_missing(run, tmp_path):
    for name, there in {"ref": "ab", "mt": "cd"}.items():
        (tmp_path / f"{name}.strings").write_text(WRITERS[".strings"]({key: HARBOUR[key] for key in there}))
    done = run("score", "ref.strings", "-i", "mt.strings", "--leave-out", "missing", cwd=tmp_path)
    assert done.status == 1
    assert "mt.strings lacks all units of ref.strings: there is no segment to score" in done.err


def test_source_texts_that_a_file_of_another_kind_lacks(run, tmp_path):
    contexts_of_tmx(tmp_path / "mt.tmx", (None, "Open", "auf"))
    two = (unit("1", "Öffnen", "Open"), unit("2", "Zu", "Close"))
    (tmp_path / "ref.xlf").write_text(xliff(*two), encoding="utf-8")
    words = ("score", "ref.xlf", "-i", "mt.tmx")
    refused = run(*words, cwd=tmp_path)
    assert "mt.tmx has no unit of the source text 'Close' that ref.xlf has" in refused.err
    assert "--leave-out missing" in refused.err
    done = run(*words, "--leave-out", "missing", cwd=tmp_path)
    assert "ref.xlf: 2 units, 1 scored, 1 missing in mt.tmx (left out)" in done.err


def test_machine_translation_of_units_that_are_missing(run, tmp_path):
    proposal = MT.format("Hallo!")
    (tmp_path / "ref.xlf").write_text(xliff(*(unit(key, "Hallo.", more=proposal) for key in "123")))
    (tmp_path / "mt.xlf").write_text(xliff(unit("1", "Hallo.", more=proposal), unit("2", "Hallo.")))
    words = ("score", "ref.xlf", "-i", "mt.xlf", "--mt-in", "alt-trans", "--leave-out", "missing")
    done = run(*words, cwd=tmp_path)
    told = "3 units, 1 scored, 1 missing in mt.xlf (left out), 1 without machine translation (left out)"
    assert told in done.err


def test_a_report_has_no_bucket_for_each_unit(run, tmp_path):
    for name, text in {"ref": "Das Schiff wartet.", "hyp": "Ein Schiff wartet."}.items():
        strings = "".join(f'<string name="{key}">{text}</string>' for key in "abc")
        (tmp_path / f"{name}.xml").write_text(f"<resources>{strings}</resources>")
    (tmp_path / "kinds").write_text("menu\nmenu\nhelp\n")
    run("report", "ref.xml", "-i", "hyp.xml", "-o", "page.html", "--labels", "kind=kinds", cwd=tmp_path)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "of segments by kind" in page
    assert "of segments by unit" not in page


def test_a_gate_leaves_out_units(run, tmp_path):
    strings = '<string name="a">Das Schiff wartet.</string><string name="b">{}</string>'
    for name, text in {"ref": "", "base": "Der Kran dreht sich.", "new": "Kran."}.items():
        (tmp_path / f"{name}.xml").write_text(f"<resources>{strings.format(text)}</resources>")
    words = ("gate", "base.xml", "new.xml", "--ref", "ref.xml", "-f", "json")
    told = "--leave-out untranslated leaves such units out"
    assert told in run(*words, cwd=tmp_path).out
    found = json.loads(run(*words, "--leave-out", "untranslated", cwd=tmp_path).out)
    assert found["tables"]["outcome"]["rows"][0]["outcome"] == "no evidence of loss"
    assert "|units:-untranslated|" in json.dumps(found)


def test_plural_forms_that_the_source_lacks_have_its_form_other(run, tmp_path):
    def write(name, forms, more=""):
        items = "".join(f'<item quantity="{form}">{text}</item>' for form, text in forms.items())
        plurals = f'<plurals name="ships">{items}</plurals>'
        (tmp_path / name).write_text(f"<resources>{plurals}{more}</resources>", "utf-8")

    russian = {"one": "%d корабль", "few": "%d корабля", "many": "%d кораблей", "other": "%d корабля"}
    more = '<string name="app">Port</string><string name="url" translatable="false">a.de</string>'
    write("en.xml", {"one": "%d ship", "other": "%d ships"}, more)
    write("ru.xml", russian)
    write("mt.xml", {form: f"{text}." for form, text in russian.items()})
    words = ("analyze", "examples", "ru.xml", "--src", "en.xml", "-f", "json", "--force", "-i")
    rows = json.loads(run(*words, "mt.xml", "ru.xml", cwd=tmp_path).out)["tables"]["texts"]["rows"]
    sources = {row["segment"]: row["text"] for row in rows if row["text_of"] == "source"}
    assert sources == {1: "%d ship", 2: "%d ships", 3: "%d ships", 4: "%d ships"}
    told = run("score", "ru.xml", "-i", "mt.xml", "--src", "en.xml", cwd=tmp_path).err
    assert "en.xml: 1 unit that ru.xml lacks is not scored" in told
    refused = run(*words, "ru.xml", "en.xml", cwd=tmp_path)  # no form of output stands for others
    assert "en.xml lacks the unit 'ships[few]' (and 1 other) that ru.xml has: add it, or take" in refused.err


def test_lines_in_files_named_as_others(run, tmp_path):
    """Tsonga is ts, and a test set may be any XML."""
    for name in ("ref.ts", "hyp.ts", "ref.xml", "hyp.xml"):
        (tmp_path / name).write_text("Ndzi vona ntsumi leyi ntshwa\n")
    for suffix in ("ts", "xml"):
        names = (str(tmp_path / f"{side}.{suffix}") for side in ("ref", "hyp"))
        assert run("score", next(names), "-i", next(names), "-b").out == "100.0\n"


def test_a_language_of_folders_of_locales(run, tmp_path):
    extra("yaml")
    texts = {"en": "The tug waits.", "de": "Der Schlepper wartet.", "pt": "Espera.", "pt-BR": "Aguarda."}
    for folder, languages in {"ref": texts, "mt": ("de", "pt-BR"), "one": ("pt-BR",)}.items():
        (tmp_path / folder).mkdir()
        for language in languages:
            text = f"{language}:\n  a: {texts[language]}\n  b: {language}\n"
            (tmp_path / folder / f"{language}.yml").write_text(text)
    for words in (
        ("ref", "-i", "mt", "-l", "de"),
        ("ref", "-i", "mt/de.yml", "-l", "en-de", "--source", "ref"),
        ("ref/*.yml", "-i", "one", "-l", "en-pt-BR"),
        ("ref", "-i", "mt", "-l", "en-pt_BR"),
    ):
        done = run("score", *words, "-b", "-w", "1", "-m", "chrf", "--force", cwd=tmp_path)
        assert (done.status, done.out) == (0, "100.0\n"), done.err
        assert f"{words[0]}: 2 units" in done.err
    (tmp_path / "mt" / "de.yml").write_text("de:\n  a: yes\n  b: Ja\n  c: Nein\n")
    done = run("score", "ref/de.yml", "-i", "mt/de.yml", cwd=tmp_path)
    told = (
        "lacks the unit 'a' that ref/de.yml has: add it (in YAML yes, no and numbers are text in quotes only)"
    )
    assert told in done.err
