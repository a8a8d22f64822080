"""What a reader found a plan to order, believed where the plan has the words, and never for certain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.words import PlanWords, last_part
from groundplan.code.citations.symbols import split_symbol
from groundplan.code.languages import PLAIN, language_of
from groundplan.conform.ordered import goes
from groundplan.conform.orders import Act, Order, Sure
from groundplan.conform.places import MOST_MEANT, Places
from groundplan.consult.reading import CHANGES, CREATES, LEAVES, ORDERED, REMOVES, Dropped
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.path_pattern import matches
from groundplan.rules.plan_lines import is_same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.conform.orders import Orders
    from groundplan.consult.answer import Claim
    from groundplan.consult.fact import Fact
    from groundplan.consult.reading import Reading
    from groundplan.plan.document import Document
    from groundplan.plan.finding import Place

_ACTS = {CREATES: Act.CREATE, CHANGES: Act.CHANGE, REMOVES: Act.REMOVE, LEAVES: Act.LEAVE}
_SYMBOL = late_regex(r"[\w$]+(?:(?:\.|::|#|->)[\w$]+)*[?!]?")
_OWN_SHAPE = late_regex(r"[a-z\d][A-Z]|\w_\w")  # no word of a language looks so
_NAME = "name"  # of what is left alone: only that it stays


@dataclass(frozen=True, slots=True)
class ReadOrders:
    """One reading of a plan for a change: the orders that are believed, and the claims that are not."""

    by: str
    orders: tuple[Order, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    def added_to(self, own: Orders) -> Orders:
        """Return a plan's own orders with these; where both say it, the plan's own words count."""
        kept = [each for each in self.orders if each.act in {Act.LEAVE, Act.KEEP}]
        work = [each for each in self.orders if each not in kept]
        ordered = [each for each in own.work if not any(_is_doubted(each, other) for other in kept)]
        return replace(own, work=(*ordered, *work), kept=(*own.kept, *kept))


def read_orders(document: Document, reading: Reading, own: Orders, known: frozenset[str]) -> ReadOrders:
    """Return the orders of a reading; a claim about the code of today is none, and left to `check`."""
    clerk = _Clerk(PlanWords(document.path, document.text), Places(known), own, reading.by)
    orders: list[Order] = []
    dropped = list(reading.dropped)
    claims = [each for each in dict.fromkeys(reading.claims) if each.facts[0].kind in ORDERED]
    # what is left alone comes last: where a step works on it, it is not left alone
    for claim in sorted(claims, key=lambda each: each.facts[0].kind == LEAVES):
        found = list(clerk.orders(claim, orders))
        orders += [each for each in found if isinstance(each, Order)]
        dropped += [Dropped(claim.text, each) for each in found if isinstance(each, str)]
    return ReadOrders(reading.by, tuple(orders), tuple(dropped))


@dataclass(frozen=True, slots=True)
class _Clerk:
    """Whoever takes a reader's claims down as orders, given the plan's words and what these order."""

    words: PlanWords
    places: Places
    own: Orders
    by: str

    def orders(self, claim: Claim, before: list[Order]) -> Iterator[Order | str]:
        """Yield what a claim orders, or why it orders nothing."""
        found = self.words.find(claim.text)
        fact = claim.facts[0]
        written, symbol = self._parted(fact)
        unsaid = next(
            (each for each in (written, symbol) if each and not self.words.has(last_part(each))), ""
        )
        # A plan that lists its files means no others; what it does not name is not left alone either.
        is_meant_otherwise = bool(unsaid) and not (symbol or fact.kind == LEAVES or self.own.is_listed)
        if found is None:
            yield "the plan does not say so"
        elif unsaid and not is_meant_otherwise:
            yield f"the plan does not say `{unsaid}`"
        elif not (written or symbol):
            yield "it names no file and nothing in one"
        elif symbol and not self._is_name(fact, symbol):
            yield f"`{symbol}` is no name of code"
        else:
            paths = self._paths(written)
            is_open = is_meant_otherwise or len(paths) > 1
            if not paths or (is_open and fact.kind == LEAVES):
                yield f"`{written}` is no one file"
            for path in paths if not (is_open and fact.kind == LEAVES) else ():
                order = self._order(fact, claim.text, found[0], path, symbol)
                yield self._why_not(order, before) or (replace(order, sure=Sure.OPEN) if is_open else order)

    def _parted(self, fact: Fact) -> tuple[str, str]:
        """Return the path that a claim is about, and the name in it."""
        path, _, owner = fact.at.partition("::")
        value = fact.value.removesuffix("()")
        if not self._is_path(path):
            path, owner = "", owner or path
        if not path and self._is_path(value):
            return value, ""
        if not path and not (owner and value) and (found := self._bare_file(owner or value)):
            return found, ""
        return path, ".".join((*split_symbol(owner), *split_symbol(value)))

    def _bare_file(self, name: str) -> str:
        """Return the one file without code that a name without an ending means, such as `README`."""
        found = self.places.called(name)
        return found[0] if found and language_of(found[0], b"") == PLAIN else ""

    def _is_name(self, fact: Fact, symbol: str) -> bool:
        """Tell whether a symbol is a name; one that is to come has to look so, or be quoted as code."""
        if not _SYMBOL.fullmatch(symbol):
            return False
        last = split_symbol(symbol)[-1]
        is_quoted = self.words.quotes_code(last)
        return fact.kind != CREATES or is_quoted or _OWN_SHAPE.search(symbol) is not None

    def _is_path(self, text: str) -> bool:
        is_file = "/" in text or self.places.has_ending(text) or self.places.has(text.casefold())
        return bool(text) and " " not in text and is_file

    def _paths(self, written: str) -> tuple[str, ...]:
        """Return the files that a path means, an empty one where none is named; none where it is unclear."""
        if not written:
            return ("",)
        path = written.removeprefix("./").lstrip("/")
        if self.places.has(path.rstrip("/").casefold()) and path not in self.places:
            return (f"{path.rstrip('/')}/",)
        found = self.places.ending(path)
        is_file = self.places.has_ending(path) and ".." not in path
        return found if 0 < len(found) <= MOST_MEANT else (path,) if is_file and not found else ()

    def _order(self, fact: Fact, quote: str, place: Place, path: str, symbol: str) -> Order:
        is_kept = fact.kind == LEAVES
        act = Act.KEEP if is_kept and fact.of == _NAME else _ACTS[fact.kind]
        is_one = path in self.places or fact.kind == CREATES or not path
        is_name = is_kept and bool(symbol)  # names that are left alone carry their files
        *owners, name = split_symbol(symbol) if symbol and not (path or is_kept) else [symbol]
        return Order(
            act,
            "" if is_name else path.casefold() if is_kept else path,
            place,
            quote,
            Sure.LIKELY if is_one or is_kept else Sure.OPEN,
            "::".join(filter(None, (path, symbol))).casefold() if is_name else name,
            owner=owners[-1] if owners else "",
            called=symbol if is_name else "",
            is_there=path in self.places or path.endswith("/"),
            by=self.by,
            may_go=act is Act.REMOVE or goes(quote),
        )

    def _why_not(self, order: Order, before: list[Order]) -> str:
        """Return what in the plan's own words, or in the reading, outweighs an order."""
        if order.act in {Act.LEAVE, Act.KEEP}:
            work = [each for each in (*self.own.work, *before) if each.sure and each.act is not Act.TEST]
            ordered = [each for each in work if _is_of(each, order) and not _is_doubted(each, order)]
            return "a step works on it" if ordered and order.act is Act.LEAVE else ""
        kept = [each for each in self.own.kept if each.act is Act.LEAVE]
        if any(each.path and matches(each.path, order.path.casefold()) for each in kept):
            return "the plan leaves it alone"
        named = f"{order.path}::{order.symbol}".casefold()
        is_kept = order.symbol and any(each.symbol and is_same(each.symbol, named) for each in kept)
        return "the plan leaves it alone" if is_kept else ""


def _is_doubted(order: Order, kept: Order) -> bool:
    """Tell whether a reader finds in the very line of an order that it is left alone."""
    is_likely = order.sure is Sure.LIKELY and not order.by
    return is_likely and order.place.line == kept.place.line and _is_of(order, kept)


def _is_of(order: Order, kept: Order) -> bool:
    """Tell whether an order is about what is left alone: the file, or the name."""
    if kept.symbol:
        return bool(order.symbol) and is_same(kept.symbol, f"{order.path}::{order.symbol}".casefold())
    return matches(kept.path, order.path.casefold())
