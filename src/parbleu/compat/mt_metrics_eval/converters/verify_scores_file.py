"""Checks a file of scores, or a whole evaluation set."""

import sys

from parbleu.compat.mt_metrics_eval.converters import program

main = program("verify_scores_file")

if __name__ == "__main__":
    main(sys.argv)
