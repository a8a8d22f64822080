"""Occurrences of the names a plan changes: each file where one stands is covered, or stays for a reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.path_pattern import is_sweeping, matches
from groundplan.plan.statement import Topic
from groundplan.rules.registry import rule
from groundplan.rules.settled import weight
from groundplan.rules.statements import false_answers
from groundplan.rules.written import says_nothing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.evidence import Occurrences
    from groundplan.plan.mention import Account, Dismissal

_SHOWN = 3
# Whatever stands before: "these are not relevant" says no more than "not relevant".
_BLAND = late_regex(
    r"(?:(?:it|they|this|that|these|those|which|is|are|was|were|will be|can be|stays?|all|just)\s){0,4}"
    r"(?:not (?:needed|relevant|affected|important|applicable|in scope|required)|irrelevant|unrelated|"
    r"unaffected|ignored?|skip(?:ped)?|others?|later|fine|ok(?:ay)?|todo|dismissed|unchanged|out of scope|"
    r"no (?:need|changes?|impact)(?: to (?:change|touch|update)(?: it| them)?| needed| required| necessary)?|"
    r"(?:fine|ok|left|leave(?: it| them)?|stays?|unchanged) as (?:it is|they are|is)|"
    r"nothing to (?:do|change)(?: here)?|"
    r"(?:handled|done|updated|fixed|changed) (?:later|elsewhere|separately)|"
    r"does(?: not|n['’]t) matter|safe|see above|same|various|misc\w*|because|reason)[\s.!]*",
    re.IGNORECASE,
)


@rule("GP121", "uncovered-occurrence", always=True)
def uncovered_occurrence(case: Case) -> Iterator[Finding]:
    """Every file where a name stands that the plan changes is covered, or dismissed with a reason."""
    yield from _left_out(case)
    for seen in case.evidence.occurrences if case.evidence else ():
        change = seen.change
        if seen.open:
            yield Finding(
                "GP121",
                f"`{change.term}` {_where(seen)}; not covered: {_left(seen)}",
                change.place,
                change.section,
                _what_to_do(case, seen),
                severity=weight(case, change.section),
                subject=change.term,
            )
        yield from _swept(seen)
        for account in seen.accounts:
            if account.count is not None and (account.count, account.files) != (seen.total, len(seen.files)):
                now = f"{seen.total} in {_files(len(seen.files))}"
                yield Finding(
                    "GP121",
                    f"Occurrences of `{change.term}` are {now}, "
                    f"the plan says {account.count} in {_files(account.files or 0)}",
                    account.place,
                    account.section,
                    f"Write `{now}`, after looking at what is new",
                    severity=weight(case, account.section),
                    subject=f"{change.term} count",
                    mends=f"{account.count} in {_files(account.files or 0)}",
                    offers=(now,),
                )


def _where(seen: Occurrences) -> str:
    many = len(seen.files)
    return (
        f"is used in {many} other file{'s' * (many != 1)}" if seen.is_users else f"appears in {_files(many)}"
    )


def _left_out(case: Case) -> Iterator[Finding]:
    """Yield the files that have a name as well whose places a document lists."""
    told = {seen.change.term for seen in (case.evidence.occurrences if case.evidence else ()) if seen.open}
    for answer in false_answers(case, Topic.USERS):
        said = answer.statement
        if said.subject in told:
            continue
        yield Finding(
            "GP121",
            f"`{said.subject}` is also in {answer.found}, which no step names",
            said.place,
            said.section,
            "Name them in a step; `update all callers` says that all are meant",
            severity=weight(case, said.section),
            subject=said.subject,
        )


def _what_to_do(case: Case, seen: Occurrences) -> str:
    if not case.plan.id:  # a document of another form has no accounts
        return "Name them in a step; `update all callers` says that all are meant"
    told = f"{seen.total} in {_files(len(seen.files))}"
    return (
        f"Add them to the files of the plan, or write `Occurrences of {seen.change.term}: {told}; "
        "dismissed: <path> (<reason>)`"
    )


def _swept(seen: Occurrences) -> Iterator[Finding]:
    for folder, taken in seen.swept.items():
        if _is_most(taken, seen):
            yield Finding(
                "GP121",
                f"`{folder}` alone covers {taken} of {_files(len(seen.files))} "
                f"where `{seen.change.term}` appears",
                seen.change.place,
                seen.change.section,
                "Name the files: a folder says that somebody will look, not that somebody has",
                severity=Severity.WARNING,
                subject=f"{seen.change.term} {folder}",
            )


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"


def _left(seen: Occurrences) -> str:
    shown = ", ".join(f"`{path}` ({seen.files[path]})" for path in seen.open[:_SHOWN])
    return shown + (f" and {len(seen.open) - _SHOWN} more" if len(seen.open) > _SHOWN else "")


@rule("GP122", "bad-dismissal", always=True)
def bad_dismissal(case: Case) -> Iterator[Finding]:
    """A dismissal names files where the name stands, and says why they stay as they are."""
    if case.evidence is None:
        return
    known = {seen.change.term: seen for seen in case.evidence.occurrences}
    for account in case.evidence.accounts:
        seen = known.get(account.term)
        for dismissal in account.dismissals:
            fault = fault_of(dismissal, seen)
            if fault:
                yield _dismissal_finding(case, account, dismissal, fault)
            elif seen is not None and _takes_most(dismissal, seen):
                taken = sum(matches(dismissal.pattern, path) for path in seen.files)
                yield Finding(
                    "GP122",
                    f"`{dismissal.pattern}` alone dismisses {taken} of {_files(len(seen.files))} "
                    f"where `{account.term}` appears",
                    dismissal.place,
                    account.section,
                    "Look at them; name the folders apart where the reasons differ",
                    Severity.WARNING,
                    subject=f"{account.term} {dismissal.pattern} most",
                )


def fault_of(dismissal: Dismissal, seen: Occurrences | None) -> str:
    """Return why a dismissal dismisses nothing, or nothing where it is a good one."""
    if is_sweeping(dismissal.pattern):
        return "it does not start at a file or folder, so it could mean anything"
    if says_nothing(dismissal.reason) or _BLAND.fullmatch(dismissal.reason.strip()):
        return "it gives no reason"
    if seen is not None and not any(matches(dismissal.pattern, path) for path in seen.files):
        return f"`{seen.change.term}` does not appear there"
    return ""


def _takes_most(dismissal: Dismissal, seen: Occurrences) -> bool:
    return _is_most(sum(matches(dismissal.pattern, path) for path in seen.files), seen)


def _is_most(taken: int, seen: Occurrences) -> bool:
    return taken > _SHOWN and 2 * taken > len(seen.files)


def _dismissal_finding(case: Case, account: Account, dismissal: Dismissal, fault: str) -> Finding:
    return Finding(
        "GP122",
        f"Dismissal of `{dismissal.pattern[:80]}` for `{account.term}` has no effect: {fault}",
        dismissal.place,
        account.section,
        "Name a file or folder where it appears, and why it stays: `docs/old.md` (release history)",
        severity=weight(case, account.section),
        subject=f"{account.term} {dismissal.pattern}",
    )
