"""The words of a plan that say its work, whatever heading they have: items, rows, paragraphs, titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, parse_blocks
from groundplan.markdown.inline import plain
from groundplan.markdown.plan_lines import role_of, title_of
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Role

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from groundplan.markdown.blocks import Block

_WORK = frozenset({None, Role.STEP, Role.WORK})
_CHANGE = late_regex(
    r"(?i)(?:.*\b)?(?:changes?|what|work|actions?|steps?|tasks?|edits?|to ?do|modifications?)"
)


@dataclass(frozen=True, slots=True)
class Item:
    """One item, row, paragraph or heading; `above` is the item or the lead that it is nested below."""

    words: str
    line: int
    above: str = ""
    cells: tuple[str, ...] = ()  # of a row of a table whose columns say that something is done
    is_title: bool = False


def find_items(texts: Iterable[str], shut: Container[int]) -> tuple[Item, ...]:
    """Return what is work, or may be: all but what a heading or a line puts beside it."""
    found = (item for text in texts for item in _read(text))
    return tuple(item for item in found if item.line not in shut)


def _read(text: str) -> Iterator[Item]:
    stack: list[tuple[int, Role | None]] = []
    lead, lead_role = "", None
    for block in parse_blocks(text, 1):
        if block.kind is Kind.HEADING:
            while stack and stack[-1][0] >= block.level:
                stack.pop()
            role = role_of(title_of(block.text)) or (stack[-1][1] if stack else None)
            stack.append((block.level, role))
            if role in _WORK:
                yield Item(title_of(block.text), block.line, is_title=True)
        elif (stack[-1][1] if stack else None) in _WORK:
            led = lead_role if block.kind in LISTS else None
            if led in _WORK:
                yield from _items(block, lead if block.kind in LISTS else "")
        is_lead = block.kind is Kind.PARAGRAPH and block.text.rstrip("* ").endswith(":")
        lead = block.text if is_lead else ""
        lead_role = role_of(title_of(lead)) if lead else None


def _items(block: Block, above: str) -> Iterator[Item]:
    if block.kind is Kind.PARAGRAPH:
        yield Item(block.text, block.line, above)
    elif block.kind is Kind.TABLE:
        yield from _rows(block)
    elif block.kind in LISTS:
        for item in block.children:
            own = item.paragraph
            words = own.text if own is not None else ""
            for child in item.children:
                is_own = child is own
                yield from _items(child, above if is_own else words)
    elif block.kind is Kind.QUOTE:
        for child in block.children:
            yield from _items(child, "")


def _rows(table: Block) -> Iterator[Item]:
    rows = [row for row in table.children if row.kind is Kind.ROW]
    heads = [plain(cell.source) for cell in rows[0].cells] if rows else []
    is_work = any(map(_CHANGE.fullmatch, heads))
    for row in rows[1:]:
        cells = tuple(cell.source.strip() for cell in row.cells)
        yield Item(" | ".join(cells), row.line, cells=cells if is_work else ())
