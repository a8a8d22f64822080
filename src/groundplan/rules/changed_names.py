"""The files and symbols that a step changes, by the words of its sentences; those it only names are not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.rules.plan_lines import SPAN, UNTOUCHED, is_same, names_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.line import Line

_CHANGE = (
    r"(?:change|update|modify|refactor|rewrite|edit|extend|adapt|rename|remove|delete|replace|migrate|port|move|split|"
    r"fix|rework|simplify|convert|deprecate|patch|touch|reformat|restructure|inline|drop|tighten|"
    r"relax|harden|teach|clean up|"
    r"generalise|generalize|type|annotate|parametrise|parametrize|trim|shrink|reorder)"
)
# An order begins with its verb; these begin a sentence and change nothing.
_NO_ORDER = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "the a an this that these those it its there no all both each every any some if when while "
        "where since because "
        "for in on at by with as to from and or but not so then after before until once we you they "
        "he she who what "
        "which how why read see check verify confirm review look run note compare inspect consult "
        "study follow mirror "
        "copy reuse import test keep leave do ask measure benchmark remember grep search find list "
        "cite quote mimic "
        "revert undo avoid skip ensure assert only nothing one two three most none here today "
        "currently already "
        "everything document rerun re-run diff watch browse open trace profile investigate decide "
        "discuss wait"
    ).split()
)
_ORDER = late_regex(
    r"(?P<verb>[A-Za-z][a-z-]{1,20})\s+(?!(?:in|to|of|from|at|by|is|are|was|were|on|for)\b)\S"
)
_CHANGES = late_regex(rf"{_CHANGE}\b", re.IGNORECASE)
_NAMES = r"`[^`\n]{2,200}`(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)`[^`\n]{2,200}`)*"
_DESCRIBES = late_regex(
    r"(?:is|are|was|has|have|contains?|defines?|shows?|holds?|keeps?|stays?|remains?|covers?|does|calls?|uses?|reads?|"
    r"already|currently|today|lives?|needs?|imports?|looks?|says?|must|should|can|may|will)\b",
    re.IGNORECASE,
)
_ITSELF = late_regex(r"(?P<names>`[^`\n]{2,200}`)\s+(?P<rest>[a-z]+s\b.+)")
_ASIDE = late_regex(rf"\s\((?P<names>{_NAMES})\)")
_OPENING = late_regex(
    r"\W*(?:(?:then|and|also|next|first|finally|second|third|lastly|afterwards|now|in passing|while there|"
    r"while we are here|as a follow-up|for that|to do so)\b[,:]?\s+)*(?:we\s+)?",
    re.IGNORECASE,
)
_IN_FIRST = late_regex(
    rf"(?:in|inside|within|over in)\s+(?:the\s+)?(?P<names>{_NAMES})\s*(?:\([^()]*\))?\s*[,:–—]?\s+"
    r"(?P<rest>.+)",
    re.IGNORECASE,
)
_HEAD = late_regex(
    rf"(?P<names>{_NAMES})\s*(?:\([^()]*\)\s*)?(?:[:–—]|-\s|→|gets\b|takes\b|gains\b|learns\b|loses\b)\s*(?P<rest>.+)",
    re.IGNORECASE,
)
_BEHIND_OBJECT = late_regex(
    r":\s|\s[–—]\s|;\s|\.\s|\b(?:to|so that|by|with|using|as far as|in line with|like|from|into|in|"
    r"inside|because)\b"
)
_PLACE = late_regex(
    rf"(?P<word>[\w-]+)`?\s+(?P<by>in|into|inside|within|to|from|under|at|of)\s+"
    rf"(?:the\s+|(?:an?\s|the\s|its\s)?(?:[\w-]+\s)?(?:file|module|script|page)\s)?(?=(?P<names>{_NAMES}))",
    re.IGNORECASE,
)
# What these verbs make is written into the file they name; what they are about is not changed.
_WRITES_IN = late_regex(r"(?:test|document|benchmark)\b", re.IGNORECASE)
_ELSEWHERE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "as like see defined declared used found described lives same copied imported called caller "
        "callers is are "
        "link reference pointer refer according next similar relative compared equal path up back "
        "down pattern "
        "shown documented done exists written tests those one ones that"
    ).split()
)
_PATH = late_regex(r".*(?:/|\.[a-z]{1,5}$)")
_CHANGED = late_regex(r"(?:gets|takes|gains|loses|learns|a|an|one|new|the new|adds|drops)\b", re.IGNORECASE)


def sentences_of(step: Line) -> Iterator[str]:
    """Yield the sentences of a step and of what is below it."""
    own = words_of(step)
    if step.text.removesuffix(own).endswith("`"):
        own = f"`{own}"  # the mark before a step's first word is of its code span
    for text in (own, *step.details.split("\n")):
        for sentence in re.split(r"(?<=[.;!?])\s+(?=\S)", text):
            bare = sentence.replace("**", "").strip()
            opening = _OPENING.match(bare) if not bare.startswith("`") else None
            yield bare[opening.end() :] if opening else bare


def is_inside(left_out: str, name: str) -> bool:
    """Tell whether a name is the one that is left out, or a file in the folder that is."""
    folder = left_out.rstrip("/*")
    return is_same(left_out, name) or ("/" in left_out and name.startswith(f"{folder}/"))


def changed_names(sentence: str) -> set[str]:
    """Return the names that a sentence changes: its objects, and the file it works in."""
    leading = _IN_FIRST.match(sentence) or _HEAD.match(sentence)
    if leading:
        # The verb comes right behind the file, or behind a name in it.
        rest = leading["rest"].lstrip("* ")
        is_work = is_order(rest) or _CHANGES.search(rest[:60]) or _CHANGED.match(rest)
        return names_in(leading["names"]) if is_work and not UNTOUCHED.search(rest[:60]) else set()
    itself = _ITSELF.match(sentence)
    if itself:
        is_description = _DESCRIBES.match(itself["rest"]) or UNTOUCHED.search(itself["rest"])
        return (
            set() if is_description else {each for each in names_in(itself["names"]) if _PATH.fullmatch(each)}
        )
    if _WRITES_IN.match(sentence) and not is_order(sentence):
        inside = (each for each in _PLACE.finditer(sentence) if each["by"].lower() == "in")
        return {name for each in inside for name in names_in(each["names"]) if _PATH.fullmatch(name)}
    if not is_order(sentence):
        return set()
    behind = _BEHIND_OBJECT.search(_words_alone(sentence))
    head = sentence[: behind.start()] if behind else sentence
    named = names_in(head)
    found = named if _CHANGES.match(sentence) else {each for each in named if _PATH.fullmatch(each)}
    places = (each for each in _PLACE.finditer(sentence) if each["word"].lower() not in _ELSEWHERE)
    place = next((each for each in places if any(map(_PATH.fullmatch, names_in(each["names"])))), None)
    place = place or _ASIDE.search(sentence)
    if place and ("by" not in place.groupdict() or _is_worked_in(sentence, place)):
        found |= {name for name in names_in(place["names"]) if _PATH.fullmatch(name)}
    before = sentence[: place.start()] if place else head
    return set() if UNTOUCHED.search(_words_alone(before)) else found


def _words_alone(sentence: str) -> str:
    """Return a sentence of the same length without its code: `with` and `keep` may be names of methods."""
    return SPAN.sub(lambda span: "`" * len(span[0]), sentence)


def is_order(sentence: str) -> bool:
    """Tell whether a sentence is an order to change something: its first word is a verb that does."""
    match = _ORDER.match(sentence)
    word = match["verb"].lower() if match else ""
    is_verb = word and word not in _NO_ORDER and not re.search(r"(?:[^s]s|ing|ed|tion|ly)$", word)
    return bool(is_verb) or _CHANGES.match(sentence) is not None


def _is_worked_in(sentence: str, place: re.Match[str]) -> bool:
    """Tell whether the words before a file say that the change is in it: `Add a field to`."""
    by = place["by"].lower()
    if by == "to":
        return (
            re.match(r"(?:add|append|apply|introduce|make|push|port)\b", sentence, re.IGNORECASE) is not None
        )
    if by == "from":
        return (
            re.match(
                r"(?:remove|drop|delete|extract|move|pull|strip|export|return|split)\b",
                sentence,
                re.IGNORECASE,
            )
            is not None
        )
    if by == "of":
        return _CHANGES.match(sentence) is not None
    return True
