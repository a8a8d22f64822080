"""What a plan leaves alone or keeps: in lists of what is out of scope, and in sentences that forbid it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.conform.orders import Act, Order, Sure
from groundplan.conform.places import is_path
from groundplan.markdown.left_out import find_left_out
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import LIMIT, Line, Role
from groundplan.rules.changed_names import changed_names
from groundplan.rules.scope import left_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.conform.items import Item
    from groundplan.conform.places import Places

SENTENCE = late_regex(r"(?<=[.;!?])\s+|\n")
# What is left alone may be a word of the sentence before, so that these only make it likely.
_HANDS_OFF = late_regex(
    r"\b(?:leave|leaving|left|let)\s(?:[\w'’-]+\s){0,3}(?:alone|be|untouched)\b|\bleft alone\b"
    r"|\bkeep (?:off|away from|out of)\b|\bhands off\b|\b(?:do not|don['’]?t|never) touch\b",
    re.IGNORECASE,
)
# What a sentence of its own forbids is what the one before names: “do not edit them”.
_NOT = (
    r"(?:(?:do|does|should|must|may|shall|will|can|are|is|were)(?:\snot|n['’]t)|cannot|never|without"
    r"|no(?:body|\sone)\s(?:should|may|must))"
)
_ALTERED = r"(?:touch|chang|modif|edit|alter|updat|rewrit|translat|adapt)\w{0,3}"
_AS_IS = r"(?:exactly\s)?(?:as\s|unchanged|untouched|alone|unmodified|frozen)"
_FORBIDS_THAT = late_regex(
    rf"(?:(?:and|so|but|please|we|you)[\s,]+)*(?:{_NOT}\s{_ALTERED}\s"
    r"(?P<that>it|(?:(?:any|either|all|one)\sof\s)?(?:them|these|those))\b(?!\s(?:to|into|so|unless|until|from)\b)"
    rf"|(?P<they>it|they|these|those)\s(?:{_NOT}\s(?:to\s)?(?:be\s)?{_ALTERED}\b"
    rf"|(?:stays?|remains?|(?:is|are)\s(?:left|kept))\s{_AS_IS})"
    rf"|(?:leave|keep)\s(?P<kept>it|them|these|those)\s{_AS_IS})",
    re.IGNORECASE,
)
# Out of scope is that it goes, not that it changes; or to change it in a way that nobody can see in names.
_GOING = late_regex(r"\b(?:remov|delet|dropp|renam|mov)(?:e|al|ing)\b", re.IGNORECASE)
_REWORK = late_regex(r"\b(?:refactor|rewrit|migrat|rework)\w{0,4}\b", re.IGNORECASE)
_ANY_CHANGE = late_regex(r"\b(?:touch|chang|modif|edit)\w{0,8}\b", re.IGNORECASE)
_KEEPS_NAME = late_regex(
    r"\bkeep(?:s|ing)?\s(?:(?:the|its|their|this|that|old|current|same|file|own)\s){1,3}(?:file\s?)?names?\b"
    r"|(?:\bnot|\bnever|n['’]t|\bwithout)\s(?:renam|remov|delet|mov)(?:e|ing)\s(?:(?:the\s)?file\b|it\b|`?[\w/-]*[./]\w)"
    r"|\bname\s(?:stays|remains|is kept)\b",
    re.IGNORECASE,
)


def forbidden_in(words: str, place: Place) -> Iterator[tuple[str, Place, str]]:
    """Yield the names of which sentences say that they must not change, with the sentence."""
    for sentence in SENTENCE.split(words.replace("**", "")):
        for role, named in find_left_out(sentence):
            for name in left_out(Line(role, named, place))[0] if role is Role.EXCLUDED else ():
                yield name, place, sentence


def is_kept(sentence: str) -> bool:
    """Tell whether a sentence is about what is left alone, so that it orders nothing."""
    is_left = any(role is Role.EXCLUDED for role, _ in find_left_out(sentence))
    return is_left or _HANDS_OFF.search(sentence) is not None


def find_kept(lines: Iterable[Line], places: Places) -> Iterator[Order]:
    """Yield what lines leave out: the names that they leave out whole, and files that they name otherwise."""
    for line in lines:
        if line.role is not Role.EXCLUDED:
            continue
        whole: set[str] = set()
        for name in left_out(line)[0]:
            for meant in places.resolve(name):
                order = keep(meant, line.place, line.text, places, name)
                yield replace(order, called=name) if order.path and not is_path(name) else order
                whole.add(meant)
        if LIMIT.search(line.text):
            continue  # what is left out of it is not all of it
        for _, found in places.in_words(line.text):
            for path in found if len(found) == 1 else ():
                if path.casefold() not in whole:
                    yield Order(Act.LEAVE, path.casefold(), line.place, line.text, Sure.LIKELY)


def find_hands_off(items: Iterable[Item], places: Places, document: str) -> Iterator[Order]:
    """Yield the files of sentences such as “keep off it”, or of the sentence before where they name none."""
    for item in items:
        before: list[str] = []
        said = ""
        for sentence in SENTENCE.split(item.words):
            named = [found[0] for _, found in places.in_words(sentence) if len(found) == 1]
            named += places.folders_in(sentence)
            is_off = _HANDS_OFF.search(sentence) is not None
            for path in (named or before) if is_off or _forbids(sentence, before, said) else ():
                yield Order(Act.LEAVE, path.casefold(), Place(document, item.line, 1), sentence, Sure.LIKELY)
            before, said = named, sentence


def _forbids(sentence: str, before: Sequence[str], said: str) -> bool:
    """Tell whether a sentence forbids what the one before names, and orders no change of."""
    found = _FORBIDS_THAT.match(sentence)
    if found is None or any(changed_names(said)):
        return False
    is_one = "it" in {each.lower() for each in found.groups("")}
    return len(before) == 1 if is_one else len(before) > 1 or any(each.endswith("/") for each in before)


def find_keepers(items: Iterable[Item], places: Places, document: str) -> Iterator[Order]:
    """Yield the files that keep their names, of the sentence that says so or of the one before."""
    for item in items:
        before: list[str] = []
        for sentence in SENTENCE.split(item.words):
            named = [found[0] for _, found in places.in_words(sentence) if len(found) == 1]
            if keeps_name(sentence):
                for path in named or before:
                    at = Place(document, item.line, 1)
                    yield Order(Act.KEEP, path.casefold(), at, sentence, Sure.LIKELY)
            before = [] if _GOING.search(sentence) else named


def keeps_name(sentence: str) -> bool:
    """Tell whether a sentence says that something is not renamed."""
    return _KEEPS_NAME.search(sentence) is not None


def keep(meant: str, place: Place, words: str, places: Places, name: str = "") -> Order:
    """Return the order to leave a path or a name alone, or to keep it where only its going is left out."""
    is_file = places.has(meant) or (is_path(meant) and ("/" in meant or places.has_ending(meant)))
    before = words[: max(0, words.casefold().find(name or meant))]
    is_any = _ANY_CHANGE.search(before) is not None
    is_going = not is_any and _GOING.search(before) is not None
    is_sure = is_any or not (is_going or _REWORK.search(before))
    return Order(
        Act.KEEP if is_going else Act.LEAVE,
        meant if is_file else "",
        place,
        words,
        Sure.CERTAIN if is_sure else Sure.LIKELY,
        "" if is_file else meant,
    )
