"""What a goal replaces by what: the words for it, every place the old thing stands in, what it stores."""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.code.occurrences import TERM_LIMIT, find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.remembering import once
from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.code.outline import Import
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.manifest.facts import Dependency

_THING = r"(?:[^\n.;:,()]|\.(?=\w)){1,60}?"
_END = (
    r"(?=\s*(?:[;:,()\n]|\.(?!\w)|$)"
    r"|\s(?:so|in|for|without|because|before|until|by|while|when|across|within|as|and|on)\s|\s(?:everywhere|throughout)\b)"
)
_MOVES = r"(?:migrat(?:e|ing)|port(?:ing)?|convert(?:ing)?|mov(?:e|ing)|switch(?:ing)?|upgrad(?:e|ing))"
_DROPS = r"(?:drop|remove|deprecate|get\s+rid\s+of|retire)"
_TAKES = r"and\s+(?:use|adopt|switch\s+to)"
_WAYS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bfrom\s+(?P<old>{_THING})\s+(?:over\s+)?(?:to|onto|into)\s+(?P<new>{_THING}){_END}",
        rf"\b(?:replac(?:e|es|ing)|swap(?:ping)?|substitute)\s+(?P<old>{_THING})\s+(?:with|by|for)\s+(?P<new>{_THING}){_END}",
        rf"\b{_MOVES}\s+(?P<old>{_THING})\s+(?:over\s+)?(?:to|onto)\s+(?P<new>{_THING}){_END}",
        rf"\buse\s+(?P<new>{_THING})\s+instead\s+of\s+(?P<old>{_THING}){_END}",
        rf"\b{_DROPS}\s+(?P<old>{_THING})\s+(?:in\s+favou?r\s+of|{_TAKES})\s+(?P<new>{_THING}){_END}",
    )
)
_DROPPED = frozenset(
    ("the", "a", "an", "our", "all", "its", "their", "old", "new", "current", "existing", "legacy", "of")
)
_WORD = late_regex(r"[@\w][\w@/.+#-]*")
# What keeps data beyond the run of a program, by the name people use for it.
_STORES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "sqlite sqlite3 postgres postgresql psycopg psycopg2 mysql mariadb mongodb mongo pymongo redis valkey"
        " memcached cassandra dynamodb elasticsearch opensearch oracle mssql duckdb cockroachdb "
        "couchdb neo4j s3"
        " minio clickhouse database databases datastore table tables schema store storage bucket "
        "shelve pickle"
    ).split()
)

_CODE = late_regex(r"\.(?:pyi?|[cm]?[jt]sx?|vue|go|rs|java|kt|rb|php|cs|cpp|cc|c|h|hpp|swift|scala|sql)$")
_DOCUMENTS = late_regex(
    r"^(?!requirement|constraint).*\.(?:md|rst|txt|adoc|mdx|ipynb)$|^(?:readme|contributing|authors)"
)
RECORDS = late_regex(r"(?:^|/)(?:change(?:s|log)|history|news|releases?)(?:[./_-]|$)", re.IGNORECASE)
_LOCKS = frozenset(
    (
        "package-lock.json",
        "pnpm-lock.yaml",
        "go.sum",
        "uv.lock",
        "poetry.lock",
        "pdm.lock",
        "npm-shrinkwrap.json",
    )
)


@dataclass(frozen=True, slots=True)
class Replacement:
    """The old thing, the new one, and where the old one stands today."""

    old: str  # as the goal says it; empty: the goal does not say what is replaced
    new: str
    package: str = ""  # the name the old thing is imported by; empty: nothing imports it
    imports: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # product file -> lines
    test_imports: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    term: str = ""  # the word that was counted
    counts: Mapping[str, int] = field(default_factory=dict)  # file -> how often the word stands there
    old_declared: tuple[Dependency, ...] = ()
    new_declared: tuple[Dependency, ...] = ()
    old_locked: str = ""  # `0.21.1 (uv.lock:4548)` where only a lock file has it
    new_locked: str = ""
    stores: str = ""  # the word that says data is kept; empty: nothing says so

    @property
    def files(self) -> tuple[str, ...]:
        """Return the files to change: those that import the old thing, else code that names it, else all."""
        if self.imports:
            return tuple(self.imports)
        named = tuple(path for path in self.counts if _CODE.search(path) and self._kind(path) == "namesake")
        return named or tuple(path for path in self.counts if self._kind(path) == "setting")

    @property
    def uses(self) -> int:
        """Return how often the old thing's name stands in the files to change."""
        return sum(self.uses_in(path) for path in self.files)

    def uses_in(self, path: str) -> int:
        """Return how often the old thing's name stands in one file."""
        return self.counts.get(path, 0) or len(self.imports.get(path, ()))

    @property
    def seam(self) -> str:
        """Return the one file that all use of the old thing goes through, or nothing."""
        return self.files[0] if len(self.files) == 1 else ""

    @property
    def total(self) -> int:
        """Return how often the name stands anywhere."""
        return sum(self.counts.values())

    def others(self, kind: str) -> tuple[str, ...]:
        """Return the other files of a kind: test, document, record, written, setting, namesake."""
        mine = set(self.files)
        return tuple(path for path in self.counts if path not in mine and self._kind(path) == kind)

    def _kind(self, path: str) -> str:
        name = path.rpartition("/")[2].casefold()
        if RECORDS.search(path):
            return "record"
        if name in _LOCKS or name.endswith(".lock") or why_generated(path, None) is not None:
            return "written"
        if is_test(path) and _CODE.search(name):
            return "test" if not self.package or path in self.test_imports else "namesake"
        if _DOCUMENTS.search(name):
            return "document"
        return "namesake" if _CODE.search(name) else "setting"


