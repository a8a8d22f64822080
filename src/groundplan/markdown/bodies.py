"""The spacing of a section: what stands between its heading, its words and the next heading is kept."""

from __future__ import annotations

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.lines import bare, is_blank, split_lines, with_line_end
from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Body:
    """A section's body: blank lines, words, then the blank lines and rules before the next heading."""

    lead: str
    words: str
    tail: str


def split_body(heading: str, body: str) -> Body:
    """Split a section's body; the three parts joined are the body."""
    lines = split_lines(body)
    above = len(split_lines(heading))
    blocks = parse_blocks(heading + body)
    # A `---` below words is no rule but an underline, so the blocks decide where the words end.
    last = max((block.last for block in blocks if block.kind is not Kind.RULE), default=0) - above
    if last <= 0:
        return Body("", "", body)
    first = next(at for at, line in enumerate(lines) if not is_blank(line))
    return Body("".join(lines[:first]), "".join(lines[first:last]), "".join(lines[last:]))


def trim_words(text: str, end: str, *, keep_rules: bool = True) -> str:
    """Return new words without blank lines around them, no line end last, every line end written as `end`."""
    lines = split_lines(with_line_end(text, end))
    last = len(lines)
    if not keep_rules:
        blocks = parse_blocks(text)
        last = max((block.last for block in blocks if block.kind is not Kind.RULE), default=0)
    while last and is_blank(lines[last - 1]):
        last -= 1
    first = next((at for at, line in enumerate(lines[:last]) if not is_blank(line)), last)
    return "".join([*lines[first : last - 1], bare(lines[last - 1])]) if first < last else ""


def replace_words(heading: str, body: str, text: str, end: str) -> str:
    """Return the body with other words between the same blank lines and rules."""
    old = split_body(heading, body)
    rules = any(not is_blank(line) for line in split_lines(old.tail))
    words = trim_words(text, end, keep_rules=not rules)
    if not words:
        return old.tail
    if not old.words:
        # Nothing to learn the spacing from but the blank lines themselves.
        is_open = bare(heading) == heading and not old.tail
        return end + words + ("" if is_open else end) + _below(words, old.tail, end)
    is_open = not old.tail and bare(old.words) == old.words
    return old.lead + words + ("" if is_open else end) + _below(words, old.tail, end)


def _below(words: str, tail: str, end: str) -> str:
    """Return the tail, a blank line before it where a rule right below would turn words into a heading."""
    lines = split_lines(tail)
    if not lines or is_blank(lines[0]):
        return tail
    blocks = parse_blocks(words)
    return end + tail if blocks and blocks[-1].kind is Kind.PARAGRAPH else tail
