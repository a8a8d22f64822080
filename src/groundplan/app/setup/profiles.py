"""Project profiles: the bundled ones, the one a repository shows by itself, and setting one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.changes.changing import refuse_secrets
from groundplan.app.lifecycle.starting import DEFAULT_CONFIG
from groundplan.app.views.viewing import overview
from groundplan.app.workspace import CONFIG_PATH, parse_config
from groundplan.plan.config import read_config
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused, NotFound, Unknown, Unreadable
from groundplan.plan.hint import Hint, run
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.playbooks.shelf import bundled_profiles
from groundplan.store.config import LARGEST_CONFIG, add_file, change_file, read_config_bytes

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.workspace import Workspace
    from groundplan.evidence.profile.proposing import Proposal
    from groundplan.plan.config import Profile

PROPOSED = "proposed"


@dataclass(frozen=True, slots=True)
class Offered:
    """A bundled profile: its name, what it sets, and its TOML."""

    name: str
    profile: Profile
    toml: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """What `init` may point to: the bundled profile of this project, or the kinds of value to propose."""

    bundled: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Used:
    """A profile that was set, and the approvals that bind another one: plan and checkpoint."""

    config: str
    name: str
    profile: Profile
    stale: tuple[tuple[str, str], ...]


def list_profiles() -> tuple[Offered, ...]:
    """Return the profiles that come with groundplan."""
    return tuple(
        Offered(name, _read(text, name)[0], text) for name, text in sorted(bundled_profiles().items())
    )


def find_profile(name: str) -> Offered:
    """Return a bundled profile, or raise `Unknown` with near names."""
    found = {each.name: each for each in list_profiles()}
    if name not in found:
        near = NotFound("", name=name, known=tuple(found)).hint
        hint = near or Hint("See them: ", run("profile list"))
        raise Unknown(f"There is no profile `{name}`", name=name, known=tuple(found), hint=hint)
    return found[name]


def propose_profile(code: Codebase) -> Proposal:
    """Return the profile that the repository itself shows, each value with its line; it may be empty."""
    from groundplan.evidence.profile.proposing import propose  # noqa: PLC0415 - it brings the planner along

    return propose(code.index)


def suggest_profile(code: Codebase) -> Suggested:
    """Return what a profile could be made of, from names and manifests alone: `init` builds no index."""
    from groundplan.code.late_index import ListedCode  # noqa: PLC0415 - as with the planner below
    from groundplan.evidence.profile.proposing import glance  # noqa: PLC0415

    try:
        values = glance(ListedCode(code.looking.index))
    except GroundplanError:  # a repository that cannot be read is no reason to fail after the work is done
        return Suggested()
    names = {_fold(value.text) for value in values if value.key == ("name",)}
    bundled = next((each.name for each in list_profiles() if _fold(each.name) in names), "")
    kinds = dict.fromkeys(value.key[-1] if value.key[0] == "axes" else value.key[0] for value in values)
    return Suggested(bundled, tuple(kind for kind in kinds if kind != "name"))


def use_profile(workspace: Workspace, text: str, *, name: str) -> Used:
    """Add a profile to the settings, whose other lines stay as they are; one that is set stays, too."""
    refuse_secrets(text, f"The profile `{name}`")
    profile, table = _read(text, name)
    seen = read_config_bytes(workspace.folder)
    before = DEFAULT_CONFIG.encode() if seen is None else seen
    # The settings of the base branch may be in force; what is written to is the file of this branch.
    parse_config(before, place=CONFIG_PATH)
    settings = read_toml(before.decode("utf-8"))
    if "profile" in settings:
        raise Misused(
            f"`{CONFIG_PATH}` has a profile already{_named(settings['profile'])}",
            hint="Edit it there, or take out its `[profile]` tables to set another one",
        )
    data = _joined(before, text)
    if read_toml(data.decode("utf-8")) != {**settings, "profile": table}:
        raise Misused(f"`{name}` cannot be added to `{CONFIG_PATH}`", hint="Start it with a line `[profile]`")
    stale = _find_approved(workspace)
    if seen is None:
        add_file(workspace.folder, CONFIG_PATH, data)
    else:
        change_file(workspace.folder, CONFIG_PATH, seen=seen, data=data)
    return Used(CONFIG_PATH, name, profile, stale)


def _read(text: str, name: str) -> tuple[Profile, dict[str, Any]]:
    """Return the profile in a TOML text that holds nothing else, and its table."""
    if len(text) > LARGEST_CONFIG:
        raise Misused(f"`{name}` is larger than {LARGEST_CONFIG // 1000} kB")
    try:
        table = read_toml(text)
    except BadToml as error:
        raise Unreadable(f"`{name}` is not TOML: {error}", place=name) from error
    others = [key for key in table if key != "profile"]
    if others:
        raise Misused(
            f"`{name}` sets `{others[0]}`, which is no part of a profile",
            hint="A profile file holds `[profile]` and tables below it, nothing else",
        )
    if not table.get("profile"):
        raise Misused(f"`{name}` sets no profile", hint="A profile starts with a line `[profile]`")
    return read_config(table, place=name).profile, table["profile"]


def _joined(before: bytes, text: str) -> bytes:
    ending = "\r\n" if b"\r\n" in before else "\n"
    added = ending.join(text.replace("\r\n", "\n").strip("\n").split("\n")) + ending
    gap = ending if before.endswith((b"\n", b"\r")) or not before else ending * 2
    return before + (gap if before else "").encode() + added.encode()


def _find_approved(workspace: Workspace) -> tuple[tuple[str, str], ...]:
    """Return the approvals that hold now: all of them bind that there is no profile."""
    return tuple(
        (opened.known.slug, each.spec.id)
        for opened in overview(workspace).plans
        for each in opened.judgement.standing.checkpoints
        if each.approval is not None and each.approval.holds
    )


def _named(table: object) -> str:
    name = table.get("name", "") if isinstance(table, dict) else ""
    return f": `{name}`" if isinstance(name, str) and name else ""


def _fold(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
