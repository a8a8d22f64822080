"""What a plan's own words and records order: files, folders and names, each with the line that says so."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.conform.items import find_items
from groundplan.conform.left_alone import (
    SENTENCE,
    find_hands_off,
    find_keepers,
    find_kept,
    forbidden_in,
    is_kept,
    keep,
)
from groundplan.conform.mentioned import Mentioned
from groundplan.conform.ordered import Said, is_bare_item, is_listed, promises_tests
from groundplan.conform.orders import Act, Order, Orders, Sure
from groundplan.conform.placed import find_named, find_placed, is_context
from groundplan.conform.places import Places
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Line, Role
from groundplan.plan.mention import MAKING, Intent
from groundplan.rules.changed_names import changed_names, sentences_of
from groundplan.rules.plan_lines import SPAN, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.conform.items import Item
    from groundplan.plan.document import Document
    from groundplan.plan.mention import Mention, Sayings

_WORK = frozenset({Role.STEP, Role.WORK})
_NAME = late_regex(r"[^\W\d]\w*(?:(?:\.|::|#)[^\W\d]\w*)*")
_FILE = late_regex(r"[\w.@+*-]*(?:/[\w.@+*-]+)+/?|[\w.@+*-]+\.[a-z]{1,4}(?=::)")
# A file behind these words, up to a comma, is a reason or a model for the work.
_ASIDE = late_regex(
    r"\b(?:because|since|like|unlike|see|as in|cf\.|compare|which|whose)\s(?:[^.,;]|,\s(?:and\s)?(?=`))*$",
    re.IGNORECASE,
)
_SPANS = late_regex(r"`[^`\n]*`")
_NEXT = late_regex(r"\s*(?:$|[-*+#|]|\d+[.)]|\**\w[\w ]{0,30}:)")


def declare(
    sayings: Sayings,
    lines: Sequence[Line],
    documents: Sequence[Document],
    known: frozenset[str],
    *,
    is_typed: bool,
) -> Orders:
    """Return what a plan orders, given the files there are before and after the change."""
    texts, document = [each.text for each in documents], documents[0].path
    places, steps = Places(known), _steps(sayings, lines)
    items = find_items(texts, frozenset(_shut(lines, texts)))
    forbidden = [
        keep(meant, place, words, places, name)
        for step in steps
        for name, place, words in forbidden_in(step.whole, step.place)
        for meant in places.resolve(name)
    ]
    work = _worked(sayings, lines, texts, () if is_typed else items, places)
    if is_typed:
        stepped = [each for each in items if each.role in _WORK]
        work += [replace(each, sure=Sure.OPEN) for each in find_placed(stepped, places, document)]
    else:
        work += [*find_placed(items, places, document), *find_named(items, places, document)]
    sure = _paths(work, Sure.CERTAIN)
    off = [each for each in find_hands_off(items, places, document) if each.path not in sure]
    away = {(each.path, each.place.line) for each in off}
    work = [each for each in work if (each.path.casefold(), each.place.line) not in away]
    # A plan that orders a change and forbids it in one of its steps contradicts itself.
    ordered = _paths(work, Sure.LIKELY)
    ordered |= {each.symbol.casefold() for each in work if each.symbol and (each.path or each.sure)}
    kept = [each for each in find_kept(lines, places) if not (_is_doubtful(each) and _is_in(ordered, each))]
    kept += [*off, *(each for each in forbidden if not _is_in(ordered, each))]
    gone = {each.path.casefold() for each in work if each.act is Act.REMOVE or each.may_go}
    kept += [each for each in find_keepers(items, places, document) if each.path not in gone]
    shut = frozenset(_shut(lines, texts))
    rows = [{n for each in find_items([text], shut) for n in each.numbers} for text in texts]
    return Orders(
        (*work, *_promised(steps, work)),
        tuple(sorted(kept, key=lambda each: -each.sure)),
        tuple(each for each in forbidden if each.path and _is_in(ordered, each)),
        _terms(sayings, steps),
        frozenset(word for text in texts for word in _words_of(text)),
        Mentioned(texts, known, rows if is_typed else None),
        is_typed,
        _is_listed(work, lines, items, places),
    )


def _promised(steps: Iterable[Line], work: Iterable[Order]) -> Iterator[Order]:
    """Yield the tests that steps promise where the plan does not say in which file."""
    if not any(is_test(each.path) for each in work):
        for step in filter(promises_tests, steps):
            yield Order(Act.TEST, "", step.place, step.text, section=step.section)


def _steps(sayings: Sayings, lines: Iterable[Line]) -> list[Line]:
    steps = [line for line in lines if line.role in _WORK]
    # Where no heading sets the steps apart, everything that names a file may be one.
    steps = steps or [Line(Role.STEP, each.words, each.place, each.section) for each in sayings.mentions]
    return sorted(steps, key=lambda step: step.place)


def _shut(lines: Iterable[Line], texts: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines that are no work, as far as their paragraph goes."""
    rows = "\n".join(texts[:1]).split("\n")
    for line in lines:
        if line.role in {Role.EXCLUDED, Role.REJECTED}:
            yield line.place.line
            for number, row in enumerate(rows[line.place.line :], line.place.line + 1):
                if _NEXT.match(row):
                    break
                yield number


