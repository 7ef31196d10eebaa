"""Tests scores of subtitles against those of subtitle-edit-rate, recorded by `record_subtitle_scores.py`."""

import json
import re
from pathlib import Path

import pytest

from extras import extra
from parbleu import compare, from_signature
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.errors import SignatureError
from parbleu.metrics import BLEU, CER, CHRF, TER, WER, SubER
from parbleu.study import permutations

RECORDED = json.loads(Path(__file__).with_name("subtitle_scores.json").read_text(encoding="utf-8"))
METRICS = {"BLEU": BLEU, "chrF": CHRF, "TER": TER, "WER": WER, "CER": CER}
CUT = [f"AS-{name}" for name in (*METRICS, "WER-cased", "CER-cased")]
WAYS = {"AS": "suber", "t": "suber-times"}
BREAKS = {"seg": "words", "br": "only"}


def read(names, language, name):
    """The hypotheses and references of files as a metric of the tool takes them."""
    parts = name.split("-")
    named = NamedCorpus(
        names[1:],
        names[:1],
        resegment_like=WAYS.get(parts[0]),
        line_breaks=BREAKS.get(parts[-1]),
        language_pair=f"en-{language}" if language else None,
        check_text=False,
    )
    corpus = named.open().whole()
    return next(iter(corpus.systems.values())), corpus.references


def scored(folder, hypothesis, reference, language, wanted):
    """The scores of two texts of SubRip, by the names of the tool."""
    names = [str(folder / "hyp.srt"), str(folder / "ref.srt")]
    for name, text in zip(names, (hypothesis, reference), strict=True):
        Path(name).write_text(text, encoding="utf-8")
    made = {}
    for name in wanted:
        if name in ("SubER", "SubER-cased"):
            metric = SubER(cased=name != "SubER", trg_lang=language)
            made[name] = metric.corpus_score([hypothesis], [[reference]]).score
            continue
        kind = next((kind for kind in METRICS if kind in name.split("-")), "BLEU")
        options = {"trg_lang": language} if kind in ("BLEU", "WER") else {}
        if name.endswith("-cased"):
            options |= METRICS[kind].CASED
        if kind == "TER" and language:
            options = {"normalized": True, "asian_support": True}
        texts, references = read(names, language, name)
        score = METRICS[kind](**options).corpus_score(texts, references)
        made[name] = 100 * score.sys_len / score.ref_len if name == "length_ratio" else score.score
    return {name: round(score, 3) for name, score in made.items()}


@pytest.mark.parametrize("language", ["", "zh", "ja", "ko"])
def test_scores_of_other_subtitles(tmp_path, language):
    extra("pysubs2")
    cases = [case for case in RECORDED["other subtitles"] if case[2] == language]
    assert len(cases) >= 12
    for hypothesis, reference, _, told in cases:
        assert scored(tmp_path, hypothesis, reference, language, told) == told


def test_scores_of_the_same_times(tmp_path):
    extra("pysubs2")
    for hypothesis, reference, language, told in RECORDED["the same times"]:
        assert scored(tmp_path, hypothesis, reference, language, told) == told


@pytest.mark.parametrize("suffix", [".srt", ".vtt"])
def test_scores_of_files(run, tmp_path, suffix):
    pysubs2 = extra("pysubs2")
    hypothesis, reference, _, told = max(
        (case for case in RECORDED["other subtitles"] if "«" in case[1] and not case[2]),
        key=lambda case: len(case[0]),
    )
    for name, text in {"hyp": hypothesis, "ref": reference}.items():
        pysubs2.SSAFile.from_string(text, format_="srt").save(str(tmp_path / f"{name}{suffix}"))
    files = f"ref{suffix}", "-i", f"hyp{suffix}"
    done = run("score", *files, "-m", "suber", "suber-cased", "-f", "json", cwd=tmp_path)
    assert done.status == 0, done.err
    rows = {each["name"]: each for each in json.loads(done.out)}
    assert {name: round(each["unrounded"], 3) for name, each in rows.items()} == {
        name: told[name] for name in rows
    }
    assert rows["SubER"]["signature"].startswith("nrefs:1|case:lc|tok:none|version:")
    chosen = "--resegment-like", "suber", "-m", "bleu,chrf,ter,wer,cer,wer-cased,cer-cased"
    done = run("score", *files, *chosen, "-f", "json", cwd=tmp_path)
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    assert [round(each["unrounded"], 3) for each in rows] == [told[name] for name in CUT]
    assert all("|reseg:suber|" in each["signature"] for each in rows)
    chosen = "--resegment-like", "suber-times", "--line-breaks", "only", "-m", "ter"
    done = run("score", *files, *chosen, "-f", "json", "-o", "result.json", cwd=tmp_path)
    assert done.status == 0, done.err
    made = json.loads((tmp_path / "result.json").read_text())
    assert round(made["unrounded"], 3) == told["t-TER-br"]
    assert "|reseg:suber-times|breaks:only|" in made["signature"]
    done = run("score", *files, "--verify", "result.json", cwd=tmp_path)
    assert (done.status, done.out) == (0, "result.json: the same numbers\n"), done.err


