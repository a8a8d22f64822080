"""`write` and `undo`: plan text written, and restored."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.analyst.filling import text_to_edit
from groundplan.app.brains.manuscript import cut_manuscript
from groundplan.app.brains.records_given import read_given, render_given
from groundplan.app.changes import writing
from groundplan.app.changes.promoting import promote
from groundplan.app.changes.proposing import Proposed, Rehearsed, propose, rehearse
from groundplan.app.talk.written_records import leave_out_listed, record_listed
from groundplan.app.wire import outcomes
from groundplan.cli.completions import complete_sections
from groundplan.cli.editor import guide, open_sheet
from groundplan.cli.group import command
from groundplan.cli.model_options import model_options, open_model
from groundplan.cli.texts import read_file, read_stdin
from groundplan.cli.views.differences import list_diffs
from groundplan.cli.views.handed_in import show_handed_in, show_raised, show_rehearsed
from groundplan.cli.views.outcomes import show_done, tell_after, tell_next
from groundplan.cli.views.standing import unfinished_of
from groundplan.cli.wrapping import Whole
from groundplan.plan.errors import GroundplanError, Misused, Unknown
from groundplan.plan.hint import PROGRAM, Hint, run

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How the text is given, and what is to be done with it."""

    file: str
    every: bool
    records: str
    summary: str
    propose: bool
    dry_run: bool
    model: str
    show_brief: bool


@command("write")
@click.argument("sections", nargs=-1, metavar="[SECTION|FILE]...", shell_complete=complete_sections)
@click.option(
    "--file", "-f", metavar="PATH", default="", help="Take the text from this file; `-`: standard input."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="The text, or each FILE, holds several sections under their headings.",
)
@click.option(
    "--records",
    metavar="FILE",
    default="",
    help="Take sections from JSON, key to words or records, or a whole turn; `-`: stdin.",
)
@click.option("--propose", is_flag=True, help="Keep what may not be written yet beside the plan, checked.")
@click.option(
    "--dry-run", is_flag=True, help="Judge and show everything, write nothing; exit code as `check`."
)
@click.option(
    "--summary", metavar="TEXT", default="", help="Summary for the talk; default: the number of lines."
)
@model_options
def write_command(session: Session, sections: tuple[str, ...], **given: Any) -> int:
    """Write SECTIONS: from a file, from standard input (`-`), in your editor, or by a model (--with).

    One section: the text is its body. Several, or --all: the text is cut at the declared headings. What the
    rules find in the new text is printed. --records takes what `playbook show NAME --schema` prints, or a
    whole turn with questions, challenges and decisions: `brief --schema turn`. --with has a model draft what
    is open, mend what `check` and objections say, or write SECTIONS anew.
    """
    wanted = _Wanted(**given)
    opened = session.open()
    asker = open_model(session, wanted.model, shows_brief=wanted.show_brief)
    if asker:
        return _have_drafted(session, opened, asker, sections, wanted)
    if wanted.records:
        if sections or wanted.file or wanted.every:
            raise Misused(
                "`--records` names its sections itself", hint="Leave out sections, --file and --all"
            )
        return _take(session, opened, wanted)
    names, files = _sort_words(opened, sections, wanted)
    if not (names or wanted.every):
        raise Misused(
            "No section is named", hint=Hint(run("show"), " lists them; `--all` takes them from the text")
        )
    keys = [writing.resolve_key(opened, name) for name in names]
    if not files:
        return _write_in_editor(session, opened, keys, wanted)
    cut: dict[str, str] = {}
    for file in files:
        cut |= _cut(session, opened, _read(file), keys, every=wanted.every)
    return _hand_in(session, opened, cut, wanted)


def _have_drafted(
    session: Session, opened: OpenPlan, asker: Asker, sections: tuple[str, ...], wanted: _Wanted
) -> int:
    """Have a model write; what it hands in may always wait beside the plan."""
    if wanted.file or wanted.every or wanted.records or wanted.summary or wanted.dry_run:
        raise Misused(
            "`--with` takes the text from a model",
            hint="Leave out --file, --all, --records, --summary and --dry-run",
        )
    from groundplan.cli.drafting import ask_model, end_draft, print_brief

    if wanted.show_brief:
        print_brief(session, opened, asker, sections)
        return 0
    done, told = ask_model(session, opened, asker, sections)
    code = end_draft(session, done)
    if session.json:
        session.give("drafted", told, lambda _: None)
    elif not code:
        from groundplan.cli.attacking import tell_offer

        tell_next(session, done.opened)
        tell_offer(session, done.opened)
    return code


