"""Tests the commands with transcripts, songs and TextGrids."""

from extras import extra

STM = "talk 1 anna 0.0 1.5 The tug waits.\ntalk 1 ben 2.0 3.5\nother 1 anna 0 1.25 Ahoy!\n"
TEXTGRID = (
    'File type = "ooTextFile"\n"TextGrid"\n0\n1\n<exists>\n1\n"IntervalTier"\n"a"\n0\n1\n1\n0\n1\n"Ahoy!"\n'
)


def test_scores_and_texts_of_transcripts(run, tmp_path):
    (tmp_path / "ref.stm").write_text(STM)
    rest, _, _ = STM.partition("talk 1 ben")
    (tmp_path / "hyp.stm").write_text(rest)
    done = run("score", "ref.stm", "-i", "hyp.stm", cwd=tmp_path)
    assert "hyp.stm lacks the unit '0:02.000' of 'talk' (and 1 other) that ref.stm has" in done.err
    done = run(
        "score", "ref.stm", "-i", "ref.stm", "--leave-out", "untranslated", "-b", "-w", "1", cwd=tmp_path
    )
    assert done.out == "100.0\n"
    done = run("convert", "ref.stm", cwd=tmp_path)
    assert done.out.splitlines()[-1] == "Ahoy!"
    for name, text in (("a.stm", STM), ("a.TextGrid", TEXTGRID)):
        (tmp_path / name).write_text(text)
    done = run("score", "a.stm", "-i", "a.TextGrid", cwd=tmp_path)
    assert "a.stm and a.TextGrid are of different kinds, STM and TextGrid, whose ids mean" in done.err


def test_textgrids_of_other_times(run, tmp_path):
    for name, begin in (("ref", "6"), ("hyp", "6.2")):
        (tmp_path / f"{name}.TextGrid").write_text(
            TEXTGRID.replace('1\n0\n1\n"Ahoy', f'1\n{begin}\n8\n"Ahoy')
        )
    done = run("score", "ref.TextGrid", "-i", "hyp.TextGrid", cwd=tmp_path)
    advice = "parbleu align hyp.TextGrid --ref ref.TextGrid"
    assert done.status == 1
    assert "hyp.TextGrid lacks the unit '0:06.000' that ref.TextGrid has: times are the ids of" in done.err
    assert f"`{advice}` makes segments that fit" in done.err
    assert run(*advice.split()[1:], cwd=tmp_path).out == "Ahoy!\n"


def test_a_few_subtitles_at_other_times(run, tmp_path):
    extra("pysubs2")
    for name, times in (("ref", "1-3 4-6 7-9"), ("late", "2-4 5-7 8-9"), ("hyp", "1-2 9-12 20-25")):
        cues = [
            f"0:00:{begin:0>2}.000,0:00:{end:0>2}.000\nThe {name} waits.\n"
            for begin, _, end in (word.partition("-") for word in times.split())
        ]
        (tmp_path / f"{name}.sbv").write_text("\n".join(cues))
    done = run("score", "ref.sbv", "-i", "hyp.sbv", cwd=tmp_path)
    assert "hyp.sbv: 2 of 3 subtitles are not shown when those of the same number in ref.sbv are" in done.err
    assert "not shown" not in run("score", "ref.sbv", "-i", "late.sbv", cwd=tmp_path).err


def test_lyrics_have_no_ends_for_suber(run, tmp_path):
    (tmp_path / "a.lrc").write_text("[00:01.00]Ahoy!\n")
    done = run("score", "a.lrc", "-i", "a.lrc", "-m", "suber", cwd=tmp_path)
    assert done.status
    assert "SubER compares lines and times" in done.err
