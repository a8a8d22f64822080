"""`check`: the rules run over one plan or all of them."""

from __future__ import annotations

from dataclasses import replace
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
from groundplan.cli.reports import FORMATS, REPORTS
from groundplan.cli.views.findings import count, show_findings, tally
from groundplan.plan.errors import Misused
from groundplan.plan.finding import Severity
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.checking import Checked
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.errors import GroundplanError
    from groundplan.plan.finding import Finding

# An agent neither answers a question nor confirms a decision, and each check would say them all again.
_FOR_A_PERSON = frozenset({"GP204", "GP211"})


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
def check_command(
    session: Session, words: tuple[str, ...], fix: bool, form: str, strict: bool, base: str | None
) -> int:
    """Check any Markdown FILE against the code, or PLAN, or all plans, against every rule.

    FILE may be anybody's plan, or `-` for standard input: what the code contradicts in it is listed, and
    nothing is written. Exit code 1 if something is wrong. Unfinished parts of a draft are reported, and fail
    only with --strict or the policy `drafts = "strict"`.
    """
    session.json = session.json or form == "json"
    if words and all(_is_document(session, word) for word in words):
        if fix or base is not None:
            raise Misused(
                f"`{words[0]}` is not a plan of this repository, so there is no policy or text to fix",
                hint="Leave out --fix and --base",
            )
        return _check_documents(session, words, form, strict=strict)
    if base is not None:
        if not base.strip():
            raise Misused(
                "`--base` names no commit", hint="Name the branch that the change goes to: `--base main`"
            )
        session.workspace = session.open_workspace(base=base)
    take_plan(session, words, most=0)
    is_report = form in {"sarif", "github"}  # read beside the files of a commit, which proposals are not in
    results, unreadable, archived = _check_all(session, fix=fix, strict=strict, proposed=not is_report)
    if is_report:
        found = [finding for done in results for finding in _placed(done)]
        session.out.data(REPORTS[form](found))
    else:
        session.give(
            "check",
            _payload(results, unreadable, archived),
            lambda screen: _show(screen, results, session.caller),
        )
    for slug in () if session.json else archived:
        session.err.labelled("note:", "warn", "plan ", (slug, "bold"), f" was archived since `{base}`")
    for slug, error in unreadable:
        if not session.json:
            session.err.line(("plan ", "dim"), (slug, "bold"))
            show_error(session.err, error)
    if unreadable:
        return 5
    return 0 if all(done.is_clean for done in results) else 1


def _is_document(session: Session, word: str) -> bool:
    """Tell whether a word names a file that is no plan of ours."""
    from groundplan.app.judgement.document_files import has_ledger, looks_like_file

    if session.plan or not looks_like_file(word):
        return False
    return not (has_ledger(Path(session.repo or ".")) and is_plan(session, word))


def _check_documents(session: Session, words: Sequence[str], form: str, *, strict: bool) -> int:
    from groundplan.app.judgement.document_files import open_code, placed, read_written
    from groundplan.app.judgement.documents import check_document
    from groundplan.app.wire import faults
    from groundplan.cli.views.documents import show_checked

    read = [read_written(word) for word in words]
    with open_code(session.repo, words[0], session.watch) as code:
        results = [check_document(code, placed(code, document), strict=strict) for document in read]
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
    if not (seen.plans or seen.unreadable or seen.archived_since):
        session.open()  # says that there is no plan
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


def _placed(done: Checked) -> list[Finding]:
    """Return the findings as lists want them: each with a place, and a note where a draft is unfinished."""
    return [
        replace(
            found,
            place=done.place_of(found),
            severity=Severity.NOTE if found in done.unfinished else found.severity,
        )
        for found in done.findings
    ]


def _waiting_for_a_person(left: Sequence[Finding]) -> str:
    asked = sum(found.code == "GP204" for found in left)
    confirmed = [found.message.partition(" wait")[0] for found in left if found.code == "GP211"]
    told = [count(asked, "open question")] if asked else []
    return ", ".join([*told, *(f"{words} to confirm" for words in confirmed)])


def _show(screen: Screen, results: Sequence[Checked], caller: Caller) -> None:
    fixed = [finding for done in results for finding in done.fixed]
    left = [found for done in results for found in done.unfinished if found.code in _FOR_A_PERSON]
    left = left if caller.channel == "agent" else []
    unfinished = sum(len(done.unfinished) for done in results) - len(left)
    shown = [found for done in results for found in done.findings if found not in left]
    for done in results:
        listed = [found for found in _placed(done) if found.identity not in {each.identity for each in left}]
        show_findings(screen, listed, done.opened.known.handle)
    if shown:
        screen.blank()
    wrong = [finding for done in results for finding in done.findings if finding not in done.unfinished]
    parts: list[Any] = [*tally(wrong), "" if wrong else " wrong" if unfinished else " found"]
    if unfinished:
        parts += [(f", {unfinished} unfinished", "dim")]
    if fixed:
        parts += ["; ", (f"{count(len(fixed), 'finding')} fixed", "ok")]
    silenced = sum(len(done.silenced) for done in results)
    if silenced:
        parts += ["; ", (f"{count(silenced, 'suppression')} in force", "warn")]
    is_clean = all(done.is_clean for done in results)
    parts += ["."] if is_clean else [". ", ("(exit 1)", "dim")]
    screen.line(f"{count(len(results), 'plan')} checked: ", *parts)
    if left:
        screen.line((f"For a person, nothing for you to do: {_waiting_for_a_person(left)}", "dim"))
    waiting = sum(len(done.waiting) for done in results)
    if waiting:
        told = Hint(
            f"Checked with {count(waiting, 'proposed section')} in place; the text with these lines: ",
            run("show", {"text": True, "proposed": True}),
        )
        screen.prose(told, tone="dim")