def read_sides(text: str) -> tuple[str, str]:
    """Return what a goal replaces and by what, in its own words; two empty texts where it does not say."""
    for line in text[:4000].splitlines():
        for way in _WAYS:
            match = way.search(line.replace("`", ""))
            if match:
                return _trimmed(match["old"]), _trimmed(match["new"])
    return "", ""


@once
def find_replacement(pack: EvidencePack) -> Replacement:
    """Return what the goal replaces and every place of it; the sides are empty where the goal names none."""
    old, new = read_sides(pack.goal.text)
    if not old:
        return Replacement("", "")
    package, imports = _find_package(pack, old)
    term = package or _term(pack, old)
    counts = _count(pack, term)
    return Replacement(
        old=old,
        new=new,
        package=package,
        imports={path: lines for path, lines in imports.items() if not is_test(path)},
        test_imports={path: lines for path, lines in imports.items() if is_test(path)},
        term=term,
        counts=counts,
        old_declared=_declared(pack, (package, *_words(old))),
        new_declared=_declared(pack, _words(new)),
        old_locked=_locked(pack, (package, *_words(old))),
        new_locked=_locked(pack, _words(new)),
        stores=next((word for word in (*_words(old), *_words(new)) if word.casefold() in _STORES), ""),
    )


def _trimmed(text: str) -> str:
    words = text.strip(" '\"").split()
    while words and words[0].casefold() in _DROPPED:
        words = words[1:]
    return " ".join(words)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text) if word.casefold() not in _DROPPED)


def _find_package(pack: EvidencePack, old: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return the package that the goal's words name, and the lines of every file that imports it."""
    found: dict[str, dict[str, list[int]]] = {}
    wanted = {_folded(word): word for word in _words(old)}
    for path, imports in pack.index.imports():
        for each in imports:
            name = next((part for part in _parts(path, each) if _folded(part) in wanted), "")
            if name:
                found.setdefault(name, {}).setdefault(path, []).append(each.line)
    if not found:
        return "", {}
    name = max(found, key=lambda each: (len(found[each]), each))
    return name, {path: tuple(dict.fromkeys(lines)) for path, lines in sorted(found[name].items())}


def _parts(path: str, imported: Import) -> tuple[str, ...]:
    """Return the names by which an import may be known: the package, for Go every part of its path."""
    module = imported.module
    if module.startswith("."):
        return ()
    if path.endswith((".py", ".pyi")):
        return (module.partition(".")[0],)
    folders = module.split("/")
    is_hosted = "." in folders[0] or folders[0].startswith("@")
    return (module, *folders) if is_hosted else (module, folders[-1])


def _folded(name: str) -> str:
    """Return a name as packages are compared: SQLite is `sqlite3`, `Foo_Bar` is `foo-bar`."""
    return normal_name(name).rstrip("0123456789").rstrip("-") or normal_name(name)


def _term(pack: EvidencePack, old: str) -> str:
    """Return the word of the old thing that stands in the code: an identifier first, the rarest otherwise."""
    words = [word for word in _words(old) if 1 < len(word) <= TERM_LIMIT]
    counted = [(len(files), word) for word in words if (files := pack.index.files_with(word))]
    return min(counted)[1] if counted else ""


def _count(pack: EvidencePack, term: str) -> dict[str, int]:
    if not term:
        return {}
    files = find_occurrences(pack.index, term).files
    return {
        path: count
        for path, count in sorted(files.items())
        if not is_plan_file(pack.index, path, pack.config)
    }


def _declared(pack: EvidencePack, names: Iterable[str]) -> tuple[Dependency, ...]:
    wanted = {_folded(name) for name in names if name}
    found = [
        each for each in pack.manifest.dependencies if _folded(each.name) in wanted and not each.is_indirect
    ]
    # what the root needs to run counts before what an example or a tool of it needs
    return tuple(sorted(found, key=lambda each: (bool(each.project), bool(each.group), str(each.at))))


def _locked(pack: EvidencePack, names: Iterable[str]) -> str:
    for name in filter(None, names):
        for lock, pin in pack.manifest.installed(name):
            return f"{pin.version} (`{lock.path}:{pin.line}`)"
    return ""
