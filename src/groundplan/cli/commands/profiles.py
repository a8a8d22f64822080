"""`profile list|show|propose|use`: what a project is made of, for the rules and the plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.app.setup.profiles import PROPOSED, find_profile, list_profiles, propose_profile, use_profile
from groundplan.cli.commands.helping import show_help
from groundplan.cli.completions import complete_profiles, complete_settable
from groundplan.cli.group import WIDEST_HELP, PlanGroup
from groundplan.cli.session import Session
from groundplan.cli.texts import read_file
from groundplan.cli.views.findings import count
from groundplan.cli.views.outcomes import show_done
from groundplan.plan.errors import NotFound
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.setup.profiles import Offered, Used
    from groundplan.cli.look import Screen
    from groundplan.evidence.profile.proposing import Proposal
    from groundplan.plan.config import Profile

pass_session = click.make_pass_decorator(Session, ensure=True)


@click.group(
    "profile",
    cls=PlanGroup,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"max_content_width": WIDEST_HELP},
)
@click.pass_context
def profile_command(ctx: click.Context) -> None:
    """List, show, propose or set a project profile: what the project is made of and holds its plans to."""
    if ctx.invoked_subcommand is None:
        show_help(ctx.ensure_object(Session), ctx)


@profile_command.command("list", short_help="List the bundled profiles.")
@pass_session
def list_bundled(session: Session) -> None:
    """List the profiles that come with groundplan."""
    found = list_profiles()

    def show(screen: Screen) -> None:
        screen.table([[(each.name, "bold"), _summary(each.profile)] for each in found], indent=2, flexible=1)

    session.give("profiles", {"profiles": [_row(each) for each in found]}, show)


def _row(offered: Offered) -> dict[str, Any]:
    profile = offered.profile
    return {
        "name": offered.name,
        "digest": profile.digest,
        "axes": {axis: len(values) for axis, values in profile.axes.items()},
        "standards": len(profile.standards),
        "roles": len(profile.roles),
        "commands": sorted(profile.commands),
    }


def _summary(profile: Profile) -> str:
    told = [f"{len(values)} {axis.replace('_', ' ')}" for axis, values in list(profile.axes.items())[:3]]
    if profile.standards:
        told.append(count(len(profile.standards), "standard"))
    if profile.commands:
        told.append(f"commands for {', '.join(sorted(profile.commands))}")
    return ", ".join(told)


@profile_command.command("show", short_help="Show a bundled profile as TOML.")
@click.argument("name", shell_complete=complete_profiles)
@pass_session
def show_one(session: Session, name: str) -> None:
    """Show the bundled profile NAME as the TOML that `profile use` adds to the settings."""
    found = find_profile(name)
    payload = _row(found) | {"toml": found.toml}
    session.give("profile", payload, lambda screen: screen.data(found.toml), is_long=True)


@profile_command.command("propose", short_help="Show the profile that this repository suggests, as TOML.")
@pass_session
def propose_one(session: Session) -> None:
    """Show the profile that manifests, notes and files suggest; each value names the line it comes from."""
    found = _proposed(session)
    values = [
        {
            "key": ".".join(each.key),
            "value": each.text,
            "path": each.at.path,
            "line": each.at.line,
            "note": each.note,
            "on": each.is_on,
        }
        for each in found.values
    ]
    payload = {"values": values, "toml": found.toml}
    session.give("profile-proposed", payload, lambda screen: screen.data(found.toml), is_long=True)
    if not session.json:
        session.err.labelled(
            "next:", "accent", Hint(run("profile use", PROPOSED), " adds it to the settings")
        )


@profile_command.command("use", short_help="Set the profile of this repository.")
@click.argument("name", metavar="NAME|proposed|FILE", shell_complete=complete_settable)
@pass_session
def use_one(session: Session, name: str) -> None:
    """Add a profile to `.groundplan/config.toml`: a bundled one, the `proposed` one, or a TOML file's."""
    done = use_profile(session.workspace, _text_of(session, name), name=name)

    def show(screen: Screen) -> None:
        show_done(screen, "Added profile ", (name, "bold"), f" to {done.config}")
        screen.prose(_summary(done.profile), indent=2, tone="dim")

    stale = [{"plan": plan, "checkpoint": checkpoint} for plan, checkpoint in done.stale]
    payload = {"name": name, "config": done.config, "digest": done.profile.digest, "stale": stale}
    session.give("profile-used", payload, show)
    if not session.json:
        _tell_stale(session, done)


def _tell_stale(session: Session, done: Used) -> None:
    """Say which approvals have to be given again: they bind the settings without this profile."""
    for plan, checkpoint in done.stale:
        told = (
            f"the approval of checkpoint `{checkpoint}` of plan `{plan}` is stale: it binds the profile, too"
        )
        session.err.labelled("note:", "warn", told)


def _proposed(session: Session) -> Proposal:
    found = propose_profile(session.code)
    if not found.values:
        looked = count(len(session.code.index.paths()), "file")
        lacks = "no known manifest, guide, marker, generated file or pair"
        raise NotFound(
            f"Nothing to propose was found in {looked}: {lacks}",
            hint=Hint("See the bundled ones: ", run("profile list")),
        )
    return found


def _text_of(session: Session, name: str) -> str:
    if name == PROPOSED:
        return _proposed(session).toml
    if "/" in name or "\\" in name or name.endswith(".toml"):
        return read_file(name)
    return find_profile(name).toml
