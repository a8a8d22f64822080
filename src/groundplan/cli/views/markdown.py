"""Markdown and proposals as a person reads them at a terminal, wrapped to the width.

Nothing of the text is left out but its marks: an HTML comment, a link's address stay to be seen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.cli.wrapping import cells, hang_of
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.cli.look import Part, Screen
    from groundplan.store.proposals import Proposal

_HEADING = late_regex(r"(#{1,6})\s+(.*?)\s*#*")
_FENCE = late_regex(r"\s*(`{3,}|~{3,})(.*)")
_ITEM = late_regex(r"\s*(?:[-*+]|\d{1,9}[.)])\s+.*")
_ROW = late_regex(r"\s*\|.*\|\s*")
_RULE = late_regex(r"[\s|:-]+")
_STRONG = late_regex(r"\*\*([^*\n]+)\*\*")
_CELL = late_regex(r"(?<!\\)\|")
_FRONT = "---"
_DEEP = 3  # levels from which on a heading is a smaller one


def show_markdown(screen: Screen, text: str) -> None:
    """Put Markdown out: drawn on a terminal, byte for byte in a pipe or file."""
    if not screen.is_terminal:
        screen.data(text)
        return
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    is_gap = True
    if lines[0] == _FRONT and _FRONT in lines[1:]:
        end = lines.index(_FRONT, 1)
        screen.source(lines[1:end], tone="dim")
        lines, is_gap = lines[end + 1 :], False
    for block in _blocks(lines):
        if block and _HEADING.fullmatch(block[0]) and not is_gap:
            screen.blank()
        _show_block(screen, block)
        is_gap = not block


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines that belong together: a paragraph, an item, a table, a fence; an empty one is a gap."""
    block: list[str] = []
    fence = ""
    for line in lines:
        opening = _FENCE.fullmatch(line)
        if fence:
            block.append(line)
            if opening and opening[1].startswith(fence) and not opening[2].strip():
                yield block
                block, fence = [], ""
            continue
        if _starts(line, block) and block:
            yield block
            block = []
        if opening:
            fence = opening[1]
        if line.strip():
            block.append(line)
        else:
            yield []
        if _HEADING.fullmatch(line):
            yield block
            block = []
    if block:
        yield block


def _starts(line: str, block: Sequence[str]) -> bool:
    """Tell whether a line goes on what came before, or begins something else."""
    kinds = (_HEADING, _FENCE, _ITEM)
    is_row = bool(_ROW.fullmatch(line))
    was_row = bool(block) and bool(_ROW.fullmatch(block[0]))
    quotes = bool(block) and block[0].startswith(">") and line.startswith(">")
    return (
        not line.strip()
        or any(kind.fullmatch(line) for kind in kinds)
        or is_row != was_row
        or (line.startswith(">") and not quotes)
    )


def _show_block(screen: Screen, block: list[str]) -> None:
    first = block[0] if block else ""
    heading = _HEADING.fullmatch(first)
    if not block:
        screen.blank()
    elif heading:
        screen.line((heading[2], "accent" if len(heading[1]) >= _DEEP else "bold"))
    elif _FENCE.fullmatch(first):
        inner = block[1:-1] if len(block) > 1 and _FENCE.fullmatch(block[-1]) else block[1:]
        screen.source(inner, indent=4)
    elif _ROW.fullmatch(first):
        _show_table(screen, block)
    elif first.startswith(">"):
        words = " ".join(line.removeprefix(">").strip() for line in block)
        screen.line(("│ ", "dim"), *_strong(words), hang=2)
    else:
        words = " ".join([first.rstrip(), *(line.strip() for line in block[1:])])
        screen.line(*_strong(words), hang=hang_of(words))


def _show_table(screen: Screen, block: Sequence[str]) -> None:
    rows = [
        [cell.strip().replace("\\|", "|") for cell in _CELL.split(line.strip().strip("|"))] for line in block
    ]
    body = [row for row, line in zip(rows, block, strict=True) if not _RULE.fullmatch(line)]
    wide = max(len(row) for row in body) if body else 0
    widths = [max(cells(row[i]) for row in body if i < len(row)) for i in range(wide)]
    has_head = len(block) > 1 and _RULE.fullmatch(block[1]) is not None
    shown: list[list[Part]] = [
        [(cell, "bold" if has_head and not number else "") for cell in row] for number, row in enumerate(body)
    ]
    screen.table(shown, indent=2, flexible=widths.index(max(widths)) if widths else None)


def _strong(words: str) -> list[Part]:
    """Return the words in parts; what is strong is bold, without its stars."""
    return [
        (part, "bold" if number % 2 else "") for number, part in enumerate(re.split(_STRONG.pattern, words))
    ]


def show_proposals(
    screen: Screen, proposals: Sequence[Proposal], outdated: Mapping[str, str] | None = None
) -> None:
    """Put out every proposal whole: what it would be called, whose it is, what it waits for, its words."""
    if not proposals:
        screen.line("No proposals: everything that was handed in is in the plan.")
    for number, proposal in enumerate(proposals):
        if number:
            screen.blank()
        screen.line((proposal.title, "bold"), (f"  {_tell(proposal)}", "dim"))
        rewritten = (outdated or {}).get(proposal.key, "")
        if rewritten:
            screen.line((f"`{rewritten}` was rewritten since, so it will be dropped", "warn"), indent=2)
        show_markdown(screen, proposal.text.rstrip("\n") + "\n")


def _tell(proposal: Proposal) -> str:
    if proposal.kind == "brief":
        return "ready to be sent"
    through = f" ({proposal.channel})" if proposal.channel else ""
    whose = f"proposed by {proposal.by}{through}, " if proposal.by else ""
    return whose + (f"waits for {', '.join(proposal.waits_for)}" if proposal.waits_for else "ready")
