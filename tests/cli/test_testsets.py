"""`parbleu score` on test sets, downloaded from a server on this machine."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from printed_json import printed_tables
from toy_sets import SOURCE, SYSTEM, TARGETS, ToySets, lines, tar

COMMAND = Path(sys.executable).parent / "parbleu"


@pytest.fixture
def score(toys: ToySets, tmp_path: Path, run: Callable[..., Any]) -> Callable[..., Any]:
    """Runs `parbleu score` where the toy sets are known; there are `hyp`, `short`, `A` and `B`."""
    (tmp_path / "hyp").write_text(lines(SYSTEM), encoding="utf-8")
    (tmp_path / "short").write_text("eins\n", encoding="utf-8")
    for name, target in TARGETS.items():
        (tmp_path / name).write_text(lines(target), encoding="utf-8")

    def runner(*words: str, **more: Any) -> Any:
        more["env"] = {**toys.env, **more.get("env", {})}
        verb = [] if "command" in more else ["score"]
        return run(*verb, *words, cwd=tmp_path, **more)

    return runner


def well(result: Any) -> str:
    """The output of a command that went well and had nothing to say."""
    assert (result.status, result.err) == (0, "")
    return str(result.out)


def test_a_language_pair_is_known_in_other_codes(score, sacrebleu):
    usual = score("-t", "toy", "-l", "en-de", "-i", "hyp", "--sign-test-set", "-f", "json")
    assert "lang:en-de" in usual.out
    for pair in ("eng-deu", "eng_Latn-deu_Latn", "EN-DE", "en-GB-de-DE"):
        other = score("-t", "toy", "-l", pair, "-i", "hyp", "--sign-test-set", "-f", "json")
        assert (other.status, other.out) == (0, usual.out), pair
        listed = score("--list", "-t", "toy", "-l", pair)
        assert listed.out == score("--list", "-t", "toy", "-l", "en-de").out
        refused = score("-t", "toy", "-l", pair, "-i", "hyp", command=sacrebleu)
        assert (refused.status, refused.out) == (1, "")
        assert f"No such language pair {pair!r}" in refused.err


def test_a_set_is_downloaded_once_and_scores_as_its_files_do(score, toys):
    options = ["-i", "hyp", "-m", "bleu", "chrf", "ter", "-w", "9"]
    files = well(score("A", "B", *options))
    first = score("-t", "toy", "-l", "en-de", *options)
    assert (first.status, first.out) == (0, files)
    archive = toys.cache / "toy" / "raw" / "toy.toy.tar.gz"
    assert first.err == f"parbleu: Downloading {toys.internet.url('toy.tar.gz')} to {archive}\n"
    assert toys.downloads() == ["toy.tar.gz"]
    assert well(score("-t", "toy", "-l", "en-de", *options)) == files
    assert toys.downloads() == ["toy.tar.gz"]


def test_quiet(score):
    assert well(score("-q", "-t", "toy", "-l", "en-de", "-i", "hyp", "-m", "ter", "-b")) == "0.0\n"


@pytest.mark.parametrize(
    "options",
    [
        ["-i", "hyp", "-f", "text", "-ci", "-cin", "50"],
        ["-i", "hyp", "B", "-f", "text", "-pbs", "-pbsn", "50", "-q"],
        ["-i", "hyp", "B", "-f", "markdown", "-q"],
        ["-i", "hyp", "-sl", "-m", "chrf"],
        ["-i", "hyp", "B", "-q", "--segments", "out.tsv"],
    ],
)
def test_every_way_to_score(score, options, tmp_path):
    """References of a test set go where references of files go."""
    score("--download", "toy")
    told = [well(score(*references, *options)) for references in (["A", "B"], ["-t", "toy", "-l", "en-de"])]
    assert told[0] == told[1]
    if "--segments" in options:
        assert (tmp_path / "out.tsv").read_text().count("\n") == 4


def test_without_references(score, toys):
    toys.add("toy/blind", "plain", "blind.tgz", tar({"b.en": "one\n"}), {"en-de": ["b.en"]})
    assert well(score("-t", "toy/blind", "-l", "en-de", "--echo", "src", "-q")) == "one\n"
    result = score("-t", "toy/blind", "-l", "en-de", "-i", "hyp")
    assert (result.status, result.err) == (1, "parbleu: the test set toy/blind has no references for en-de\n")


def test_standard_input(score):
    score("--download", "toy")
    one = well(score("-t", "toy", "-l", "en-de", "-m", "chrf", "-b", stdin=lines(SYSTEM).encode()))
    assert one == "100.0\n"
    two = "".join(f"{a}\t{b}\n" for a, b in zip(SYSTEM, TARGETS["A"], strict=True))
    several = score("-t", "toy", "-l", "en-de", "--origlang", "en", "-q", stdin=two.encode())
    assert several.status == 1
    several = score("-t", "toy/xml", "-l", "en-de", "--origlang", "en", "-q", "-f", "csv", stdin=two.encode())
    assert several.out.count("\n") == 3, several.err


def test_several_sets(score, tmp_path):
    (tmp_path / "both").write_text(lines([*SYSTEM, "sechs", "sieben"]), encoding="utf-8")
    (tmp_path / "refs").write_text(lines([*TARGETS["A"], "sechs", "sieben"]), encoding="utf-8")
    sets = ["-t", "toy/xml,toy/more", "-l", "en-de"]
    score("--download", "toy/xml,toy/more")
    assert well(score(*sets, "-i", "both", "-m", "chrf")) == well(score("refs", "-i", "both", "-m", "chrf"))
    assert well(score(*sets, "--echo", "src", "ref")).splitlines()[2:4] == [
        "four five\tvier fünf",
        "six\tsechs",
    ]
    result = score(*sets, "-i", "hyp")
    assert result.status == 1
    assert result.err == (
        "parbleu: System and reference streams have different lengths. "
        "Lines: 5 in reference 1 of toy/xml,toy/more, 3 in hyp; "
        "the test set has 5 segments: output needs a line for each\n"
    )
    result = score("-t", "toy,toy/xml", "-l", "en-de", "-i", "both")
    assert result.status == 1
    assert "different numbers of references for en-de (2 in toy, 1 in toy/xml)" in result.err


def test_echo(score, toys, sacrebleu):
    result = score("-t", "toy/xml", "-l", "en-de", "--echo", "all")
    assert result.status == 0
    assert result.out.splitlines()[0].split("\t") == [
        "one & two",
        "eins & zwei",
        "eins und zwei",
        "doc1",
        "en",
        "eins und zwei",
        "news",
    ]
    assert well(score("-t", "toy/xml", "-l", "en-de", "--echo", "docid", "Best")).splitlines() == [
        "doc1\teins und zwei",
        "doc1\tdrei",
        "doc2\tvier fünf",
    ]
    assert well(score("-t", "toy/xml", "-l", "en-de", "--echo", "ref")) == lines(TARGETS["A"])
    filtered = ["--origlang", "non-en", "--subset", "soc|new"]
    assert well(score("-t", "toy/xml", "-l", "en-de", "--echo", "src", *filtered)) == "four five\n"
    assert well(score("-t", "toy/xml", "-l", "en-de", "--echo", "src", "--origlang", "zz")) == ""
    unknown = ["-t", "toy/xml", "-l", "en-de", "--echo", "syst"]
    available = "src, ref:A, ref:B, docid, origlang, Best, domain"
    result = score(*unknown)
    assert (result.status, result.out) == (1, "")
    assert result.err == f"parbleu: unknown field of toy/xml/en-de: 'syst': choose from {available}\n"
    result = score(*unknown, command=sacrebleu)
    assert (result.status, result.out) == (1, "")
    assert result.err.splitlines() == [
        "sacreBLEU: No such field syst in test set toy/xml for language pair en-de.",
        f"sacreBLEU: available fields for toy/xml/en-de: {available}",
        "sacreBLEU: 'ref' also allowed for backwards compatibility (will return ref:A)",
    ]


def test_echo_checks_all_sets_before_it_prints(score):
    result = score("-q", "-t", "toy/xml,toy/more", "-l", "en-de", "--echo", "src", "docid")
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith("unknown field of toy/more/en-de: 'docid'")


def test_list_downloads_nothing(score, toys):
    out = well(score("--list"))
    assert out.startswith("The available test sets are:\n")
    assert f"{'toy/more':<30}: The set toy/more.\n" in out
    both = well(score("--list", "-l", "de-fr")).splitlines()
    assert both[0] == "The available test sets for de-fr are:"
    assert f"{'toy':<30}: The set toy." in both
    assert well(score("--list", "-t", "toy")) == "en-de: src, ref:0, ref:1\nfr-de: src, ref\n"
    assert well(score("--list", "-t", "toy,toy/more", "-l", "en-de")) == (
        "toy/en-de: src, ref:0, ref:1\ntoy/more/en-de: src, ref\n"
    )
    result = score("--list", "-t", "toy/xml")
    assert (result.status, result.out) == (0, "en-de: src, ref:A\n")
    assert "without the fields that only their files name" in result.err
    assert toys.downloads() == []
    score("--download", "toy/xml")
    assert well(score("--list", "-t", "toy/xml")) == (
        "en-de: src, ref:A, ref:B, docid, origlang, Best, domain\n"
    )


def test_cite(score, toys):
    assert well(score("--cite", "-t", "toy")) == "@inproceedings{toy,\n  title = {Toys},\n}\n"
    result = score("--citation", "-t", "toy/xml,toy")
    assert result.status == 1
    assert result.out.startswith("@inproceedings{toy,")
    assert result.err == "parbleu: No citation found for toy/xml\n"
    assert toys.downloads() == []


def test_download(score, toys):
    result = score("--download", "toy", "-l", "fr-de")
    assert (result.status, result.out) == (0, "")
    assert sorted(path.name for path in (toys.cache / "toy").iterdir() if path.is_file()) == [
        "toy.fr-de.ref",
        "toy.fr-de.src",
    ]
    assert well(score("--download", "toy,toy")) == ""
    assert (toys.cache / "toy" / "toy.en-de.ref-1").read_text() == lines(TARGETS["B"])


ORDER = [
    (["--download", "none", "--list"], ["Unknown test set 'none'"]),
    (["--download", "toy", "-l", "de-en"], ["No such language pair 'de-en'", "Available language pairs for"]),
    (["--list", "-t", "toy", "-l", "xx-yy", "--echo", "src"], ["No such language pair 'xx-yy'"]),
    (["--list", "-l", "foo"], ["'foo' is not a language pair: give source and target, such as en-foo"]),
    (["-sl", "-m", "bleu", "ter", "--cite"], ["Only one metric can be used in sentence-level mode."]),
    (["--cite"], ["I need a test set (-t)."]),
    (["--cite", "-t", "none"], ["Unknown test set 'none'", "Please run with --list"]),
    (["-t", "none", "-nr", "2"], ["The --num-refs argument", "You can only", "and you cannot"]),
    (["-nr", "2"], ["If manual references given, make sure"]),
    (["A", "-t", "none"], ["Unknown test set 'none'", "Please run with --list"]),
    (["A", "-t", "toy"], ["I need exactly one of (a) a predefined test set (-t) or (b)"]),
    (["-t", "toy"], ["I need a language pair (-l)."]),
    (["-t", "toy,none", "-l", "en-de"], ["Unknown test set 'none'", "Please run with --list"]),
    (["-t", "toy,toy/xml", "-l", "fr-de"], ["No such language pair 'fr-de'", "Available", " > en-de"]),
    (["-t", "toy", "-l", "zh"], ["No such language pair 'zh'", "Available", " > en-de", " > fr-de"]),
    (["A", "--echo", "src"], ["--echo requires a test set (--t) and a language pair (-l)"]),
    (["A", "-i", "hyp", "--origlang", "en"], ["Filtering for --origlang or --subset needs a test (-t)"]),
    (["A", "-i", "hyp", "--sign-test-set"], ["--sign-test-set needs a test set (-t) to name"]),
    ([], ["If manual references given, make sure to provide them before the -i/--input argument"]),
    (["-i", "hyp"], ["If manual references given", "Otherwise, I need", "['wmt24', 'wmt23', 'wmt22', "]),
]


@pytest.mark.parametrize(("words", "told"), ORDER)
def test_which_error_wins(score, toys, words, told, sacrebleu):
    """The command sacrebleu keeps the original's words and order."""
    result = score(*words, command=sacrebleu)
    assert (result.status, result.out) == (1, "")
    said = result.err.splitlines()
    assert all(line.startswith(f"sacreBLEU: {start}") for line, start in zip(said, told, strict=False))
    assert len(said) >= len(told)
    assert toys.downloads() == []


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--download", "toi"], 1, "unknown test set 'toi': did you mean 'toy'?"),
        (["--download", "toy", "-l", "de-en"], 1, "unknown language pair of the test set toy: 'de-en'"),
        (["--list", "-t", "toy", "-l", "xx-yy"], 1, "unknown language pair of the test set toy: 'xx-yy'"),
        (["--cite", "-t", "none"], 1, "unknown test set 'none'"),
        (["-t", "none", "-l", "en-de", "-i", "hyp"], 1, "unknown test set 'none'"),
        (["-t", "toy,toy/xml", "-l", "fr-de"], 1, "unknown language pair of the test set toy/xml: 'fr-de'"),
        (["-t", "toy", "-l", "en-de", "-nr", "2"], 2, "-nr/--num-refs goes with one file of references"),
        (
            ["-t", "toy", "-l", "en-de", "--ref-encoding", "latin-1"],
            2,
            "--ref-encoding is of files of references",
        ),
        (["A", "-t", "toy"], 2, "give the references as files or as a test set (-t), not both"),
        (["-t", "toy"], 2, "a test set needs a language pair: -t SET -l PAIR"),
        (["A", "-i", "hyp", "--origlang", "en"], 2, "--origlang and --subset choose segments of a test set"),
        (["-i", "hyp"], 2, "name the references before -i, or a test set: -t SET -l PAIR"),
    ],
)
def test_what_is_refused(score, toys, words, status, told):
    result = score(*words)
    assert (result.status, result.out, result.err.count("\n")) == (status, "", 1)
    assert result.err.startswith(f"parbleu: {told}")
    assert toys.downloads() == []


