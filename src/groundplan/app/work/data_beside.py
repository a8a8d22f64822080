"""Data that no commit has and a test may read, told by who names it and by where it lies.

Every project has files beside its commits: caches, outputs, what was downloaded. Only what tests or code can
be seen to read bears on a result.
"""

from __future__ import annotations

import fnmatch
from collections import defaultdict
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.probes.copying import is_installed
from groundplan.app.work.steering import is_loaded, is_steering
from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.git.repository import Entry, Repository

CODE = (
    *(".py", ".pyc", ".pyx", ".so", ".pyd", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"),
    *(".rb", ".php", ".pl", ".pm", ".lua", ".go", ".rs", ".java", ".kt", ".cs", ".c", ".h", ".cc", ".cpp"),
    *(".hpp", ".sh", ".mk", ".ex", ".exs", ".swift", ".scala"),
)
WORDS_ONLY = (".md", ".rst", ".txt", ".log", ".adoc")
_LARGEST = 500_000  # bytes of a committed text that is searched
_AT_ONCE = 500  # texts in memory
# What tools and desktops leave behind: code that names one skips it, unless it goes on to what is inside.
_LEFT = (
    *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".ipynb_checkpoints"),
    *(".idea", ".vscode", ".vs", ".gradle", ".git", ".hg", ".svn", ".tox", ".nox", ".nyc_output", "htmlcov"),
    *(".cache", ".parcel-cache", ".next", ".nuxt", ".turbo", ".svelte-kit", ".terraform", ".direnv", ".yarn"),
    *(".DS_Store", "Thumbs.db", "desktop.ini", "*.pyc", "*.pyo", "*.swp", "*.swo", "*~", "*.orig", "*.rej"),
    *(".coverage", ".coverage.*", ".eslintcache", "*.tsbuildinfo", "*.iml", ".eggs", "*.egg-info"),
)
_IS_LEFT = late_regex("|".join(map(fnmatch.translate, _LEFT)))
_FOR_TESTS = late_regex(r"(?:.*/)?(?:tests?|__tests__|specs?|e2e|testdata|fixtures|__snapshots__)(?:/.*)?")
_WORD = late_regex(r"[\w.*?-]+")
_PART = late_regex(r"""(?<=["'`/])[\w.@-]+(?=(/?["'`])|/)""")  # of a path; the group: its last part


def find_read(
    repository: Repository, tree: Mapping[str, Entry], paths: Iterable[str], *, is_strict: bool = False
) -> list[str]:
    """Return those of some untracked paths that a test may read; folders end in `/`.

    Strict: what lies beside any test counts, and not only what lies in a folder for tests.
    """
    root = Path(repository.root)
    beside = {path.rpartition("/")[0] for path in tree if is_test(path)} if is_strict else set()
    names = _Names()
    for path in paths:
        bare = path.rstrip("/")
        is_left = _IS_LEFT.fullmatch(bare.rpartition("/")[2]) is not None
        if path.endswith("/") and is_installed(root / bare):
            continue
        if not is_left and (_FOR_TESTS.fullmatch(bare) or bare.rpartition("/")[0] in beside):
            names.found.add(path)
        else:
            names.add(path, is_left=is_left)
    if names.is_any:
        for path, text in _texts(repository, tree):
            names.search(text, is_in_test=is_test(path) or _FOR_TESTS.fullmatch(path) is not None)
    return sorted(names.found)


def _texts(repository: Repository, tree: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    """Yield the committed tests and code; what builds or ignores names outputs, and reads none."""
    wanted = [(path, entry.oid) for path, entry in tree.items() if entry.is_file and _may_read(path)]
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        blobs = repository.read_blobs([oid for _, oid in some], largest=_LARGEST)
        yield from ((path, blobs[oid].decode("utf-8", "replace")) for path, oid in some if oid in blobs)


def _may_read(path: str) -> bool:
    is_read = path.endswith(CODE) or _FOR_TESTS.fullmatch(path) is not None
    return is_read and (is_loaded(path) or not is_steering(path))


def _no_paths() -> defaultdict[str, set[str]]:
    return defaultdict(set)


@dataclass(frozen=True, slots=True)
class _Names:
    """Names by which a text may mean one of some paths, in small letters: some disks heed no others."""

    files: defaultdict[str, set[str]] = field(default_factory=_no_paths)
    stems: defaultdict[str, set[str]] = field(default_factory=_no_paths)
    endings: defaultdict[str, set[str]] = field(default_factory=_no_paths)
    folders: defaultdict[str, set[str]] = field(default_factory=_no_paths)
    left: defaultdict[str, set[str]] = field(default_factory=_no_paths)  # folders that code skips by name
    above: defaultdict[str, set[str]] = field(default_factory=_no_paths)  # a folder that is listed
    found: set[str] = field(default_factory=set)

    @property
    def is_any(self) -> bool:
        """Whether anything is looked for."""
        return bool(self.files or self.folders or self.left)

    def add(self, path: str, *, is_left: bool) -> None:
        """Look for a path."""
        folder, _, name = path.rstrip("/").casefold().rpartition("/")
        if path.endswith("/"):
            (self.left if is_left else self.folders)[name].add(path)
        elif not is_left:
            words = _WORD.findall(name)
            stem, dot, ending = name.rpartition(".")
            self.files[words[-1] if words else name].add(path)
            if stem:
                self.stems[stem].add(path)
                self.endings[dot + ending].add(path)
        if folder and not is_left:
            self.above[folder.rpartition("/")[2]].add(path)

    def search(self, text: str, *, is_in_test: bool) -> None:
        """Add what a text means to what was found."""
        folded = text.casefold()
        words = set(_WORD.findall(folded))
        for word in words:
            if "." in word:
                self.found.update(self.files.get(word, ()))
            if word.startswith("*"):
                self.found.update(self.endings.get(word.lstrip("*"), ()))
        for part in _PART.finditer(folded):
            self._search_part(part[0], is_last=part[1] is not None, is_in_test=is_in_test)
        if is_in_test:
            for ending in words & self.endings.keys():
                self.found.update(self.endings[ending] & self._with_stems(words))

    def _search_part(self, name: str, *, is_last: bool, is_in_test: bool) -> None:
        self.found.update(self.folders.get(name, ()))
        self.found.update((self.files if is_last else self.left).get(name, ()))
        if is_last and is_in_test:
            self.found.update(self.above.get(name, ()))

    def _with_stems(self, words: Collection[str]) -> set[str]:
        """Return what is called so before its ending: a name that is put together of both."""
        return set().union(*(self.stems[word] for word in self.stems.keys() & words))
