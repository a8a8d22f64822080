"""The words of a plan that say its work, whatever heading they have: items, rows, paragraphs, titles."""

from __future__ import annotations

from dataclasses import replace
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
# A folder of that name is no emphasis; in a code span it is written as it is.
_DUNDER = late_regex(r"`[^`\n]*`|(?<!\w)__\w+__(?=/)")
_DEFINITION = late_regex(r"\n[ ]{0,3}:\s")


@dataclass(frozen=True, slots=True)
class Item:
    """One item, row, paragraph or heading; `above` is the item or the lead that it is nested below."""

    words: str
    line: int
    last: int
    above: str = ""
    under: str = ""  # the nearest heading
    role: Role | None = None  # what that says
    level: int = 0  # of it; 1 for the first, whatever its marks
    is_prose: bool = False  # a paragraph, and neither an item, a row nor a definition
    is_title: bool = False

    @property
    def numbers(self) -> range:
        """Return the numbers of its lines."""
        return range(self.line, self.last + 1)


def find_items(texts: Iterable[str], shut: Container[int]) -> tuple[Item, ...]:
    """Return what is work, or may be: all but what a heading or a line puts beside it."""
    found = (item for text in texts for item in _read(text))
    return tuple(item for item in found if item.line not in shut)


def _read(text: str) -> Iterator[Item]:
    stack: list[tuple[int, Role | None, str]] = []
    lead, lead_role, top = "", None, 0
    for block in parse_blocks(text, 1):
        if block.kind is Kind.HEADING:
            top = top or block.level
            while stack and stack[-1][0] >= block.level:
                stack.pop()
            title = title_of(block.text)
            role = role_of(title) or (stack[-1][1] if stack else None)
            stack.append((block.level, role, title))
            if role in _WORK:
                yield Item(
                    _words_of(block),
                    block.line,
                    block.last,
                    "",
                    title,
                    role,
                    block.level - top + 1,
                    is_title=True,
                )
        elif (stack[-1][1] if stack else None) in _WORK:
            level, role, title = stack[-1] if stack else (0, None, "")
            led = lead_role if block.kind in LISTS else None
            if led in _WORK:
                for item in _items(block, lead if block.kind in LISTS else ""):
                    yield replace(item, under=title, role=role, level=level - top + 1 if stack else 0)
        is_lead = block.kind is Kind.PARAGRAPH and block.text.rstrip("* ").endswith(":")
        lead = block.text if is_lead else ""
        lead_role = role_of(title_of(lead)) if lead else None


def _items(block: Block, above: str) -> Iterator[Item]:
    if block.kind is Kind.PARAGRAPH:
        yield Item(
            _words_of(block), block.line, block.last, above, is_prose=_DEFINITION.search(block.source) is None
        )
    elif block.kind is Kind.TABLE:
        yield from _rows(block)
    elif block.kind in LISTS:
        for item in block.children:
            own = item.paragraph
            words = _words_of(own) if own is not None else ""
            for child in item.children:
                is_own = child is own
                inside = _items(child, above if is_own else words)
                yield from (replace(each, is_prose=False) for each in inside)
    elif block.kind is Kind.QUOTE:
        for child in block.children:
            yield from _items(child, "")


def _words_of(block: Block) -> str:
    """Return the words of a block without emphasis, and with folders such as `__tests__` as written."""
    kept = _DUNDER.sub(lambda at: at[0] if at[0][0] == "`" else at[0].replace("_", "\\_"), block.source)
    return plain(kept)


def _rows(table: Block) -> Iterator[Item]:
    rows = [row for row in table.children if row.kind is Kind.ROW]
    for row in rows[1:]:
        yield Item(" | ".join(cell.source.strip() for cell in row.cells), row.line, row.line)
