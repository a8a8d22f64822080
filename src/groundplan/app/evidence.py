"""The code of a worktree as a command asks it: not at all where a plan says nothing about code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.sayings import read_sayings
from groundplan.plan.baselines import read_baselines
from groundplan.plan.errors import GroundplanError
from groundplan.plan.evidence import Evidence

if TYPE_CHECKING:
    from groundplan.app.looking import Looking
    from groundplan.code.index import Progress
    from groundplan.git.repository import Repository
    from groundplan.plan.config import Config, Profile
    from groundplan.plan.document import Plan
    from groundplan.plan.history import History
    from groundplan.plan.mention import Sayings
    from groundplan.plan.playbook import Playbook


class Codebase:
    """What stands in the code, asked for one command; what was looked up once is not looked up again."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.on_progress: Progress | None = None
        self.on_history: Progress | None = None
        self._looking: Looking | None = None
        self._read: tuple[Plan, Profile, Sayings] | None = None

    @property
    def commit(self) -> str:
        """Return what is checked out, or nothing before the first commit."""
        return self.repository.head or ""

    @property
    def looking(self) -> Looking:
        """Return what looks into the code, made when it is first needed."""
        if self._looking is None:
            # The index and the readers behind it cost more than most commands that never ask them.
            from groundplan.app.looking import Looking  # noqa: PLC0415

            self._looking = Looking(self.repository, self.on_progress)
        return self._looking

    def gather(self, plan: Plan, playbook: Playbook, history: History, config: Config) -> Evidence:
        """Return what the code says to a plan; where it cannot be asked, the evidence says why."""
        sayings = self._sayings(plan, playbook, config.profile)
        bare = Evidence(commit=self.commit, accounts=sayings.accounts)
        if not sayings.is_anything:
            return bare
        baselines = read_baselines(history)
        try:
            found = self.looking.look(plan, config, sayings, baselines)
            anchored = self.looking.find_anchored(plan, history, baselines)
        except (GroundplanError, OSError) as error:
            return replace(bare, trouble=str(error))
        return replace(found, commit=self.commit, seen_at=baselines.commits, anchored=anchored)

    def _sayings(self, plan: Plan, playbook: Playbook, profile: Profile) -> Sayings:
        """Return what a plan says about code; a write asks twice, for its entry and for the rules."""
        if self._read is None or self._read[0] is not plan or self._read[1] is not profile:
            self._read = (plan, profile, read_sayings(plan, playbook, profile))
        return self._read[2]
