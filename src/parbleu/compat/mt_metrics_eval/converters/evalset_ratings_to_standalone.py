"""Ratings of an evaluation set to standalone ones."""

import sys

from parbleu.compat.mt_metrics_eval.converters import program

main = program("evalset_ratings_to_standalone")

if __name__ == "__main__":
    main(sys.argv)
