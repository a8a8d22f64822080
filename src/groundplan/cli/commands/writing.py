"""`write` and `undo`: plan text written, and restored."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from groundplan.app import writing
from groundplan.app.manuscript import cut_manuscript
from groundplan.app.wire import outcomes
from groundplan.cli.completions import complete_sections
from groundplan.cli.editor import open_sheet
from groundplan.cli.group import command
from groundplan.cli.texts import read_file, read_stdin
from groundplan.cli.views.differences import list_diffs
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.cli.wrapping import Whole
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.hint import PROGRAM, Hint, run

if TYPE_CHECKING:
    from groundplan.app.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session


@command("write")
@click.argument("sections", nargs=-1, shell_complete=complete_sections)
@click.option(
    "--file", "-f", metavar="PATH", default="", help="Take the text from this file; `-`: standard input."
)
@click.option("--all", "every", is_flag=True, help="The text holds several sections under their headings.")
@click.option(
    "--summary", metavar="TEXT", default="", help="Summary for the talk; default: the number of lines."
)
def write_command(session: Session, sections: tuple[str, ...], file: str, every: bool, summary: str) -> None:
    """Write SECTIONS: from a file, from standard input (`-`), or in your editor.

    One section: the text is its body. Several, or --all: the text is cut at the declared headings.
    """
    if sections and sections[-1] == "-":
        sections, file = sections[:-1], "-"
    opened = session.open()
    if not (sections or every):
        raise Misused(
            "No section is named", hint=Hint(run("show"), " lists them; `--all` takes them from the text")
        )
    keys = [writing.resolve_key(opened, name) for name in sections]
    if file:
        text = read_stdin() if file == "-" else read_file(file)
        _write(session, opened, _cut(session, opened, text, keys, every=every), summary)
    else:
        _write_in_editor(session, opened, keys, every=every, summary=summary)


def _cut(session: Session, opened: OpenPlan, text: str, keys: list[str], *, every: bool) -> dict[str, str]:
    if not text.strip():
        raise Misused("The text is empty", hint="A section cannot be empty; give its new text")
    if len(keys) == 1 and not every:
        return {keys[0]: text}
    cut = cut_manuscript(opened, text, keys)
    if cut.before and not session.json:
        told = "text before the first section was left out"
        session.err.labelled("note:", "warn", told)
    return cut.sections


def _write(session: Session, opened: OpenPlan, texts: dict[str, str], summary: str) -> None:
    _tell(session, "written", writing.write(opened, texts, caller=session.caller, summary=summary))


def _write_in_editor(
    session: Session, opened: OpenPlan, keys: list[str], *, every: bool, summary: str
) -> None:
    if session.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misused(
            "No text is given", hint="`--file <path>`, or `-` for standard input; an editor needs a terminal"
        )
    parts = [part for part in opened.plan.sections if every or part.key in keys]
    is_one = len(keys) == 1 and not every
    initial = "".join(part.body.lstrip("\r\n") if is_one else part.text for part in parts)
    named = ", ".join(keys) if keys else "all sections"
    note = f"{PROGRAM} write {named}: save and leave to write it; leave without a change to write nothing"
    sheet = open_sheet(initial, note)
    text = sheet.edit(os.environ)
    if text == sheet.initial:
        sheet.discard()
        session.err.line("No changes; nothing was written.")
        return
    try:
        _write(session, opened, _cut(session, opened, text, keys, every=every), summary)
    except GroundplanError as error:
        lines = "\n" if error.hint else ""
        error.hint = Hint(error.hint, f"{lines}Your text is saved in `{sheet.path}`")
        raise
    sheet.discard()


@command("undo")
def undo_command(session: Session) -> None:
    """Undo the last write; only a person may drop hand edits made since, and a copy of them is saved."""
    _tell(session, "undone", writing.undo(session.open(), caller=session.caller))


def _tell(session: Session, kind: str, done: writing.Written) -> None:
    def show(screen: Screen) -> None:
        show_done(screen, done.summary if kind == "undone" else "Written")
        list_diffs(screen, done.diffs)
        for path in done.saved:
            screen.line("the text before it is saved in ", (Whole(path), "bold"), indent=2)

    session.give(kind, outcomes.written(done), show)
    tell_after(session, done.outcome)
