"""The repository a command works in: its root, its settings, its playbooks, its clock."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import groundplan.rules.catalogue  # noqa: F401 - importing the catalogue registers every rule
from groundplan.app.evidence import Codebase
from groundplan.git.repository import find_repository
from groundplan.plan.config import Config, read_config
from groundplan.plan.errors import Unreadable
from groundplan.playbooks.shelf import OWN_FOLDER, Shelf
from groundplan.rules.registry import RULES
from groundplan.store.config import read_config_bytes, read_optional, read_own_playbooks
from groundplan.store.intent import is_pending
from groundplan.store.layout import LEDGER
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from groundplan.git.repository import Repository
    from groundplan.store.change import Notice

CONFIG_PATH = ".groundplan/config.toml"


@dataclass(frozen=True)
class Base:
    """The commit that a branch is judged by, where it left it, and the ledger's files there by plan id."""

    name: str
    commit: str
    entries: Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Workspace:
    """Where plans live. `config` is the policy in force: the base branch's where one was named."""

    folder: Folder
    repository: Repository
    config: Config
    allowed_signers: bytes
    shelf: Shelf
    code: Codebase
    notices: tuple[Notice, ...] = ()  # what finishing an interrupted write came upon
    base: Base | None = None
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))

    @property
    def root(self) -> Path:
        """Return the top of the work tree."""
        return self.repository.root

    def now(self) -> str:
        """Return the time as entries carry it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def open_workspace(start: Path, *, base: str = "", clock: Callable[[], datetime] | None = None) -> Workspace:
    """Open the repository that holds `start`; with `base`, its settings are those of that commit."""
    repository = find_repository(start)
    folder = Folder.open(repository.root)
    # A write that a crash cut off is finished before anything is read; else looking changes nothing.
    notices = settle(folder) if is_pending(folder) else ()
    if base:
        config, signers, playbooks = _settings_at(repository, base)
    else:
        config = parse_config(read_config_bytes(folder), place=CONFIG_PATH)
        signers = read_optional(folder, config.allowed_signers) or b""
        playbooks = read_own_playbooks(folder)
    shelf = Shelf(playbooks, set(RULES))
    left = _base_of(repository, base) if base else None
    made = Workspace(folder, repository, config, signers, shelf, Codebase(repository), notices, left)
    return made if clock is None else replace(made, clock=clock)


def parse_config(data: bytes | None, *, place: str) -> Config:
    """Return the configuration in TOML bytes; none at all is the default one."""
    if data is None:
        return Config()
    try:
        table = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable(f"`{place}` is not TOML: {error}", place=place) from error
    return read_config(table, place=place)


def _base_of(repository: Repository, base: str) -> Base:
    """Return the ledger as the branch found it: what came to the base since, the branch cannot have."""
    commit = (repository.head and repository.merge_base(base, "HEAD")) or repository.resolve(base)
    entries: dict[str, set[str]] = {}
    for path in repository.list_files(commit):
        if path.startswith(f"{LEDGER}/") and path.count("/") == LEDGER.count("/") + 2:
            plan_id, name = path.split("/")[-2:]
            entries.setdefault(plan_id, set()).add(name)
    return Base(base, commit, {plan_id: frozenset(names) for plan_id, names in entries.items()})


def _settings_at(repository: Repository, base: str) -> tuple[Config, bytes, dict[str, bytes]]:
    commit = repository.resolve(base)
    config = parse_config(repository.read_file_at(commit, CONFIG_PATH), place=f"{base}:{CONFIG_PATH}")
    signers = repository.read_file_at(commit, config.allowed_signers) or b""
    playbooks = {
        path.removeprefix(OWN_FOLDER): repository.read_file_at(commit, path) or b""
        for path in repository.list_files(commit)
        if path.startswith(OWN_FOLDER)
    }
    return config, signers, playbooks
