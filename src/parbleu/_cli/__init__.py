"""`parbleu`: every number of a machine-translation paper, from the shell."""

COMMANDS = {
    "score": "BLEU, chrF and TER of a system's output against references",
    "merge": "scores from the statistics of a corpus's shards",
    "delta": "how often people agree with a difference of scores",
    "gate": "stop a candidate that is worse than the system in use",
    "power": "how many segments, items and raters show a difference",
    "check": "files of segments: encoding, empty lines, lines of training data",
    "check-paper": "results behind a table of a paper: a checklist to print",
    "data": "test sets: list, show, get, verify, cite",
    "meta": "how well metrics agree with people",
    "human": "human ratings of translations: MQM, ESA, DA",
    "wmt": "shared tasks of WMT: validate files, rank systems, run a task",
    "analyze": "find where systems differ: examples, error classes, broken output",
    "align": "cut output into the segments of references, by the fewest edits",
    "edits": "what people changed in translations: HTER, edit rates, operations",
    "exposure": "how much of a test set is in training data",
    "study": "how far to trust a score: reorderings, tokenizers, other settings",
    "scorer": "learned metrics and programs that score: list, show, check",
    "mbr": "minimum Bayes risk decoding: the best of each n-best list",
    "nbest": "n-best lists: oracles, scores of every candidate",
    "report": "one HTML page: scores, tests, segments side by side, ratings",
    "convert": "test files in SGML or XML to text",
    "translate": "make hypotheses: CTranslate2, transformers, servers, any program",
    "cite": "BibTeX of parbleu and of what signatures stand on",
    "completion": "complete command lines in bash, zsh and fish",
    "doctor": "describe this installation: versions, packages, variables",
}

HEADINGS = {
    "Score": "score report gate analyze edits scorer",
    "Texts": "data check align translate",
    "People": "human meta wmt",
    "Trust": "study power delta",
}
"""What `parbleu --help` lists under headings; `parbleu help --all` lists the others, too."""
