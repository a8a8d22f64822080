"""A Markdown document that is no plan of ours, held against the code; nothing is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import groundplan.rules.catalogue  # noqa: F401 - importing the catalogue registers every rule
from groundplan.app.judgement.carried_out import (
    is_carried_out,
    is_carried_out_by_its_commit,
    without_own_removals,
)
from groundplan.app.judgement.changed_names import kept_changes
from groundplan.app.judgement.manner import Manner
from groundplan.app.judgement.weighing import weigh
from groundplan.code.citations.symbols import find_member
from groundplan.code.citations.texts import split_lines
from groundplan.markdown.command_lines import find_commands
from groundplan.markdown.creations import find_created
from groundplan.markdown.loose import (
    find_loose_mentions,
    find_made_words,
    find_named_words,
    lines_of_elsewhere,
    read_loose,
)
from groundplan.markdown.name_changes import find_name_changes, find_new_names
from groundplan.markdown.plan_lines import find_lines
from groundplan.markdown.statements import find_statements
from groundplan.plan.baselines import Baselines
from groundplan.plan.case import Case
from groundplan.plan.config import Config
from groundplan.plan.dataclass import dataclass
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Severity
from groundplan.plan.history import read_history
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Sayings
from groundplan.plan.playbook import NO_PLAYBOOK
from groundplan.plan.promises import read_promises
from groundplan.plan.statement import (
    AROUND,
    LOOSE,
    NEAR,
    REJECTED,
    TOLD,
    TOTAL,
    Topic,
    Verdict,
    places_of_tests,
)
from groundplan.rules.registry import run_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.looking import Looking
    from groundplan.app.judgement.readings import Judged, Read
    from groundplan.consult.reading import Reading
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Evidence, Seen
    from groundplan.plan.finding import Finding
    from groundplan.plan.statement import Answer

_WORD = late_regex(r"[\w$]+")
_FAMILIES = ("GP1", "GP9")  # what a plan says about code, and about itself
_OF_READERS = ("GP1", "GP910")
_LIKELY = frozenset({"GP901", "GP902", "GP905"})  # strictly only: the words may be about something else
_NOUNS = {
    Topic.QUOTE: "quote",
    Topic.NAME: "name",
    Topic.COUNT: "count",
    Topic.LIST: "count",
    Topic.COMMAND: "command",
    Topic.TEST: "command",
    Topic.VERSION: "version",
}


@dataclass(frozen=True, slots=True)
class Written:
    """A document: where it is, from the root where it is inside, its text, and the texts it belongs with."""

    path: str
    text: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """How many things of a kind the code confirms or contradicts, and how many nothing here could tell."""

    noun: str
    checked: int
    unknown: int = 0
    planned: int = 0  # they are still to come


@dataclass(frozen=True, slots=True)
class DocumentChecked:
    """What the code contradicts in a document, and what was looked at to find it."""

    path: str
    findings: tuple[Finding, ...]
    looked: tuple[Looked, ...]
    is_done: bool = False  # it reads as carried out, so what was there before it is not asked for
    read: Read | None = None  # what a reader found it to say, and what the code says to that

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.blocks for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Shown:
    """A citation of a document, the words around it, and the lines of code it names with their numbers."""

    seen: Seen
    words: str
    path: str = ""  # of the file whose lines are shown
    lines: tuple[tuple[int, str], ...] = ()


def check_document(
    code: Codebase, document: Written, *, strict: bool = False, reading: Reading | None = None
) -> DocumentChecked:
    """Hold what a document asserts against the code; strictly, what it likely means as well.

    A reading adds the claims that somebody found in it; the code judges them, and no reader.
    """
    plan, sayings, evidence, is_done = _look(code.looking, document, strict=strict)
    read = _read(code, document, sayings, reading) if reading is not None else None
    if read is not None and read.has_contradictions and not is_done:
        is_done = is_carried_out_by_its_commit(code.looking, sayings, document.path)
    case = _case(plan, evidence)
    found = [] if is_done else _found(code, document, case, strict=strict)
    if read is not None and not is_done:
        told = run_rules(replace(case, evidence=read.evidence()), families=_OF_READERS)
        found = sorted([*found, *read.without_repeats(told, found)], key=lambda each: each.place)
    return DocumentChecked(document.path, tuple(found), _looked(sayings, evidence), is_done, read)


def _case(plan: Plan, evidence: Evidence) -> Case:
    promises = read_promises(plan, read_history((), plan=""), NO_PLAYBOOK, Config(), evidence)
    return Case(plan, NO_PLAYBOOK, promises, Config(), lines=find_lines(plan), evidence=evidence)


def find_contradicted(
    code: Codebase, document: Written, reading: Reading
) -> tuple[Read, tuple[tuple[Judged, str], ...]]:
    """Return a reading as the code judges it, and each claim that it contradicts with what the rules say.

    Left out is what they find without a reading: whoever reads was told of that before. A plan that is
    attacked is not carried out yet, whatever its words look like.
    """
    checked = check_document(code, document, reading=reading)
    read, plain = checked.read, check_document(code, document)
    assert read is not None
    wrong: list[tuple[Judged, str]] = []
    for claim in read.contradicted:
        alone = replace(read, claims=(claim,)).evidence()
        told = run_rules(_case(read_document_sayings(document)[0], alone), families=_OF_READERS)
        wrong += [(claim, each.message) for each in read.without_repeats(told, plain.findings)][:1]
    return read, tuple(wrong)


def _read(code: Codebase, document: Written, sayings: Sayings, reading: Reading) -> Read:
    # Few checks have a reading, and its judges bring the readers of manifests and tests with them.
    from groundplan.app.judgement.readings import judge_reading  # noqa: PLC0415

    return judge_reading(code, document, sayings, reading)


def _found(code: Codebase, document: Written, case: Case, *, strict: bool) -> list[Finding]:
    elsewhere = lines_of_elsewhere(document.text, code.repository.root.name)
    answers = case.evidence.answers if case.evidence else ()
    # A file that is set apart is; of a name, more is said than that it is left as it is.
    named = {
        each.statement.place
        for each in answers
        if each.statement.topic is Topic.SCOPE
        and (each.statement.by == REJECTED or set("/.") & set(each.statement.subject))
    }
    # What may be no claim at all is counted, not listed: a list of doubts is not read.
    return [
        each
        for each in run_rules(case, families=_FAMILIES)
        if each.severity is not Severity.NOTE
        and each.place.line not in elsewhere
        and (strict or each.code not in _LIKELY or each.place in named)
    ]


def cite_document(code: Codebase, document: Written) -> tuple[Shown, ...]:
    """Return each citation of a document with the code it names, in their order."""
    _, sayings, evidence, _ = _look(code.looking, document)
    words = {mention.place: mention.words for mention in sayings.mentions}
    return tuple(_show(code.looking, seen, words.get(seen.citation.place, "")) for seen in evidence.citations)


def read_document_sayings(document: Written) -> tuple[Plan, Sayings]:
    """Return a document as a plan, and what it says about code."""
    plan = read_loose(document.path, document.text)
    (section,) = plan.sections
    mentions = find_loose_mentions(section)
    names = frozenset(each for new in find_new_names(section) for each in new.names)
    beside = [part for text in document.beside for part in read_loose("", text).sections]
    made = names.union(*(find_made_words(each) for each in (section, *beside)))
    statements = find_statements(section, loose=True)
    return plan, Sayings(
        mentions,
        find_name_changes(section),
        new_names=dict.fromkeys((mention.path for mention in mentions), names),
        statements=(*statements, *find_commands(section)),
        made_words=made,
        beside_words=frozenset(word for text in document.beside for word in _WORD.findall(text)),
        created_words=frozenset().union(*map(find_created, (section, *beside))),
        named_words=find_named_words(section, but=places_of_tests(statements)),
    )


def _look(
    looking: Looking, document: Written, *, strict: bool = False
) -> tuple[Plan, Sayings, Evidence, bool]:
    plan, sayings = read_document_sayings(document)
    sayings = replace(sayings, changes=kept_changes(looking, sayings, document.text))
    seen = looking.look(plan, Config(), sayings, Baselines())
    is_done = is_carried_out(looking, sayings, document.path, document.text)
    evidence = weigh(looking, seen, sayings, document.text, Manner(is_done, strict))
    # The history is only asked for where it can explain something.
    if not is_done and _contradicts(evidence):
        is_done = is_carried_out_by_its_commit(looking, sayings, document.path)
        if is_done:
            evidence = weigh(looking, seen, sayings, document.text, Manner(is_done, strict))
    return plan, sayings, without_own_removals(looking, evidence, document.path), is_done


def _contradicts(evidence: Evidence) -> bool:
    gone = {CitationState.MISSING, CitationState.MOVED}
    return (
        any(each.state in gone for each in evidence.citations)
        or any(each.verdict is Verdict.FALSE for each in evidence.answers)
        or bool(evidence.occurrences)
    )


def _is_loose(answer: Answer) -> bool:
    return answer.statement.said in {AROUND, LOOSE, NEAR, TOLD, TOTAL}


def _looked(sayings: Sayings, evidence: Evidence) -> tuple[Looked, ...]:
    changed = (Looked("changed name", len(sayings.changes)),) if sayings.changes else ()
    return (*count_looked(evidence), *changed)


def count_looked(evidence: Evidence) -> tuple[Looked, ...]:
    """Count what was held against the code, by what it is."""
    states = [seen.state for seen in evidence.citations]
    unclear, planned = states.count(CitationState.UNCLEAR), states.count(CitationState.PLANNED)
    rows = [Looked("citation", len(states) - unclear - planned, unclear, planned)]
    for noun in dict.fromkeys(_NOUNS.values()):
        answers = [each for each in evidence.answers if _NOUNS.get(each.statement.topic) == noun]
        # What is only wrong where something near says so was not looked at where nothing does.
        answers = [each for each in answers if not (_is_loose(each) and each.verdict is Verdict.UNKNOWN)]
        verdicts = [each.verdict for each in answers]
        unknown, planned = verdicts.count(Verdict.UNKNOWN), verdicts.count(Verdict.PLANNED)
        rows.append(Looked(noun, len(answers) - unknown - planned, unknown, planned))
    return tuple(row for row in rows if row.checked or row.unknown or row.planned)


def _show(looking: Looking, seen: Seen, words: str) -> Shown:
    citation = seen.citation
    placed = looking.place(citation, by_ending=True)
    if seen.state not in {CitationState.EXISTS, CitationState.CHANGED} or placed.is_folder:
        return Shown(seen, words)
    path, first, last = placed.path, citation.first, citation.last
    if citation.symbol:
        member = find_member(looking.index, path, citation.symbol)
        path, first, last = (member.path, member.first, member.last) if member else (path, 0, 0)
    return Shown(seen, words, path, tuple(_lines(looking, path, first, last)))


def _lines(looking: Looking, path: str, first: int, last: int) -> Iterator[tuple[int, str]]:
    lines: Sequence[bytes] = split_lines(looking.index.text(path) or b"") if first else ()
    for number, line in enumerate(lines[first - 1 : last], first):
        yield number, line.decode("utf-8", "replace")
