"""The mark by which a document is known as a plan's: its id in the front matter or in a first comment."""

from __future__ import annotations

import re

from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.lines import split_bom, split_lines
from groundplan.plan.late_regex import late_regex

HEAD = 16_000  # bytes of a document in which its mark is
_ID = late_regex(r"gp-[0-9a-z]{10}(?![0-9a-z])")
_COMMENT = late_regex(r"\s{0,20}<!--\s{0,20}groundplan\s{0,20}:\s{0,20}", re.IGNORECASE)


def read_mark(head: bytes) -> str:
    """Return the id that the head of a document carries; words that only mention one carry nothing."""
    text = split_bom(head[:HEAD].decode("utf-8", "replace"))[1]
    comment = _COMMENT.match(text)
    carried = [text[comment.end() :]] if comment else []
    carried += [
        field.value for key, field in read_front_matter(text).fields.items() if key.casefold() == "id"
    ]
    return next((found[0] for value in carried if (found := _ID.match(value.strip()))), "")


def without_mark(text: str) -> str:
    """Return a document without the mark, and else as it is: for a copy that is not the plan."""
    bom, rest = split_bom(text)
    comment = _COMMENT.match(rest)
    if comment and _ID.match(rest[comment.end() :]) and (end := rest.find("-->")) >= 0:
        return bom + rest[end + 3 :].lstrip("\r\n")
    front = read_front_matter(rest)
    field = next((each for key, each in front.fields.items() if key.casefold() == "id"), None)
    if field is None or not _ID.match(field.value.strip()):
        return text
    lines = split_lines(rest)
    return bom + "".join(lines[: field.line - 1] + lines[field.line :])