@pytest.mark.parametrize("way", ["suber", "suber-times"])
@pytest.mark.parametrize("line_breaks", [(), ("--line-breaks", "words"), ("--line-breaks", "only")])
def test_no_warning_of_late_subtitles(run, tmp_path, way, line_breaks):
    """Their last words may be lost, and masks are the same word again and again."""
    extra("pysubs2")
    for name, late, other in (("ref.srt", 0, "no"), ("hyp.srt", 300, "yes")):
        cues = [
            f"{at}\n00:{at // 6:02}:{at % 6}1,{late:03} --> 00:{at // 6:02}:{at % 6}9,{late:03}\n"
            + ",\n".join(f"{other if at % 3 == part % 3 else 'so'} it {at} is {part}" for part in range(6))
            + ".\n\n"
            for at in range(300)
        ]
        (tmp_path / name).write_text("".join(cues))
    words = "score", "ref.srt", "-i", "hyp.srt", "--resegment-like", way, *line_breaks
    done = run(*words, "-m", "bleu", "-f", "json", cwd=tmp_path)
    assert done.status == 0
    assert re.fullmatch(r"parbleu: hyp.srt: cut (by the times|into)[^\n]*\n", done.err)


def test_the_language_of_the_way_to_cut(run, tmp_path):
    extra("pysubs2")
    hypothesis, reference, _, told = next(case for case in RECORDED["other subtitles"] if case[2] == "zh")
    (tmp_path / "hyp.srt").write_text(hypothesis, encoding="utf-8")
    (tmp_path / "ref.srt").write_text(reference, encoding="utf-8")
    for language in ("zh", "en-zh", "en-zho_Hans"):
        words = "score", "ref.srt", "-i", "hyp.srt", "-l", language, "-m", "bleu", "-f", "json"
        done = run(*words, "--resegment-like", "suber", "-o", "result.json", cwd=tmp_path)
        assert done.status == 0, done.err
        made = json.loads((tmp_path / "result.json").read_text())
        assert round(made["unrounded"], 3) == told["AS-BLEU"]
        assert "|reseg:suber-zh|" in made["signature"]
    words = "score", "ref.srt", "-i", "hyp.srt", "--verify", "result.json"
    for more in ((), ("-l", "en-zh"), ("-l", "en-zh", "--resegment-like", "suber")):
        done = run(*words, *more, cwd=tmp_path)
        assert (done.status, done.out) == (0, "result.json: the same numbers\n"), done.err
    done = run(*words, "--resegment-like", "suber-times", cwd=tmp_path)
    assert (done.status, "--resegment-like contradicts the signature" in done.err) == (1, True)
    aligned = run("align", "hyp.srt", "--ref", "ref.srt", "--like", "suber", "-l", "zh", cwd=tmp_path)
    assert aligned.out == run("align", "hyp.srt", "--ref", "ref.srt", "--like", "suber-zh", cwd=tmp_path).out
    (tmp_path / "aligned").write_text(aligned.out, encoding="utf-8")
    done = run("score", "ref.srt", "-i", "aligned", "-l", "zh", "-m", "bleu", "-f", "json", cwd=tmp_path)
    assert round(json.loads(done.out)["unrounded"], 3) == told["AS-BLEU"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("ref.srt", "-i", "ref.srt", "-m", "chrf"),
            "breaks as words, and chrf characters: compute chrf without",
        ),
        (("ref.srt", "-i", "ref.srt", "-m", "suber"), "SubER counts breaks of lines in its own way"),
        (("ref.txt", "-i", "ref.txt"), "--line-breaks is of subtitles"),
        (("ref.srt", "-i", "ref.srt", "--join", "blocks:2"), "--line-breaks is of subtitles"),
        (("ref.srt", "-i", "ref.srt", "--resegment"), "breaks count with --resegment-like suber only"),
        (("ref.srt", "-i", "ref.txt", "--resegment-like", "suber"), "--line-breaks is of subtitles"),
        (("ref.srt", "-i", "ref.srt", "--resegment-like", "suber-zh"), "for which no mask stands"),
        (("ref.srt", "-i", "ref.txt", "--resegment-like", "suber-times"), "ref.txt has no times"),
    ],
)
def test_breaks_that_cannot_count(run, tmp_path, words, message):
    extra("pysubs2")
    subtitles(tmp_path, ref=["one"])
    (tmp_path / "ref.txt").write_text("one\n")
    done = run("score", *words, "--line-breaks", "only", cwd=tmp_path)
    assert (done.status, done.out) == (1, "")
    assert message in done.err


