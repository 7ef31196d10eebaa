"""Builds wheels from the sdist by the compiler of the package ziglang, for Linux against an older C library.

The core is compiled once for each target and linked into a wheel for each interpreter: `cp310`, `cp311`, one
`abi3` for 3.12 and later, and free-threaded ones. auditwheel names the oldest C library that a wheel runs
with. The wheels are in dist/, and bear the time of the last commit: the same commit gives the same bytes.
`--target aarch64-macos.11.0 x86_64-macos.11.0 x86_64-windows-gnu` shows that the package compiles for other
systems: those who have them publish the wheels that their own compilers made, and tried.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGETS = (
    "x86_64-linux-gnu.2.28",
    "x86_64-linux-musl",
    "aarch64-linux-gnu.2.28",
    "aarch64-linux-musl",
)
INTERPRETERS = ("python3.10", "python3.11", "python3.12", "python3.14t")
LARGEST = 6_000_000
"""Bytes of a wheel."""
BUILD = """
import json, os, sys
from scikit_build_core.build import build_wheel
os.chdir(sys.argv[1])
build_wheel(sys.argv[2], json.loads(sys.argv[3]))
"""


def main() -> None:
    options = parsed()
    # The time that everything bears: that of the last commit.
    os.environ.setdefault("SOURCE_DATE_EPOCH", run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip())
    work, out = options.work.resolve(), options.output.resolve()
    if not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    sdist = options.sdist or make_sdist(out)
    source = work / sdist.name.removesuffix(".tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(work, filter="data")
    pythons = [found for name in options.python for found in interpreters(name)]
    for target in options.target:
        core = make_core(source, work / target, target)
        for python in pythons if "-linux-" in target else filter(is_stable, pythons):
            made = make_wheel(python, source, work / target, target, core)
            for wheel in repaired(made, out, target):
                size = wheel.stat().st_size
                print(f"{wheel}: {size:,} bytes", flush=True)
                if size > LARGEST:
                    sys.exit(f"{wheel} is larger than {LARGEST:,} bytes")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", nargs="+", default=INTERPRETERS, help="for which interpreters")
    parser.add_argument("--target", nargs="+", default=TARGETS, help="as Zig names them")
    parser.add_argument("--sdist", type=Path, help="the sdist (default: made from this tree)")
    parser.add_argument("--keep", action="store_true", help="go on with what was built before")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "wheels", help="where to build")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist", help="where the wheels go")
    return parser.parse_args()


def run(*command: str | Path, **variables: str) -> str:
    """Returns what a command prints; ends this program with all that it said if it fails."""
    environment = {**os.environ, **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def make_sdist(out: Path) -> Path:
    os.chdir(ROOT)
    from scikit_build_core.build import build_sdist

    return out / build_sdist(str(out))


def interpreters(name: str) -> list[str]:
    """The interpreter of that name that works, if there is one: pyenv has names for some that do not."""
    versions = sorted(Path.home().glob(f".pyenv/versions/{name.removeprefix('python')}*/bin/{name}"))
    for candidate in (name, *versions):
        found = shutil.which(candidate)
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return [found]
    print(f"{name} is not here: no wheel for it", flush=True)
    return []


def is_stable(python: str) -> bool:
    """Whether its wheel has the stable interface, whose headers are the same everywhere but for one."""
    return run(python, "-c", "import sys; print(sys.version_info > (3, 12) and not sys.abiflags)") == "True\n"


def zig(target: str, source: Path) -> dict[str, str]:
    """The variables with which CMake compiles for a target, and the same bytes wherever the source is."""
    import ziglang

    return {
        "PARBLEU_ZIG": str(Path(ziglang.__file__).parent),
        "PARBLEU_TARGET": target,
        "CMAKE_TOOLCHAIN_FILE": str(ROOT / "tools" / "zig.cmake"),
        "CXXFLAGS": f"-g0 -ffile-prefix-map={source.parent}=.",
    }


def make_core(source: Path, work: Path, target: str) -> Path:
    variables = zig(target, source)
    run("cmake", "-G", "Ninja", "-S", source / "core", "-B", work / "core", **variables)
    run("cmake", "--build", work / "core", **variables)
    run("cmake", "--install", work / "core", "--prefix", work / "installed", **variables)
    return work / "installed"


def make_wheel(python: str, source: Path, work: Path, target: str, core: Path) -> Path:
    tag = run(python, "-c", "import sys; print('%d%d' % sys.version_info[:2] + sys.abiflags)").strip()
    folder = work / f"cp{tag}"
    for old in folder.glob("**/*.whl"):
        old.unlink()
    settings = {
        "build-dir": str(folder / "build"),
        "cmake.define.PARBLEU_INSTALLED_CORE": "ON",
        "cmake.define.parbleu_core_DIR": str(next(core.glob("lib*/cmake/parbleu_core"))),
        "cmake.define.CMAKE_FIND_ROOT_PATH_MODE_PACKAGE": "BOTH",
        "wheel.py-api": "cp312",
        **(windows_python(python, folder) if "-windows" in target else {}),
    }
    variables = {**zig(target, source), **platform(target, tag)}
    tools = build_tools(python, work.parent / f"tools-cp{tag}")
    run(python, "-c", BUILD, source, folder, json.dumps(settings), PYTHONPATH=str(tools), **variables)
    (made,) = folder.glob("*.whl")
    return made


def build_tools(python: str, folder: Path) -> Path:
    """What an interpreter builds wheels with. Left to itself, pip would take programs of the target."""
    if not folder.exists():
        # This environment's pip: that of another interpreter may be too old for the options.
        pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
        locked = ("-c", ROOT / "tools" / "requirements.lock")
        run(*pip, "install", "-q", *locked, "--target", folder, "scikit-build-core", "nanobind")
    return folder


def platform(target: str, tag: str) -> dict[str, str]:
    """The variables that tell the build tools for which system a wheel is, and how it names modules."""
    processor, system, library = re.findall(r"[a-z]\w*|[\d.]+", target)[:3]
    if system == "windows":
        return {"_PYTHON_HOST_PLATFORM": "win-amd64", "SETUPTOOLS_EXT_SUFFIX": f".cp{tag}-win_amd64.pyd"}
    if system == "macos":
        name = f"macosx-{library.strip('.')}-{processor.replace('aarch64', 'arm64')}"
        return {"_PYTHON_HOST_PLATFORM": name, "SETUPTOOLS_EXT_SUFFIX": f".cpython-{tag}-darwin.so"}
    if processor == sysconfig.get_platform().rpartition("-")[2] and library == "gnu":
        return {}
    suffix = f".cpython-{tag}-{processor}-linux-{library}.so"
    return {"_PYTHON_HOST_PLATFORM": f"linux-{processor}", "SETUPTOOLS_EXT_SUFFIX": suffix}


def windows_python(python: str, folder: Path) -> dict[str, str]:
    """Headers and an import library of Python's stable interface on Windows, made from what is here."""
    import nanobind
    import ziglang

    include = folder / "include"
    headers = run(python, "-c", "import sysconfig; print(sysconfig.get_path('include'))").strip()
    shutil.copytree(headers, include, dirs_exist_ok=True)
    shutil.copy(ROOT / "tools" / "windows_pyconfig.h", include / "pyconfig.h")
    # nanobind lists the whole interface for another linker.
    listed = (Path(nanobind.cmake_dir()) / "darwin-ld-cpython.sym").read_text(encoding="ascii")
    names, library = folder / "python3.def", folder / "python3.lib"
    names.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *re.findall(r"^-U _(\w+)", listed, re.M)]))
    zig_itself = Path(ziglang.__file__).parent / "zig"
    run(zig_itself, "dlltool", "-m", "i386:x86-64", "-D", "python3.dll", "-d", names, "-l", library)
    # Beside a library that is there itself, CMake does not ask for those that the Python at hand needs.
    library.with_suffix(".dll").touch()
    return {
        "cmake.define.Python_INCLUDE_DIR": str(include),
        "cmake.define.Python_SABI_LIBRARY": str(library),
        "cmake.define.SKBUILD_SOSABI": "",
    }


