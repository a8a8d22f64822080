"""The normal form a fingerprint is made over: it keeps every word and all structure, and no spacing.

Re-wrapping, re-indenting, other list markers, table padding, line ends and rules at the end do not change it.
What groundplan computes is masked, and nothing else is invisible to it.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span
from groundplan.markdown.lines import bare, fold, fold_words, split_bom, split_lines
from groundplan.plan.dataclass import dataclass
from groundplan.plan.playbook import Tick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.found import Found
    from groundplan.markdown.front_matter import FrontMatter
    from groundplan.plan.playbook import RecordSpec

TICK_MASK = "·"


@dataclass(slots=True)
class Masks:
    """Which characters are computed: line -> (first column, column behind the last, shown as)."""

    lines: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)

    def hide(self, span: Span, shown: str = "") -> None:
        """Hide the words of a span."""
        self.lines.setdefault(span.line, []).append((span.column, span.end, shown))

    def hide_record(self, found: Found, spec: RecordSpec) -> None:
        """Hide a record's checkbox and fields where its declaration says that they are computed."""
        if spec.tick is Tick.COMPUTED and found.tick is not None:
            self.hide(found.tick, TICK_MASK)
        for name in spec.computed:
            spans = found.spots.get(name, ())
            self.hide_on_line(spans, found.lines.get(name, spans[0].line if spans else 0))

    def hide_on_line(self, spans: Iterable[Span], line: int) -> None:
        """Hide a computed value on the line of its label: words below it are somebody's, and stay visible."""
        for span in spans:
            if span.line == line:
                self.hide(span)

    def words(self, spans: Iterable[Span]) -> str:
        """Return the folded words of spans with what is hidden left out."""
        return fold_words("\n".join(self._shown(span) for span in spans))

    def _shown(self, span: Span) -> str:
        text = span.text
        edge = span.end
        for first, after, shown in sorted(set(self.lines.get(span.line, ())), reverse=True):
            # What one declaration hides another may hide too, and then only once.
            if span.column <= first and after <= edge:
                text = text[: first - span.column] + shown + text[after - span.column :]
                edge = first
        return text


def normal_form(blocks: Sequence[Block], masks: Masks) -> str:
    """Return the normal form of a section's blocks."""
    end = len(blocks)
    while end and blocks[end - 1].kind is Kind.RULE:
        end -= 1
    return "\n".join(line for block in blocks[:end] for line in _emit(block, 0, masks))


def normal_front_matter(text: str, front: FrontMatter, computed: Iterable[str]) -> str:
    """Return the normal form of front matter: its lines, with the values of computed keys left out."""
    lines = [bare(line) for line in split_lines(split_bom(text)[1])[: front.lines]]
    for key in computed:
        known = front.fields.get(key)
        if known is not None:
            line = lines[known.line - 1]
            lines[known.line - 1] = line[: known.start].rstrip() + line[known.end :]
    return "\n".join(f"front {line.rstrip()}" for line in lines[1:-1])


def _emit(block: Block, depth: int, masks: Masks) -> Iterator[str]:
    pad = " " * depth
    if block.kind is Kind.HEADING:
        yield f"{pad}h{block.level} {masks.words(block.spans)}"
    elif block.kind is Kind.PARAGRAPH:
        if block.spans:
            yield f"{pad}p {masks.words(block.spans)}"
    elif block.kind in {Kind.FENCE, Kind.CODE, Kind.HTML, Kind.DEEP}:
        yield f"{pad}{block.kind} {fold(block.info)}".rstrip()
        for line in split_lines(
            block.content.rstrip("\n") if block.kind is not Kind.FENCE else block.content
        ):
            yield f"{pad}|{bare(line)}"
    elif block.kind is Kind.ROW:
        yield f"{pad}row"
        cells = [Span(block.line, cell.start, cell.source) for cell in block.cells]
        while cells and not cells[-1].text:
            cells.pop()
        yield from (f"{pad}cell {masks.words([cell])}".rstrip() for cell in cells)
    else:
        yield f"{pad}{block.kind} {block.ordinal}{' '.join(block.aligns)}".rstrip()
        for child in block.children:
            yield from _emit(child, depth + 1, masks)
