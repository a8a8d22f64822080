"""What is wrong with a text that would change more than its own section, told with the line that does it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.lines import bare, fold, split_lines
from groundplan.plan.errors import Refused
from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Document, Section

_OPENINGS = (
    (late_regex(r"<!--"), "-->"),
    (late_regex(r"<!\[CDATA\["), "]]>"),
    (late_regex(r"<\?"), "?>"),
    (late_regex(r"<(script|pre|style|textarea)(?=\s|>|$)", re.IGNORECASE), "</"),
)


def find_open_end(text: str, key: str, document: Document) -> None:
    """Raise `Refused` where a fence or HTML block is never closed: it would swallow what follows."""
    for block in parse_blocks(text):
        if block.kind is Kind.FENCE and not block.is_closed:
            raise _refusal(
                document, key, f"the fence opened at line {block.line} of the new text is never closed", block
            )
        if block.kind is Kind.HTML and _is_open(block):
            opened = fold(block.content.lstrip()[:4])
            message = f"the `{opened}` at line {block.line} of the new text is never closed"
            raise _refusal(document, key, message, block)


def explain_harm(
    before: Document, after: Document, key: str, text: str, wanted: Sequence[tuple[str, str]]
) -> Refused:
    """Return the refusal for a text after which another section would have another key or other bytes."""
    found: list[Section] = [after.header, *after.sections]
    at = next(
        (
            at
            for at, (part, want) in enumerate(zip(found, wanted, strict=False))
            if (part.key, part.text) != want
        ),
        min(len(found), len(wanted)),
    )
    # The first part that differs may only be shorter; the heading that cut it short is the next one.
    for part in found[at : at + 2]:
        line = _line_in(text, part.heading)
        if not line or (part.key == key and part.heading):
            continue
        title = part.title
        if len(split_lines(part.heading)) > 1:
            message = (
                f"the underline at line {line} of the new text turns the words above into heading `{title}`"
            )
        else:
            message = f"the declared heading `{title}` is at line {line} of the new text"
        return _refusal(before, key, message)
    changed = wanted[at][0] if at < len(wanted) else found[at].key
    return _refusal(before, key, f"it would change section `{changed}`")


def _line_in(text: str, heading: str) -> int:
    lines = [bare(line) for line in split_lines(text)]
    wanted = [bare(line) for line in split_lines(heading)]
    starts = range(len(lines) - len(wanted) + 1) if wanted else ()
    return next((at + len(wanted) for at in starts if lines[at : at + len(wanted)] == wanted), 0)


def _is_open(block: Block) -> bool:
    source = block.content.lstrip()
    for opening, closing in _OPENINGS:
        match = opening.match(source)
        if match:
            return closing not in source[match.end() :]
    return False


def _refusal(document: Document, key: str, message: str, block: Block | None = None) -> Refused:
    section = next((part for part in document.sections if part.key == key), document.header)
    finding = Finding(
        "GP505",
        f"New text of section `{key}` cannot be written: {message}",
        Place(document.path, section.line, 1),
        key,
        subject=f"{message}:{block.line if block else 0}",
    )
    return Refused(
        f"Section `{key}` is not written: {message}",
        findings=[finding],
        hint="Change the new text; nothing was written",
    )
