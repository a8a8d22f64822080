"""A reader's claims about a document, each held against the code; only what is said here is a verdict."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed import names, numbers, places, running, users
from groundplan.app.judgement.claimed.desk import CITED, Desk
from groundplan.app.judgement.claimed.places import has_code
from groundplan.app.judgement.claimed.words import PlanWords, has_number, last_part
from groundplan.app.judgement.weighing import says_missing
from groundplan.consult import fact as facts
from groundplan.consult import reading as stated
from groundplan.consult.reading import Dropped
from groundplan.markdown.loose import KEY, lines_of_elsewhere
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.evidence import CitationState, Evidence, Seen
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Answer, Statement, Topic, Verdict
from groundplan.wording.terms import stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.documents import Written
    from groundplan.consult.answer import Claim
    from groundplan.consult.fact import Fact
    from groundplan.consult.reading import Reading
    from groundplan.plan.finding import Finding, Place
    from groundplan.plan.mention import Sayings

    Judge = Callable[[Desk, Fact, str], Answer]

_JUDGES: Mapping[str, Judge] = {
    stated.FILE: places.judge_file,
    stated.LINES: places.judge_lines,
    facts.QUOTE: places.judge_quoted,
    facts.CALLS: places.judge_called,
    facts.DEFINED: names.judge_defined,
    facts.CALLERS: users.judge_users,
    stated.USERS: users.judge_users,
    stated.COUNT: numbers.judge_number_of,
    stated.COMMAND: running.judge_run,
    stated.TEST: running.judge_test,
    stated.TESTED: running.judge_use_in_tests,
    facts.UNTESTED: running.judge_use_in_tests,
    facts.DEPENDS: running.judge_package,
    facts.ABSENT: running.judge_absence,
}
CONFIRMED, CONTRADICTED, UNJUDGED, OBJECTION = "confirmed", "contradicted", "not judged", "objection"
_VERDICTS = {
    Verdict.HOLDS: CONFIRMED,
    Verdict.FALSE: CONTRADICTED,
    Verdict.UNKNOWN: UNJUDGED,
    Verdict.PLANNED: UNJUDGED,
}
_NUMBERED = frozenset({facts.CALLERS, stated.USERS, stated.COUNT})
_OWN_RULES = frozenset({Topic.QUOTE, Topic.NAME, Topic.COUNT, Topic.COMMAND, Topic.TEST, Topic.VERSION})
_WITH_QUOTE = frozenset({Topic.COUNT, Topic.VERSION})  # their rules print the statement as it was made
_TICKED = late_regex(r"\s{0,20}[-*+]\s\[[xX]\]\s")
# "Change a to b", "then add b"; "it defaults to b" tells of today.
_BECOMES = late_regex(
    r"(?:\bbecomes?|→|->|=>)\s*[`*\"']*$|"
    r"(?:^|[.;:,(]\s*|\d[.)]\s+|[-*]\s+|\b(?:then|and|or|to)\s+)"
    r"(?:(?:change|set|bump|raise|lower|increase|reduce|decrease|update|switch|turn|move|replace|convert|make)\b[^.;]*"
    r"\b(?:to|with|into|by)|add|use|write|insert|append|return|put)\s*[`*\"']*$",
    re.IGNORECASE,
)
_READS = late_regex(r" reads `([^`]+)`")
_WORD = late_regex(r"\w+")
_SHORTEST = 3
_MOST_QUOTED = 160
_NO_PAIR = "both quotations have to be in the plan, and share what they are about"
_NO_LINES = "the lines that it names do not show the code that it quotes, or it gives no reason"


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim whose words the document has, what the code says to it, and where those words end."""

    claim: Claim
    answer: Answer
    last: int

    @property
    def fact(self) -> Fact:
        """Return what the claim says."""
        return self.claim.facts[0]

    @property
    def place(self) -> Place:
        """Return where its words begin."""
        return self.answer.statement.place

    @property
    def is_objection(self) -> bool:
        """Whether it is a reader's opinion, of which only the words and lines can be looked up."""
        return self.fact.kind in stated.OPINIONS

    @property
    def is_order(self) -> bool:
        """Whether it says what a step does, and nothing about the code of today."""
        return self.fact.kind in stated.ORDERED

    @property
    def verdict(self) -> str:
        """Return what the code says in one or two words."""
        return OBJECTION if self.is_objection else _VERDICTS[self.answer.verdict]


