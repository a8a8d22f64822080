"""What went on in the code since a plan was approved, and the citations that can be moved along with it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.changes.reanchoring import reanchor
from groundplan.app.plans.opened import find_others
from groundplan.app.talk.talking import Put, ask_all
from groundplan.conform.dependencies import read_dependencies
from groundplan.plan.baselines import read_baselines
from groundplan.plan.dataclass import dataclass
from groundplan.plan.drift import ChangedDependency, Drift, NewOccurrence, SharedFile
from groundplan.plan.errors import GroundplanError
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Severity
from groundplan.plan.path_pattern import matches
from groundplan.rules.registry import run_rules
from groundplan.survey.manifest.reading import reader_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.evidence import Occurrences, Seen
    from groundplan.plan.finding import Finding

_CITATIONS = ("GP101", "GP102", "GP103")
_DRIFTED = frozenset({CitationState.MOVED, CitationState.CHANGED, CitationState.MISSING})
_FAMILY = ("GP41",)
_LARGEST = 5_000_000


@dataclass(frozen=True, slots=True)
class Drifted:
    """A plan and what went on beside it, as findings."""

    opened: OpenPlan
    drift: Drift
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing the plan says is in doubt; notes put nothing in doubt."""
        return all(each.severity is Severity.NOTE for each in self.findings)


@dataclass(frozen=True, slots=True)
class Rebased:
    """What was moved along (as it was, as it is), and the questions that are left for a person."""

    moved: tuple[tuple[str, str], ...]
    questions: tuple[str, ...]
    drifted: Drifted
    outcome: Outcome | None = None


def drift(opened: OpenPlan) -> Drifted:
    """Return what went on since a plan was approved, or else last written."""
    found = _look(opened)
    judged = opened.judgement
    case = replace(judged.case, drift=found)
    gone = {(seen.section, seen.citation.text) for seen in found.citations}
    cited = [
        each for each in judged.findings if each.code in _CITATIONS and (each.section, each.subject) in gone
    ]
    more = run_rules(case, families=_FAMILY)
    return Drifted(opened, found, (*cited, *more))


def rebase(opened: OpenPlan, *, caller: Caller) -> Rebased:
    """Move the citations along whose code moved, in one entry; what git cannot follow is asked."""
    outcome = reanchor(opened, caller)
    after = drift(outcome.opened if outcome else opened)
    moved = tuple(
        (span["from"], span["to"])
        for entry in (outcome.entries if outcome else ())
        if entry.kind == "reanchored"
        for section in entry.body["sections"].values()
        for span in section["spans"]
    )
    questions = tuple(_questions(after))
    asked = _ask(after.opened, questions, caller)
    if asked is not None:
        after, outcome = replace(after, opened=asked.opened), asked
    return Rebased(moved, questions, after, outcome)


def _ask(opened: OpenPlan, questions: tuple[str, ...], caller: Caller) -> Outcome | None:
    """Record as the plan's questions those that were not asked before; they leave an approval as it is."""
    promises = opened.judgement.promises
    asked = {question.text for question in promises.questions}
    is_approved = any(state.holds for state in promises.approvals)
    fresh = [Put(text, blocking=False, is_beside=is_approved) for text in questions if text not in asked]
    return ask_all(opened, fresh, caller=caller)[-1].outcome if fresh else None


def _questions(drifted: Drifted) -> Iterator[str]:
    titles = {section.key: section.title for section in drifted.opened.plan.sections}
    for seen in drifted.drift.citations:
        cited, where = f"`{seen.citation.text}`", titles.get(seen.section, "") or seen.section
        match seen.state:
            case CitationState.CHANGED:
                yield f"{cited} reads differently now: is “{where}” still true?"
            case CitationState.MOVED:
                yield f"{cited} went to `{seen.moved_to}`: does “{where}” mean that?"
            case _:
                yield f"{cited} is gone: what does “{where}” mean now?"
    for each in drifted.drift.occurrences:
        yield f"`{each.term}` is used in `{each.path}` now: does the plan cover it?"