def _paths(work: Iterable[Order], least: Sure) -> set[str]:
    return {each.path.casefold() for each in work if each.sure >= least}


def _is_in(ordered: set[str], kept: Order) -> bool:
    """Tell whether a step orders what is left alone; what must only stay may be changed."""
    return kept.act is Act.LEAVE and (kept.path or kept.symbol) in ordered


def _is_doubtful(kept: Order) -> bool:
    """Tell whether an order for the file outweighs that it is left alone: nobody wrote its path as such."""
    return kept.sure is not Sure.CERTAIN or bool(kept.called)


def _worked(
    sayings: Sayings,
    lines: Sequence[Line],
    texts: Sequence[str],
    items: Sequence[Item],
    places: Places,
) -> list[Order]:
    """Return what mentions order, by their form, by the sentence they stand in or by their step."""
    steps = _steps(sayings, lines)
    changed = find_changed(steps)
    shut = {*_shut(lines, texts), *(n for each in filter(is_context, items) for n in each.numbers)}
    opening = 0 if any(line.role in _WORK for line in lines) else _opening(texts)
    found: list[Order] = []
    for mention in sayings.mentions:
        step = _step_of(mention, steps)
        meant = mention if mention.intent.is_work else _in_step(mention, step, changed)
        if mention.place.line in shut or _is_left(mention):
            continue
        if meant.intent.is_work:
            is_list = mention.place.line < opening and is_listed(mention)
            is_list = is_list or (not opening and is_bare_item(step, _led_by(step, steps)))
            found += _orders(Said(meant, step, _sentence_of(mention, changed), is_list), places)
    return found


def _is_left(mention: Mention) -> bool:
    """Tell whether the sentences that name a file are about what is left alone."""
    names = {name for name, _, _ in forbidden_in(mention.words, mention.place)}
    named = [each for each in SENTENCE.split(mention.words) if mention.citation.text in each]
    return plain_name(mention.citation.text) in names or (bool(named) and all(map(is_kept, named)))


def _is_listed(work: Sequence[Order], lines: Iterable[Line], items: Sequence[Item], places: Places) -> bool:
    """Tell whether the plan says by its form which files it is about: in a list, or step by step."""
    if any(each.is_form for each in work):
        return True
    steps = [line.whole for line in lines if line.role is Role.STEP]
    steps = steps or [each.words for each in items if not (each.is_prose or each.is_title or each.above)]
    return bool(steps) and all(_names_a_file(each, places) for each in steps)


def _names_a_file(words: str, places: Places) -> bool:
    return next(places.in_words(words), None) is not None or any("/" in each for each in SPAN.findall(words))


