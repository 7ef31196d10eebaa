"""Models and environments of the tests that need torch and transformers: `make test-transformers`."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

if find_spec("torch") is None:
    collect_ignore_glob = ["*"]  # then pytest finds no tests, which is an error if these were asked for
else:
    import torch
    import transformers

    import hugging_face.tiny_models

    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """Returns the folder of a tiny model, made when it is first asked for."""
    root, made = tmp_path_factory.mktemp("models"), {}

    def find(name):
        if name not in made:
            made[name] = hugging_face.tiny_models.make(name, root / name)
        return made[name]

    return find


@pytest.fixture(scope="session", autouse=True)
def kept(tmp_path_factory):
    """The cache: what one test has converted, the others need not."""
    place = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SACREBLEU", str(place))
        patch.setenv("HF_HOME", str(place / "hub"))
        yield place / "models" / "translate"


@pytest.fixture
def parbleu(tmp_path):
    """Runs `parbleu ARGUMENTS...` in a process of its own, without some packages if so told."""

    def run(*arguments, without=(), status=0, **environment):
        hide = "".join(f"sys.modules[{name!r}] = None; " for name in without)
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; {hide}from parbleu._cli.main import command; command()",
                *map(str, arguments),
            ],
            cwd=tmp_path,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run
