"""Tests what commands do with PO and with what is compiled of it."""

from compiled_catalogues import HEADER, compiled
from extras import extra


def test_a_po_against_what_is_compiled_of_it(run, tmp_path):
    """Its fuzzy and its untranslated messages are in no MO."""
    extra("translate")
    (tmp_path / "hyp.mo").write_bytes(compiled([HEADER, ("Open", "Öffnen"), ("tug", "Schlepper")]))
    po = 'msgid "Open"\nmsgstr "Auf"\n\nmsgid "tug"\nmsgstr "Schlepper"\n'
    fuzzy = '\n#, fuzzy\nmsgid "Old"\nmsgstr "Alt"\n'
    (tmp_path / "ref.po").write_text(po + fuzzy, "utf-8")
    words = ("score", "ref.po", "-i", "hyp.mo")
    refused = run(*words, cwd=tmp_path)
    assert refused.status == 1
    assert "lacks the unit 'Old' that ref.po has: msgfmt leaves out what is fuzzy or untr" in refused.err
    assert "--leave-out fuzzy\n" in refused.err
    done = run(*words, "--leave-out", "fuzzy", cwd=tmp_path)
    assert (done.status, "ref.po: 3 units, 2 scored, 1 fuzzy (left out)" in done.err) == (0, True)
    (tmp_path / "ref.po").write_text(po + fuzzy + '\nmsgid "New"\nmsgstr ""\n', "utf-8")
    refused = run(*words, cwd=tmp_path)
    assert "--leave-out fuzzy untranslated\n" in refused.err
    assert run(*words, "--leave-out", "fuzzy", "untranslated", cwd=tmp_path).status == 0
    (tmp_path / "ref.po").write_text(po + '\nmsgid "Other"\nmsgstr "Andere"\n', "utf-8")
    refused = run(*words, "--leave-out", "fuzzy", cwd=tmp_path)
    assert "export both from the same version" in refused.err


def test_other_names_of_catalogues(run, tmp_path):
    for name in ("a.mo", "a.gmo", "a.bin"):
        (tmp_path / name).write_bytes(
            compiled([HEADER, ("%d boat\0%d boats", "%d Boot\0%d Böte"), ("door\4Open", "Öffnen")])
        )
    done = run("score", "a.gmo", "-i", "a.mo", cwd=tmp_path)
    assert (done.status, "3 units" in done.err) == (0, True)
    assert run("convert", "a.gmo", cwd=tmp_path).out == "%d Boot\n%d Böte\nÖffnen\n"
    named = "a compiled catalogue of GNU gettext; it is read where its name ends in .mo or .gmo"
    for words in (("score", "a.bin", "-i", "a.mo"), ("score", "a.mo", "-i", "a.bin"), ("convert", "a.bin")):
        refused = run(*words, cwd=tmp_path)
        assert refused.status == 1
        assert named in refused.err
