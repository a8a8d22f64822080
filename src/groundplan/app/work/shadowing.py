"""Modules that no commit has, imported in place of others: committed ones, a runner's, installed ones."""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.probes.surroundings import absolute_folders, own_home, own_programs
from groundplan.app.work.steering import find_modules

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.git.repository import Entry

EXTENSIONS = (".so", ".pyd")
_INSTALLED_IN = (
    *("lib/python3*/site-packages", "lib64/python3*/site-packages", "lib/python3*/dist-packages"),
    *("lib/python3/dist-packages", "local/lib/python3*/dist-packages", "Lib/site-packages"),
)
_OTHERS = (".rb", ".pm")  # of languages whose tests look into `lib` and the folder of tests first
_KEYS = frozenset({"secrets"})  # people keep keys in a file of that name, and no runner imports Python's
_MOST_FOLDERS = 50


def find_shadows(
    root: Path, untracked: Iterable[str], tree: Mapping[str, Entry], tested: Collection[str]
) -> Iterator[str]:
    """Yield what is imported in place of a committed module, of a runner's, or of an installed one."""
    elsewhere = _Elsewhere(root)
    has_others = any(path.endswith(_OTHERS) for path in tree)
    for path in untracked:
        if _hides(root, path, tree, tested, elsewhere) or (has_others and _is_anothers(root, path)):
            yield path


class _Elsewhere:
    """What is installed is looked for after the folder that a command runs in: its names."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: list[Path] | None = None

    def has(self, name: str) -> bool:
        """Tell whether a module of that name is Python's own, a runner's, or installed."""
        if name in sys.stdlib_module_names or name in find_modules("python"):
            return True
        if self._folders is None:
            self._folders = list(_find_packages(self._root))
        return any((each / name).is_dir() or (each / f"{name}.py").is_file() for each in self._folders)


def _find_packages(root: Path) -> Iterator[Path]:
    """Yield the folders of installed packages: of the project, of each Python on PATH, and of the user."""
    home = Path(own_home(os.environ) or os.sep)
    programs = [*own_programs(root), *absolute_folders(os.environ)]
    places = [Path(each).parent for each in programs if Path(each).name in {"bin", "Scripts"}]
    places += [each.parent for each in islice(root.glob("*/pyvenv.cfg"), _MOST_FOLDERS)]
    places += [home / ".local", *islice((home / ".pyenv/versions").glob("*"), _MOST_FOLDERS)]
    for place in dict.fromkeys(places):
        for pattern in _INSTALLED_IN:
            yield from place.glob(pattern)


def _hides(
    root: Path, path: str, tree: Mapping[str, Entry], tested: Collection[str], elsewhere: _Elsewhere
) -> bool:
    """Tell whether something untracked is imported in place of a Python module."""
    bare = path.rstrip("/")
    folder, _, name = bare.rpartition("/")
    replaced: tuple[str, ...] = ()  # committed sources that it comes before, by their endings
    if (root / bare).is_dir():
        replaced = (".py", ".pyx")
        is_module = any((root / bare).glob("__init__.*"))
    else:
        is_module = bare.endswith((".py", ".pyc", *EXTENSIONS))
        replaced = (".py",) if bare.endswith(EXTENSIONS) else ()
        name = name.partition(".")[0]
    if not is_module or name == "__pycache__":  # whose own `__init__` is compiled for the folder above
        return False
    module = f"{folder}/{name}" if folder else name
    is_anothers = folder in tested and name not in _KEYS and elsewhere.has(name)
    return is_anothers or any(f"{module}{ending}" in tree for ending in replaced)


def _is_anothers(root: Path, path: str) -> bool:
    """Tell whether something is found in place of a module of Ruby's or Perl's test runners."""
    place = root / path.rstrip("/")
    try:
        inside = os.listdir(place) if place.is_dir() else [""]  # noqa: PTH208 - names alone
    except OSError:
        return False
    parts = [f"{path}{name}".rsplit("/", 2) for name in inside if f"{path}{name}".endswith(_OTHERS)]
    return any({each[-1], "/".join(each[-2:])} & find_modules("others") for each in parts)
