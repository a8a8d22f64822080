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

_MOST = 5  # names of each kind; the change itself has the others


@rule("GP401", "unplanned-file", always=True)
def unplanned_file(case: Case) -> Iterator[Finding]:
    """Every file that a change touches is one that the plan works on."""
    told = {each.path for each in _unmet(case)}  # GP402 says that it is removed
    is_typed = case.conformance is not None and case.conformance.is_typed
    unnamed = "no step works on" if is_typed else "the plan does not name"
    for file in _files(case, Verdict.UNPLANNED):
        if file.path in told:
            continue
        because = f" ({file.reason})" if file.reason else ""
        old = f" from `{file.old}`" if file.old else ""
        yield _at(
            "GP401",
            file,
            f"{_DONE[file.how]} `{file.path}`{old}, which {unnamed}{because}{_reach(file)}",
            "Take it out of the change, or add it to the plan",
            severity=_weight(case) if file.is_sure else Severity.NOTE,
        )


def _weight(case: Case) -> Severity:
    """Return how much it says of a file that the plan does not have it, given how the plan names files."""
    if _is_certain(case):
        return Severity.ERROR
    return Severity.WARNING if _files(case, Verdict.PLANNED) else Severity.NOTE


def _is_certain(case: Case) -> bool:
    """Tell whether the form of the plan says which files it is about."""
    found = case.conformance
    return found is not None and (found.is_typed or found.is_listed)


@rule("GP402", "missing-change", always=True)
def missing_change(case: Case) -> Iterator[Finding]:
    """Every file that the plan changes, creates or removes is changed, created or removed."""
    for unmet in _unmet(case):
        if unmet.path and not unmet.symbol and not unmet.is_test:
            yield _missing(case, "GP402", unmet, _short_of(unmet))


@rule("GP403", "out-of-scope-change", always=True)
def out_of_scope_change(case: Case) -> Iterator[Finding]:
    """Nothing that the plan leaves out is changed."""
    for file in _files(case, Verdict.EXCLUDED):
        is_form = file.form is not Form.CODE
        form = f", in {file.form} only" if is_form else ""
        yield _at(
            "GP403",
            file,
            f"{_DONE[file.how]} `{file.path}`{form}, {_left_out(file)}{_reach(file)}",
            "Take it out of the change, or take it into the plan's scope",
            severity=Severity.WARNING if is_form or not file.is_sure else Severity.ERROR,
        )
    for file in case.conformance.files if case.conformance else ():
        if file.forbidden:
            yield _at(
                "GP403",
                file,
                f"{_DONE[file.how]} `{file.path}`: {file.reason} of the plan orders it, "
                f"line {file.forbidden} forbids it",
                "Correct the plan: one of the two lines is wrong",
                severity=Severity.WARNING,
            )
        for name in file.names if file.verdict is not Verdict.EXCLUDED else ():
            if name.verdict is Verdict.EXCLUDED:
                cited = f"`{file.path}::{name.qualified}`"
                yield _at(
                    "GP403",
                    file,
                    f"{_DONE[name.how]} {cited}, which the plan leaves out{_used(name)}",
                    "Take it out of the change, or take it into the plan's scope",
                    line=name.line if name.how is not How.REMOVED else 0,
                    name=name.qualified,
                    severity=Severity.ERROR if name.is_sure else Severity.WARNING,
                )


def _left_out(file: TouchedFile) -> str:
    if file.is_sure:
        return f"which the plan leaves out ({file.reason})"
    return f"which the plan seems to leave out ({file.reason})"


@rule("GP404", "unplanned-name", always=True)
def unplanned_name(case: Case) -> Iterator[Finding]:
    """Every public name that a change alters is one that the plan names."""
    for file in _files(case, Verdict.PLANNED):
        names = list(_outermost(file))
        if names:
            users = tuple(dict.fromkeys(user for each in names for user in each.users))
            used = f"; used by {listed(users)}" if users else ""
            yield _at(
                "GP404",
                file,
                f"The plan does not name what is public in `{file.path}`: {_alterations(names)}{used}",
                "Take it out of the change, or name it in a step",
                line=next((each.line for each in names if each.how is not How.REMOVED), 0),
                severity=Severity.WARNING if _is_certain(case) else Severity.NOTE,
            )


