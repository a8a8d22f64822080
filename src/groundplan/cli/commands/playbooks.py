"""`playbook list|show|check|new`: the kinds of plan, bundled and of one's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.setup.playbooks import begin_playbook, bundled_shelf, find_example
from groundplan.cli.commands.helping import show_help
from groundplan.cli.completions import complete_playbooks
from groundplan.cli.group import WIDEST_HELP, PlanGroup
from groundplan.cli.session import Session
from groundplan.cli.views.markdown import show_markdown
from groundplan.cli.views.outcomes import show_done
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.playbook import Playbook
    from groundplan.playbooks.shelf import Shelf
    from groundplan.playbooks.table import Fault

    Examined = tuple[str, Playbook | None, tuple[Fault, ...]]

pass_session = click.make_pass_decorator(Session, ensure=True)
NAME = click.argument("name", shell_complete=complete_playbooks)


@click.group(
    "playbook",
    cls=PlanGroup,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"max_content_width": WIDEST_HELP},
)
@click.pass_context
def playbook_command(ctx: click.Context) -> None:
    """List, show, check or create playbooks: the kinds of plan."""
    if ctx.invoked_subcommand is None:
        show_help(ctx.ensure_object(Session), ctx)


@playbook_command.command("list", short_help="List the playbooks.")
@pass_session
def list_playbooks(session: Session) -> int:
    """List the playbooks; exit code 1 if one is broken."""
    shelf = _shelf(session)
    read = _families([(name, *shelf.examine(name)) for name in shelf.names()])

    def show(screen: Screen) -> None:
        rows: list[list[Part]] = []
        for name, playbook, faults in read:
            origin: Part = "" if shelf.is_bundled(name) and not faults else ("own", "accent")
            told: Part = (f"broken: {faults[0]}", "bad") if faults else playbook.summary if playbook else ""
            indent = "  " if playbook and playbook.variant_of else ""
            rows.append([(indent + name, "bold"), origin, told])
        screen.table(rows, indent=2, flexible=2)

    session.give("playbooks", {"playbooks": [_row(shelf, *each) for each in read]}, show)
    return 1 if any(faults for _, _, faults in read) else 0


def _families(read: list[Examined]) -> list[Examined]:
    """Return the playbooks in their order, each variant behind its full form."""
    place = {name: number for number, (name, _, _) in enumerate(read)}

    def order(row: Examined) -> tuple[int, bool]:
        name, playbook, _ = row
        full = playbook.variant_of if playbook else ""
        return place.get(full, place[name]), bool(full)

    return sorted(read, key=order)


def _shelf(session: Session) -> Shelf:
    """Return the shelf of the repository; outside of one, the bundled playbooks alone."""
    try:
        return session.workspace.shelf
    except NotFound:
        return bundled_shelf()


def _row(shelf: Shelf, name: str, playbook: Playbook | None, faults: tuple[Fault, ...]) -> dict[str, Any]:
    return {
        "name": name,
        "bundled": shelf.is_bundled(name),
        "version": playbook.version if playbook else None,
        "variant_of": playbook.variant_of if playbook else "",
        "title": playbook.title if playbook else "",
        "summary": playbook.summary if playbook else "",
        "digest": playbook.digest if playbook else "",
        "faults": [{"file": f.file, "key": f.key, "message": f.message} for f in faults],
    }


@playbook_command.command("show", short_help="Show a playbook's sections, checkpoints and rules.")
@NAME
@click.option("--template", is_flag=True, help="Print a filled example of its documents.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of its sections, for `write --records`.")
@pass_session
def show_one(session: Session, name: str, template: bool, schema: bool) -> None:
    """Show what a plan of playbook NAME holds, where it stops, and which rules it names."""
    shelf = _shelf(session)
    found = shelf.find(name)
    if template and schema:
        raise Misused("`--template` and `--schema` are two outputs", hint="Ask for one of them")
    if template:
        _show_example(session, shelf, found)
        return
    if schema:
        from groundplan.app.setup.playbooks import schema_of

        session.out.data(json.dumps(schema_of(found), indent=1))
        return
    payload = _row(shelf, name, found, ()) | {
        "documents": {spec.name: spec.path for spec in found.documents},
        "sections": [
            {"key": s.key, "title": s.title, "required": s.required, "computed": bool(s.computed)}
            | {"guidance": s.guidance, "words": s.words, "model": s.model}
            for s in found.sections
        ],
        "checkpoints": [
            {"id": c.id, "name": c.name, "person": c.person, "covers": list(c.covers), "message": c.message}
            for c in found.checkpoints
        ],
        "stages": [stage.name for stage in found.stages],
        "rules": sorted(found.rules),
    }
    session.give("playbook", payload, lambda screen: show_playbook(screen, found))


def _show_example(session: Session, shelf: Shelf, found: Playbook) -> None:
    texts = find_example(shelf, found)
    paths = {spec.name: spec.path for spec in found.documents}
    rows = [{"name": name, "path": paths[name], "text": text} for name, text in texts.items()]

    def show(screen: Screen) -> None:
        for number, row in enumerate(rows):
            if number:
                screen.blank()
            if len(rows) > 1:
                screen.line((f"<!-- {row['path']} -->", "dim"))
                screen.blank()
            show_markdown(screen, row["text"])

    session.give("playbook-example", {"name": found.name, "documents": rows}, show, is_long=True)


@playbook_command.command("check", short_help="Report what is wrong with a playbook, or with all.")
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=complete_playbooks)
@pass_session
def check_playbooks(session: Session, names: tuple[str, ...]) -> int:
    """Report what is wrong with playbook NAME, or with all of them; exit code 1 if anything is."""
    shelf = _shelf(session)
    read = {name: shelf.faults(name) for name in names or shelf.names()}

    def show(screen: Screen) -> None:
        for name, faults in read.items():
            for fault in faults:
                screen.line((fault.file, "bold"), "  ", (fault.key, "warn"), "  ", fault.message)
            if not faults:
                show_done(screen, (name, "bold"), " has no faults")

    rows = [
        {"name": name, "faults": [{"file": f.file, "key": f.key, "message": f.message} for f in faults]}
        for name, faults in read.items()
    ]
    session.give("playbook-check", {"playbooks": rows}, show)
    return 1 if any(read.values()) else 0


@playbook_command.command("new", short_help="Create your own playbook.")
@click.argument("name")
@click.option(
    "--from", "source", metavar="NAME", default="", shell_complete=complete_playbooks, help="Copy this one."
)
@pass_session
def new_playbook(session: Session, name: str, source: str) -> None:
    """Create your own playbook NAME: small and commented, or with --from a copy of another one."""
    done = begin_playbook(session.workspace, name, source=source)

    def show(screen: Screen) -> None:
        show_done(
            screen,
            "Playbook ",
            (done.name, "bold"),
            f" created as a copy of {done.source}" if done.source else " created",
        )
        for path in done.paths:
            screen.line((path, "dim"), indent=2)

    session.give("playbook-begun", {"name": done.name, "from": done.source, "paths": list(done.paths)}, show)
    if not session.json:
        session.err.labelled("next:", "accent", "edit it, then ", Hint(run("playbook check", done.name)))


def show_playbook(screen: Screen, playbook: Playbook) -> None:
    """Put out everything a plan of this kind holds and where it stops."""
    short = f", the short form of {playbook.variant_of}" if playbook.variant_of else ""
    screen.line(
        (playbook.title, "bold"), "   ", (f"{playbook.name} {playbook.version}{short}", "dim"), indent=2
    )
    screen.prose(playbook.summary, indent=2)
    for trigger in playbook.triggers:
        screen.prose(f"· {trigger}", indent=2, tone="dim")
    _heading(screen, "Documents")
    screen.table([[spec.name, (spec.path, "dim")] for spec in playbook.documents], indent=4)
    _heading(screen, "Sections")
    rows: list[list[Part]] = []
    for spec in playbook.sections:
        kind = "computed" if spec.computed else "" if spec.required else "optional"
        rows.append([spec.key, spec.title, (kind, "dim")])
    screen.table(rows, indent=4, flexible=1)
    _heading(screen, "Checkpoints")
    who = {True: ("a person approves", "accent"), False: ("no approval needed", "dim")}
    screen.table([[c.id, c.name, who[c.person]] for c in playbook.checkpoints], indent=4, flexible=1)
    _heading(screen, "Stages")
    screen.prose(" → ".join(stage.name for stage in playbook.stages), indent=4)
    _heading(screen, "Rules")
    screen.prose(", ".join(sorted(playbook.rules)) or "those that hold for every plan", indent=4)


def _heading(screen: Screen, text: str) -> None:
    screen.blank()
    screen.line((text, "bold"), indent=2)
