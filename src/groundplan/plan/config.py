"""What a repository has set for its plans: policy, project profile, suppressions."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from groundplan.plan.calendar import Calendar, read_calendar
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_json
from groundplan.plan.errors import Unreadable
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.entry import Entry

CONFIG_VERSION = 1
_POLICY = {
    "approvals": ("attended", "signed"),
    "drafts": ("unfinished", "strict"),
    "talk": ("local", "committed"),
    "relayed": ("confirm", "refuse"),
    "refutation": ("offered", "off", "required"),
}
_LEDGER = ("committed", "local")
_MODEL = late_regex(r"[a-z0-9][a-z0-9._-]{0,40}")


@dataclass(frozen=True, slots=True)
class Policy:
    """Who may approve, where talk is kept, and whether agents relay, drafts have gaps, plans are attacked."""

    approvals: str = "attended"
    talk: str = "local"
    relayed: str = "confirm"
    drafts: str = "unfinished"
    refutation: str = "offered"  # whether a plan is attacked before it is approved

    def is_a_persons(self, entry: Entry) -> bool:
        """Tell whether an entry is a person's as the policy wants it."""
        return bool(entry.signer) if self.approvals == "signed" else entry.is_a_persons

    @property
    def digest(self) -> str:
        """Return the digest that approvals bind; how strict `check` is with drafts changes no approval.

        A setting that came later counts once it is set, so that earlier approvals hold.
        """
        later = [] if self.refutation == _POLICY["refutation"][0] else [["refutation", self.refutation]]
        return digest_json([self.approvals, self.talk, self.relayed, *later])


