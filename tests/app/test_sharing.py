"""Git is asked what it ignores once, however many plans and changes a command looks at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from groundplan.app.workspace import Sharing
from groundplan.plan.config import Config, Policy
from groundplan.plan.errors import Unreadable
from groundplan.plan.ignored import Ignored

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.git.repository import Repository

TWO = [("gp-1", ["plans/a.md"]), ("gp-2", ["plans/b.md"])]


@dataclass
class AskedRepository:
    """A repository that ignores everything with a word in it, and counts how often it is asked."""

    word: str = "ledger"
    is_broken: bool = False
    asked: list[list[str]] = field(default_factory=list)

    def find_ignored(self, paths: Iterable[str]) -> tuple[Ignored, ...]:
        self.asked.append(list(paths))
        if self.is_broken:
            raise Unreadable("git cannot tell")
        return tuple(
            Ignored(path, ".gitignore", 1, self.word) for path in self.asked[-1] if self.word in path
        )


def sharing(repository: AskedRepository, config: Config | None = None) -> Sharing:
    return Sharing(cast("Repository", repository), config or Config())


def test_git_is_asked_once_for_all_plans() -> None:
    repository = AskedRepository()
    asked = sharing(repository)
    for plans in (TWO, TWO[:1], TWO[1:]):
        assert [each.path for each in asked.find_ignored(plans)] == [".groundplan/ledger"]
    assert len(repository.asked) == 1


def test_what_is_ignored_is_told_by_the_name_a_person_knows() -> None:
    committed = Config(policy=Policy(talk="committed"))
    found = sharing(AskedRepository("e-0"), committed).find_ignored(TWO[:1])
    assert [each.path for each in found] == [".groundplan/ledger", ".groundplan/talk"]
    assert [each.path for each in sharing(AskedRepository("a.md")).find_ignored(TWO)] == ["plans/a.md"]


def test_a_ledger_that_is_to_stay_local_is_not_asked_about() -> None:
    repository = AskedRepository()
    assert sharing(repository, Config(ledger="local")).find_ignored(TWO) == ()
    assert repository.asked == []


@pytest.mark.parametrize("plans", [TWO, []])
def test_a_git_that_cannot_tell_stops_nobody(plans: list[tuple[str, list[str]]]) -> None:
    assert sharing(AskedRepository(is_broken=True)).find_ignored(plans) == ()
