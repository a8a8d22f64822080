"""Where advisors agree and where they do not: over approaches, claims and files, computed and not asked for.

Two claims are about the same where they were read as statements about the same thing, or where they have the
same words; nothing is guessed from words that are merely alike. Only approaches and the titles of proposed
work are grouped by their words.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from string import ascii_uppercase
from typing import TYPE_CHECKING

from groundplan.consult.answer import ANSWERED
from groundplan.consult.claims import Standing  # noqa: TC001 - dataclasses look types up
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Topic
from groundplan.wording.terms import significant, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.consult.answer import Answer, Item
    from groundplan.consult.claims import Checked
    from groundplan.plan.statement import Statement

_SPAN = late_regex(r"`([^`\n]{1,300})`")
_DENIES = late_regex(r"\b(?:no|not|never|cannot|without|nothing|none)\b|n't\b")
_DENIALS = frozenset(map(stem, ("never", "cannot", "nothing", "none")))
_CALLS = frozenset({"callers", "calls", "uses"})
_FEWEST = 3  # words that two claims must share to be the same one
_ALIKE = 0.5  # of the words of the shorter of two approaches


@dataclass(frozen=True, slots=True)
class Approach:
    """A way that one or more advisors would go, in the words of the first."""

    letter: str
    words: str
    advisors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """What some advisors say to a point, and what the code says to that."""

    words: str
    advisors: tuple[str, ...]
    standing: Standing
    found: str = ""
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that several advisors made a claim about: one side where they agree, else more."""

    sides: tuple[Side, ...]

    @property
    def is_agreed(self) -> bool:
        """Whether all who spoke say the same."""
        return len(self.sides) == 1


@dataclass(frozen=True, slots=True)
class Variant:
    """How one advisor would do a piece of work that others propose too."""

    advisor: str
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A council's answers side by side."""

    answers: tuple[Answer, ...]
    checked: tuple[Checked, ...]
    approaches: tuple[Approach, ...]
    points: tuple[Point, ...]  # that more than one advisor speaks about
    files: Mapping[str, tuple[str, ...]]  # path -> who names it
    variants: tuple[tuple[Variant, ...], ...] = ()  # the same work, as several would do it differently

    @property
    def answered(self) -> tuple[Answer, ...]:
        """Return the answers that came."""
        return tuple(each for each in self.answers if each.state == ANSWERED)

    @property
    def absent(self) -> tuple[Answer, ...]:
        """Return who was asked and did not answer."""
        return tuple(each for each in self.answers if each.state != ANSWERED)

    @property
    def agreement(self) -> tuple[int, int]:
        """Return on how many of the shared points all agree; the approach is one of them."""
        shared = [each.is_agreed for each in self.points]
        if sum(len(each.advisors) for each in self.approaches) > 1:
            shared.append(len(self.approaches) == 1)
        return sum(shared), len(shared)

    def approach_of(self, advisor: str) -> str:
        """Return the letter of an advisor's approach, or nothing."""
        return next((each.letter for each in self.approaches if advisor in each.advisors), "")

    def claims_of(self, advisor: str, *standings: Standing) -> tuple[Checked, ...]:
        """Return an advisor's claims, those of some standings where any are named."""
        return tuple(
            each
            for each in self.checked
            if each.advisor == advisor and (not standings or each.standing in standings)
        )


def compare(answers: Sequence[Answer], checked: Sequence[Checked]) -> Comparison:
    """Put the answers of a council side by side."""
    came = [each for each in answers if each.state == ANSWERED]
    return Comparison(
        tuple(answers),
        tuple(checked),
        tuple(_approaches(came)),
        tuple(_points(checked)),
        dict(_files(came, checked)),
        tuple(_variants(came)),
    )


