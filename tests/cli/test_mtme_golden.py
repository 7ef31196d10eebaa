"""`mtme` against recorded runs of MT Metrics Eval: the same bytes and exit statuses."""

import hashlib
import json
import re

import pytest

import parbleu.meta._contestants
import parbleu.meta._score_correlations
from parbleu.evalset._standard_info import find_info

mtme = pytest.importorskip("parbleu.compat.mt_metrics_eval.mtme").run

COUNT = 61

# Runs that are answered otherwise.
ANSWERED = {"matrix_doc"}  # it crashes at a level without standard gold scores, although others were named

# The order of sets under PYTHONHASHSEED=0, as the runs had it; ours is sorted.
SYSTEMS = {
    ("wmt21.news", "en-de"): (
        "HuaweiTSC VolcTrans-AT Nemo eTranslation VolcTrans-GLAT Online-W UEdin Facebook-AI refA"
    ),
    ("wmt21.news", "zh-en"): "SMU NiuTrans IIE-MT Borderline MiSS Online-W DIDI-NLP Facebook-AI",
    ("wmt21.tedtalks", "zh-en"): (
        "SMU NiuTrans metricsystem4 metricsystem5 IIE-MT metricsystem3 Borderline metricsystem1 MiSS "
        "Online-W DIDI-NLP Facebook-AI metricsystem2"
    ),
    ("wmt24", "en-cs"): (
        "Aya23 CUNI-DocTransformer CUNI-MH Claude-3.5 Gemini-1.5-Pro IOL-Research SCIR-MT Llama3-70B "
        "ONLINE-W GPT-4 IKUN IKUN-C CommandR-plus CUNI-GA Unbabel-Tower70B"
    ),
    ("wmt24", "en-ja"): (
        "Aya23 Claude-3.5 IOL-Research Gemini-1.5-Pro Llama3-70B GPT-4 IKUN-C ONLINE-B "
        "CommandR-plus Team-J NTTSU Unbabel-Tower70B"
    ),
    ("wmt24", "en-zh"): (
        "Aya23 Claude-3.5 HW-TSC Gemini-1.5-Pro IOL-Research Llama3-70B GPT-4 IKUN "
        "IKUN-C ONLINE-B CommandR-plus Unbabel-Tower70B"
    ),
}
COMPARED = {
    ("wmt21.news", "en-de"): (
        "HuaweiTSC Online-A VolcTrans-AT Facebook-AI Nemo Online-B VolcTrans-GLAT Online-W UEdin eTranslation"
    ),
}
"""Systems in comparisons of all metrics, and of two files: (test set, pair) -> their order."""


@pytest.fixture(scope="module")
def recorded(oracles):
    home = oracles / "golden" / "mtme" / "cli"
    runs = json.loads((home / "commands.json").read_text())
    for run in runs:
        run["stdout"] = (home / f"{run['tag']}.txt").read_text(encoding="utf-8")
    return runs


@pytest.fixture(scope="module")
def patched(oracles, tmp_path_factory):
    """The sets with another standard for Chinese news, whose standard reference is not public."""
    home = tmp_path_factory.mktemp("sets")
    news = oracles / "data" / "evalsets" / "wmt21.news"
    (home / "wmt21.news" / "info").mkdir(parents=True)
    for directory in news.iterdir():
        (home / "wmt21.news" / directory.name).symlink_to(directory)
    info = find_info("wmt21.news", "zh-en")
    info.std_ref = "refA"
    (home / "wmt21.news" / "info" / "zh-en.json").write_text(json.dumps(info.to_dict()))
    return home


@pytest.fixture
def their_order(monkeypatch):
    """Systems in the order that the runs had them, on which their random draws depend."""
    for module, orders in (
        (parbleu.meta._contestants, SYSTEMS),
        (parbleu.meta._score_correlations, COMPARED),
    ):

        def order(evalset, *rest, ours=module._systems, orders=orders):
            order = orders.get((evalset.name, evalset.language_pair), "").split()
            return sorted(ours(evalset, *rest), key=lambda name: order.index(name) if name in order else 99)

        monkeypatch.setattr(module, "_systems", order)


def words_of(run, oracles, tmp_path):
    sets = f"{oracles}/data/evalsets/"
    words = [word.replace("@", sets).replace("OUT/", f"{tmp_path}/") for word in run["args"].split()]
    return words if run["np_seed"] is None else [*words, "--seed", str(run["np_seed"])]


