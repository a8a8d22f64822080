"""The mark by which a document is known as a plan's: its id in the front matter or in a first comment."""

from __future__ import annotations

import re

from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.lines import split_bom
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
