"""Who owns a task and how much work it is: its fields, else labels in its lines, as short plans have them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.rules.labels import labelled_with
from groundplan.rules.written import says_nothing
from groundplan.schedule.effort import read_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.rules.written import Written

_REMARK = late_regex(r"\s*\([^()]*\)\s*$")
_AND = late_regex(r"\s*[,;/+]\s*|\s+and\s+", re.IGNORECASE)
# One word, or several as names are written: “whoever broke it” is nobody's name.
_NAME = late_regex(r"@?[\w.'-]+|[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){1,3}|[\w'-]+ team")
_NOBODY = frozenset({"unassigned", "open", "nobody", "unknown", "?", "tba", "any", "anyone"})


def owners_of(found: Written, roles: Sequence[str]) -> tuple[str, ...]:
    """Return who owns a task: its own field, else its own label, else the role of the phase it is in."""
    said = found.says("owner")
    if not said:
        told = [_leading_names(text, roles) for is_owner, text in labelled_with(found.source) if is_owner]
        if told and told[0]:
            return told[0]
    bare = _bare(said or found.section.captures.get("role", ""))
    return (bare,) if _is_role(bare, roles) else _people(_AND.split(bare))


def effort_of(found: Written) -> str:
    """Return what is said about how much work a task is; a label only counts where it says a length."""
    said = found.says("estimate") or found.says("effort")
    told = (_bare(text) for is_owner, text in labelled_with(found.source) if not is_owner)
    return said or next((text for text in told if read_length(text) is not None), "")


def _leading_names(text: str, roles: Sequence[str]) -> tuple[str, ...]:
    """Return the names that a text begins with: behind `Ben, size S` one, in `whoever is there` none."""
    bare = _bare(text)
    if _is_role(bare, roles):
        return (bare,)
    names: list[str] = []
    for each in _AND.split(bare):
        if not (_NAME.fullmatch(each) or _is_role(each, roles)) or read_length(each) is not None:
            break
        names.append(each)
    return _people(names)


def _people(names: Sequence[str]) -> tuple[str, ...]:
    plain = (_REMARK.sub("", name).strip() for name in names)
    return tuple(dict.fromkeys(n for n in plain if not says_nothing(n) and n.casefold() not in _NOBODY))


def _is_role(text: str, roles: Sequence[str]) -> bool:
    return text.casefold() in {role.casefold() for role in roles}


def _bare(text: str) -> str:
    return " ".join(_REMARK.sub("", text.replace("**", "").replace("`", "")).split())