def test_words_at_times_that_no_reference_has(run, tmp_path):
    extra("pysubs2")
    for folder in ("refs", "out"):
        (tmp_path / folder).mkdir()
    subtitles(tmp_path / "refs", a=["one two", "three"], b=["four"])
    subtitles(tmp_path / "out", a=["one two", "three", "x y"], b=["four"])
    words = "score", "refs", "-i", "out", "--resegment-like", "suber-times", "-m", "wer"
    done = run(*words, "-sl", "-b", cwd=tmp_path)
    assert done.out.split() == ["0.0", "0.0", "0.0"], done.err
    done = run(*words, cwd=tmp_path)
    assert "out: cut by the times of 3 subtitles; 2 words at other times left out" in done.err
    late = (tmp_path / "refs" / "a.srt").read_text().replace("00:02:00", "00:00:30")
    (tmp_path / "refs" / "a.srt").write_text(late)
    done = run(*words, cwd=tmp_path)
    assert (done.status, "do not stand in the order of their times" in done.err) == (1, True)


def subtitles(folder, **texts):
    for name, words in texts.items():
        (folder / f"{name}.srt").write_text(
            "".join(
                f"{place}\n00:0{place}:00,000 --> 00:0{place}:02,000\n{word}\n\n"
                for place, word in enumerate(words, 1)
            )
        )


def test_segments_are_what_files_show_between_pauses(run, tmp_path):
    extra("pysubs2")
    for folder in ("refs", "out"):
        (tmp_path / folder).mkdir()
    subtitles(tmp_path / "refs", a=["one", "two", "three"], b=["four"])
    subtitles(tmp_path / "out", a=["one", "two", "tree"], b=["four"])
    done = run("score", "refs", "-i", "out", "-m", "suber", "-sl", "-b", cwd=tmp_path)
    assert done.out.split() == ["0.0", "0.0", "50.0", "0.0"]
    assert "4 segments: each is what all files show between two moments at which none shows" in done.err
    done = run("score", "refs", "-i", "out", "refs", "--names", "a", "b", "-m", "suber", "-pbs", cwd=tmp_path)
    assert done.status == 0, done.err
    (tmp_path / "out" / "c.srt").write_text((tmp_path / "out" / "b.srt").read_text())
    done = run("score", "refs", "-i", "out", "-m", "suber", cwd=tmp_path)
    assert (done.status, "c.srt is in one of them" in done.err) == (1, True)
    done = run("score", "refs", "-i", "out/a.srt", "-m", "suber", cwd=tmp_path)
    assert (done.status, "have other files: one of them is a single file" in done.err) == (1, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("ref.txt", "-i", "ref.txt"), "SubER compares lines and times, which this input lacks"),
        (("ref.srt", "-i", "ref.srt", "--resegment"), "which texts that are joined or cut lack"),
        (("ref.srt", "-i", "ref.txt"), "ref.txt has no times"),
        (("ref.srt",), "name the output's file"),
        (("ref.srt", "-i", "ref.srt", "--normalize", "no-punct"), "SubER compares more than text"),
    ],
)
def test_texts_without_times(run, tmp_path, words, message):
    extra("pysubs2")
    subtitles(tmp_path, ref=["one"])
    (tmp_path / "ref.txt").write_text("one\n")
    done = run("score", *words, "-m", "suber", cwd=tmp_path, stdin=b"one\n")
    assert (done.status, done.out) == (1, "")
    assert message in done.err


def test_times_are_no_words(run, tmp_path):
    extra("pysubs2")
    subtitles(tmp_path, ref=["one two", "three\nfour five"], out=["one", "three\nfour"])
    words = "analyze", "segments", "ref.srt", "-i", "out.srt", "-m", "suber", "--cutoffs", "3"
    done = run(*words, "-f", "json", cwd=tmp_path)
    assert done.status == 0, done.err
    assert [row["segments"] for row in json.loads(done.out)["tables"]["SubER"]["rows"]] == [1, 1]


