"""Tests the command as a process: streams, signals, memory, and which modules it loads."""

import fcntl
import gzip
import os
import random
import signal
import subprocess
import sys
import termios
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from waiting import PATIENCE, processor_seconds, wait_until

COMMAND = Path(sys.executable).parent / "parbleu"
ROOT = Path(__file__).parents[2]
LAUNCH = ROOT / "benchmarks" / "launch.py"
LINES = 120_000


def run(*words, **more):
    return subprocess.run([COMMAND, *words], capture_output=True, timeout=PATIENCE, **more)


def test_the_command_and_the_module(corpus):
    words = ["score", "a", "-i", "hyp", "-b"]
    direct = run(*words, cwd=corpus)
    module = subprocess.run([sys.executable, "-m", "parbleu", *words], capture_output=True, cwd=corpus)
    assert direct.returncode == 0
    assert direct.stdout == module.stdout
    assert float(direct.stdout) > 0


def test_status_of_the_process(corpus):
    assert run("score", "a", "-i", "none", cwd=corpus).returncode == 1
    assert run("score", "a", "-i", "hyp", "-w", "x", cwd=corpus).returncode == 2


@pytest.mark.parametrize("locale", ["C", "POSIX", "de_DE.ISO-8859-1"])
def test_output_is_utf8(corpus, locale):
    env = {
        **os.environ,
        "LC_ALL": locale,
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    result = run("score", "häß", "-i", "hyp", cwd=corpus, env=env)
    assert result.stderr.decode() == "parbleu: cannot read häß: No such file or directory\n"


def test_compressed_and_piped(corpus):
    (corpus / "hyp.gz").write_bytes(gzip.compress((corpus / "hyp").read_bytes()))
    plain = run("score", "a", "-i", "hyp", "-b", "-w", "9", cwd=corpus)
    assert run("score", "a", "-i", "hyp.gz", "-b", "-w", "9", cwd=corpus).stdout == plain.stdout
    piped = run("score", "a", "-b", "-w", "9", cwd=corpus, input=(corpus / "hyp").read_bytes())
    assert piped.stdout == plain.stdout
    pipe = subprocess.run(
        ["bash", "-c", f"{COMMAND} score <(cat a) -i <(cat hyp) -b -w 9"], capture_output=True, cwd=corpus
    )
    assert pipe.stdout == plain.stdout


@pytest.mark.parametrize("words", [["score", "a", "-i", "hyp"], ["--help"], ["--version"]])
def test_broken_pipe(corpus, words):
    read, write = os.pipe()
    os.close(read)
    result = subprocess.run([COMMAND, *words], cwd=corpus, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert result.stderr == b""
    assert result.returncode == 141


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_cut_short_is_an_error(corpus, unbuffered):
    """Also when Python does not buffer: a raw file takes a part of the text and says nothing of the rest."""
    for name in ("many", "ref"):
        (corpus / name).write_text("a\n" * 2000)
    process = subprocess.Popen(
        [COMMAND, "score", "ref", "-i", "many", "-sl"],
        cwd=corpus,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait() == 141


def test_closed_streams(corpus):
    result = subprocess.run(
        ["bash", "-c", f"{COMMAND} score a -i hyp >&-; echo $? >&2; {COMMAND} score a <&-; echo $? >&2"],
        capture_output=True,
        cwd=corpus,
    )
    assert result.stderr.decode().splitlines() == [
        "parbleu: standard output is closed",
        "1",
        "parbleu: standard input is closed: name a file in its place",
        "1",
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk(corpus):
    for words in ("score a -i hyp", "--help", "score --help"):
        result = subprocess.run(
            ["bash", "-c", f"{COMMAND} {words} >/dev/full"], capture_output=True, cwd=corpus
        )
        assert result.returncode == 1
        assert result.stderr == b"parbleu: standard output: No space left on device\n"


@pytest.mark.parametrize("words", [["help"], ["data", "--help"], ["score", "--help"]])
def test_help_without_docstrings(words):
    result, expected = (
        subprocess.run([sys.executable, *flags, "-m", "parbleu", *words], capture_output=True, text=True)
        for flags in (["-OO"], [])
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == expected.stdout


def test_a_working_directory_that_is_gone(corpus):
    line = f"cd gone && rmdir ../gone && exec {COMMAND} score {corpus}/a -i {corpus}/hyp -o out"
    (corpus / "gone").mkdir()
    done = subprocess.run(["bash", "-c", line], cwd=corpus, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "parbleu: the working directory is gone: change to another one\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may list every folder")
@pytest.mark.parametrize("words", [["a", "-i", "hyp", "--scores", "M=shut"], ["shut/*.csv", "--hyp", "x"]])
def test_folders_that_may_not_be_listed(corpus, words):
    (corpus / "shut").mkdir(mode=0)
    done = subprocess.run([COMMAND, "score", *words], cwd=corpus, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "Permission denied" in done.stderr


def test_errors_of_the_system_are_told_in_a_line(capsys):
    from parbleu._cli.main import exit_status
    from parbleu._cli.shell.console import Console, Program

    def run():
        raise PermissionError(13, "Permission denied", "shut")

    assert exit_status(Console(Program("parbleu", "parbleu: ", "1")), run) == 1
    assert capsys.readouterr().err == "parbleu: shut: Permission denied\n"


def test_what_was_registered_for_the_end_is_done():
    """The process ends at once, but temporary files still go."""
    program = "import atexit\nfrom parbleu._cli.main import command\natexit.register(print, 'end')\ncommand()"
    result = subprocess.run([sys.executable, "-c", program, "--version"], capture_output=True, text=True)
    assert result.stdout.splitlines()[1:] == ["end"]
    assert result.returncode == 0


def interrupt(process):
    """Sends Ctrl-C to a process that is at work: while Python starts, it ends with a traceback."""
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, b"")
    assert getrusage(RUSAGE_CHILDREN).ru_utime - before < 20  # since its start: it does not go on


def unread(pipe):
    """Returns how many bytes are in a pipe, of which this is the end to read from."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


IMPORTS = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["parbleu", "score", "a", "-i", "hyp"]
from parbleu.__main__ import command
command()
"""


@pytest.mark.parametrize("name", ["parbleu._cli.main", "parbleu._core", "parbleu.metrics._bleu"])
def test_interrupted_while_it_imports(corpus, name):
    program = IMPORTS.format(name=name)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=corpus)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


def test_terminated_while_it_writes_segments(tmp_path):
    """Of a file that appears as a whole nothing is left."""
    for name in ("ref", "hyp"):
        (tmp_path / name).write_text("the cat sat on the mat\n" * 400_000)
    command = [COMMAND, "score", "ref", "-i", "hyp", "--segments", "scores.tsv"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: any(part.stat().st_size for part in tmp_path.glob(".*.part")), process)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGTERM
    assert sorted(os.listdir(tmp_path)) == ["hyp", "ref"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_every_command_removes_its_temporary_files(corpus, number):
    program = (
        "import os, sys\nfrom parbleu._io import atomic\nfrom parbleu._cli import main\n"
        "def run(words):\n"
        "    with atomic.replacing('out') as file:\n"
        f"        os.kill(os.getpid(), {int(number)})\n"
        "        file.write(b'x')\n"
        "main.command(run)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=corpus)
    assert (result.returncode, result.stdout, result.stderr) == (128 + number, "", "")
    assert not list(corpus.glob("*out*"))
    assert not list(corpus.glob(".*out*"))


def test_interrupted_while_it_waits(corpus):
    read, write = os.pipe()
    process = subprocess.Popen(
        [COMMAND, "score", "a"],
        cwd=corpus,
        stdin=read,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.write(write, b"one\n")
    wait_until(lambda: not unread(read), process)
    interrupt(process)
    os.close(read)
    os.close(write)


def test_interrupted_while_it_computes(tmp_path):
    """Two endless files."""
    texts = ["The cat sat on the mat, as cats do.", "As all cats do, the cat was on the mat."]
    endless = [subprocess.Popen(["yes", text], stdout=subprocess.PIPE) for text in texts]
    files = [f"/dev/fd/{each.stdout.fileno()}" for each in endless]
    process = subprocess.Popen(
        [COMMAND, "score", files[0], "-i", files[1], "-m", "bleu", "chrf", "ter"],
        pass_fds=[each.stdout.fileno() for each in endless],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    for each in endless:
        each.stdout.close()
    wait_until(lambda: processor_seconds(process.pid) > 0.5, process)
    interrupt(process)
    for each in endless:
        each.wait(timeout=PATIENCE)  # nobody reads them any more


@pytest.mark.parametrize("words", [["-par", "-parn", "100000000"], ["-pbs", "-pbsn", "100000000"]])
def test_interrupted_while_it_resamples(corpus, words):
    for name in ("a", "b", "hyp"):  # so that it takes minutes
        (corpus / name).write_text((corpus / name).read_text() * 100)
    before = set(corpus.iterdir())
    process = subprocess.Popen(
        [COMMAND, "score", "a", "-i", "hyp", "b", "-q", *words, "--segments", "out.tsv"],
        cwd=corpus,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_until(lambda: processor_seconds(process.pid) > 0.5, process)
    interrupt(process)
    assert set(corpus.iterdir()) == before


def test_interrupted_where_another_error_takes_its_place():
    """While NumPy is imported, it raises ImportError for KeyboardInterrupt, and nanobind TypeError."""
    program = (
        "import os, signal\n"
        "from parbleu._cli.main import command\n"
        "def run(words):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        raise TypeError('could not export') from None\n"
        "command(run)\n"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (process.returncode, process.stderr) == (130, b"")


def peak(words, cwd):
    """Peak memory of a command in MB, which a small process starts: a child's counts from its parent's."""
    subprocess.run(
        [sys.executable, LAUNCH, "peak", COMMAND, *words], cwd=cwd, stdout=subprocess.DEVNULL, check=True
    )
    return int((cwd / "peak").read_text().split()[1]) / 1024


@pytest.mark.long
def test_memory_is_bounded(tmp_path):
    """Files are scored piece by piece: what is held does not grow with them."""
    draw = random.Random(2)
    words = [f"word{index}" for index in range(500)] + ["é", "漢字"]
    some = [" ".join(draw.choices(words, k=24)) for _ in range(1000)]
    for name in ("hyp", "ref", "ref2"):
        draw.shuffle(some)
        block = "".join(f"{line}\n" for line in some)
        (tmp_path / name).write_text(block * (LINES // 1000))
        (tmp_path / f"{name}.small").write_text(block)
    megabytes = (tmp_path / "hyp").stat().st_size / 1e6
    assert megabytes > 15
    options = ["-m", "bleu", "chrf", "--threads", "1"]
    small = peak(["score", "ref.small", "ref2.small", "-i", "hyp.small", *options], tmp_path)
    large = peak(["score", "ref", "ref2", "-i", "hyp", *options], tmp_path)
    assert large - small < 120
    # Tables of statistics grow: BLEU's by 80 bytes a line and system, and once more in the resampling.
    for more in (["hyp", "-ci", "-n", "2"], ["hyp", "ref", "--force"], ["hyp", "--segments", "out.tsv"]):
        large = peak(["score", "ref2", "-i", *more, "--threads", "1"], tmp_path)
        assert large - small < 120, more


FORBIDDEN = {
    "numpy",
    "argparse",
    "re",
    "typing",
    "dataclasses",
    "json",
    "logging",
    "enum",
    "functools",
    "collections",
    "inspect",
    "contextlib",
    "gzip",
    "zlib",
    "pathlib",
    "tqdm",
    "difflib",
    "warnings",
    "importlib",
    "locale",
    "shutil",
    "string",
    "struct",
    "textwrap",
    "threading",
    "traceback",
    "weakref",
}


@pytest.mark.parametrize(
    "words",
    [
        ["hyp", "-b", "-w", "3"],
        ["hyp", "-b", "-tok", "zh"],
        ["hyp", "-ci", "-cin", "20"],
        ["hyp", "-f", "text"],
        ["hyp", "a"],
        ["hyp", "a", "-pbs", "-pbsn", "20"],
        ["hyp", "a", "-par", "-parn", "20"],
    ],
)
def test_what_is_not_loaded(corpus, words):
    """Each of these costs more than scoring a few hundred segments."""
    site_packages = Path(__import__("parbleu").__file__).parents[1]
    program = f"""
import sys
sys.path.append({str(site_packages)!r})
before = set(sys.modules)
from parbleu._cli.main import main
status = main(["score", "a", "b", "-m", "bleu", "chrf", "ter", "-i", *{words!r}])
print(status, *sorted(set(sys.modules) - before))
"""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], cwd=corpus, capture_output=True, text=True, check=True
    )
    status, *loaded = result.stdout.splitlines()[-1].split()
    assert status == "0"
    rounding = {"struct"} if "-ci" in words else set()  # to single precision; next to nothing
    assert not set(loaded) & FORBIDDEN - rounding
    rooms = ("parbleu.testsets", "parbleu.fetch", "parbleu._base.rare_errors")
    assert not [name for name in loaded if name.startswith(rooms)]
    assert len([name for name in loaded if name.startswith("parbleu")]) > 5


def test_a_terminal_learns_that_hypotheses_are_waited_for(corpus):
    """`parbleu score ref hyp`, without -i, reads what is typed."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "parbleu", "score", "a", "b", "-b"]
    pipes = {"stdin": theirs, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=corpus, **pipes) as process:
        line = process.stderr.readline().decode()
        os.write(ours, b"The dog bit the man.\nIt was not.\nThe man bit him.\n\x04\x04")  # two reads
        out, _ = process.communicate(timeout=30)
    os.close(ours)
    os.close(theirs)
    assert line == "parbleu: waiting for hypotheses on standard input; did you mean -i b?\n"
    assert (process.returncode, float(out) > 0) == (0, True)