def test_filters(score, tmp_path):
    score("--download", "toy/xml")
    sets = ["-t", "toy/xml", "-l", "en-de", "-i", "hyp"]
    (tmp_path / "first").write_text(lines(SYSTEM[:2]), encoding="utf-8")
    (tmp_path / "ref").write_text(lines(TARGETS["A"][:2]), encoding="utf-8")
    wanted = well(score("ref", "-i", "first", "-m", "ter", "chrf"))
    for filters in (["-ol", "en"], ["--origlang", "non-cs"], ["--subset", "^news$"], ["--subset", "n.w"]):
        assert well(score(*sets, *filters, "-m", "ter", "chrf")) == wanted
    result = score(*sets, "--subset", "sport", "--origlang", "en")
    assert (result.status, result.out) == (1, "")
    told = "parbleu: no segment of toy/xml for en-de has origlang=en subset=sport; see what there is: "
    assert result.err == told + "parbleu data show SET -l PAIR\n"
    result = score(*sets, "--subset", "(")
    assert (result.status, result.err.count("\n")) == (1, 1)
    result = score("-t", "toy/xml", "-l", "en-de", "-i", "short", "--origlang", "en")
    assert result.status == 1
    assert "Lines: 3 in " in result.err


def test_empty_output(score, tmp_path, sacrebleu):
    (tmp_path / "empty").touch()
    words = ["-q", "-t", "toy", "-l", "en-de", "-i", "empty"]
    result = score(*words)
    assert (result.status, result.err) == (
        1,
        "empty is empty: there is no segment to score; a line is a segment\n",
    )
    result = score(*words, command=sacrebleu)
    assert (result.status, result.err) == (1, "Test set 'toy' contains no sentence\n")