def _approaches(answers: Sequence[Answer]) -> Iterator[Approach]:
    groups: list[tuple[frozenset[str], list[Answer]]] = []
    for answer in answers:
        stems = significant(answer.approach)
        if not stems:
            continue
        group = next((members for key, members in groups if _is_alike(stems, key)), None)
        if group is None:
            groups.append((stems, [answer]))
        else:
            group.append(answer)
    for letter, (_, members) in zip(ascii_uppercase, groups, strict=False):
        yield Approach(letter, members[0].approach, tuple(each.advisor for each in members))


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared > 1 and shared >= _ALIKE * min(len(one), len(other))


def _variants(answers: Sequence[Answer]) -> Iterator[tuple[Variant, ...]]:
    """Yield the work that several propose under the same words, where their details say different things."""
    groups: list[tuple[frozenset[str], list[Variant]]] = []
    for answer in answers:
        for item in answer.items:
            stems = significant(item.title)
            group = next((rows for key, rows in groups if stems and _is_alike(stems, key)), None)
            if group is None:
                groups.append((stems, group := []))
            if all(each.advisor != answer.advisor for each in group):
                group.append(Variant(answer.advisor, item.title, _detail(item)))
    for _, rows in groups:
        details = [stems for each in rows if (stems := significant(each.detail))]
        if any(not (one <= other or other <= one) for one, other in combinations(details, 2)):
            yield tuple(rows)


def _detail(item: Item) -> str:
    """Return where, how and with what somebody would do a piece of work."""
    told = [item.what if item.what != item.title else ""]
    told += [f"Needs: {', '.join(item.needs)}"] if item.needs else []
    told += [f"Verify: {item.verify}"] if item.verify else []
    return ". ".join(each.rstrip(". ") for each in told if each)


def _points(checked: Sequence[Checked]) -> Iterator[Point]:
    """Yield what more than one advisor speaks about, in the order it first came up."""
    found: dict[object, dict[object, list[Checked]]] = defaultdict(lambda: defaultdict(list))
    for claim in checked:
        for key, value in dict(_read(claim)).items():
            found[key][value].append(claim)
    for sides in found.values():
        speaking = {each.advisor for claims in sides.values() for each in claims}
        if len(speaking) > 1:
            yield Point(tuple(map(_side, sides.values())))


def _side(claims: list[Checked]) -> Side:
    first = claims[0]
    advisors = tuple(dict.fromkeys(each.advisor for each in claims))
    return Side(first.claim.text, advisors, first.standing, first.found, first.at)


def _read(checked: Checked) -> Iterator[tuple[object, object]]:
    """Yield what a claim is about and what it says to that, in a form that other claims can have too."""
    for each in checked.points:
        yield _key(each), _value(each)
    words = significant(checked.claim.text) - _DENIALS
    if not checked.points and len(words) >= _FEWEST:
        yield words, _DENIES.search(checked.claim.text.casefold()) is not None


def _key(said: Statement) -> tuple[str, ...]:
    name = said.subject.rpartition("::")[2].removesuffix("()").casefold()
    if said.topic is Topic.COUNT:
        return ("count", name, said.by or ("calls" if said.said in _CALLS else said.said))
    return (str(said.topic), name)


def _value(said: Statement) -> tuple[object, ...]:
    if said.topic is Topic.PRESENCE:
        return (said.is_denied, said.citation.path if said.citation else "")
    if said.topic is Topic.QUOTE:
        return ("".join(said.text.split()),)
    if said.topic in {Topic.VERSION, Topic.TEST}:
        return (said.is_denied, said.said)
    return (said.is_denied, said.number)


def _files(answers: Sequence[Answer], checked: Sequence[Checked]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the files that advisors name in claims and items, those that most of them name first."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for claim in checked:
        for text in (*claim.claim.cites, *_SPAN.findall(claim.claim.text)):
            if not claim.is_struck and (cited := parse_citation(text.strip("` "))):
                found[cited.path][claim.advisor] = None
    for answer in answers:
        for text in _SPAN.findall("\n".join(f"{item.title} {item.what}" for item in answer.items)):
            if cited := parse_citation(text):
                found[cited.path][answer.advisor] = None
    for path in sorted(found, key=lambda each: (-len(found[each]), each)):
        yield path, tuple(found[path])
