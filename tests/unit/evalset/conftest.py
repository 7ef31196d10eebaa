import pytest

from toy_evalset import Tree


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)