def test_detail(score, tmp_path, sacrebleu):
    score("--download", "toy/xml")
    (tmp_path / "first").write_text(lines(SYSTEM[:2]), encoding="utf-8")
    (tmp_path / "ref").write_text(lines(TARGETS["A"][:2]), encoding="utf-8")
    ter, chrf = well(score("ref", "-i", "first", "-m", "ter", "chrf", "-w", "2", "-b", "-f", "text")).split()
    sets = ["-t", "toy/xml", "-l", "en-de", "--detail"]
    words = [*sets, "-i", "hyp", "-m", "ter", "chrf", "-w", "2"]
    rows = well(score(*words, command=sacrebleu)).splitlines()[2:]
    assert rows == [
        "origlang=cs domain=ALL    : sentences=1      chrF2 = 100.00",
        "origlang=cs domain=ALL    : sentences=1      TER   = 0.00",
        "origlang=cs domain=social : sentences=1      chrF2 = 100.00",
        "origlang=cs domain=social : sentences=1      TER   = 0.00",
        "origlang=en domain=ALL    : sentences=2      chrF2 = " + chrf,
        "origlang=en domain=ALL    : sentences=2      TER   = " + ter,
        "origlang=en domain=news   : sentences=2      chrF2 = " + chrf,
        "origlang=en domain=news   : sentences=2      TER   = " + ter,
    ]
    found = printed_tables(well(score(*words)))
    assert [row["n_segments"] for row in found["subsets"]["rows"]] == [1, 1, 2, 2]
    (tmp_path / "result.json").write_text(well(score(*words)), encoding="utf-8")
    assert "the same numbers" in well(score(*sets[:-1], "-i", "hyp", "--verify", "result.json"))
    table = [line for line in well(score(*words, "-f", "text")).splitlines() if line[:9] == "origlang="]
    assert [line.split()[-3:] for line in table] == [
        ["1", "0.00", "100.00"],
        ["1", "0.00", "100.00"],
        ["2", ter, chrf],
        ["2", ter, chrf],
    ]
    only = [*sets, "-i", "hyp", "-m", "ter", "--origlang", "non-en", "-b"]
    assert well(score(*only, command=sacrebleu)).splitlines() == [
        "0.0",
        "origlang=non-en domain=ALL    : sentences=1      TER = 0.0",
        "origlang=non-en domain=social : sentences=1      TER = 0.0",
    ]
    colored = score(*sets, "-i", "hyp", terminal=True, command=sacrebleu)
    assert "\x1b[33moriglang=cs domain=ALL    \x1b[0m: sentences=1" in colored.out
    nothing = well(score("A", "-i", "hyp", "--detail", "-b", command=sacrebleu))
    assert nothing.splitlines()[1] == "No subset information found. Consider using --origlang argument."
    assert "files of lines have none" in well(score("A", "-i", "hyp", "--detail", "-f", "text"))
    several = score(*sets, "-i", "hyp", "A", "-q", "-f", "text")
    assert several.out.startswith("system ")
    assert "--detail" in several.err


