"""Words of a plan in Markdown that is made for a code host: there they stay words."""

from __future__ import annotations

import re

from groundplan.app.judgement.computed import one_line
from groundplan.plan.late_regex import late_regex
from groundplan.planner.inert import make_inert, split_code
from groundplan.wording.inert import as_code

# An address, somebody's name, an issue or a merge request: a host links it, calls them, closes it.
# A letter by its number may be part of one.
_CALLS = late_regex(
    r"(?:\b[a-z]{2,10}:(?=[^\s:])|\bwww\.|(?<!\w)@)[^\s`<>]{1,300}"
    r"|(?<![\w/.&-])(?:[\w.-]{1,100}/){0,4}[\w.-]{0,100}[#!]\d{1,9}\b|\bGH-\d{1,9}\b"
    r"|&(?!lt;)#?\w{1,32};",
    re.IGNORECASE,
)
_BLOCK = late_regex(r"\A(?:(\d{1,9})(?=[.)](?:\s|\Z))|(?=[#>|=\[+/:-]))")
_MARK = late_regex(r"(\\*)([*~]|(?<!\w)_|_(?!\w))")


def plain_words(text: str, most: int = 200) -> str:
    """Return words on one line that stay words where they are shown: no mark or link, nobody is called."""
    parts = split_code(make_inert(one_line(text, most)))
    return _BLOCK.sub(r"\1\\", "".join(part if is_code else _plain(part) for is_code, part in parts), count=1)


def _plain(words: str) -> str:
    pieces = []
    done = 0
    for called in _CALLS.finditer(words):
        pieces += [_unmarked(words[done : called.start()]), as_code(called[0])]
        done = called.end()
    return "".join([*pieces, _unmarked(words[done:])])


def _unmarked(words: str) -> str:
    """Return words without emphasis and strokes."""
    return _MARK.sub(lambda at: f"{at[1]}{'' if len(at[1]) % 2 else chr(92)}{at[2]}", words)
