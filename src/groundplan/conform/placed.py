"""Files that an item, a row or a heading of a plan names: its place says that they are worked on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.conform.left_alone import SENTENCE, is_kept
from groundplan.conform.orders import Act, Order, Sure
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.rules.plan_lines import SPAN, UNTOUCHED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.conform.items import Item
    from groundplan.conform.places import Places

# What is there, and why; what is done stands elsewhere.
_CONTEXT = late_regex(
    r"(?:the )?(?:problem|motivation|why|current|today|now|existing|findings?|analysis|root cause|research"
    r"|observations?|symptoms?|evidence|related|alternatives|discussion|how it|what happens)\b.*",
    re.IGNORECASE,
)
# Up to a comma, a reason or a model for the work.
_ASIDE = late_regex(
    r"\b(?:because|since|like|unlike|see|as (?:in|with|for)|cf\.|compare|which|whose|from|nothing)\s[^,;]*",
    re.IGNORECASE,
)
_NAME = late_regex(r"(?:[\w$]+(?:\.|::|#))*(?P<name>[\w$]{6,80})(?:\(.*\)|/\d+)?")
_OWN_SHAPE = late_regex(r"[a-z\d][A-Z]|\w_\w")  # no word of a language looks so
_HEAD = late_regex(
    r"\W*(?:\[.?\]\s*)?(?:`(?P<quoted>[\w-]{3,80})`|(?P<bare>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?![\w`/.]))"
)


def find_placed(items: Iterable[Item], places: Places, document: str) -> Iterator[Order]:
    """Yield what items name by path or base name, and the one file that an item begins with by its name."""
    for item in filter(_is_work, items):
        at = Place(document, item.line, 1)
        named = False
        for sentence in SENTENCE.split(item.words):
            is_spared, beside = is_kept(sentence), "".join(_ASIDE.findall(sentence))
            for written, found in places.in_words(sentence):
                named = True
                is_one = len(found) == 1 and "*" not in written and not UNTOUCHED.search(sentence)
                if not is_spared and written not in beside:
                    sure = Sure.LIKELY if is_one else Sure.OPEN
                    yield from (_order(path, at, item, sure, places) for path in found)
        if not named:
            yield from _headed(item, at, places)


def _headed(item: Item, at: Place, places: Places) -> Iterator[Order]:
    """Yield the order for the file that an item begins with, by the name before its ending."""
    head = _HEAD.match(item.words)
    called = (head["quoted"] or head["bare"]) if head else ""
    if called and not (is_kept(item.words) or UNTOUCHED.search(item.words)):
        for path in places.called(called):
            yield _order(path, at, item, Sure.LIKELY, places, called)


def find_named(items: Iterable[Item], places: Places, document: str) -> Iterator[Order]:
    """Yield the names of code in items of work, by their last part: what is written for them has them."""
    for item in items:
        if item.is_prose or item.is_title or not _is_work(item):
            continue
        for sentence in SENTENCE.split(item.words):
            is_order = not is_kept(sentence) and not UNTOUCHED.search(sentence)
            for span in SPAN.findall(_ASIDE.sub(" ", sentence)) if is_order else ():
                found = _NAME.fullmatch(span)
                is_own = found and _OWN_SHAPE.search(found["name"]) and not places.has_part(found["name"])
                if found and is_own:
                    at = Place(document, item.line, 1)
                    yield Order(Act.CHANGE, "", at, item.words, Sure.LIKELY, found["name"])


def _order(  # noqa: PLR0913, PLR0917 - the fields of an order
    path: str, at: Place, item: Item, sure: Sure, places: Places, called: str = ""
) -> Order:
    is_there = path in places or "*" in path
    act = Act.CHANGE if is_there else Act.CREATE
    return Order(
        act,
        path,
        at,
        item.words,
        sure,
        under=item.under if item.level > 1 else "",
        called=called,
        is_there=is_there,
    )


def is_context(item: Item) -> bool:
    """Tell whether an item stands where a plan says what there is, and why."""
    return _CONTEXT.fullmatch(item.under) is not None


def _is_work(item: Item) -> bool:
    """Tell whether an item stands where work stands; a paragraph only below a heading of its own."""
    if is_context(item):
        return False
    if item.is_title:
        return item.level > 1
    return not item.is_prose or item.level > 1