def test_the_signature_names_the_set(score, tmp_path, sacrebleu):
    score("--download", "toy/xml")
    json = ["-f", "json"]
    words = [*json, "-t", "toy/xml", "-l", "en-de", "-i", "hyp", "-m", "chrf", "--subset", "news|x y"]
    [plain] = printed_tables(well(score(*words)))["rows"]
    out = well(score(*words, "--sign-test-set"))
    [signed] = printed_tables(out)["rows"]
    assert "test" not in plain["signature"]
    assert signed["signature"] == plain["signature"].replace(
        "nrefs:1|", "nrefs:1|test:toy/xml|lang:en-de|subset:news%7Cx%20y|"
    )
    assert signed["score"] == plain["score"]
    again = well(score(*json, "-i", "hyp", "--signature", f"chrF2|{signed['signature']}"))
    assert again == out
    short = well(score(*words, "--sign-test-set", "-sh", "-f", "text", command=sacrebleu))
    assert "|t:toy/xml|l:en-de|S:news%7Cx%20y|" in short
    assert printed_tables(well(score(*json, "-i", "hyp", "--signature", short.strip())))["rows"] == [signed]
    (tmp_path / "result.json").write_text(out, encoding="utf-8")
    assert well(score("-i", "hyp", "--verify", "result.json")) == "result.json: the same numbers\n"
    sentences = well(score(*words[2:-4], "-sl", "--sign-test-set"))
    assert sentences.startswith("BLEU|nrefs:1|test:toy/xml|lang:en-de|")
    table = well(score(*words[2:-4], "-f", "markdown", "--sign-test-set"))
    assert "nrefs:1|test:toy/xml|lang:en-de|case" in table