def _look(opened: OpenPlan) -> Drift:
    evidence = opened.judgement.case.evidence
    since, is_approved = _since(opened)
    config = opened.workspace.config
    known = read_baselines(opened.history, opened.plan.fingerprints(), config.policy)
    own = opened.judgement.promises.own_work(opened.workspace.code.index.key)
    cited: dict[tuple[str, str], Seen] = {}
    for seen in evidence.citations if evidence else ():
        # A citation that nobody saw in the code has not drifted: it was never there.
        was_seen = seen.was_there or bool(known.digest(seen.section, seen.citation.text))
        is_known = seen.state is not CitationState.MISSING or was_seen
        if seen.state in _DRIFTED and is_known and seen.path not in own:
            cited.setdefault((seen.section, seen.citation.text), seen)
    found = Drift(since, is_approved, tuple(cited.values()), shared=tuple(_shared(opened)))
    if not since:
        return found
    try:
        then = _Then(opened, opened.workspace.repository.file_ids(since))
        return replace(
            found,
            occurrences=tuple(each for each in _occurrences(opened, then) if each.path not in own),
            dependencies=tuple(each for each in _dependencies(opened, then) if each.path not in own),
            trouble=then.trouble,
            remedy=opened.workspace.repository.gap() if then.trouble else "",
        )
    except GroundplanError as error:
        return replace(found, trouble=error.message, remedy=str(error.hint))


class _Then:
    """The files as they were; a text that is not here, as in a partial clone, says nothing about them."""

    def __init__(self, opened: OpenPlan, ids: dict[str, str]) -> None:
        self._repository, self.ids = opened.workspace.repository, ids
        self._lost: set[str] = set()

    def texts(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return the texts of some paths, empty for those that were not there."""
        wanted = {path: self.ids.get(path, "") for path in paths}
        found = self._repository.read_blobs({each for each in wanted.values() if each}, largest=_LARGEST)
        self._lost |= {path for path, oid in wanted.items() if oid and oid not in found}
        return {path: found.get(oid, b"") for path, oid in wanted.items() if not oid or oid in found}

    @property
    def trouble(self) -> str:
        """Say which texts could not be compared."""
        if not self._lost:
            return ""
        more = f" and {len(self._lost) - 1} more" if len(self._lost) > 1 else ""
        return f"`{min(self._lost)}`{more} cannot be read as of then"


def _since(opened: OpenPlan) -> tuple[str, bool]:
    """Return the commit of the newest approval that nobody withdrew, or else of the newest writing."""
    states = opened.judgement.promises.approvals
    approved = [each.approval.commit for each in states if not each.withdrawn and each.approval.commit]
    if approved:
        return approved[-1], True
    evidence = opened.judgement.case.evidence
    written = [commit for commit in (evidence.seen_at.values() if evidence else ()) if commit]
    return (written[-1] if written else ""), False


def _occurrences(opened: OpenPlan, past: _Then) -> Iterator[NewOccurrence]:
    evidence = opened.judgement.case.evidence
    for each in evidence.occurrences if evidence else ():
        yield from _of_name(opened, each, past)


def _of_name(opened: OpenPlan, seen: Occurrences, past: _Then) -> Iterator[NewOccurrence]:
    index = opened.workspace.code.index
    word = re.compile(rb"(?<!\w)" + re.escape(seen.change.term).encode() + rb"(?!\w)")
    suspects = [path for path in seen.open if past.ids.get(path) != index.key(path)]
    for path, text in past.texts(suspects).items():
        before = len(word.findall(text))
        now = len(word.findall(index.text(path) or b""))
        if now > before:
            change = seen.change
            yield NewOccurrence(change.term, path, before, now, change.place, change.section)


def _dependencies(opened: OpenPlan, past: _Then) -> Iterator[ChangedDependency]:
    index = opened.workspace.code.index
    changed = [
        path
        for path in sorted({*past.ids, *index.paths()})
        if reader_of(path) and past.ids.get(path, "") != index.key(path)
    ]
    words = " ".join(document.text for document in opened.plan.documents)
    for path, text in past.texts(changed).items():
        before = read_dependencies(path, text) or {}
        now = read_dependencies(path, index.text(path)) or {}
        for name in sorted({*before, *now}):
            if before.get(name) != now.get(name):
                is_named = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) is not None
                yield ChangedDependency(name, path, before.get(name, ""), now.get(name, ""), is_named)


def _shared(opened: OpenPlan) -> Iterator[SharedFile]:
    evidence = opened.judgement.case.evidence
    own = dict.fromkeys(each.path for each in (evidence.worked if evidence else ()))
    for other in find_others(opened.workspace, opened.known.id):
        for path in own:
            if any(matches(each, path) for each in other.paths):
                yield SharedFile(path, other.slug)
