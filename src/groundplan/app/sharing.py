"""Whether git would take a plan's files along: a ledger that nobody else can get proves nothing to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError
from groundplan.store.layout import LEDGER, SHARED_TALK, entry_path, talk_paths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.git.repository import Repository
    from groundplan.plan.config import Config
    from groundplan.plan.ignored import Ignored

ANY_PLAN = "gp-0000000000"
_ANY_ENTRY = "0" * 26  # git's patterns see a name, and every entry has the same kind of name


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