def test_the_signature_of_ter_in_short(score, sacrebleu):
    """Its key for the tokenizer is the one for the test set, too."""
    words = ["-i", "hyp", "-sh", "-f", "text"]
    out = well(score("-q", "-t", "toy", "-l", "en-de", "-m", "ter", *words, command=sacrebleu))
    assert "|t:tercom|" in out
    assert well(score("A", "B", *words, "--signature", out.strip(), command=sacrebleu)) == out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-t", "toy"], "--test-set contradicts the signature, which says test:toy/xml"),
        (["-l", "fr-de"], "--language-pair contradicts the signature, which says lang:en-de"),
        (["-ol", "de"], "--origlang contradicts the signature, which says no origlang"),
        (["A"], "the signature names the test set toy/xml: leave out the files of references"),
    ],
)
def test_contradicting_the_signature(score, words, told):
    result = score(
        *words, "-i", "hyp", "--signature", "chrF2|nrefs:1|test:toy/xml|lang:en-de|nc:6|nw:0|space:no"
    )
    assert result.status == 1
    assert result.err.startswith(f"parbleu: {told}")


def test_what_cannot_be_had(score, toys):
    (toys.internet.directory / "toy.tar.gz").unlink()
    result = score("-q", "-t", "toy", "-l", "en-de", "-i", "hyp")
    assert (result.status, result.out) == (1, "")
    assert f"{toys.internet.url('toy.tar.gz')}" in result.err
    result = score("-q", "-t", "toy", "-l", "en-de", "-i", "hyp", env={"PARBLEU_OFFLINE": "1"})
    assert (result.status, result.out) == (1, "")
    assert "parbleu data import" in result.err


