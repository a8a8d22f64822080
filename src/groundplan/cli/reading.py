"""Documents that a reader reads: a model, whoever wrote a reading, or the brief for one who does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.cli.texts import read_file, read_stdin
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.plan.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.documents import Written
    from groundplan.cli.session import Session
    from groundplan.consult.reading import Reading
    from groundplan.models.asking import Asker
    from groundplan.plan.hint import Run

LARGEST = 2_000_000  # letters: more than any plan states
_NONE = "none"


def refuse_together(words: Sequence[str], asked: dict[str, Any]) -> None:
    """Refuse options that exclude each other, and a reading of several files."""
    given = [name for name in ("model", "reading", "brief") if asked[name]]
    if len(given) > 1:
        raise Misused("`--with`, `--reading` and `--brief` exclude each other", hint="Give one of them")
    if asked["show_brief"] and given != ["model"]:
        raise Misused(
            "`--show-brief` prints what a model would be sent", hint="Name the model: `--with <model>`"
        )
    if len(words) > 1 and (asked["reading"] or asked["brief"]):
        raise Misused("A reading is of one file", hint="Name one FILE")


def refuse_for_plan(asked: dict[str, Any]) -> None:
    """Refuse what is only for a file that is no plan of ours."""
    if any(asked.values()):
        raise Misused(
            "`--with`, `--reading` and `--brief` are for a FILE that is no plan of this repository",
            hint=Hint("To have a plan of it read: ", run("refute", {"with": "<model>"})),
        )


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say who reads FILE; `asked` has what they were given."""
    for option in reversed(
        (
            click.option(
                "--with", "model", metavar="MODEL", default="", help="Have this model read FILE first."
            ),
            click.option(
                "--show-brief", is_flag=True, help="With --with: print what would be sent, and send nothing."
            ),
            click.option(
                "--brief", is_flag=True, help="Print the brief for whoever reads FILE in a model's place."
            ),
            click.option(
                "--reading",
                metavar="JSON",
                default="",
                help="Check what this reading found FILE to say, too.",
            ),
        )
    ):
        command = option(command)
    return command


def take_readings(
    session: Session,
    read: Sequence[Written],
    asked: dict[str, Any],
    code: Codebase,
    again: Run,
    *,
    looks: bool = False,
) -> list[Reading | None] | None:
    """Return what was read in each document; None where its brief was printed. `again` takes a reading.

    With `looks` the reader is to look into the code, too.
    """
    asker = open_reader(session, asked["model"], shows_brief=asked["show_brief"])
    if asked["brief"] or asked["show_brief"]:
        _print_briefs(session, [_spell_brief(each, asker, code, looks=looks) for each in read], again, asker)
        return None
    given = read_reading(asked["reading"]) if asked["reading"] else None
    return [ask_reader(session, each, asker, code, looks=looks) if asker else given for each in read]


def _spell_brief(document: Written, asker: Asker | None, code: Codebase, *, looks: bool) -> tuple[str, ...]:
    """Return what a reader is asked, or a model would be sent first."""
    from groundplan.app.models.reading import brief_reader, prepare_reading

    if asker is None:
        return (brief_reader(document.text, looks=looks),)
    return prepare_reading(asker, document, code, looks=looks).prompts


def _print_briefs(
    session: Session, briefs: Sequence[tuple[str, ...]], again: Run, asker: Asker | None
) -> None:
    for texts in briefs:
        for text in texts:
            session.out.data(text)
    if asker is None and not session.json:
        told = Hint(again, " checks the answer, ", run("brief", {"schema": "reading"}), " prints its schema")
        session.err.labelled("next:", "accent", told)


def open_reader(session: Session, name: str, *, shows_brief: bool) -> Asker | None:
    """Return who asks the model that is named; None where none is."""
    if name in {"", _NONE}:
        return None
    from groundplan.app.models.choice import open_asker
    from groundplan.cli.model_options import refuse_missing

    asker = open_asker(name, is_attended=shows_brief or session.presence.channel == "terminal")
    if not shows_brief:
        refuse_missing(asker)
    return asker


def ask_reader(session: Session, document: Written, asker: Asker, code: Codebase, *, looks: bool) -> Reading:
    """Have a model read a document; say before what that takes at most, and after what it took."""
    from groundplan.app.models.reading import prepare_reading, read_with
    from groundplan.app.models.rounds import Heard
    from groundplan.cli.drafting import Progress, announce
    from groundplan.cli.views.drafted import spell_spent

    order = prepare_reading(asker, document, code, looks=looks)
    announce(session, asker, order.tokens)
    progress = Progress(session.err, is_quiet=session.json)
    try:
        done = read_with(order, Heard(progress.step, progress.tick))
    finally:
        progress.step("")
    if not session.json:
        session.err.line((spell_spent(done), "dim"))
    if done.trouble and not session.json:
        session.err.labelled(
            "note:", "warn", f"{done.model} did not look into the code: ", done.trouble.message
        )
    return done.reading


def read_reading(path: str) -> Reading:
    """Return the reading in a file, or on standard input."""
    from groundplan.app.models.reading import read_given

    text = read_stdin() if path == "-" else read_file(path)
    form = Hint(run("brief", {"schema": "reading"}), " prints the form")
    if len(text) > LARGEST:
        raise Misused(f"`{path}` is larger than {LARGEST // 1_000_000} MB", hint=form)
    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:
        raise Misused(f"`{path}` is not JSON: {error}", hint=form) from error
    try:
        return read_given(data)
    except Misused as error:
        raise Misused(f"{error.message}: `{path}`", hint=form) from error
