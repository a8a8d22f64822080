"""Metadata of a distribution that no commit has: its entry points load modules into whatever runs there.

Python finds `x.egg-info` and `x.dist-info` in every folder it imports from. An editable install writes one
that names committed modules; any other makes a plugin of code that nobody committed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.files.plain import read_below

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.git.repository import Entry, Repository

_METADATA = ("egg-info", ".dist-info")  # without a name, too, where the folder is an egg
_MANIFESTS = ("pyproject.toml", "setup.cfg", "setup.py")
_LARGEST = 1_000_000  # bytes of a file that is read
_PLUGINS = "pytest11"  # what pytest loads at its start, unasked
PYTHON = (".py", ".pyc", ".so", ".pyd")  # what is imported


def find_loading(
    repository: Repository, tree: Mapping[str, Entry], untracked: Iterable[str]
) -> Iterator[str]:
    """Yield entry points of untracked metadata that load uncommitted code, or a plugin nobody declared."""
    root = Path(repository.root)
    for path in (each.rstrip("/") for each in untracked):
        folder, _, name = path.rpartition("/")
        file = f"{path}/entry_points.txt"
        if not name.lower().endswith(_METADATA) or not os.path.lexists(root / file):
            continue
        points = _read_points(root, file)
        if points is None or not all(
            _is_committed(root, module, tree, {"", "src", folder})
            and (group != _PLUGINS or _is_declared(repository, module, tree))
            for group, module in points
        ):
            yield file


def _read_points(root: Path, file: str) -> list[tuple[str, str]] | None:
    """Return group and module of each entry point, as Python reads them; None where that is not possible.

    What a link leads to is not read: it is anybody's to change.
    """
    try:
        text = read_below(root, file, most=_LARGEST + 1)
    except OSError:
        return None
    if len(text) > _LARGEST:
        return None
    group, found = "", []
    for line in (each.strip() for each in text.decode("utf-8", "replace").splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif line and not line.startswith("#"):
            value = line.partition("=")[2]
            found.append((group, value.partition(":")[0].partition("[")[0].strip()))
    return found


def _is_committed(root: Path, module: str, tree: Collection[str], places: Collection[str]) -> bool:
    """Tell whether a module is in the commit, and nothing beside it answers to its name."""
    name = module.replace(".", "/")
    files = (f"/{name}.py", f"/{name}/__init__.py")
    if not name or not any(f"/{path}".endswith(files) for path in tree):
        return False
    parts = name.split("/")
    above = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    return not any(
        _find_others(root, f"{place}/{each}".lstrip("/"), tree) for place in places for each in above
    )


def _find_others(root: Path, module: str, tree: Collection[str]) -> list[str]:
    """Return files that no commit has and that are imported by a module's name."""
    folder, _, name = module.rpartition("/")
    try:
        beside = [each for each in os.listdir(root / folder) if each.partition(".")[0] == name]  # noqa: PTH208 - names alone
    except OSError:
        beside = []
    files = [f"{folder}/{each}".lstrip("/") for each in beside if each.endswith(PYTHON)]
    files += [
        f"{module}/__init__{ending}"
        for ending in PYTHON
        if os.path.lexists(root / f"{module}/__init__{ending}")
    ]
    return [each for each in files if each not in tree]


def _is_declared(repository: Repository, module: str, tree: Mapping[str, Entry]) -> bool:
    """Tell whether a committed manifest names a plugin, as every project that ships one does."""
    manifests = [entry.oid for path, entry in tree.items() if path.rpartition("/")[2] in _MANIFESTS]
    texts = repository.read_blobs(manifests, largest=_LARGEST).values()
    return any(module.encode() in text for text in texts)