def _outermost(file: TouchedFile) -> Iterator[TouchedName]:
    """Yield the names that no step names, but those that come or go with what they stand in."""
    names = {each.qualified: each for each in file.names if each.verdict is Verdict.UNPLANNED}
    for name, each in names.items():
        around = names.get(name.rpartition(".")[0])
        if each.how is How.CHANGED or around is None or around.how is not each.how:
            yield each


def _alterations(names: list[TouchedName]) -> str:
    by_kind: dict[str, list[str]] = {
        "added": [],
        "changed the declaration of": [],
        "changed": [],
        "removed": [],
    }
    for each in names:
        is_declared = each.is_signature and each.how is How.CHANGED
        by_kind["changed the declaration of" if is_declared else each.how].append(each.qualified)
    return "; ".join(f"{kind} {listed(told, most=_MOST)}" for kind, told in by_kind.items() if told)


@rule("GP405", "missing-name", always=True)
def missing_name(case: Case) -> Iterator[Finding]:
    """Every function or class that the plan changes is changed, not only its file."""
    for unmet in _unmet(case):
        if unmet.symbol and not unmet.is_test:
            yield _missing(case, "GP405", unmet, _short_of(unmet))


@rule("GP406", "missing-test", always=True)
def missing_test(case: Case) -> Iterator[Finding]:
    """Tests that the plan promises are in the change, and none is lost that the plan does not name."""
    for unmet in _unmet(case):
        if unmet.is_test:
            told = _short_of(unmet) if unmet.path else "The step promises tests: the change has none"
            yield _missing(case, "GP406", unmet, told)
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
    name: str = "",
    line: int = 0,
    severity: Severity = Severity.ERROR,
) -> Finding:
    subject = f"{file.path}::{name}" if name else file.path
    place = Place(file.path, line or file.line, 1)
    return Finding(code, message, place, "", hint, severity=severity, subject=subject)


def _short_of(unmet: Unmet) -> str:
    """Return what the plan does, and what the change does instead."""
    if unmet.by:
        named = "::".join(filter(None, (unmet.path, unmet.symbol)))
        instead = unmet.instead or "the change does not touch it"
        return (
            f"Line {unmet.place.line} of the plan {unmet.wanted} `{named}`, as {unmet.by} reads it: {instead}"
        )
    if not unmet.is_sure:
        under = f", under “{unmet.under}”," if unmet.under else ""
        named = f"`{'::'.join(filter(None, (unmet.path, unmet.symbol)))}`"
        named = f"`{unmet.called}` ({named})" if unmet.called else named
        instead = unmet.instead or "the change does not touch it"
        return f"Line {unmet.place.line} of the plan{under} names {named}: {instead}"
    if not unmet.symbol:
        return f"The plan {unmet.wanted} `{unmet.path}`: {unmet.instead or 'the change does not touch it'}"
    instead = unmet.instead or "the change touches its file elsewhere only"
    return f"The plan {unmet.wanted} `{unmet.path}::{unmet.symbol}`: {instead}"


def _missing(case: Case, code: str, unmet: Unmet, message: str) -> Finding:
    asked = dict(case.conformance.asked) if case.conformance else {}
    base = asked.pop("base", "<branch>")
    hint = Hint(
        "Do it, change the plan, or run " if unmet.is_there else "Create it, correct the plan, or run ",
        run("conform", {"base": base}, asked, {"partial": True}),
        " while the work goes on",
    )
    subject = "::".join(filter(None, (unmet.path, unmet.symbol))) or "tests"
    is_open = not (unmet.path or unmet.is_test or unmet.by)
    severity = (
        Severity.NOTE
        if is_open
        else Severity.ERROR
        if unmet.is_sure and not unmet.is_layout
        else Severity.WARNING
    )
    return Finding(code, message, unmet.place, unmet.section, hint, severity=severity, subject=subject)


def _reach(file: TouchedFile) -> str:
    """Return who uses what an unplanned file changes."""
    users = tuple(dict.fromkeys(user for name in file.names for user in name.users))
    return f"; what it changes is used by {listed(users)}" if users else ""


def _used(name: TouchedName) -> str:
    return f"; it is used by {listed(name.users)}" if name.users else ""
