"""A change against its plan: what it does beyond the plan, and what of the plan it does not do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.conformance import Form, How, Verdict
from groundplan.plan.finding import Finding, Place, Severity
from groundplan.plan.hint import Hint, run
from groundplan.rules.registry import rule
from groundplan.rules.written import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.conformance import TouchedFile, TouchedName, Unmet

_DONE = {How.ADDED: "Added", How.CHANGED: "Changed", How.REMOVED: "Removed", How.RENAMED: "Renamed"}


@rule("GP401", "unplanned-file", always=True)
def unplanned_file(case: Case) -> Iterator[Finding]:
    """Every file that a change touches is one that the plan works on."""
    for file in _files(case, Verdict.UNPLANNED):
        because = f" ({file.reason})" if file.reason else ""
        old = f" from `{file.old}`" if file.old else ""
        yield _at(
            "GP401",
            file,
            f"{_DONE[file.how]} `{file.path}`{old}, which no step works on{because}{_reach(file)}",
            "Take it out of the change, or add it to the plan",
        )


@rule("GP402", "missing-change", always=True)
def missing_change(case: Case) -> Iterator[Finding]:
    """Every file that the plan changes, creates or removes is changed, created or removed."""
    for unmet in _unmet(case):
        if unmet.path and not unmet.symbol and not unmet.is_test:
            instead = unmet.instead or "the change does not touch it"
            yield _missing("GP402", unmet, f"The plan {unmet.wanted} `{unmet.path}`: {instead}")


@rule("GP403", "out-of-scope-change", always=True)
def out_of_scope_change(case: Case) -> Iterator[Finding]:
    """Nothing that the plan leaves out is changed."""
    for file in _files(case, Verdict.EXCLUDED):
        is_form = file.form is not Form.CODE
        form = f", in {file.form} only" if is_form else ""
        yield _at(
            "GP403",
            file,
            f"{_DONE[file.how]} `{file.path}`{form}, which the plan leaves out ({file.reason}){_reach(file)}",
            "Take it out of the change, or take it into the plan's scope",
            severity=Severity.WARNING if is_form else Severity.ERROR,
        )
    for file in case.conformance.files if case.conformance else ():
        for name in file.names if file.verdict is not Verdict.EXCLUDED else ():
            if name.verdict is Verdict.EXCLUDED:
                cited = f"`{file.path}::{name.qualified}`"
                yield _at(
                    "GP403",
                    file,
                    f"{_DONE[name.how]} {cited}, which the plan leaves out{_used(name)}",
                    "Take it out of the change, or take it into the plan's scope",
                    name=name,
                )


@rule("GP404", "unplanned-name", always=True)
def unplanned_name(case: Case) -> Iterator[Finding]:
    """Every public name that a change alters is one that the plan names."""
    for file in _files(case, Verdict.PLANNED):
        for name in file.names:
            if name.verdict is Verdict.UNPLANNED:
                what = "the declaration of " if name.is_signature and name.how is How.CHANGED else ""
                cited = f"{what}`{file.path}::{name.qualified}`"
                yield _at(
                    "GP404",
                    file,
                    f"{_DONE[name.how]} {cited}, which no step names{_used(name)}",
                    "Take it out of the change, or name it in a step",
                    name=name,
                    # A plan that names the file alone leaves open what in it changes.
                    severity=Severity.ERROR if file.is_by_name else Severity.WARNING,
                )


@rule("GP405", "missing-name", always=True)
def missing_name(case: Case) -> Iterator[Finding]:
    """Every function or class that the plan changes is changed, not only its file."""
    for unmet in _unmet(case):
        if unmet.symbol:
            cited = f"{unmet.path}::{unmet.symbol}"
            yield _missing(
                "GP405",
                unmet,
                f"The plan {unmet.wanted} `{cited}`: the change touches its file elsewhere only",
            )


@rule("GP406", "missing-test", always=True)
def missing_test(case: Case) -> Iterator[Finding]:
    """Tests that the plan promises are in the change, and none is lost that the plan does not name."""
    for unmet in _unmet(case):
        if unmet.is_test and not unmet.symbol:
            instead = unmet.instead or "the change does not touch it"
            told = f"The plan {unmet.wanted} `{unmet.path}`: {instead}"
            yield _missing(
                "GP406", unmet, told if unmet.path else "The step promises tests: the change has none"
            )
    for file in case.conformance.files if case.conformance else ():
        if file.lost_tests and file.verdict is not Verdict.EXCUSED:
            count = f"{file.lost_tests} test{'' if file.lost_tests == 1 else 's'} fewer"
            yield _at(
                "GP406",
                file,
                f"`{file.path}` has {count} than before",
                "Put back what still holds, or say in a step why it goes",
                severity=Severity.WARNING,
            )


def _files(case: Case, verdict: Verdict) -> tuple[TouchedFile, ...]:
    return case.conformance.with_verdict(verdict) if case.conformance else ()


def _unmet(case: Case) -> tuple[Unmet, ...]:
    return case.conformance.unmet if case.conformance and not case.conformance.is_partial else ()


def _at(  # noqa: PLR0913 - a finding's own fields
    code: str,
    file: TouchedFile,
    message: str,
    hint: str,
    *,
    name: TouchedName | None = None,
    severity: Severity = Severity.ERROR,
) -> Finding:
    line = name.line if name and name.how is not How.REMOVED else file.line
    subject = f"{file.path}::{name.qualified}" if name else file.path
    return Finding(code, message, Place(file.path, line, 1), "", hint, severity=severity, subject=subject)


def _missing(code: str, unmet: Unmet, message: str) -> Finding:
    hint = Hint(
        "Do it, change the plan, or run ",
        run("conform", {"base": "<branch>", "partial": True}),
        " while the work goes on",
    )
    subject = f"{unmet.path}::{unmet.symbol}" if unmet.symbol else unmet.path or "tests"
    severity = Severity.WARNING if unmet.is_layout else Severity.ERROR
    return Finding(code, message, unmet.place, unmet.section, hint, severity=severity, subject=subject)


def _reach(file: TouchedFile) -> str:
    """Return who uses what an unplanned file changes."""
    users = tuple(dict.fromkeys(user for name in file.names for user in name.users))
    return f"; what it changes is used by {listed(users)}" if users else ""


def _used(name: TouchedName) -> str:
    return f"; it is used by {listed(name.users)}" if name.users else ""
