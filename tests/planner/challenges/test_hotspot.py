"""Files that change far more than others, or that one person made who is gone, are spoken of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from made_pack import make_goal, make_pack

from groundplan.evidence.contrary.hot import find_hot
from groundplan.evidence.kinds import Past
from groundplan.planner.challenges.hotspot import detect
from groundplan.survey.history.facts import Churn, Owner, Ownership

if TYPE_CHECKING:
    from groundplan.planner.challenge import Challenge

NOW = 1_750_000_000
YEAR = 365 * 24 * 3600
PATHS = [f"app/part{number}.py" for number in range(60)]
FILES = dict.fromkeys(PATHS, "def run():\n    return 1\n")
GOAL = "Let `app/part7.py` run twice"


class MadeHistory:
    """Answers what the detector asks of a history."""

    def __init__(self, recent: dict[str, int], owners: tuple[Owner, ...], bus_factor: int = 6) -> None:
        self._recent = recent
        self._owners = owners
        self._bus_factor = bus_factor

    def churn(self, paths: list[str]) -> dict[str, Churn]:
        return {path: Churn(path, 40, self._recent.get(path, 1), NOW, "2024-05-31") for path in paths}

    def ownership(self) -> Ownership:
        return Ownership(400, self._owners, self._bus_factor)

    def newest(self) -> int:
        return NOW


def owner(name: str, commits: int, share: float, last: int) -> Owner:
    return Owner(name, f"{name}@example.org", commits, share, 0, last)


def found(history: MadeHistory, held: Ownership) -> list[Challenge]:
    past = Past(churn=history.churn(PATHS), ownership={"app/part7.py": held})
    pack = make_pack(make_goal(GOAL, paths=("app/part7.py",)), FILES, past=past)
    facts = pack.facts  # before there is a history: the fake knows nothing of words
    pack.history = history  # type: ignore[assignment]  # a fake
    contrary = replace(facts.contrary, hot=tuple(find_hot(pack)))
    return list(detect(replace(facts, contrary=contrary)))


SPREAD_OUT = Ownership(20, (owner("ada", 6, 0.3, NOW),), 4)


def test_a_file_busier_than_nearly_all_others_is_said_with_its_place_among_them() -> None:
    (challenge,) = found(MadeHistory({"app/part7.py": 31}, ()), SPREAD_OUT)

    assert challenge.subject == "app/part7.py"
    assert "changed 31 times in the year up to 2024-05-31" in challenge.claim
    assert challenge.numbers == {"recent": 31, "commits": 40, "percentile": 98, "median": 1}


def test_where_all_files_change_as_often_none_is_a_hotspot() -> None:
    assert found(MadeHistory(dict.fromkeys(PATHS, 31), ()), SPREAD_OUT) == []


def test_a_file_of_one_person_who_left_is_said() -> None:
    gone = owner("Grace Hopper", 18, 0.9, NOW - 3 * YEAR)
    whole = (owner("ada", 200, 0.5, NOW), gone)

    (challenge,) = found(MadeHistory({}, whole), Ownership(20, (gone,), 1))

    assert challenge.subject == "owner:app/part7.py"
    assert "Grace Hopper made 18 of the 20 commits" in challenge.claim
    assert challenge.numbers["years"] == 3


def test_one_person_who_is_still_there_is_no_news() -> None:
    here = owner("Grace Hopper", 18, 0.9, NOW)

    assert found(MadeHistory({}, (here,)), Ownership(20, (here,), 1)) == []


def test_a_repository_of_few_people_is_not_told_so() -> None:
    gone = owner("Grace Hopper", 18, 0.9, NOW - 3 * YEAR)

    assert found(MadeHistory({}, (gone,), bus_factor=1), Ownership(20, (gone,), 1)) == []
