"""Reading from a commit's words which commit it takes back."""

from __future__ import annotations

import re

# `Revert "…"` is git's own wording, `Reverted …` and `revert: …` are people's.
_SUBJECT = re.compile(
    r'revert(?:ed|s|ing)?(?:\([^()]{0,60}\))?:? {0,2}["\'“`](.{3,300})["\'”`]\.?', re.IGNORECASE
)
_IN_SUBJECT = re.compile(
    r"revert(?:ed|s|ing)?:? (?:commit |changeset |of )?\[?([0-9a-f]{7,64})\b", re.IGNORECASE
)
_IN_BODY = re.compile(
    r"\brevert(?:s|ed|ing)? (?:commit|changeset)s?:? {0,2}[`(]?([0-9a-f]{7,64})\b", re.IGNORECASE
)
_TAIL = re.compile(r" ?\(#\d+\)\Z")
_MOST_BODY = 4000


def reverted_commit(subject: str, body: str) -> tuple[str, str] | None:
    """Return the id (or its start) and the subject a commit says it takes back, or None."""
    quoted = _SUBJECT.match(subject)
    oid = _IN_SUBJECT.match(subject) or _IN_BODY.search(body, 0, _MOST_BODY)
    if quoted is None and oid is None:
        return None
    return (oid[1].lower() if oid else "", quoted[1] if quoted else "")


def same_subject(subject: str) -> str:
    """Return a subject without the number a code host put behind it when it merged."""
    return _TAIL.sub("", subject)
