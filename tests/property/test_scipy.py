"""Correlations and their p-values are those of SciPy, bit for bit where docs/exactness.md says so."""

import json
import os
import platform
import random
import subprocess
import sys
from pathlib import Path

import pytest

from extras import extra

SCIPY = tuple(map(int, extra("scipy").__version__.split(".")[:2]))


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="SciPy adds up in another order")
def test_bit_for_bit():
    """With the kernels for AVX2 of SciPy's BLAS; those for AVX-512 round otherwise."""
    seed = random.randrange(1 << 32)
    program = [sys.executable, str(Path(__file__).with_name("scipy_rows.py")), str(seed), "120"]
    environment = {**os.environ, "OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    for name, scale, rows, values, p_values, apart in json.loads(ran.stdout):
        where = f"{name}, {scale}, seed {seed}"
        if name == "pearson" and SCIPY < (1, 17):
            continue  # before, it divides by the lengths of both rows first, and rounds more often
        assert values == rows, where
        if name == "pearson":
            assert p_values >= 0.9 * rows, where
            assert apart < 4e-16, where
        assert apart < 1e-12, where
