"""Tests scores of subtitles against those of subtitle-edit-rate, recorded by `record_subtitle_scores.py`."""

import json
import re
from pathlib import Path

import pytest

from extras import extra
from parbleu import compare, from_signature
from parbleu.metrics import BLEU, CER, CHRF, TER, WER, SubER
from parbleu.study import permutations
from parbleu.text import resegment

RECORDED = json.loads(Path(__file__).with_name("subtitle_scores.json").read_text(encoding="utf-8"))
CUT = {"AS-BLEU": BLEU, "AS-chrF": CHRF, "AS-TER": TER, "AS-WER": WER, "AS-CER": CER}


def texts(subrip):
    """The text of each subtitle, without tags."""
    blocks = [block.split("\n")[2:] for block in subrip.strip().split("\n\n")]
    return [re.sub("</?[ibu]>", "", " ".join(lines)) for lines in blocks]


def test_scores_of_other_subtitles():
    for hypothesis, reference, language, told in RECORDED["other subtitles"]:
        made = {
            "SubER": SubER(trg_lang=language).corpus_score([hypothesis], [[reference]]).score,
            "SubER-cased": SubER(cased=True, trg_lang=language)
            .corpus_score([hypothesis], [[reference]])
            .score,
        }
        references = texts(reference)
        cut = resegment(texts(hypothesis), references, like="suber")
        for name, metric in CUT.items() if not language else ():
            made[name] = metric().corpus_score(cut.segments, [references]).score
        assert {name: round(score, 3) for name, score in made.items()} == told


def test_scores_of_the_same_times():
    for hypotheses, references, language, told in RECORDED["the same times"]:
        made = {
            "WER": WER(trg_lang=language).corpus_score(hypotheses, [references]).score,
            "CER": CER().corpus_score(hypotheses, [references]).score,
        }
        assert {name: round(score, 3) for name, score in made.items()} == told


@pytest.mark.parametrize("suffix", [".srt", ".vtt"])
def test_scores_of_files(run, tmp_path, suffix):
    pysubs2 = extra("pysubs2")
    hypothesis, reference, _, told = max(
        (case for case in RECORDED["other subtitles"] if "«" in case[1]), key=lambda case: len(case[0])
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
    done = run(
        *(
            "score",
            *files,
            "--resegment-like",
            "suber",
            "-m",
            "bleu",
            "chrf",
            "ter",
            "wer",
            "cer",
            "-f",
            "json",
        ),
        cwd=tmp_path,
    )
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    assert [round(each["unrounded"], 3) for each in rows] == [told[name] for name in CUT]
    assert all("|reseg:suber|" in each["signature"] for each in rows)


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