def repaired(made: Path, out: Path, target: str) -> list[Path]:
    """Names a wheel by the oldest C library that it runs with; fails if that is newer than was asked for."""
    if not {"exp", "log", "pow"} <= wanted_of_libraries(made):
        sys.exit(f"{made.name} has functions of its own for what Python takes from the C library")
    library = target.partition("-linux-")[2]
    if not library:
        return [Path(shutil.copy2(made, out))]
    folder = made.parent / "repaired"
    auditwheel = (sys.executable, "-m", "auditwheel")
    run(*auditwheel, "repair", "--plat", "auto", "-w", folder, made)
    wheels = list(folder.iterdir())
    for wheel in wheels:
        kind = "musllinux" if library == "musl" else "manylinux"
        needed = [int(minor) for minor in re.findall(rf"{kind}_\d+_(\d+)_", wheel.name)]
        if not needed or (kind == "manylinux" and min(needed) > int(library.rpartition(".")[2])):
            sys.exit(f"{wheel.name} does not run with {target}")
    return [Path(shutil.copy2(wheel, out)) for wheel in wheels]


def wanted_of_libraries(wheel: Path) -> set[str]:
    """The names of the functions that a wheel's module takes from libraries."""
    from elftools.elf.elffile import ELFFile

    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith((".so", ".pyd")))
        content = archive.read(name)
    if not content.startswith(b"\x7fELF"):
        # In a module for another system imported names stand between zeros; those of its own do not.
        return {name.decode() for name in re.findall(rb"(?<=\0)_?(\w+)(?=\0)", content)}
    symbols = ELFFile(io.BytesIO(content)).get_section_by_name(".dynsym").iter_symbols()
    return {symbol.name for symbol in symbols if symbol["st_shndx"] == "SHN_UNDEF"}


if __name__ == "__main__":
    main()
