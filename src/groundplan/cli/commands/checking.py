"""`check`: the rules run over one plan or all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.changes.checking import check
from groundplan.app.views.viewing import overview
from groundplan.app.wire import faults, outcomes
from groundplan.cli.complaints import show_error
from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import is_plan, take_plan
from groundplan.cli.reading import reading_options, refuse_for_plan, refuse_together, take_readings
from groundplan.cli.reports import FORMATS, REPORTS
from groundplan.cli.views.checked_plans import placed, show_checked_plans, tell_nothing_open
from groundplan.plan.errors import Misused
from groundplan.plan.hint import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.changes.checking import Checked
    from groundplan.cli.session import Session
    from groundplan.plan.errors import GroundplanError


@command("check")
@click.argument("words", nargs=-1, metavar="[FILE|PLAN]...", shell_complete=complete_plans)
@click.option("--fix", is_flag=True, help="First update moved citations and everything computed.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="The output format.")
@click.option(
    "--strict",
    is_flag=True,
    help="Fail on unfinished parts of a draft; in a FILE, list what is likely wrong, too.",
)
@click.option(
    "--base", metavar="REF", default=None, help="Take policy, signers and playbooks from this commit."
)
@reading_options
def check_command(
    session: Session,
    words: tuple[str, ...],
    fix: bool,
    form: str,
    strict: bool,
    base: str | None,
    **asked: Any,
) -> int:
    """Check any Markdown FILE against the code, or PLAN, or all plans, against every rule.

    FILE may be anybody's plan, or `-` for standard input: what the code contradicts in it is listed, and
    nothing is written. A reader, a model or you, finds more statements in FILE than the patterns do; each is
    held against the code. Exit code 1 if something is wrong; without an open plan there is nothing to check.
    Unfinished parts of a draft are reported, and fail only with --strict or the policy `drafts = "strict"`.
    """
    session.json = session.json or form == "json"
    if words and all(_is_document(session, word) for word in words):
        if fix or base is not None:
            raise Misused(
                f"`{words[0]}` is not a plan of this repository, so there is no policy or text to fix",
                hint="Leave out --fix and --base",
            )
        return _check_documents(session, words, form, strict=strict, asked=asked)
    refuse_for_plan(asked)
    if base is not None:
        if not base.strip():
            raise Misused(
                "`--base` names no commit", hint="Name the branch that the change goes to: `--base main`"
            )
        session.workspace = session.open_workspace(base=base)
    take_plan(session, words, most=0)
    is_report = form in {"sarif", "github"}  # read beside the files of a commit, which proposals are not in
    results, unreadable, archived = _check_all(session, fix=fix, strict=strict, proposed=not is_report)
    if not (results or unreadable or archived):
        tell_nothing_open(session, "check", _payload((), (), []), form)
        return 0
    if is_report:
        found = [finding for done in results for finding in placed(done)]
        session.out.data(REPORTS[form](found))
    else:
        session.give(
            "check",
            _payload(results, unreadable, archived),
            lambda screen: show_checked_plans(screen, results, session.caller),
        )
        _tell_unrunnable(session, results)
    for slug in () if session.json else archived:
        session.err.labelled("note:", "warn", "plan ", (slug, "bold"), f" was archived since `{base}`")
    for slug, error in unreadable:
        if not session.json:
            session.err.line(("plan ", "dim"), (slug, "bold"))
            show_error(session.err, error)
    if unreadable:
        return 5
    return 0 if all(done.is_clean for done in results) else 1


def _tell_unrunnable(session: Session, results: Sequence[Checked]) -> None:
    """Say which commands this machine cannot run; what the repository lacks is among the findings."""
    from groundplan.app.work.rehearsing import find_unrunnable
    from groundplan.cli.views.work import show_unrunnable

    if session.json:
        return
    for done in results:
        known = {found.code for found in done.findings}
        if not known & {"GP114", "GP115"}:
            show_unrunnable(session.err, find_unrunnable(done.opened))


def _is_document(session: Session, word: str) -> bool:
    """Tell whether a word names a file that is no plan of ours."""
    from groundplan.app.judgement.document_files import has_ledger, looks_like_file

    if session.plan or not looks_like_file(word):
        return False
    return not (has_ledger(Path(session.repo or ".")) and is_plan(session, word))


def _check_documents(
    session: Session, words: Sequence[str], form: str, *, strict: bool, asked: dict[str, Any]
) -> int:
    from groundplan.app.judgement.document_files import open_code, read_written
    from groundplan.app.judgement.document_files import placed as placed_at
    from groundplan.app.judgement.documents import check_document
    from groundplan.app.wire import faults
    from groundplan.cli.views.documents import show_checked

    refuse_together(words, asked)
    read = [read_written(word) for word in words]
    with open_code(session.repo, words[0], session.watch) as code:
        read = [placed_at(code, document) for document in read]
        again = run("check", read[0].path, {"reading": "reading.json"})
        readings = take_readings(session, read, asked, code, again, looks=True)
        if readings is None:
            return 0
        results = [
            check_document(code, document, strict=strict, reading=reading)
            for document, reading in zip(read, readings, strict=True)
        ]
    if form in {"sarif", "github"}:
        session.out.data(REPORTS[form]([finding for done in results for finding in done.findings]))
    else:
        payload = _payload((), (), []) | {
            "clean": all(done.is_clean for done in results),
            "documents": [faults.checked(done) for done in results],
        }
        session.give("check", payload, lambda screen: show_checked(screen, results))
    return 0 if all(done.is_clean for done in results) else 1


def _check_all(
    session: Session, **wanted: bool
) -> tuple[list[Checked], tuple[tuple[str, GroundplanError], ...], list[str]]:
    if session.plan:
        return [check(session.open(), caller=session.caller, **wanted)], (), []
    seen = overview(session.workspace)
    for opened in seen.plans:
        session.tell_copied(opened)
    results = [check(opened, caller=session.caller, **wanted) for opened in seen.plans]
    return results, seen.unreadable, [known.slug for known in seen.archived_since]


def _payload(
    results: Sequence[Checked], unreadable: Sequence[tuple[str, GroundplanError]], archived: list[str]
) -> dict[str, Any]:
    return {
        "archived_since_base": archived,
        "clean": all(done.is_clean for done in results) and not unreadable,
        "documents": [],
        "plans": [outcomes.checked(done) for done in results],
        "unreadable": [{"slug": slug, **faults.failure(error)} for slug, error in unreadable],
    }
