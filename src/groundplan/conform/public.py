"""Which definitions others may rely on, and whether a declaration still takes what they hand to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import HEADER_LIMIT, Kind
from groundplan.code.test_paths import is_test_code
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline

_ASIDE = frozenset({"docs", "doc", "examples", "example", "scripts", "benchmarks", "migrations", "tools"})
_CODE = frozenset({Kind.FUNCTION, Kind.METHOD})
_DEFAULT = late_regex(r"(?<![=<>!])=(?![=>]).*")
_CONSTRUCTOR = late_regex(r"\bconstructor\b(?=\s*\()")  # a word that Kotlin may leave out
_OPTIONAL = late_regex(r".*=|\*.*|\.\.\..*|\w+\?:.*")


class Public:
    """Tells of the definitions of one file which are public."""

    def __init__(self, path: str, outline: Outline) -> None:
        self._path = path
        self._outline = outline
        self._around = {each.qualified: each for each in outline.definitions}
        folders = path.split("/")[:-1]
        self._is_aside = not _ASIDE.isdisjoint(folders) or "internal" in folders

    def has(self, definition: Definition) -> bool:
        """Tell whether somebody beyond the file may rely on a definition."""
        words = definition.qualified.split(".")
        is_constant = definition.kind is Kind.CONSTANT  # `__all__` and the like are no names to rely on
        is_private = any(each.startswith("_") and (is_constant or not each.endswith("__")) for each in words)
        is_unlisted = self._outline.exports is not None and words[0] not in self._outline.exports
        if self._is_aside or is_private or is_unlisted or is_test_code(self._path, definition):
            return False
        around = list(self.around(definition))
        if any(each.kind in _CODE or not _is_open(each) for each in around):
            return False
        return _is_open(definition) and not self._is_given(definition, around)

    def around(self, definition: Definition) -> Iterator[Definition]:
        """Yield what a definition stands in, the nearest first."""
        parent = definition.parent
        while parent:
            if parent in self._around:
                yield self._around[parent]
            parent = parent.rpartition(".")[0]

    def _is_given(self, definition: Definition, around: list[Definition]) -> bool:
        """Tell whether a trait or a base class gives the name, so that nobody relies on this one."""
        if "override" in definition.header.split("(")[0].split() or "Override" in definition.decorators:
            return True
        is_of_trait = bool(around) and around[0].kind is Kind.INTERFACE
        is_method = self._outline.language == "rust" and definition.kind is Kind.METHOD
        return is_method and not definition.header.startswith("pub") and not is_of_trait


def is_compatible(old: str, new: str) -> bool:
    """Tell whether all that could be handed to a declaration still can: only what is optional is new."""
    was, before = _parameters(old)
    now, after = _parameters(new)
    if max(len(old), len(new)) >= HEADER_LIMIT:  # cut off there, so what both have is compared
        both = min(len(before), len(after)) - 1
        return old.partition("(")[0] == new.partition("(")[0] and before[:both] == after[:both]
    more = after[len(before) :]
    return was == now and before == after[: len(before)] and all(map(_OPTIONAL.fullmatch, more))


def is_declared_alike(old: str, new: str) -> bool:
    """Tell whether a name is declared as before: with another value, or with its type spelled out."""
    was, now = (_DEFAULT.sub("", "".join(each.split())) for each in (old, new))
    return was == now or now.startswith(f"{was}:") or was.startswith(f"{now}:")


def _is_open(definition: Definition) -> bool:
    return definition.is_exported or "protected" in definition.header.split("(")[0].split()


def _parameters(header: str) -> tuple[str, list[str]]:
    """Return a declaration without its first brackets, and what is in these, defaults without their value."""
    text = "".join(_CONSTRUCTOR.sub("", header).split())
    start = text.find("(")
    found, depth, at = [""], 0, len(text)
    for at in range(start, len(text)) if start >= 0 else ():
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            break
        if text[at] == "," and depth == 1:
            found.append("")
        elif at > start:
            found[-1] += text[at]
    outside = text if start < 0 else text[:start] + text[at + 1 :]
    return outside, [_DEFAULT.sub("=", each) for each in found if each]