def _words_of(text: str) -> Iterator[str]:
    """Yield every word of a text, of dotted names the last, and nothing of paths."""
    for match in _NAME.finditer(_FILE.sub(" ", text)):
        yield re.split(r"\.|::|#", match[0])[-1]


def _terms(sayings: Sayings, steps: Iterable[Line]) -> dict[str, frozenset[str]]:
    named = [_spans_of(each) for each in steps]
    terms = {each.term for each in sayings.changes}
    return {term: frozenset().union(*(each for each in named if term in each)) for term in terms}


def _spans_of(step: Line) -> frozenset[str]:
    return frozenset(word for span in SPAN.findall(step.whole) for word in _named_by(span))


def find_changed(steps: Iterable[Line]) -> dict[str, str]:
    """Return the names that steps change, as names are compared, each with the sentence that says so."""
    return {name: each for step in steps for each in sentences_of(step) for name in changed_names(each)}


def is_evidence(mention: Mention, changed: Mapping[str, str]) -> bool:
    """Tell whether a step cites a file for its lines, as a reason or as a model, and does not change it."""
    if mention.intent is not Intent.IN_TASK or _sentence_of(mention, changed):
        return False
    before = mention.words.split(f"`{mention.citation.text}`")[:-1]
    behind = [" ".join(before[: place + 1]) for place in range(len(before))]
    is_aside = bool(behind) and all(_ASIDE.search(_SPANS.sub("` `", each)) for each in behind)
    return bool(mention.citation.first) or is_aside


def _opening(texts: Iterable[str]) -> int:
    """Return the first line behind what stands under the title alone."""
    lines = next(iter(texts), "").split("\n")
    return next((number for number, line in enumerate(lines, 1) if line.startswith("##")), len(lines) + 1)


def _step_of(mention: Mention, steps: Sequence[Line]) -> Line | None:
    above = bisect_right(steps, mention.place, key=lambda step: step.place)
    return steps[above - 1] if above > 0 and mention.citation.text in steps[above - 1].whole else None


def _led_by(step: Line | None, steps: Sequence[Line]) -> Line | None:
    """Return the paragraph above a step, under the same heading."""
    if step is None:
        return None
    above = (each for each in reversed(steps) if each.place < step.place and each.under == step.under)
    return next((each for each in above if each.role is Role.WORK), None)


def _in_step(mention: Mention, step: Line | None, changed: Mapping[str, str]) -> Mention:
    """Return a mention as work where its step names it, whatever the verb."""
    in_task = replace(mention, intent=Intent.IN_TASK)
    return in_task if step and not is_evidence(in_task, changed) else mention


def _sentence_of(mention: Mention, changed: Mapping[str, str]) -> str:
    return changed.get(plain_name(mention.citation.text)) or changed.get(plain_name(mention.path), "")


def _orders(said: Said, places: Places) -> Iterator[Order]:
    mention = said.mention
    paths = places.find(mention)
    for path in paths:
        is_folder = path.endswith("/")
        is_there = is_folder or path in places
        is_asked = (len(paths) == 1 and not is_folder and said.is_order) or (is_folder and said.adds)
        order = Order(
            _act(Intent.REMOVES if said.is_removal else mention.intent, is_there=is_there),
            path,
            mention.place,
            mention.words,
            Sure.CERTAIN if is_asked else Sure.OPEN,
            mention.citation.symbol.replace("::", ".").replace("#", "."),
            mention.section,
            is_there=is_there,
            may_go=said.may_go,
            is_form=mention.intent is Intent.MODIFIES,
        )
        yield order
        for name in said.tests if is_test(path) else ():
            yield replace(order, act=Act.TEST, symbol=name)


def _act(intent: Intent, *, is_there: bool) -> Act:
    if intent is Intent.REMOVES:
        return Act.REMOVE
    is_made = intent is Intent.CREATES or (intent in MAKING and not is_there)
    return Act.CREATE if is_made else Act.CHANGE


def _named_by(span: str) -> list[str]:
    """Return what a code span names: of `a.py::Store.load` and of `Store.load()` the method alone."""
    return list(_words_of(span))
