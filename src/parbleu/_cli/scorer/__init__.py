"""`parbleu scorer`: learned metrics and programs that score segments: list, show, check, kept scores."""

COMMANDS = {
    "list": "the scorers, and what each needs",
    "show": "describe a scorer, and whether it can be used here",
    "check": "score a few sentences with a scorer",
    "install": "install another package's scorer, in an environment of its own",
    "remove": "delete an installed scorer",
    "cache": "the scores that are kept from earlier runs",
}
