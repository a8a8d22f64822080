"""What a council's plan adopts names who proposed it, and rests on no claim that the code contradicts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.advice import CLAIM_ID
from groundplan.plan.finding import Finding
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.registry import rule
from groundplan.rules.written import option_texts, quoted, written
from groundplan.wording.terms import significant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.advice import Advice, Claimed
    from groundplan.plan.case import Case
    from groundplan.rules.written import Written

_NAMES = late_regex(r"\s*(?:,|;|\band\b|&|\+)\s*")
_ASIDE = late_regex(r"\([^()]*\)|`|\*")
_DENIES = late_regex(r"\b(?:no|not|never|cannot|without|nothing|none)\b|n't\b")
_OTHERS = ("code", "user")  # what an item may come from beside an advisor
_FEWEST = 4  # words of a claim that are not shared by chance


@rule("GP808", "unsourced-item")
def unsourced_item(case: Case) -> Iterator[Finding]:
    """Every item that is adopted names an advisor who answered, the code or the user."""
    advice = _newest(case)
    for item in _items(case, "GP808"):
        sources = _sources(case, item)
        unknown = [each for each in sources if not _is_known(case, each, advice)]
        if not sources:
            hint = "Say who proposed it: `From: claude, codex`, or `From: the code`"
            yield item.finding("GP808", f"{item.name} names nobody it comes from", hint)
        elif unknown and advice is None:
            told = f"{item.name} names {quoted(unknown[0])}, and no council is recorded"
            yield item.finding(
                "GP808", told, Hint("Record their answers: ", run("compare", "<file>", {"save": True}))
            )
        elif unknown:
            told = f"{item.name} names {quoted(unknown[0])}, who answered nothing"
            names = ", ".join(sorted(each.advisor for each in advice.voices if each.state == "answered"))  # type: ignore[union-attr]
            yield item.finding("GP808", told, f"These answered: {names}")


@rule("GP809", "refuted-source")
def refuted_source(case: Case) -> Iterator[Finding]:
    """Nothing that is adopted rests on a claim which the code contradicts."""
    advice = _newest(case)
    if advice is None:
        return
    struck = [(each, significant(each.text)) for each in advice.claims if each.is_struck]
    for item in _items(case, "GP809"):
        for claim in _resting(item, struck):
            told = f"{item.name} rests on {claim.id} of `{claim.advisor}`, which is {claim.standing}"
            yield item.finding(
                "GP809", f"{told}: {claim.found}" if claim.found else told, _INSTEAD, about=claim.id
            )


@rule("GP810", "topic-missing", progress=True)
def topic_missing(case: Case) -> Iterator[Finding]:
    """Each topic that the playbook wants considered has a part of its own."""
    kinds = option_texts(case, "GP810", "kinds", "consideration")
    capture = option_texts(case, "GP810", "captures", "topic")
    found = {
        item.section.captures.get(each, "").casefold() for item in written(case, *kinds) for each in capture
    }
    spec = next(
        (each for each in case.playbook.sections if {record.kind for record in each.records} & {*kinds}), None
    )
    parts = case.plan.sections_of(spec.key) if spec else ()
    is_begun = any(case.has_words(each) for each in parts)
    for topic in option_texts(case, "GP810", "topics"):
        if spec is not None and is_begun and not any(topic in each for each in found):
            place = parts[0].place
            hint = "Write what the advisors saw there, or why there is nothing to consider"
            yield Finding("GP810", f"Nothing is said about {topic}", place, parts[0].key, hint, subject=topic)


_INSTEAD = "Drop it, or let it rest on what the code says"


def _newest(case: Case) -> Advice | None:
    return case.promises.advice[-1] if case.promises.advice else None


def _items(case: Case, code: str) -> Iterator[Written]:
    return written(case, *option_texts(case, code, "kinds", "task", "consideration"))


def _sources(case: Case, item: Written) -> list[str]:
    """Return who an item says it comes from: in its own field, or in the title of its section."""
    fields = option_texts(case, "GP808", "fields", "from")
    capture = option_texts(case, "GP808", "captures", "advisor")
    told = [item.says(each) for each in fields] + [item.section.captures.get(each, "") for each in capture]
    return [name for text in told for name in _NAMES.split(_ASIDE.sub("", text).strip(" .")) if name.strip()]


def _is_known(case: Case, name: str, advice: Advice | None) -> bool:
    folded = name.casefold().strip().removeprefix("the ")
    others = option_texts(case, "GP808", "others", *_OTHERS)
    if folded in others or re.fullmatch(r"(?:q|d|r|p)\d+", folded):
        return True
    return advice is not None and any(_is_called(folded, each) for each in advice.answered)


def _is_called(folded: str, advisor: str) -> bool:
    """Tell whether a name is an advisor's: its own, or its model where that has a lens behind it."""
    return folded == advisor or advisor.startswith(f"{folded}-")


def _resting(item: Written, struck: list[tuple[Claimed, frozenset[str]]]) -> Iterator[Claimed]:
    """Yield the struck claims that an item cites by name, or says again in its own words."""
    words = significant(item.everything)
    denies = _DENIES.search(item.everything.casefold()) is not None
    cited = {each for each in re.findall(r"\bC\d+\b", item.everything) if CLAIM_ID.fullmatch(each)}
    for claim, stems in struck:
        is_said = len(stems) >= _FEWEST and stems <= words
        is_same_way = (_DENIES.search(claim.text.casefold()) is not None) == denies
        if claim.id in cited or (is_said and is_same_way):
            yield claim
