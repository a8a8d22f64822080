"""Where Python looks for modules in a repository: the folders from which dotted names are counted."""

from __future__ import annotations

import sys
from functools import lru_cache

_PROJECT_FILES = frozenset({"pyproject.toml", "setup.py", "setup.cfg"})
_SOURCE_FOLDERS = ("src", "lib", "python")
_ENDINGS = (".py", ".pyi")


class SourceRoots:
    """The roots of one list of files, and the way from dotted names to files and back.

    Packages with an `__init__` give their root away; folders with a project file and their `src` are roots;
    a script's own folder is a root for that script. Folders without `__init__` are namespace packages.
    """

    def __init__(self, paths: tuple[str, ...]) -> None:
        self._files = {path for path in paths if path.endswith(_ENDINGS)}
        self._folders = _folders_of(self._files)
        self._own: dict[str, str] = {}  # folder -> where the dotted names of its files are counted from
        self._packages = {
            path.rpartition("/")[0]
            for path in self._files
            if path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}
        }
        self._projects = self._find_projects(paths)
        packages = {self.own_root(f"{folder}/__init__.py") for folder in self._packages}
        self.roots = tuple(sorted(packages | self._projects | {""}, key=lambda root: (root.count("/"), root)))
        self._ordered = lru_cache(maxsize=None)(self._order)

    def own_root(self, path: str) -> str:
        """Return the folder above a file's topmost package: where its own dotted name is counted from."""
        folder = path.rpartition("/")[0]
        if folder not in self._own:
            root = folder
            while root and root in self._packages:
                root = root.rpartition("/")[0]
            self._own[folder] = root
        return self._own[folder]

    def module_of(self, path: str) -> str:
        """Return the dotted name of a file, counted from its project's root where it stands in one."""
        root = self.own_root(path)
        for project in sorted(self._projects, key=len, reverse=True):
            # Below `src` every folder belongs to the name: what has no `__init__` is a namespace package.
            if project.rpartition("/")[2] in _SOURCE_FOLDERS and f"{root}/".startswith(f"{project}/"):
                root = project
                break
        name = path[len(root) + 1 if root else 0 :]
        for ending in ("/__init__.pyi", "/__init__.py", ".pyi", ".py"):
            if name.endswith(ending):
                return name[: -len(ending)].replace("/", ".")
        return name.replace("/", ".")

    def find(self, module: str, importing: str) -> tuple[str, ...]:
        """Return the file that an absolute dotted name means for an importing file: none or one."""
        tail = module.replace(".", "/")
        own = self.own_root(importing)
        if module.partition(".")[0] in sys.stdlib_module_names:
            # The standard library wins over all but what lies beside the script itself.
            return self._file(own, tail) if self._begins(own, module) else ()
        for root in self._ordered(own):
            found = self._file(root, tail)
            if found:
                return found
        return ()

    def find_folder(self, module: str, importing: str) -> str | None:
        """Return the folder of a package, with or without `__init__`, that an absolute dotted name means."""
        tail = module.replace(".", "/")
        for root in self._ordered(self.own_root(importing)):
            folder = f"{root}/{tail}" if root else tail
            if folder in self._folders:
                return folder
        return None

    def in_folder(self, folder: str, name: str) -> tuple[str, ...]:
        """Return the file of a module directly in a folder; no name: the folder's own `__init__`."""
        return self._file(folder, name) if name else self._file(folder, "__init__")

    def _file(self, root: str, tail: str) -> tuple[str, ...]:
        start = f"{root}/{tail}" if root else tail
        for path in (f"{start}/__init__.py", f"{start}.py", f"{start}/__init__.pyi", f"{start}.pyi"):
            if path in self._files:
                return (path,)
        return ()

    def _begins(self, root: str, module: str) -> bool:
        first = module.partition(".")[0]
        return bool(self._file(root, first))

    def _find_projects(self, paths: tuple[str, ...]) -> set[str]:
        homes = {path.rpartition("/")[0] for path in paths if path.rpartition("/")[2] in _PROJECT_FILES} | {
            ""
        }
        sources = {f"{home}/{name}" if home else name for home in homes for name in _SOURCE_FOLDERS}
        # `lib/__init__.py` makes `lib` a package of its own, not a place to count from.
        return {
            each
            for each in homes | sources
            if each == "" or (each in self._folders and each not in self._packages)
        }

    def _order(self, own: str) -> tuple[str, ...]:
        """Return all roots, nearest first: the file's own, its project's, the repository's, the rest."""
        around = [root for root in self.roots if f"{own}/".startswith(f"{root}/") or not root]
        around.sort(key=len, reverse=True)
        beside = [f"{root}/{name}" if root else name for root in around for name in _SOURCE_FOLDERS]
        first = [own, *around, *(root for root in beside if root in self._projects)]
        return tuple(dict.fromkeys([*first, *self.roots]))


@lru_cache(maxsize=2)
def find_roots(paths: tuple[str, ...]) -> SourceRoots:
    """Return the roots of a list of files, found once however many ask for them."""
    return SourceRoots(paths)


def _folders_of(files: set[str]) -> set[str]:
    folders: set[str] = set()
    for path in files:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders
