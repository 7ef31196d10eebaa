"""The scorer of metric submissions to WMT23: how they agree with gold scores, as on the task's site."""

from __future__ import annotations

from os import listdir
from os.path import isfile, join

from parbleu.errors import RatingError
from parbleu.human.codalab_files import ALL, OFFICIAL, Submission, read_metadata, system_means

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Key = tuple[str, ...]

LEVELS = ("seg", "sys")


def score_submission(directory: str, say: Callable[[str], None]) -> list[str]:
    """Checks and scores a submission.

    Args:
        directory: has `ref` with the gold scores, and `res` with the submission: at most one `*.seg.score`
            and one `*.sys.score`, and perhaps `metadata.txt`.
        say: takes lines about what is being done.

    Returns:
        The lines of `scores.txt`.

    Raises:
        FormatError: a file is wrong, or lacks scores.
        RatingError: there is no file, or are too many; a primary submission lacks a language pair.
        UnreadableFileError: a file cannot be read.
    """
    place = join(directory, "res")
    paths = {level: _only(place, f".{level}.score") for level in LEVELS}
    metadata = _metadata(join(place, "metadata.txt"), say)
    found: dict[str, Submission] = {}
    gold: dict[str, Submission] = {}
    for level, path in paths.items():
        if path is not None:
            found[level] = _checked(path, level, say)
            if found[level].metric != next(iter(found.values())).metric:
                raise RatingError(f"the files in {place} are of different metrics; submit one")
    if not found:
        raise RatingError(f"there is neither a *.seg.score nor a *.sys.score in {place}")
    first = next(iter(found.values()))
    for level in LEVELS:
        kind = ".reffree" if first.without_reference else ""
        gold[level] = Submission(join(directory, "ref", f"goldlabels{kind}.{level}.score"), level)
        if level in found:
            found[level].check(gold[level])
            lacking = [pair for pair in OFFICIAL if pair not in found[level].official]
            if metadata.get("primary") == "Y" and lacking:
                raise RatingError(
                    f"{found[level].path}: primary submissions cover all language pairs; "
                    f"{', '.join(lacking)} is missing"
                )
    systems = found["sys"].scores if "sys" in found else None
    if systems is None:
        say("No system-level scores supplied - averaging segment-level scores")
        systems = system_means(found["seg"].scores)
    elif "seg" not in found:
        say("No segment-level scores supplied")
    lines = [f"{key}: {value}" for key, value in metadata.items()]
    lines += [f"metric_name: {first.metric}", f"ref_less: {'Y' if first.without_reference else 'N'}"]
    say("Computing system-level Pearson correlations with pseudo gold scores")
    lines += _agreement("pearson", "pearson", gold["sys"].scores, systems, only_all=True)
    segments: Mapping[Key, float] = {}
    if "seg" in found:
        say("Computing seg-level Kendall correlations with pseudo gold scores")
        segments = found["seg"].scores
    return lines + _agreement("kendalltau", "kendall", gold["seg"].scores, segments, only_all=False)


def _metadata(path: str, say: Callable[[str], None]) -> dict[str, str]:
    if not isfile(path):
        say("metadata.txt not found")
        return {}
    metadata = read_metadata(path)
    say(f"Read metadata from metadata.txt - {'' if metadata['primary'] == 'Y' else 'non-'}primary submission")
    return metadata


def _only(directory: str, suffix: str) -> str | None:
    try:
        names = sorted(name for name in listdir(directory) if name.endswith(suffix))
    except OSError as problem:
        raise RatingError(f"cannot list {directory}: {problem.strerror}") from None
    if len(names) > 1:
        raise RatingError(f"there are several files *{suffix} in {directory}; leave one")
    return join(directory, names[0]) if names else None


def _checked(path: str, level: str, say: Callable[[str], None]) -> Submission:
    say(f"Reading and checking {path.rpartition('/')[2]}:")
    submission = Submission(path, level)
    say(f"- Metric is {submission.metric}, ref-{'free' if submission.without_reference else 'based'}")
    say(f"- Read scores for official languages: {','.join(submission.official) or None}")
    say(f"- Read scores for other languages: {','.join(submission.others) or None}")
    return submission


def _agreement(
    name: str, correlation: str, gold: Mapping[Key, float], scores: Mapping[Key, float], *, only_all: bool
) -> list[str]:
    from parbleu.stats.correlation import correlate

    lines = []
    for pair in OFFICIAL:
        keys = [key for key in gold if key[0] == pair and key in scores and (not only_all or key[1] == ALL)]
        value = 0.0
        if keys:
            wanted, found = ([values[key] for key in keys] for values in (gold, scores))
            value = correlate(correlation, wanted, found, undefined="zero").value
        lines.append(f"{pair.replace('-', '')}_{name}: {value:f}")
    return lines
