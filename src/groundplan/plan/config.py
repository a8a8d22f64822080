"""What a repository has set for its plans: policy, project profile, suppressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from groundplan.plan.entry import digest_json
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIG_VERSION = 1
_POLICY = {
    "approvals": ("attended", "signed"),
    "talk": ("local", "committed"),
    "relayed": ("confirm", "refuse"),
}


@dataclass(frozen=True, slots=True)
class Policy:
    """Who may approve, where talk is kept, and whether an agent may relay a person's words."""

    approvals: str = "attended"
    talk: str = "local"
    relayed: str = "confirm"

    @property
    def digest(self) -> str:
        """Return the digest that approvals bind."""
        return digest_json([self.approvals, self.talk, self.relayed])


@dataclass(frozen=True, slots=True)
class Suppression:
    """A rule silenced in a section, or everywhere, with its reason."""

    code: str
    reason: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Standard:
    """A house standard: words that the plan must, or must not, contain where they apply."""

    id: str
    text: str
    forbid: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    section: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """What the project is made of: axes such as databases, roles, standards, commands."""

    name: str = ""
    axes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    standards: tuple[Standard, ...] = ()
    commands: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)  # the whole table, for what playbooks print


@dataclass(frozen=True, slots=True)
class Config:
    """Everything `.groundplan/config.toml` says."""

    policy: Policy = Policy()
    profile: Profile = field(default_factory=Profile)
    suppressions: tuple[Suppression, ...] = ()
    folder: str = "plans"
    allowed_signers: str = ".groundplan/allowed_signers"

    @property
    def suppressions_digest(self) -> str:
        """Return the digest that approvals bind."""
        return digest_json(sorted([s.code, s.section, s.reason] for s in self.suppressions))


def read_config(data: Mapping[str, Any], *, place: str = "") -> Config:
    """Return the configuration a TOML table holds, or say precisely what is wrong with it."""
    version = data.get("version", CONFIG_VERSION)
    if not isinstance(version, int) or version > CONFIG_VERSION:
        raise Unreadable(
            f"`{place}` has format version `{version}`, newer than {CONFIG_VERSION}",
            hint="Install a newer groundplan: `pip install -U groundplan`",
            place=place,
        )
    known = {"version", "policy", "profile", "suppress", "plans"}
    for key in data:
        if key not in known:
            raise Unreadable(
                f"`{place}` has an unknown table `{key}`", hint=_one_of(sorted(known)), place=place
            )
    plans = _table(data, "plans", place)
    return Config(
        policy=_read_policy(_table(data, "policy", place), place),
        profile=_read_profile(_table(data, "profile", place), place),
        suppressions=tuple(_read_suppression(row, place) for row in data.get("suppress", [])),
        folder=_string(plans, "folder", "plans", place),
        allowed_signers=_string(plans, "allowed_signers", ".groundplan/allowed_signers", place),
    )


def _read_policy(table: Mapping[str, Any], place: str) -> Policy:
    for key, value in table.items():
        allowed = _POLICY.get(key)
        if allowed is None:
            raise Unreadable(
                f"`{place}` has an unknown policy `{key}`", hint=_one_of(sorted(_POLICY)), place=place
            )
        if value not in allowed:
            raise Unreadable(f"`{place}`: policy `{key}` is `{value}`", hint=_one_of(allowed), place=place)
    return Policy(**table)


def _read_profile(table: Mapping[str, Any], place: str) -> Profile:
    axes = {name: tuple(map(str, values)) for name, values in _table(table, "axes", place).items()}
    standards = tuple(
        Standard(
            id=_string(row, "id", "", place),
            text=_string(row, "text", "", place),
            forbid=tuple(row.get("forbid", ())),
            require=tuple(row.get("require", ())),
            section=_string(row, "section", "", place),
        )
        for row in table.get("standards", [])
    )
    commands = {name: str(value) for name, value in _table(table, "commands", place).items()}
    return Profile(
        _string(table, "name", "", place), axes, tuple(table.get("roles", ())), standards, commands, table
    )


def _read_suppression(row: Mapping[str, Any], place: str) -> Suppression:
    return Suppression(
        code=_string(row, "rule", "", place),
        reason=_string(row, "reason", "", place).strip(),
        section=_string(row, "section", "", place),
    )


def _table(data: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise Unreadable(f"`{place}`: `{key}` must be a table, found `{value}`", place=place)
    return value


def _string(data: Mapping[str, Any], key: str, default: str, place: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise Unreadable(f"`{place}`: `{key}` must be text, found `{value}`", place=place)
    return value


def _one_of(values: object) -> str:
    return "One of " + ", ".join(f"`{value}`" for value in values)  # type: ignore[attr-defined]
