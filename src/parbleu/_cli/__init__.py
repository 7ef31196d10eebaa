"""`parbleu`: every number of a machine-translation paper, from the shell."""

COMMANDS = {
    "score": "BLEU, chrF and TER of a system's output against references",
    "merge": "scores from the statistics of a corpus's shards",
    "gate": "stop a candidate that is worse than the system in use",
    "power": "which differences count: to people, on a test set, with raters",
    "check": "files of segments: encoding, empty lines, lines of training data",
    "check-paper": "results behind a table of a paper: a checklist to print",
    "data": "test sets: list, show, get, verify, cite",
    "meta": "how well metrics agree with people",
    "human": "human ratings of translations: MQM, ESA, DA",
    "wmt": "shared tasks of WMT: validate files, rank systems, run a task",
    "analyze": "find where systems differ: examples, error classes, broken output",
    "align": "cut output into the segments of references, by the fewest edits",
    "edits": "what people changed in translations: HTER, edit rates, operations",
    "study": "how far to trust a score: tokenizers, runs, training data, ...",
    "scorer": "learned metrics and programs that score: list, show, check",
    "nbest": "n-best lists: minimum Bayes risk decoding, oracles, all scores",
    "report": "one HTML page: scores, tests, segments side by side, ratings",
    "convert": "files in SGML or XML, of translators, and of subtitles to text",
    "translate": "make hypotheses: CTranslate2, transformers, servers, any program",
    "cite": "BibTeX of parbleu and of what signatures stand on",
    "completion": "complete command lines in bash, zsh and fish",
    "doctor": "describe this installation: versions, packages, variables",
}

OLD_SPELLINGS = {
    ("mbr",): ("nbest", "mbr"),
    ("delta",): ("power", "difference"),
    ("exposure",): ("study", "exposure"),
    ("convert", "sgm"): ("convert",),
}
"""Words that began a command line before, and what they are now."""

HEADINGS = {
    "Score": "score report gate analyze edits scorer",
    "Texts": "data check convert align translate",
    "People": "human meta wmt",
    "Trust": "study power",
}
"""What `parbleu --help` lists under headings; `parbleu help --all` lists the others, too."""
