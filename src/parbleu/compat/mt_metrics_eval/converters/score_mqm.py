"""A table of MQM to scores of segments."""

import sys

from parbleu.compat.mt_metrics_eval.converters import program

main = program("score_mqm")

if __name__ == "__main__":
    main(sys.argv)