def _sort_words(
    opened: OpenPlan, words: tuple[str, ...], wanted: _Wanted
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sections and the files that are named; with `--all`, a word may name a file."""
    if words and words[-1] == "-":
        return words[:-1], ("-",)
    if wanted.file or not wanted.every:
        return words, (wanted.file,) if wanted.file else ()
    files = tuple(word for word in words if not _is_section(opened, word))
    missing = next((file for file in files if not Path(file).is_file()), "")
    if "/" in missing or "." in missing:
        read_file(missing)  # says that it is not there
    if missing:
        writing.resolve_key(opened, missing)  # says which sections there are
    return tuple(word for word in words if word not in files), files


def _is_section(opened: OpenPlan, word: str) -> bool:
    try:
        writing.resolve_key(opened, word)
    except Unknown:
        return False
    return True


def _read(file: str) -> str:
    return read_stdin() if file == "-" else read_file(file)


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


def _hand_in(session: Session, opened: OpenPlan, texts: dict[str, str], wanted: _Wanted) -> int:
    """Write the sections, propose them, or only judge them."""
    if wanted.dry_run:
        rest = leave_out_listed(opened, texts, caller=session.caller)
        if not rest and not session.json:
            session.out.line("Questions and decisions only: they would be recorded.")
            return 0
        texts = rest or texts
        seen = rehearse(opened, texts, caller=session.caller, proposing=wanted.propose)
        session.give("write-dry-run", outcomes.rehearsed(seen), lambda screen: show_rehearsed(screen, seen))
        return 0 if seen.is_clean else 1
    made = record_listed(opened, texts, caller=session.caller)
    opened, texts = made.opened, made.texts
    if made.ids and not session.json:
        show_done(session.out, "Recorded ", (", ".join(made.ids), "bold"))
    for words in () if session.json else made.withdrawn:
        show_done(session.out, f"Withdrawn, as the new list has it no more: {words}")
    if made.left and not session.json:
        which = ", ".join(made.left)
        verb, wait = ("is", "waits") if len(made.left) == 1 else ("are", "wait")
        session.out.line(f"{which} {verb} not in the new list and still {wait} for a person")
    if not (texts or made.ids or made.withdrawn):
        raise Misused("The plan already says all of that", hint="Nothing was written or proposed")
    if wanted.propose or not texts:
        handed = Proposed(opened, None, (), ())
        if texts:
            handed = _followed(propose(opened, texts, caller=session.caller, summary=wanted.summary))
        payload = outcomes.proposed(handed, made.ids)
        session.give("proposed", payload, lambda screen: show_handed_in(screen, handed, session.caller))
        if handed.written:
            tell_after(session, handed.written.outcome)
        elif not session.json:
            tell_next(session, handed.opened)
        return 0
    done = writing.write(opened, texts, caller=session.caller, summary=wanted.summary)
    _tell(session, "written", replace(done, outcome=promote(done.outcome)))
    return 0


def _take(session: Session, opened: OpenPlan, wanted: _Wanted) -> int:
    """Hand in a turn; one that only writes is a write."""
    turn = read_given(opened, _read(wanted.records))
    if turn.is_sections_alone:
        return _hand_in(session, opened, render_given(opened, turn.sections), wanted)
    from groundplan.app.brains.turn_given import How, take
    from groundplan.app.wire.turn import taken
    from groundplan.cli.views.handed_in import show_taken

    how = How(proposing=wanted.propose, only_judged=wanted.dry_run, summary=wanted.summary)
    done = take(opened, turn, how, caller=session.caller)
    session.give("turn", taken(done), lambda screen: show_taken(screen, done, session.caller))
    is_clean = not isinstance(done.sections, Rehearsed) or done.sections.is_clean
    return 0 if is_clean and not done.struck else 1


def _followed(handed: Proposed) -> Proposed:
    """Let in what an earlier proposal waited for, where this one wrote it."""
    if handed.written is None:
        return handed
    outcome = promote(handed.written.outcome)
    return replace(handed, opened=outcome.opened, written=replace(handed.written, outcome=outcome))


def _write_in_editor(session: Session, opened: OpenPlan, keys: list[str], wanted: _Wanted) -> int:
    if session.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misused(
            "No text is given", hint="`--file <path>`, or `-` for standard input; an editor needs a terminal"
        )
    parts = [part for part in opened.plan.sections if wanted.every or part.key in keys]
    is_one = len(keys) == 1 and not wanted.every
    initial = "".join(text_to_edit(opened, part, with_heading=not is_one) for part in parts)
    named = ", ".join(keys) if keys else "all sections"
    note = f"{PROGRAM} write {named}: save and leave to write it; leave without a change to write nothing"
    sheet = open_sheet(initial, f"{note}{guide(opened, parts)}")
    text = sheet.edit(os.environ)
    if text == sheet.initial:
        sheet.discard()
        session.err.line("No changes; nothing was written.")
        return 0
    try:
        code = _hand_in(session, opened, _cut(session, opened, text, keys, every=wanted.every), wanted)
    except GroundplanError as error:
        lines = "\n" if error.hint else ""
        error.hint = Hint(error.hint, f"{lines}Your text is saved in `{sheet.path}`")
        raise
    if wanted.dry_run:  # nothing of it is anywhere else
        session.err.line("Your text is saved in ", (str(sheet.path), "bold"))
    else:
        sheet.discard()
    return code


@command("undo")
def undo_command(session: Session) -> None:
    """Undo the last write; only a person may drop hand edits made since, and a copy of them is saved."""
    done = writing.undo(session.open(), caller=session.caller)
    _tell(session, "undone", done)
    for question in () if session.json else done.outcome.opened.judgement.promises.open_questions:
        # A text that lists a question asks it, and what was asked is withdrawn, not undone.
        if question.asked and not question.asked.subject and not question.asked.entry.is_a_persons:
            gone = run("ask", {"withdraw": question.name}, "<reason>").on(done.outcome.opened.known.handle)
            session.err.labelled(
                "note:", "warn", Hint(f"{question.name} is still asked; withdraw it with ", gone)
            )


def _tell(session: Session, kind: str, done: writing.Written) -> None:
    def show(screen: Screen) -> None:
        show_done(screen, done.summary if kind == "undone" else "Written")
        list_diffs(screen, done.diffs, is_sized=kind == "undone" or not done.diffs[0].is_first)
        for path in done.saved:
            screen.line("the text before it is saved in ", (Whole(path), "bold"), indent=2)
        if kind == "written":
            opened = done.outcome.opened
            unfinished = unfinished_of(opened)
            in_words = session.caller.is_person and all(each in unfinished for each in done.findings)
            show_raised(screen, done.findings, opened.known.handle, in_words=in_words)

    session.give(kind, outcomes.written(done), show)
    tell_after(session, done.outcome)
