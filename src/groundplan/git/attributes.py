"""What `.gitattributes` files say, given as bytes: without the user's settings, bounded as by git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

NAME = ".gitattributes"
MOST_RULES, LONGEST_RULE = 2_000, 2_048  # of all files; git does not read a longer line either
_SLASH = "/"

Rule = tuple[str, list[str]]  # a pattern from the root on, and its words


def read_rules(files: Mapping[str, bytes]) -> Iterator[Rule]:
    """Yield the rules of attribute files, given by their paths; of two that fit, the later one decides."""
    for path in sorted(files, key=lambda each: (each.count(_SLASH), each)):
        folder = path.rpartition(_SLASH)[0]
        for line in files[path].splitlines():
            if len(line) > LONGEST_RULE:
                continue
            pattern, *words = line.decode("utf-8", "replace").split() or [""]
            if pattern and not pattern.startswith(("#", "!", '"')):
                yield _rooted(pattern, folder), words


def find_value(rules: Iterable[Rule], path: str, name: str) -> str:
    """Return the value that an attribute has for a path; empty: none, or only whether it is set."""
    found = ""
    for pattern, words in rules:
        for word in words if matches(pattern, path) else ():
            told, _, value = word.lstrip("-!").partition("=")
            found = value if told == name else found
    return found


def _rooted(pattern: str, folder: str) -> str:
    inside = f"{folder}/" if folder else ""
    bare = pattern.strip(_SLASH)
    return f"{inside}{bare}" if _SLASH in pattern.rstrip(_SLASH) else f"{inside}**/{bare}"
