"""Standalone ratings to the files of an evaluation set."""

import sys

from parbleu.compat.mt_metrics_eval.converters import program

main = program("standalone_ratings_to_evalset")

if __name__ == "__main__":
    main(sys.argv)