@dataclass(frozen=True, slots=True)
class Read:
    """One reading of a document: every claim with its verdict, and the claims that were dropped."""

    by: str
    claims: tuple[Judged, ...]
    dropped: tuple[Dropped, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Return how many claims were read, and what became of them."""
        verdicts = [each.verdict for each in self.claims]
        return {
            "claims": len(self.claims) + len(self.dropped),
            "confirmed": verdicts.count(CONFIRMED),
            "contradicted": len(self.contradicted),
            "not_judged": verdicts.count(UNJUDGED),
            "dropped": len(self.dropped),
            "objections": verdicts.count(OBJECTION),
        }

    @property
    def has_contradictions(self) -> bool:
        """Whether the code contradicts a claim."""
        return bool(self.counts["contradicted"])

    @property
    def contradicted(self) -> tuple[Judged, ...]:
        """Return the claims that the code shows to be false; a reader's opinion is none of them."""
        return tuple(each for each in self.claims if each.verdict == CONTRADICTED)

    def evidence(self) -> Evidence:
        """Return what is wrong in the form in which the rules get it."""
        wrong = [each for each in self.claims if each.answer.verdict is Verdict.FALSE]
        cited = tuple(_seen(each.answer) for each in wrong if each.answer.statement.said == CITED)
        told = tuple(_told(each) for each in wrong if each.answer.statement.said != CITED)
        return Evidence(citations=cited, answers=told)

    def without_repeats(self, found: Iterable[Finding], known: Sequence[Finding]) -> Iterator[Finding]:
        """Yield the findings of this reading that no other finding on the same words tells."""
        claims = {each.place: each for each in self.claims}
        for each in found:
            claim = claims.get(each.place)
            last = claim.last if claim else each.place.line
            names = _named(claim.fact) if claim else set()
            same = [other for other in known if each.place.line <= other.place.line <= last]
            if not any(_is_repeat(each, other, names) for other in same):
                yield each


def judge_reading(code: Codebase, document: Written, sayings: Sayings, reading: Reading) -> Read:
    """Hold each claim of a reading against the code; one whose words the document has not is dropped."""
    text = document.text
    words = PlanWords(document.path, text)
    made = [each.facts[0] for each in reading.claims if words.find(each.text)]
    bench = _Bench(
        Desk(code, text, sayings, made), words, text, lines_of_elsewhere(text, code.repository.root.name)
    )
    judged: list[Judged] = []
    dropped = list(reading.dropped)
    for claim in dict.fromkeys(reading.claims):
        done = bench.judge(claim, reading.by)
        if isinstance(done, Judged):
            judged.append(done)
        else:
            dropped.append(Dropped(claim.text, done))
    return Read(reading.by, tuple(judged), tuple(dropped))


def _named(fact: Fact) -> set[str]:
    """Return the names that a claim is about."""
    first = fact.value.split(" ")[0]
    return {last_part(fact.at), last_part(fact.value), *_WORD.findall(first)}


def _is_repeat(finding: Finding, other: Finding, names: set[str]) -> bool:
    """Tell whether two findings on the same words are one: of the same family, and about the same name."""
    said = set(_WORD.findall(f"{other.message} {other.subject}"))
    is_alike = other.code[:3] == finding.code[:3]
    return is_alike and any(name in said for name in names if len(name) >= _SHORTEST)


@dataclass(frozen=True, slots=True)
class _Bench:
    """What the claims of one document are held against."""

    desk: Desk
    words: PlanWords
    text: str
    elsewhere: frozenset[int]

    def judge(self, claim: Claim, by: str) -> Judged | str:
        """Return a claim with its verdict, or why it is dropped."""
        found = self.words.find(claim.text)
        if found is None:
            return "the plan does not say so"
        place, last = found
        fact = claim.facts[0]
        self.desk.turn_to(claim.text, range(place.line, last + 1))
        if fact.kind in stated.OPINIONS:
            is_pair = fact.kind == stated.CONFLICT
            answer = self._objection(claim, place, by) if is_pair else self._refuted(claim, by)
            if answer is None:
                return _NO_PAIR if is_pair else _NO_LINES
        elif fact.kind in stated.ORDERED:
            answer = Answer(Statement(Topic.STATED, claim.text, fact.value or fact.at), Verdict.PLANNED)
        else:
            answer = self._doubted(claim, self._judged(fact, claim.text), place.line)
        placed = replace(answer.statement, section=KEY, place=place)
        return Judged(claim, replace(answer, statement=placed), last)

    def _judged(self, fact: Fact, quote: str) -> Answer:
        try:
            return _JUDGES[fact.kind](self.desk, fact, quote)
        except GroundplanError as error:  # a reader may name what nobody can look up
            return Answer(Statement(Topic.STATED, quote, fact.value), Verdict.UNKNOWN, error.message)

    def _objection(self, claim: Claim, place: Place, by: str) -> Answer | None:
        """Return a contradiction that a reader sees, where both halves are there and about the same."""
        fact = claim.facts[0]
        other = self.words.find(fact.value)
        shared = next((each for each in fact.names if _share(each, claim.text, fact.value)), "")
        if other is None or other[0] == place or not shared:
            return None
        said = Statement(Topic.OBJECTED, claim.text, shared, said=by, by=fact.value, number=other[0].line)
        return Answer(said, Verdict.FALSE)

    def _refuted(self, claim: Claim, by: str) -> Answer | None:
        """Return what a reader holds code against, where that code is in the lines that it names."""
        fact = claim.facts[0]
        found = self.desk.find(fact.at)
        if found is None or found.answer or found.is_folder or found.path == self.words.path:
            return None
        cited = found.citation
        if not (fact.why and has_code(self.desk, found, fact.value)):
            return None
        place = f"{found.path}:{cited.first}" + (f"-{cited.last}" if cited.last > cited.first else "")
        said = Statement(Topic.REFUTED, claim.text, place, said=by, by=fact.value)
        return Answer(said, Verdict.FALSE, fact.why, at=(place,))

    def _doubted(self, claim: Claim, answer: Answer, line: int) -> Answer:
        """Return an answer, unknown where the plan's own words give a reason to doubt that it says so."""
        if answer.verdict is not Verdict.FALSE:
            return answer
        why = self._doubt(claim, answer, line)
        return replace(answer, verdict=Verdict.UNKNOWN, found=why) if why else answer

    def _doubt(self, claim: Claim, answer: Answer, line: int) -> str:
        fact, quote = claim.facts[0], claim.text
        if line in self.elsewhere:
            return "it is about another repository"
        if _TICKED.match(self.text.split("\n")[line - 1]):
            return "its step is ticked off, so it may tell of what was"
        if unsaid := self._unsaid(fact, quote):
            return f"the plan does not say `{unsaid}` there"
        if fact.kind in {stated.FILE, stated.LINES} and says_missing(quote):
            return "the words say that it is missing or not kept here"
        if fact.kind == facts.QUOTE and _is_proposed(fact.value, quote):
            return "the words tell what it becomes"
        reads = _READS.search(answer.found)
        if reads and self.words.has(reads[1]):
            return "the plan has that line as well"
        if answer.statement.topic is Topic.VERSION and _gives(quote, answer):
            return "the words give that version as well"
        return ""

    def _unsaid(self, fact: Fact, quote: str) -> str:
        """Return what a claim says beyond the words of the plan: a reader may add nothing."""
        number = fact.number if fact.kind in _NUMBERED and fact.how != "none" else None
        if number is not None and not has_number(quote, number):
            return str(number)
        if fact.kind == facts.DEPENDS:
            texts = [last_part(fact.value.split(" ")[0]), *re.findall(r"\d[\d.]*\d|\d", fact.value)]
        elif fact.kind == stated.COUNT and fact.of in {"files", "dependencies"}:
            texts = [last_part(fact.at)] if fact.of == "files" else []
        else:
            value = fact.value if fact.kind in {facts.QUOTE, stated.COMMAND} else last_part(fact.value)
            texts = [value, last_part(fact.at), *map(last_part, fact.names)]
        return next((each for each in texts if each and not self.words.names(each)), "")


def _is_proposed(code: str, quote: str) -> bool:
    """Tell whether the words right before code say that something becomes it."""
    before, found, _ = quote.partition(code.partition("\n")[0].strip())
    return bool(found) and _BECOMES.search(before) is not None


def _gives(quote: str, answer: Answer) -> bool:
    found = re.findall(r"\d+(?:\.\d+)+", answer.found.replace(answer.statement.text, ""))
    said = re.findall(r"\d[\d.]*", answer.statement.said)
    given = re.findall(r"\d+(?:\.\d+)+", quote)
    return any(each in given and each not in said for each in found)


def _share(what: str, one: str, other: str) -> bool:
    """Tell whether two quotations have something in common: as it is, or its words in another form."""
    if len(what) < _SHORTEST:
        return False
    stems = {stem(each.casefold()) for each in _WORD.findall(what) if len(each) >= _SHORTEST}
    return all(
        what.casefold() in text.casefold()
        or (bool(stems) and stems <= {stem(each.casefold()) for each in _WORD.findall(text)})
        for text in (one, other)
    )


def _seen(answer: Answer) -> Seen:
    said = answer.statement
    assert said.citation is not None
    citation = replace(said.citation, place=said.place)
    return Seen(citation, said.section, CitationState.MISSING, near=answer.near, reason=answer.found)


def _told(judged: Judged) -> Answer:
    """Return an answer under the rule that tells such a fault, or the one for all others."""
    answer, said = judged.answer, judged.answer.statement
    quote = " ".join(judged.claim.text.split())[:_MOST_QUOTED]
    if said.topic in {Topic.OBJECTED, Topic.REFUTED}:
        return answer
    if said.topic not in _OWN_RULES or said.is_denied:
        return replace(answer, statement=replace(said, topic=Topic.STATED, text=quote))
    return replace(answer, statement=replace(said, text=quote)) if said.topic in _WITH_QUOTE else answer
