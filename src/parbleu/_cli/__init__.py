"""The command `parbleu`: the tree of its commands, and their old spellings."""

COMMANDS = {
    "": {
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
    },
    "power": {
        "difference": "how often people agree with a difference of scores",
        "segments": "how many segments show a difference of two systems' scores",
        "human": "how many items and raters show it in a human evaluation",
    },
    "data": {
        "list": "the test sets, or the language pairs of one",
        "show": "describe a test set",
        "cite": "the BibTeX entries of test sets",
        "plan": "what would be downloaded: URL, size, checksum, place",
        "get": "download and convert test sets",
        "import": "import downloads from another machine",
        "path": "the paths of test sets and their texts",
        "verify": "check the cache",
    },
    "meta": {
        "list": "the evaluation sets, or the language pairs of one",
        "show": "the contents of an evaluation set, or its texts side by side",
        "scores": "all scores of people and metrics in an evaluation set",
        "correlate": "correlations of a file of scores with human scores",
        "compare": "which of two files of scores agrees better with people",
        "matrix": "all metrics of an evaluation set, ranked, with significance",
        "run": "the official tables of the WMT metrics tasks",
        "score": "compute BLEU, chrF, chrF++ and TER of all systems and store them",
        "import": "make an evaluation set of texts and human scores",
        "download": "download the evaluation sets of the WMT metrics tasks (2 GB)",
    },
    "human": {
        "scores": "scores of systems, documents or segments from a file of ratings",
        "agreement": "how far raters agree",
        "raters": "counts, severity and speed of each rater",
        "show": "list the marked errors with the text they mark",
        "evalset": "make an evaluation set of a file of ratings",
        "convert": "convert between formats of ratings and evaluation sets",
        "codalab": "score a metric submission to WMT23",
    },
    "human convert": {
        "ratings": "one format of ratings to another",
        "standalone-to-evalset": "standalone ratings to the files of an evaluation set",
        "evalset-to-standalone": "ratings of an evaluation set to standalone ones",
        "score-mqm": "a table of MQM to segment scores, by MT Metrics Eval",
        "verify-scores": "check a file of scores, or a whole evaluation set",
    },
    "wmt": {
        "validate": "check files of a shared task: systems, predictions, ratings, terms",
        "rank": "rankings of systems as published and as they should be",
        "spans": "scores of predicted error spans: character F1, matching",
        "labels": "how well translations without errors, or critical ones, are predicted",
        "edits": "what post-edits gain, for each edit",
        "autorank": "the ranking by metrics that chooses systems for raters",
        "terminology": "how often systems use the terms they were given",
        "compression": "compressed models beside the uncompressed one: quality, broken output, size",
        "run": "a whole task from its raw files: rankings, tables, evaluation set, pages",
    },
    "analyze": {
        "words": "precision and recall of words by frequency, case, length, label, ...",
        "segments": "scores of segments by length, domain, document, score, ...",
        "ngrams": "n-grams that one system gets right, or over-produces, more often",
        "examples": "the segments where systems, or metrics, differ most, with edits",
        "data": "broken output: empty, copied or repeating text, wrong numbers",
        "errors": "classes of errors: by edits, or those that people and metrics marked",
    },
    "study": {
        "exposure": "how much of the test set is in training data",
        "permutations": "how many reorderings of the words do not lower BLEU",
        "runs": "systems of several training runs: what chance explains",
        "select": "which segments people should judge, and what the choice gives up",
        "tokenization": "how scores depend on tokenizer, case, smoothing and variant",
    },
    "scorer": {
        "list": "the scorers, and what each needs",
        "show": "describe a scorer, and whether it can be used here",
        "check": "score a few sentences with a scorer",
        "install": "install another package's scorer, in an environment of its own",
        "remove": "delete an installed scorer",
        "cache": "the scores that are kept from earlier runs",
    },
    "nbest": {
        "mbr": "minimum Bayes risk decoding: the best of each list",
        "oracle": "the best and the worst translations that the lists hold",
        "rescore": "scores and ranks of every candidate",
    },
}
"""Group -> its commands -> what each does; the words that are typed after `parbleu` are its name."""

ABOUT = {
    "": "every number of a machine-translation paper, from the shell.",
    "power": "which differences people, and test sets, show.",
    "data": "lists, downloads, checks and describes test sets.",
    "meta": "evaluation sets, and the agreement of metrics with human scores.",
    "human": "human ratings: scores, agreement of raters, conversions.",
    "human convert": "converts between files of ratings and scores.",
    "wmt": "shared tasks of WMT, from raw files to rankings and tables.",
    "analyze": "finds where systems differ.",
    "study": "studies how far a score can be trusted.",
    "scorer": "learned metrics and programs that score segments: list, show, check, kept scores.",
    "nbest": "chooses from n-best lists, and measures what they hold.",
}
"""What each group is for, as its help text says."""

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
