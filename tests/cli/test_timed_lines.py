"""Tests the commands with transcripts, songs and TextGrids."""

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
    assert "a.stm has .stm files, and a.TextGrid .textgrid files: their ids mean other things" in done.err


def test_lyrics_have_no_ends_for_suber(run, tmp_path):
    (tmp_path / "a.lrc").write_text("[00:01.00]Ahoy!\n")
    done = run("score", "a.lrc", "-i", "a.lrc", "-m", "suber", cwd=tmp_path)
    assert done.status
    assert "SubER compares lines and times" in done.err
