"""Files that an item, a row or a heading of a plan names: its place says that they are worked on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.conform.left_alone import SENTENCE, is_kept, keeps_name
from groundplan.conform.ordered import goes
from groundplan.conform.orders import Act, Order, Sure
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Line, Role
from groundplan.rules.changed_names import sentences_of
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
    r"\b(?:because|since|like|unlike|see|as (?:in|with|for)|cf\.|compare|which|whose|from|nothing"
    r"|(?:listed|described|documented|defined|shown|said|found|used) (?:in|by))\s[^,;]*",
    re.IGNORECASE,
)
# What is so already; of a test it may be the promise.
_FACT = late_regex(
    r"\b(?:(?:covered|tested|exercised|handled|checked|provided|generated|imported) (?:in|by)|already in)"
    r"\s[^,;]*",
    re.IGNORECASE,
)
_WITH_TESTS = late_regex(
    r"\bwith (?:all )?(?:its|their|the) (?:own )?(?:unit )?(?:tests|specs)\b", re.IGNORECASE
)
_TESTS_GO = late_regex(
    r"\b(?:remove|delete|drop|throw (?:out|away)|get rid of)\b"
    r"(?:(?!\b(?:add|extend|write|new|keep|update|but)\b)[^.;]){0,200}(?<![\w/])(?:tests?|specs)\b(?![\w/.])",
    re.IGNORECASE,
)
_TEST_CLASS = late_regex(
    r"(?:\b(?:tests?|cases?|specs?|assertions?) (?:in|into|to)"
    r"|^\W*(?:adapt|adjust|amend|extend|update|change|fix))\s+"
    r"`(?P<name>[A-Z]\w+)`",
    re.IGNORECASE,
)
_NAME = late_regex(
    r"(?:(?P<owner>[\w$]+)(?:\.|::|#))*(?P<name>[\w$]{3,80})"
    r"(?:(?:\[[A-Z][\w, ]*\]|<[A-Z][\w, ]*>)?\(.*\)|\[[A-Z]\]|/\d+)?"
)
_SHORTEST = 6
_SHORTEST_CALLED = 4
_OWN_SHAPE = late_regex(r"[a-z\d][A-Z]|\w_\w")  # no word of a language looks so
# What a sentence of prose begins with where it is work; a noun in that place is none.
_ORDERS = late_regex(
    r"(?:add|change|create|edit|extend|mention|move|put|remove|rename|replace|update|write)"
    r"\s(?!(?:in|to|of|from|at|by|is|are|was|were|on|for)\b)"
    r"|(?:call|document|export|link|list|name|register)\s(?:(?:it|its|them|this|that|the|an?|each|every|both|all)\b|`)",
    re.IGNORECASE,
)
_TELLS = late_regex(r"`?\s(?!(?:as|its|this)\b)(?:[a-z]+s|already|are|was|have)\b")
_HEAD = late_regex(
    r"\W*(?:\[.?\]\s*)?(?:`(?P<quoted>[\w-]{3,80})`|(?P<bare>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?![\w`/.]))"
)


def find_placed(items: Iterable[Item], places: Places, document: str) -> Iterator[Order]:
    """Yield what items name by path or base name, and the one file that an item begins with by its name."""
    for item in items:
        at = Place(document, item.line, 1)
        named = False
        for sentence in _sentences(item):
            is_spared, beside = is_kept(sentence), "".join(_ASIDE.findall(sentence))
            facts = "".join(_FACT.findall(sentence))
            is_sure = not (UNTOUCHED.search(sentence) or keeps_name(sentence))
            meant = {*places.in_words(sentence), *((each, (each,)) for each in places.new_in(sentence))}
            for written, found in sorted(meant):
                named = True
                is_one = len(found) == 1 and "*" not in written
                behind = sentence[sentence.find(written) + len(written) :]
                is_aside = written in beside or (written in facts and not all(map(is_test, found)))
                if not (is_spared or is_aside or (item.is_prose and _TELLS.match(behind))):
                    sure = Sure.LIKELY if is_one and is_sure else Sure.OPEN
                    orders = [_order(path, at, item, sure, places) for path in found]
                    yield from (replace(each, tests_go=bool(_TESTS_GO.search(sentence))) for each in orders)
            yield from _tests_of(sentence, {path for _, found in meant for path in found}, at, item, places)
        if not named and _is_work(item):
            yield from _headed(item, at, places)


def _tests_of(sentence: str, named: set[str], at: Place, item: Item, places: Places) -> Iterator[Order]:
    """Yield the tests of the one file that a sentence names with them, and test classes by their names."""
    if is_kept(sentence):
        return
    if len(named) == 1 and _WITH_TESTS.search(sentence):
        goes_too = bool(_TESTS_GO.search(sentence))
        for path in places.tests_of(*named):
            yield replace(_order(path, at, item, Sure.OPEN, places), tests_go=goes_too)
    for match in _TEST_CLASS.finditer(sentence):
        for path in filter(is_test, places.called(match["name"])):
            yield _order(path, at, item, Sure.LIKELY, places, match["name"])


def _sentences(item: Item) -> Iterator[str]:
    """Yield the sentences of an item that may order something: of a paragraph, those that begin so."""
    if _is_work(item):
        yield from SENTENCE.split(item.words)
    elif item.is_prose and not is_context(item):
        for sentence in sentences_of(Line(Role.STEP, item.words, Place("", item.line, 1))):
            yield from (each for each in SENTENCE.split(sentence) if _ORDERS.match(each))


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
        for sentence in _sentences(item):
            is_order = not is_kept(sentence) and not UNTOUCHED.search(sentence)
            for span in SPAN.findall(_ASIDE.sub(" ", sentence)) if is_order else ():
                found = _NAME.fullmatch(span)
                if found is None:
                    continue
                is_sure = _is_of_code(found) and not places.has_part(found["name"])
                owner = found["owner"] or ""
                if is_sure or owner[:1].isupper():  # a class, perhaps: then that decides
                    yield Order(
                        Act.CHANGE,
                        "",
                        Place(document, item.line, 1),
                        item.words,
                        Sure.LIKELY if is_sure else Sure.OPEN,
                        found["name"],
                        may_go=goes(item.words),
                        owner=owner,
                    )


def _is_of_code(found: re.Match[str]) -> bool:
    """Tell whether a name is one that no language has: by its shape, or since it is called."""
    name = found["name"]
    is_called = found[0].endswith(")") and len(name) >= _SHORTEST_CALLED
    return is_called or (len(name) >= _SHORTEST and _OWN_SHAPE.search(name) is not None)


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