def test_a_damaged_cache(score, toys):
    """Columns of unequal length are no test set."""
    score("--download", "toy/more")
    path = toys.cache / "toy" / "more" / "toy_more.en-de.src"
    path.write_text("six\nSEVEN")
    result = score("-t", "toy/more", "-l", "en-de", "--echo", "src", "ref")
    assert (result.status, result.out) == (0, "six\tsechs\nseven\tsieben\n"), result.err


def test_echo_of_a_cached_set_is_fast(score, toys):
    score("--download", "toy/xml")
    environment = {**os.environ, **toys.env}
    words = [COMMAND, "score", "-t", "toy/xml", "-l", "en-de", "--echo", "src"]
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, env=environment, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert done.stdout.decode() == lines(SOURCE)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(seconds) < 0.15


def test_a_system_that_looks_cut_is_told_of(score, toys, tmp_path):
    lines = ["Das, was wir sahen, war neu.\n"] * 6
    toys.add(
        "neat",
        "plain",
        "neat.tar.gz",
        tar({"n.en": "x\n" * 6, "n.de": "".join(lines)}),
        {"en-de": ["n.en", "n.de"]},
    )
    (tmp_path / "cut").write_text("".join(line.replace("sahen", "sa@@ hen") for line in lines))
    found = score("-t", "neat", "-l", "en-de", "-i", str(tmp_path / "cut"), "-q")
    assert found.err == ""
    found = score("-t", "neat", "-l", "en-de", "-i", str(tmp_path / "cut"))
    told = "cut: 100 % of the segments look split into subwords, such as 'sa@@', and those of neat.en-de.ref"
    assert told in found.err
    assert found.err.count("\n") == 1


