"""The command `parbleu`: every number in a machine-translation paper, from the shell."""

COMMANDS = {
    "score": "BLEU, chrF and TER of a system's output against references",
    "data": "test sets: list, describe, download, check",
    "meta": "how well metrics agree with people",
    "human": "what people said about translations: MQM, ESA, DA",
    "study": "how far a score can be trusted: what BLEU does not see, what settings do",
    "convert": "test files in SGML or XML to text",
    "translate": "make hypotheses: CTranslate2, transformers, servers, any program",
}
