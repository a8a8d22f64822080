"""The repository a command works in: its root, its settings, its playbooks, its clock."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from groundplan.app.judgement.codebase import Codebase
from groundplan.git.repository import find_repository
from groundplan.plan.config import Config, read_config
from groundplan.plan.errors import GroundplanError, Unreadable
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.playbooks.shelf import OWN_FOLDER, Shelf
from groundplan.rules.catalogue import RULES
from groundplan.store.config import read_config_bytes, read_optional, read_own_playbooks
from groundplan.store.intent import is_pending
from groundplan.store.layout import LEDGER, SHARED_TALK, entry_path, talk_paths
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from groundplan.app.judgement.codebase import Watch
    from groundplan.git.repository import Repository
    from groundplan.plan.ignored import Ignored
    from groundplan.store.change import Notice

CONFIG_PATH = ".groundplan/config.toml"
ANY_PLAN = "gp-0000000000"
_ANY_ENTRY = "0" * 26  # git's patterns see a name, and every entry has the same kind of name


@dataclass(frozen=True)
class Base:
    """The commit that a branch is judged by, where it left it, and the ledger's files there by plan id.

    Each file has a commit that it is in: branches that merged each other left one another in several places.
    """

    name: str
    commit: str
    entries: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Workspace:
    """Where plans live. `config` is the policy in force: the base branch's where one was named.

    Threads may use it at the same time; whoever opened it closes it when none does any more.
    """

    folder: Folder
    repository: Repository
    config: Config
    allowed_signers: bytes
    shelf: Shelf
    code: Codebase
    sharing: Sharing
    notices: tuple[Notice, ...]  # what finishing an interrupted write came upon
    clock: Callable[[], datetime]
    held: ExitStack = field(repr=False, compare=False)  # what `close` lets go of
    base: Base | None = None

    @property
    def root(self) -> Path:
        """Return the top of the work tree."""
        return self.repository.root

    def close(self) -> None:
        """Let go of the folder and of every database; closing twice is no fault."""
        self.held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def now(self) -> str:
        """Return the time as entries carry it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def open_workspace(
    start: Path,
    *,
    base: str = "",
    clock: Callable[[], datetime] | None = None,
    watch: Watch | None = None,
) -> Workspace:
    """Open the repository that holds `start`; with `base`, its settings are those of that commit."""
    repository = find_repository(start)
    with ExitStack() as held:
        folder = held.enter_context(Folder.open(repository.root))
        code = held.enter_context(Codebase(repository, watch))
        # A write that a crash cut off is finished before anything is read; else looking changes nothing.
        notices = settle(folder) if is_pending(folder) else ()
        config, signers, playbooks = _settings_at(repository, base) if base else _settings(folder)
        shelf = Shelf(playbooks, set(RULES))
        sharing = Sharing(repository, config)
        moment = clock or (lambda: datetime.now(UTC))
        left = _base_of(repository, base) if base else None
        return Workspace(
            folder,
            repository,
            config,
            signers,
            shelf,
            code,
            sharing,
            notices,
            moment,
            held.pop_all(),
            left,
        )


def refreshed(workspace: Workspace) -> Workspace:
    """Return the workspace with the settings as they are now; those of a commit stay."""
    if workspace.base is not None:
        return workspace
    config, signers, playbooks = _settings(workspace.folder)
    return replace(workspace, config=config, allowed_signers=signers, shelf=Shelf(playbooks, set(RULES)))


def parse_config(data: bytes | None, *, place: str) -> Config:
    """Return the configuration in TOML bytes; none at all is the default one."""
    if data is None:
        return Config()
    try:
        table = read_toml(data.decode("utf-8"))
    except (UnicodeDecodeError, BadToml) as error:
        raise Unreadable(f"`{place}` is not TOML: {error}", place=place) from error
    return read_config(table, place=place)


def _settings(folder: Folder) -> tuple[Config, bytes, dict[str, bytes]]:
    config = parse_config(read_config_bytes(folder), place=CONFIG_PATH)
    return config, read_optional(folder, config.allowed_signers) or b"", read_own_playbooks(folder)


def _base_of(repository: Repository, base: str) -> Base:
    """Return the ledger as the branch found it: what came to the base since, the branch cannot have."""
    found = repository.merge_bases(base, "HEAD") if repository.head else ()
    commits = found or (repository.resolve(base),)
    entries: dict[str, dict[str, str]] = {}
    for commit in commits:
        for path in repository.list_files(commit):
            if path.startswith(f"{LEDGER}/") and path.count("/") == LEDGER.count("/") + 2:
                plan_id, name = path.split("/")[-2:]
                entries.setdefault(plan_id, {})[name] = commit
    return Base(base, commits[0], entries)


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


# Whether git would take a plan's files along: a ledger that nobody else can get proves nothing to them.


class Sharing:
    """What git ignores, asked once for a command however many plans and changes it looks at."""

    def __init__(self, repository: Repository, config: Config) -> None:
        self._repository = repository
        self._config = config
        self._known: dict[str, Ignored | None] = {}

    def find_ignored(self, plans: Iterable[tuple[str, Iterable[str]]]) -> tuple[Ignored, ...]:
        """Return the files git leaves out of every commit, given each plan's id and documents."""
        if self._config.ledger == "local":
            return ()
        paths: dict[str, str] = {}
        for plan_id, documents in plans:
            paths |= {**self._kept(plan_id), **{path: path for path in documents}}
        unknown = [path for path in paths if path not in self._known]
        if unknown:
            self._ask(unknown)
        found = ((self._known[path], name) for path, name in paths.items())
        return tuple(dict.fromkeys(replace(each, path=name) for each, name in found if each is not None))

    def _kept(self, plan_id: str) -> dict[str, str]:
        """Return what a plan keeps besides its documents: a path to ask about, and the folder to name."""
        kept = {entry_path(plan_id, _ANY_ENTRY): LEDGER}
        if self._config.policy.talk == "committed":
            kept[talk_paths(plan_id, _ANY_ENTRY, "committed")[0]] = SHARED_TALK
        return kept

    def _ask(self, paths: list[str]) -> None:
        try:
            found = {each.path: each for each in self._repository.find_ignored(paths)}
        except GroundplanError:
            found = {}  # a git that cannot answer this is no reason to stop, and says more elsewhere
        self._known |= {path: found.get(path) for path in paths}
