"""Which package a goal replaces: the words for it, the files that import it, every use of its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.occurrences import find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.evidence.kinds import Replacement
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.late_regex import late_regex
from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from groundplan.code.outline import Import
    from groundplan.evidence.pack import EvidencePack

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


def read_sides(text: str) -> tuple[str, str]:
    """Return what a goal replaces and by what, in its own words; two empty texts where it does not say."""
    for line in text[:4000].splitlines():
        for way in _WAYS:
            match = way.search(line.replace("`", ""))
            if match:
                return _trimmed(match["old"]), _trimmed(match["new"])
    return "", ""


def find_replacement(pack: EvidencePack) -> Replacement:
    """Return the package that the goal replaces and every use of it; empty where the goal names none."""
    old, _ = read_sides(pack.goal.text)
    package, imports = _find_package(pack, old) if old else ("", {})
    if not package:
        return Replacement()
    files = find_occurrences(pack.index, package).files
    return Replacement(
        package,
        {path: lines for path, lines in imports.items() if not is_test(path)},
        {
            path: count
            for path, count in sorted(files.items())
            if not is_plan_file(pack.index, path, pack.config)
        },
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
