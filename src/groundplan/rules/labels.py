"""Labels in a task's own lines, `Owner: Ana` or `Needs: T1`, where a playbook has no field for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Where a line, a sentence or a bracket begins: “the repository owner: …” is about something else.
_LABEL = late_regex(
    r"(?:^|(?<=[.;,(|–—]))[\s>*+-]*[*_]{0,2}(?P<name>(?:owners?|owned by|assignees?|assigned to)"
    r"|effort|estimate|size|(?P<needs>needs|requires|depends on|dependenc(?:y|ies)|blocked by|waits for))"
    r"[*_]{0,2}(?P<colon>:)?[*_]{0,2}\s+",
    re.IGNORECASE,
)
_OWNER = late_regex(r"own|assign", re.IGNORECASE)
_END = late_regex(r"\.(?=\s|$)|[;()|]|\s[–—]\s")
_SPAN = late_regex(r"`[^`\n]*`")
_FENCE = late_regex(r"\s*(?:[-*+]\s+)?(?:`{3}|~{3})")
_TASK = r"(?:(?:task|step|commit)s? )?#?[A-Z]{0,3}\d[\w.]{0,8}"
_TASKS = late_regex(rf"{_TASK}(?:(?:\s*[,&+]\s*(?:and )?|\s+and\s+){_TASK})*", re.IGNORECASE)
_NUMBER = late_regex(r"[A-Z]{0,3}\d[\w.]{0,8}", re.IGNORECASE)


def labelled_with(source: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """Yield what stands behind each label of owner or effort, and whether it is one of owners."""
    for label, text in _labelled(source):
        if label["colon"] and not label["needs"]:
            yield _OWNER.match(label["name"]) is not None, text


def labelled_needs(source: Sequence[str], places: Mapping[str, int]) -> frozenset[int]:
    """Return the tasks that a task's lines say it waits for, where they name nothing but tasks there are.

    `Needs: a database` and `Needs 3 days` are about something else.
    """
    for label, text in _labelled(source):
        bare = text.replace("`", "").replace("*", "").strip()
        if not (label["needs"] and _TASKS.fullmatch(bare) and (label["colon"] or not bare[0].isdigit())):
            continue
        names = [each[0].casefold() for each in _NUMBER.finditer(bare)]
        found = [
            next((places[one] for one in (name, f"t{name}", name.removeprefix("t")) if one in places), None)
            for name in names
        ]
        if None not in found:
            return frozenset(each for each in found if each is not None)
    return frozenset()


def _labelled(source: Sequence[str]) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each label and what stands behind it; code is no label."""
    is_code = False
    for line in source:
        if _FENCE.match(line):
            is_code = not is_code
            continue
        masked = _SPAN.sub(lambda span: "`" * len(span[0]), line)
        for label in _LABEL.finditer(masked) if not is_code else ():
            end = _END.search(masked, label.end())
            yield label, line[label.end() : end.start() if end else None].strip()
