"""A block of ours in somebody else's Markdown, between two comments; every byte around it stays as it is.

The first comment seals the block and says how many line ends were added before it, so that taking the block
out gives back the file as it was. Comments in code blocks are examples and count nothing.
"""

from __future__ import annotations

from groundplan.hosts.seal import LENGTH, seal
from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.lines import BOM, LINE_ENDS, bare, dominant_line_end, split_lines, with_line_end
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused
from groundplan.plan.late_regex import late_regex

_BEGIN = late_regex(rf"<!-- groundplan:begin text=([0-9a-f]{{{LENGTH}}}) gap=(new|[0-2]) -->")
_END = "<!-- groundplan:end -->"
_LIKE = late_regex(r"<!--\s*groundplan:(begin|end)\b.*")
_NEW = "new"  # in place of a gap: the file was not there before


@dataclass(frozen=True, slots=True)
class _Found:
    """Where the block is, by characters, and what its first comment says of the file before it."""

    start: int
    end: int
    gap: str


def put(before: str | None, wanted: str, path: str) -> str:
    """Return the file with the block as it is today, in its place or at the end."""
    if before is None:
        return _block(wanted, _NEW)
    found = _find(before, path)
    end = dominant_line_end(before)
    if found:
        block = with_line_end(_block(wanted, found.gap), end)
        if not before[: found.end].endswith(("\n", "\r")):
            block = bare(block)
        return before[: found.start] + block + before[found.end :]
    if not before.removeprefix(BOM):
        return before + _block(wanted, "0")
    # As the last line ends: a line feed after a carriage return would make one line end of the two.
    last = next((each for each in LINE_ENDS if before.endswith(each)), "")
    gap = last or end * 2
    return before + gap + with_line_end(_block(wanted, "1" if last else "2"), end)


def take(before: str, path: str) -> str | None:
    """Return the file without the block; None where it was made for the block and holds nothing else."""
    found = _find(before, path)
    if not found:
        return before
    above, below = before[: found.start], before[found.end :]
    if found.gap == _NEW:
        return above + below or None
    return _without_gap(above, int(found.gap), is_last=not below) + below


def _without_gap(above: str, gap: int, *, is_last: bool) -> str:
    """Return what was before the block without the line ends we added, unless somebody changed those."""
    lines = split_lines(above)
    if not gap or len(lines) < 2 or bare(lines[-1]) or not above.endswith(("\n", "\r")):
        return above
    lines.pop()
    if gap == 2 and is_last:  # the last line had no end of its own
        lines[-1] = bare(lines[-1])
    return "".join(lines)


def _block(wanted: str, gap: str) -> str:
    return f"<!-- groundplan:begin text={seal(wanted)} gap={gap} -->\n{wanted}{_END}\n"


def _find(text: str, path: str) -> _Found | None:
    lines = split_lines(text)
    marks = _marks(text, lines, path)
    if not marks:
        return None
    numbers = ", ".join(str(number + 1) for number, _ in marks)
    if [kind for _, kind in marks] != ["begin", "end"]:
        raise Refused(
            f"`{path}` has groundplan's marks in line {numbers}: not one block with a beginning and an end",
            hint="Delete those lines and what is left of the block between them, then run it again",
        )
    (first, _), (last, _) = marks
    begin = _BEGIN.fullmatch(bare(lines[first]).removeprefix(BOM))
    if begin is None or seal("".join(lines[first + 1 : last])) != begin[1]:
        raise Refused(
            f"The block of groundplan in `{path}`, lines {first + 1} to {last + 1}, was edited",
            hint="Move your changes out of the block and delete it, then run it again",
        )
    start = sum(map(len, lines[:first])) + (len(BOM) if lines[first].startswith(BOM) else 0)
    return _Found(start, sum(map(len, lines[: last + 1])), begin[2])


def _marks(text: str, lines: list[str], path: str) -> list[tuple[int, str]]:
    """Return the lines, from 0, that begin or end a block, or were meant to."""
    blocks = parse_blocks(text.removeprefix(BOM))
    for block in blocks:
        if not block.is_closed:  # whatever is added at the end would be code as well
            raise Refused(
                f"`{path}` has a code block without an end, begun in line {block.line}",
                hint=f"Close it with a line `{block.marker}`, then run it again",
            )
    code: set[int] = set()
    for block in walk(blocks):
        if block.kind in {Kind.FENCE, Kind.CODE}:
            code.update(range(block.line - 1, block.last))
    found = [(number, _LIKE.fullmatch(bare(line).removeprefix(BOM))) for number, line in enumerate(lines)]
    return [(number, mark[1]) for number, mark in found if mark and number not in code]