@dataclass(frozen=True, slots=True)
class Conforming:
    """How a change is held against its plan: files that need none, and rules that only warn."""

    free: tuple[str, ...] = ()
    warn: tuple[str, ...] = ()


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

    @property
    def digest(self) -> str:
        """Return the digest that approvals bind: standards, axes and roles decide what the rules find."""
        return digest_json(self.data)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything `.groundplan/config.toml` says."""

    policy: Policy = Policy()
    profile: Profile = field(default_factory=Profile)
    suppressions: tuple[Suppression, ...] = ()
    folder: str = "plans"
    playbook: str = ""  # the kind of plan that needs no naming
    allowed_signers: str = ".groundplan/allowed_signers"
    ledger: str = "committed"  # or "local": git ignores it on purpose
    model: str = ""  # a name that is suggested to the user and never taken
    calendar: Calendar = field(default_factory=Calendar)  # when people work; no approval binds it
    conform: Conforming = Conforming()

    @property
    def suppressions_digest(self) -> str:
        """Return the digest that approvals bind."""
        return digest_json(sorted([s.code, s.section, s.reason] for s in self.suppressions))


def read_config(data: Mapping[str, Any], *, place: str = "") -> Config:
    """Return the configuration a TOML table holds, or say precisely what is wrong with it."""
    version = data.get("version", CONFIG_VERSION)
    if type(version) is not int or version < 1:  # `true` is an `int` too
        raise Unreadable(f"`{place}`: `version` must be {CONFIG_VERSION}, found `{version}`", place=place)
    if version > CONFIG_VERSION:
        raise Unreadable(
            f"`{place}` has format version `{version}`, newer than {CONFIG_VERSION}",
            hint="Install a newer groundplan: `pip install -U groundplan`",
            place=place,
        )
    _only(data, ("calendar", "conform", "plans", "policy", "profile", "suppress", "version"), "table", place)
    plans = _table(data, "plans", place)
    _only(plans, ("allowed_signers", "folder", "ledger", "model", "playbook"), "key of `plans`", place)
    return Config(
        policy=_read_policy(_table(data, "policy", place), place),
        profile=_read_profile(_table(data, "profile", place), place),
        suppressions=tuple(_read_suppression(row, place) for row in _rows(data, "suppress", place)),
        playbook=_string(plans, "playbook", "", place),
        folder=_string(plans, "folder", "plans", place),
        allowed_signers=_string(plans, "allowed_signers", ".groundplan/allowed_signers", place),
        ledger=_read_ledger(plans, place),
        model=_read_model(plans, place),
        calendar=read_calendar(_table(data, "calendar", place), place),
        conform=_read_conform(_table(data, "conform", place), place),
    )


def _read_conform(table: Mapping[str, Any], place: str) -> Conforming:
    _only(table, ("free", "warn"), "key of `conform`", place)
    return Conforming(_strings(table, "free", place), _strings(table, "warn", place))


def _read_ledger(plans: Mapping[str, Any], place: str) -> str:
    value = _string(plans, "ledger", _LEDGER[0], place)
    if value not in _LEDGER:
        raise Unreadable(f"`{place}`: `ledger` is `{value}`", hint=_one_of(_LEDGER), place=place)
    return value


def _read_model(plans: Mapping[str, Any], place: str) -> str:
    name = _string(plans, "model", "", place)
    if name and not _MODEL.fullmatch(name):
        hint = "A repository can suggest a model by its name, and the user's own settings define it"
        raise Unreadable(f"`{place}`: `model` is not the name of a model", hint=hint, place=place)
    return name


def _read_policy(table: Mapping[str, Any], place: str) -> Policy:
    _only(table, tuple(sorted(_POLICY)), "policy", place)
    for key, value in table.items():
        if value not in _POLICY[key]:
            raise Unreadable(
                f"`{place}`: policy `{key}` is `{value}`", hint=_one_of(_POLICY[key]), place=place
            )
    return Policy(**table)


def _read_profile(table: Mapping[str, Any], place: str) -> Profile:
    axes = _table(table, "axes", place)
    commands = _table(table, "commands", place)
    return Profile(
        name=_string(table, "name", "", place),
        axes={name: _strings(axes, name, place) for name in axes},
        roles=_strings(table, "roles", place),
        standards=tuple(_read_standard(row, place) for row in _rows(table, "standards", place)),
        commands={name: _string(commands, name, "", place) for name in commands},
        data=table,
    )


def _read_standard(row: Mapping[str, Any], place: str) -> Standard:
    _only(row, ("forbid", "id", "require", "section", "text"), "key of a standard", place)
    return Standard(
        id=_needed(row, "id", "standard", place),
        text=_needed(row, "text", "standard", place),
        forbid=_strings(row, "forbid", place),
        require=_strings(row, "require", place),
        section=_string(row, "section", "", place),
    )


def _read_suppression(row: Mapping[str, Any], place: str) -> Suppression:
    _only(row, ("reason", "rule", "section"), "key of a suppression", place)
    return Suppression(
        code=_needed(row, "rule", "suppression", place),
        reason=_string(row, "reason", "", place).strip(),
        section=_string(row, "section", "", place),
    )


def _only(table: Mapping[str, Any], known: tuple[str, ...], what: str, place: str) -> None:
    for key in table:
        if key not in known:
            raise Unreadable(f"`{place}` has an unknown {what}, `{key}`", hint=_one_of(known), place=place)


def _table(data: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise Unreadable(f"`{place}`: `{key}` must be a table, found `{value}`", place=place)
    return value


def _rows(data: Mapping[str, Any], key: str, place: str) -> list[Mapping[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise Unreadable(
            f"`{place}`: `{key}` must be a list of tables, found `{value}`",
            hint=f"Each starts with a line `[[{key}]]`",
            place=place,
        )
    return value


def _strings(data: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Unreadable(f"`{place}`: `{key}` must be a list of texts, found `{value}`", place=place)
    return tuple(value)


def _needed(row: Mapping[str, Any], key: str, what: str, place: str) -> str:
    value = _string(row, key, "", place)
    if not value:
        raise Unreadable(f"`{place}`: a {what} has no `{key}`", place=place)
    return value


def _string(data: Mapping[str, Any], key: str, default: str, place: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise Unreadable(f"`{place}`: `{key}` must be text, found `{value}`", place=place)
    return value


def _one_of(values: tuple[str, ...]) -> str:
    return "One of " + ", ".join(f"`{value}`" for value in values)