def test_orders_of_bleu(run, tmp_path):
    (tmp_path / "ref").write_text("a b c d e\n")
    (tmp_path / "hyp").write_text("a b c d f\n")
    done = run("score", "ref", "-i", "hyp", "-m", "bleu-1", "bleu-2", "bleu", "-f", "json", cwd=tmp_path)
    rows = json.loads(done.out)
    assert [(each["name"], each["score"], each.get("order")) for each in rows] == [
        ("BLEU-1", 80.0, "1"),
        ("BLEU-2", 77.5, "2"),
        ("BLEU", 66.9, None),
    ]


def test_orders_of_bleu_by_name_are_signed_in_all_commands(run, tmp_path):
    (tmp_path / "ref").write_text("a b c d e\nf g h i j\n")
    (tmp_path / "x").write_text("a b c d f\nf g h j i\n")
    (tmp_path / "y").write_text("a c b d e\nf g i h j\n")
    chosen = "-m", "bleu-1", "bleu-2", "bleu"
    names = ["BLEU-1", "BLEU-2", "BLEU"]
    done = run("score", "ref", "-i", "x", *chosen, "--segments", "segments.tsv", "-q", cwd=tmp_path)
    assert done.status == 0, done.err
    head = (tmp_path / "segments.tsv").read_text().splitlines()[0]
    assert head.split("\t")[1:] == [f"x:{name}" for name in names]
    for words in (
        ("gate", "x", "y", "--ref", "ref"),
        ("analyze", "segments", "ref", "-i", "x", "y"),
        ("study", "runs", "ref", "-i", "x", "y", "--runs", "x", "y"),
    ):
        done = run(*words, *chosen, "-q", "--n-samples", "200", cwd=tmp_path)
        assert all(f"{name} signature: " in done.out for name in names), (words, done.out, done.err)
        assert [f"|order:{order}|" in done.out for order in range(1, 5)] == [True, True, False, False]


def test_orders_of_bleu_by_name_are_signed_in_python():
    assert [from_signature(f"BLEU-{n}|nrefs:1|case:mixed|tok:13a").score_name for n in (2, 4)] == [
        "BLEU-2",
        "BLEU-4",
    ]
    assert from_signature("BLEU|nrefs:1|case:mixed|tok:13a").score_name == "BLEU"
    for name, wanted in {"bleu-2": "BLEU-2", "bleu": "BLEU", "suber-cased": "SubER-cased"}.items():
        assert from_signature(f"{name}|nrefs:1").score_name == wanted
    with pytest.raises(SignatureError, match="chrF's name tells its beta"):
        from_signature("chrf|nrefs:1")
    systems = {"x": ["a b c d f", "f g h j i"], "y": ["a c b d e", "f g i h j"]}
    references = [["a b c d e", "f g h i j"]]
    made = compare(systems, references, ["bleu-1", "bleu-2", "bleu"])
    assert [name in made.to_markdown() for name in ("BLEU-1 sig", "BLEU-2 sig", "BLEU sig")] == [True] * 3
    sample = permutations(systems, references, metrics=["bleu", "bleu-2"], n_samples=3).systems[0].sample
    assert {name: len(scores) for name, scores in sample.scores.items()} == {"BLEU": 3, "BLEU-2": 3}


def test_pauses_bound_the_search(run, tmp_path):
    extra("pysubs2")
    subtitles(tmp_path, ref=["a b", "a b c", "d"], out=["x", "a b", "c d"])
    words = "align", "out.srt", "--ref", "ref.srt"
    assert run(*words, cwd=tmp_path).out.splitlines() == ["x", "a b c", "d"]
    assert run(*words, "--times", cwd=tmp_path).out.splitlines() == ["x", "a b", "c d"]
    late = (
        (tmp_path / "out.srt").read_text().replace("00:01:00,000 --> 00:01:02", "00:00:10,000 --> 00:00:12")
    )
    (tmp_path / "out.srt").write_text(late.replace("00:03:00,000 --> 00:03:02", "00:02:10,000 --> 00:02:12"))
    assert run(*words, "--times", cwd=tmp_path).out.splitlines() == ["x", "a b c d", ""]
    assert run(*words, "--times", "--documents", "ref.srt", cwd=tmp_path).status == 2
    (tmp_path / "lines").write_text("a\n")
    done = run("align", "lines", "--ref", "ref.srt", "--times", cwd=tmp_path)
    assert (done.status, "lines has no times" in done.err) == (1, True)


def test_no_bleu_of_time_lines(run, tmp_path):
    extra("pysubs2")
    subtitles(tmp_path, ref=["one"], out=["two"])
    done = run("study", "tokenization", "ref.srt", "-i", "out.srt", "-m", "suber", cwd=tmp_path)
    assert (done.status, done.out) == (1, "")
    assert "suber compares lines and times of subtitles, and bleu only text" in done.err
