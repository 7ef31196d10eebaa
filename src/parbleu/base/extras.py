"""Makes the command that installs the packages of an extra, for messages about missing packages."""

from __future__ import annotations


def install_command(extra: str) -> str:
    """Returns the command that installs the packages of an extra of parbleu, such as "ja".

    It names the packages, since `parbleu[ja]` can be installed only where an index has parbleu.
    """
    from importlib.metadata import PackageNotFoundError, requires

    try:
        declared = requires("parbleu") or []
    except PackageNotFoundError:  # run from its sources
        return f"pip install '.[{extra}]' in the directory of parbleu's sources"
    found = []
    for requirement in declared:
        package, _, marker = requirement.partition(";")
        if marker.replace("'", '"').replace(" ", "") == f'extra=="{extra}"':
            found.append(f"'{package.strip()}'")
    return f"pip install {' '.join(found)}"
