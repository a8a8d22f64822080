"""The users of a changed name that a step lists: whoever lists them means them all."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEAD = late_regex(
    r"\b(?:callers?|users?|uses|usages|call[- ]?sites?|references|importers?|consumers?|places)\b"
    r"[^.`\n]{0,60}(?::|\bare|\bis)\s|"
    r"\b(?:referenced|used|called|imported|invoked)\s+(?:by|in|from|at)(?:\s+[a-z]+){0,3}:\s",
    re.IGNORECASE,
)
_NO_OTHER = late_regex(
    r"\b(?:nothing|nobody|no\s+one|no\s+other\s+\w+)(?:\s+else)?\s+(?:refers?|uses?|calls?|imports?|depends|references)\b|"
    r"\bno\s+other\s+(?:callers?|users?|uses|usages|references|call[- ]?sites?)\b",
    re.IGNORECASE,
)
_HEADING = late_regex(r"\s{0,3}#{1,6}\s")
_ITEM = late_regex(r"(\s*)(?:[-*+]|\d{1,3}[.)])\s")
_WHOLE_FILE = late_regex(r"\b(?:every|all|each|rest)\b[^.\n]{0,40}\bfile\b", re.IGNORECASE)
_SPAN = late_regex(r"`([^`\n]{1,300})`")
_RANGE = 200  # lines of a step that are looked at


@lru_cache(maxsize=8)  # a step may change a thousand names
def find_listed_users(text: str, line: int) -> Mapping[str, frozenset[int]]:
    """Return the files, each with its lines, that the step at a line lists as users; no lines mean all."""
    step = step_at(text, line)
    lead = _LEAD.search(step)
    found: dict[str, set[int]] = {}
    whole: set[str] = set()
    for row in step[lead.end() :].split("\n") if lead else ():
        for match in _SPAN.finditer(row):
            cited = parse_citation(match[1])
            if cited is None or cited.symbol:
                continue
            found.setdefault(cited.path, set()).update(
                range(cited.first, cited.last + 1) if cited.first else ()
            )
            if not cited.first or _WHOLE_FILE.search(row):
                whole.add(cited.path)
    return {path: frozenset() if path in whole else frozenset(lines) for path, lines in found.items()}


@lru_cache(maxsize=8)
def says_none(text: str, line: int) -> bool:
    """Tell whether the step at a line says that nothing else uses what it changes."""
    return _NO_OTHER.search(step_at(text, line)) is not None


@lru_cache(maxsize=8)
def step_at(text: str, line: int) -> str:
    """Return the item of a list with all below it, or else the words up to the next heading."""
    lines = _lines(text)
    first = lines[line - 1] if 0 < line <= len(lines) else ""
    item = _ITEM.match(first)
    kept = [first]
    for each in lines[line : line + _RANGE]:
        own = _ITEM.match(each)
        is_beside = item and own and len(own[1]) <= len(item[1])
        is_behind = item and each.strip() and not each.startswith(" ")
        if _HEADING.match(each) or is_beside or is_behind:
            break
        kept.append(each)
    return "\n".join(kept)


@lru_cache(maxsize=1)  # each name that a plan changes asks for its step
def _lines(text: str) -> list[str]:
    return text.split("\n")
