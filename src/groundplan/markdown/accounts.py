"""Lines in which a plan accounts for the occurrences of a name: how many, which it leaves alone, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, parse_blocks
from groundplan.markdown.name_changes import bare_name
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Account, Dismissal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Section

_OPENING = late_regex(
    r"[*_]{0,3}occurrences of (?:`([^`\n]{1,200})`|([\w.$:#-]{1,200}):(?=\s))", re.IGNORECASE
)
_COUNT = late_regex(r"(\d[\d,]{0,9})(?:\s+\w+)?\s+in\s+(\d[\d,]{0,9})\s+files?", re.IGNORECASE)
_LEAVING = late_regex(r"\b(?:dismissed|not changed|left alone|unchanged)\b\s*:?\s*", re.IGNORECASE)
_SPAN = late_regex(r"`([^`\n]{1,300})`")
_EDGE = " \t\n(),;:.–—-[]"
_JOINS = late_regex(r"[\s,;&]*(?:and)?[\s]*", re.IGNORECASE)


@dataclass
class _Open:
    """An account whose list may still follow."""

    term: str
    place: Place
    count: int | None = None
    files: int | None = None
    dismissals: list[Dismissal] = field(default_factory=list)


def find_accounts(section: Section) -> tuple[Account, ...]:
    """Return the section's accounts of occurrences in their order."""
    # All of them first: the list below an account is read after its line.
    found = list(_read(parse_blocks(section.text, section.line), section.document))
    return tuple(
        Account(each.term, section.key, each.place, each.count, each.files, tuple(each.dismissals))
        for each in found
    )


def _read(blocks: Iterable[Block], document: str) -> Iterator[_Open]:
    current: _Open | None = None
    for block in blocks:
        if block.kind is Kind.PARAGRAPH:
            current = _opened(block, document)
            if current is not None:
                yield current
        elif block.kind in LISTS and current is not None and not any(map(_opens_account, block.children)):
            _take_list(block, current, document)
            current = None
        elif block.kind is Kind.ITEM and block.paragraph is not None:
            account = _opened(block.paragraph, document)
            if account is None:
                yield from _read(block.children, document)
                continue
            for below in block.lists():
                _take_list(below, account, document)
            yield account
        else:
            current = None
            yield from _read(block.children, document)


def _opens_account(item: Block) -> bool:
    return item.paragraph is not None and _OPENING.match(item.paragraph.source) is not None


def _opened(paragraph: Block, document: str) -> _Open | None:
    source = paragraph.source
    opening = _OPENING.match(source)
    term = bare_name((opening[1] or opening[2]).strip()) if opening else ""
    if opening is None or not term:
        return None
    first = paragraph.spans[0]
    account = _Open(term, Place(document, first.line, first.column + 1))
    leaving = _LEAVING.search(source, opening.end())
    counted = _COUNT.search(source, opening.end(), leaving.start() if leaving else len(source))
    if counted is not None:
        account.count, account.files = (int(number.replace(",", "")) for number in counted.groups())
    if leaving is not None:
        account.dismissals += _dismissals(source[leaving.end() :], account.place)
    return account


def _take_list(block: Block, account: _Open, document: str) -> None:
    for item in block.children:
        if item.paragraph is not None and item.paragraph.spans:
            first = item.paragraph.spans[0]
            source = item.paragraph.source
            leaving = _LEAVING.match(source)
            words = source[leaving.end() :] if leaving else source
            if words.lstrip("*_ ").startswith("`"):
                account.dismissals += _dismissals(words, Place(document, first.line, first.column + 1))


def _dismissals(words: str, place: Place) -> list[Dismissal]:
    """Read "`a.md` (history), `b/` – generated": a reason also serves those that are joined to it."""
    spans = list(_SPAN.finditer(words))
    found: list[Dismissal] = []
    reason = ""
    for at in range(len(spans) - 1, -1, -1):
        end = spans[at + 1].start() if at + 1 < len(spans) else len(words)
        between = words[spans[at].end() : end]
        if at + 1 == len(spans) or _JOINS.fullmatch(between) is None:
            reason = " ".join(between.strip(_EDGE).split())
        found.append(Dismissal(spans[at][1].strip(), reason, place))
    return found[::-1]
