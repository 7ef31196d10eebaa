"""Counts on how many random rows correlations and p-values are those of the installed SciPy, bit for bit.

Run as a program, by test_scipy.py, so that the environment chooses the kernels of SciPy's BLAS: arguments are
a seed, and how many rows of each kind. Prints JSON: lists of a correlation, a scale, rows, equal values,
equal p-values, and the largest relative difference of p-values.
"""

import json
import sys
import warnings

import numpy as np
from scipy import stats

from parbleu.stats.correlation import correlate

SCALES = {
    "plain": lambda x: x,
    "ties": lambda x: np.round(x, 1),
    "tiny": lambda x: x * 1e-160,
    "subnormal": lambda x: x * 1e-310,
    "huge": lambda x: x * 1e150,
    "nearly equal": lambda x: 1 + 1e-13 * x,
}
FUNCTIONS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def same(one, other):
    return one == other or (one != one and other != other)


def count(function, name, rows):
    values = p_values = 0
    apart = 0.0
    for gold, metric in rows:
        value, p_value = map(float, function(gold, metric))
        ours = correlate(name, gold.reshape(1, -1), metric.reshape(1, -1))
        if not ours.defined:
            values += value != value
            p_values += value != value
            continue
        values += same(value, ours.value)
        p_values += same(p_value, ours.p_value)
        if p_value > 1e-300:
            apart = max(apart, abs(p_value - ours.p_value) / p_value)
    return len(rows), values, p_values, apart


def main(seed, number):
    warnings.simplefilter("ignore")
    random = np.random.default_rng(seed)
    found = []
    for scale, scaled in SCALES.items():
        rows = []
        for length in random.choice([*range(2, 60), 100, 333, 1000], number).tolist():
            gold = random.normal(size=length)
            metric = gold * random.normal() + random.normal(size=length)
            rows.append((scaled(gold), scaled(metric)))
        found += [(name, scale, *count(function, name, rows)) for name, function in FUNCTIONS.items()]
    print(json.dumps(found))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
