"""Marks tests that need a version of NumPy."""

import numpy as np
import pytest

samples_of_numpy_2 = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.0.0",
    reason="with NumPy 1, sacreBLEU rounds the scores of samples in another way",
)