def test_all_runs_are_replayed(recorded):
    assert len(recorded) == COUNT
    assert {run["tag"] for run in recorded} >= {*ANSWERED, *COMPARE}


@pytest.mark.long
@pytest.mark.parametrize("number", range(COUNT))
@pytest.mark.usefixtures("their_order")
def test_run(number, recorded, patched, oracles, tmp_path, run):
    wanted = recorded[number]
    tag = wanted["tag"]
    sets = patched if wanted["patched_meta"] else oracles / "data" / "evalsets"
    done = run(*words_of(wanted, oracles, tmp_path), command=mtme, env={"PARBLEU_EVALSETS": str(sets)})
    if tag in ANSWERED:
        assert (done.status, wanted["rc"], wanted["stdout"]) == (0, 1, "")
        assert done.out.count("\n") > 2
        return
    assert done.status == wanted["rc"], done.err
    if wanted["rc"]:
        assert re.fullmatch(r"mtme: .*\n", done.err)
    COMPARE.get(tag, same)(done.out, wanted)


def same(out, wanted):
    """The same bytes; of long outputs only the first lines are recorded, and a digest of all."""
    assert "".join(out.splitlines(keepends=True)[: wanted["truncated_to_lines"]]) == wanted["stdout"]
    assert hashlib.sha256(out.encode()).hexdigest() == wanted["stdout_sha256"]


def same_but_for_sets(out, wanted):
    """The same, but names in braces are in an arbitrary order there."""

    def in_order(text):
        return re.sub(r"{(.*?)}", lambda found: ",".join(sorted(found[1].split(","))), text)

    assert in_order(out) == in_order(wanted["stdout"])


def same_but_for_systems(out, wanted):
    """The same lines, but there systems are in the order of the directory, of which the first is recorded."""
    first = wanted["stdout"].partition("\t")[0]
    ours = [line for line in out.splitlines(keepends=True) if line.startswith(f"{first}\t")]
    assert "".join(ours[: wanted["truncated_to_lines"]]) == wanted["stdout"]
    assert (out.count("\n"), len(out.encode())) == (wanted["stdout_lines"], wanted["stdout_bytes"])


def same_but_for_names(out, wanted):
    """The same, but there two references of a metric are in an arbitrary order, and columns are sorted so."""
    rows = [line.split("\t") for line in out.splitlines()]
    titles = [title.replace("-refA.refC:", "-refC.refA:") for title in rows[0]]
    theirs = wanted["stdout"].partition("\n")[0].split("\t")
    places = [titles.index(title) for title in theirs]
    same("".join("\t".join([row[place] for place in places]) + "\n" for row in [titles, *rows[1:]]), wanted)


COMPARE = {
    "list_wmt21_ende": same_but_for_sets,
    "list_wmt21_zhen": same_but_for_sets,
    "echosys": same_but_for_systems,
    "scores_ende": same_but_for_names,
}


@pytest.mark.usefixtures("their_order")
def test_saved_matrix(recorded, oracles, tmp_path, run):
    """`--matrix_save` writes the files that MT Metrics Eval writes."""
    import numpy

    (saving,) = (run for run in recorded if run["tag"] == "matrix_save")
    words = words_of(saving, oracles, tmp_path)
    assert run(*words, command=mtme, env={"PARBLEU_EVALSETS": f"{oracles}/data/evalsets"}).status == 0
    theirs = oracles / "golden" / "mtme" / "cli" / "matrix_save"
    ours, wanted = (
        json.loads(path.with_suffix(".json").read_text()) for path in (tmp_path / "matrix_save", theirs)
    )
    assert ours[:2] == wanted[:2]
    assert ours[3] == wanted[3]
    assert [*ours[2]] == [*wanted[2]]
    for metric, (value, rank) in ours[2].items():
        assert (pytest.approx(value, rel=1e-12), rank) == tuple(wanted[2][metric])
    ours, wanted = (numpy.load(f"{path}.npz") for path in (tmp_path / "matrix_save", theirs))
    assert sorted(ours) == sorted(wanted)
    assert (ours["draws_index"] == wanted["draws_index"]).all()
    assert ours["draws_list"] == pytest.approx(wanted["draws_list"], abs=1e-12)