@pytest.mark.parametrize(
    "options", [["--echo", "src"], ["-i", "hyp", "-b"], ["--origlang", "en", "--echo", "src"]]
)
def test_what_is_not_loaded_if_the_set_is_in_the_cache(score, toys, tmp_path, options):
    """Each of these takes longer than printing a test set."""
    words = ["-t", "toy/xml", "-l", "en-de", *options]
    score(*words)
    site_packages = Path(__import__("parbleu").__file__).parents[1]
    program = f"""
import sys
sys.path.append({str(site_packages)!r})
from parbleu._cli.main import main
status = main(["score", *{words!r}])
print(status, *sorted(sys.modules))
"""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        cwd=tmp_path,
        env={**os.environ, **toys.env},
        capture_output=True,
        text=True,
        check=True,
    )
    status, *loaded = result.stdout.splitlines()[-1].split()
    assert status == "0"
    slow = {
        "dataclasses",
        "typing",
        "tarfile",
        "zipfile",
        "urllib.request",
        "hashlib",
        "numpy",
        "parbleu.tables._table",
    }
    assert slow & set(loaded) == set()


def test_listings_in_files_and_formats(score, tmp_path, sacrebleu):
    """Without -f they are sacreBLEU's lines; the command sacrebleu has no others."""
    score("--download", "toy")
    listed = ["--list", "-t", "toy", "-l", "en-de"]
    found = printed_tables(well(score(*listed, "-f", "json")))
    assert [(row["test_set"], row["language_pair"]) for row in found["rows"]] == [("toy", "en-de")]
    assert well(score(*listed, "-f", "json", command=sacrebleu)) == "en-de: src, ref:0, ref:1\n"
    assert "test_set,n_language_pairs," in well(score("--list", "-l", "fr-de", "-f", "csv"))
    for words in (listed, ["--list"], ["--cite", "-t", "toy"], [*listed[1:], "--echo", "all"]):
        printed = well(score(*words))
        assert well(score(*words, "-o", "out")) == ""
        assert (tmp_path / "out").read_text() == printed


def test_a_table_for_papers_names_the_test_set(score):
    printed = score("-q", "-t", "toy", "-l", "en-de", "-i", "hyp", "A", "-f", "latex").out
    assert "segments of toy en-de." in printed.partition(r"\caption{")[2].partition("\n")[0]


def test_pairs_without_output_are_told(score, tmp_path):
    (tmp_path / "out.en-de").write_text(lines(SYSTEM))
    words = ("-t", "toy", "--hyps", "out.{pair}")
    told = "parbleu: out.{pair}: there is no output of fr-de, which toy has, too\n"
    assert told in score(*words).err
    assert told not in score(*words, "-l", "en-de").err
    refused = score(*words, "-l", "en-de", "fr-de")
    assert (refused.status, refused.err) == (
        2,
        "parbleu: language pairs are joined by commas: -l en-de,fr-de\n",
    )
