"""`context`: evidence on the screen and as JSON; it begins no plan and writes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import parcels
import pytest
from grown_repos import grow

from groundplan.evidence.packing import count_tokens

if TYPE_CHECKING:
    from desk import Desk

GOAL = "fetch_status should retry when the carrier is down"


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return grow(tmp_path_factory.mktemp("grown"), parcels.COMMITS)


@pytest.mark.req("S0-05", "S0-06")
def test_evidence_begins_no_plan_and_leaves_the_repository_as_it_was(grown: Desk) -> None:
    before = grown.git("status", "--porcelain", "--ignored")
    ran = grown.pipe("context", GOAL)
    assert (ran.code, ran.err) == (0, "")
    assert grown.git("status", "--porcelain", "--ignored") == before
    assert not grown.path(".groundplan").exists()


@pytest.mark.req("S1-09", "S1-10", "S1-11", "S4-02")
def test_a_screen_has_places_callers_tests_commands_and_environment(grown: Desk) -> None:
    text = grown.pipe("context", GOAL).out
    titles = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert "Places: the goal names `fetch_status`" in titles
    assert {"Definitions", "Callers", "Tests", "Occurrences", "Environment"} < set(titles)
    assert "run: python -m pytest tests/" in text
    assert "Python >=3.11  (pyproject.toml:" in text


@pytest.mark.parametrize("budget", [200, 400, 30_000])
def test_what_is_put_out_fits_into_the_budget(grown: Desk, budget: int) -> None:
    told = grown.pipe("context", GOAL, "--json", "--budget", str(budget)).json()
    spent = sum(count_tokens(json.dumps(each, indent=1)) for each in told["facts"])
    assert spent == told["tokens"] <= budget
    assert (told["left_out"] > 0) is (budget < 30_000)


def test_a_goal_comes_from_a_file_or_from_standard_input(grown: Desk) -> None:
    said = grown.pipe("context", GOAL, "--json").json()
    grown.path("../goal.md").write_text(GOAL, "utf-8")
    assert grown.pipe("context", "-", "--json", stdin=GOAL).json()["facts"] == said["facts"]
    assert grown.pipe("context", "--goal-file", "-", "--json", stdin=GOAL).json()["facts"] == said["facts"]
    assert grown.pipe("context", "--goal-file", "../goal.md", "--json").json()["facts"] == said["facts"]


def test_a_goal_that_says_nothing_about_the_code_asks_for_the_place(grown: Desk) -> None:
    ran = grown.pipe("context", "Add authentication with JWT")
    assert "`JWT`" in ran.out
    assert "Callers" not in ran.out
    assert 'context "Add authentication with JWT" --at <path>' in ran.err


def test_a_key_in_the_code_is_not_quoted(grown: Desk) -> None:
    key = "AKIA" + "QWERTYUIOPASDFGH"
    grown.path("parcels/keys.py").write_text(f'fetch_status_key = "{key}"\n', "utf-8")
    try:
        ran = grown.pipe("context", "Rotate `fetch_status_key`")
    finally:
        grown.path("parcels/keys.py").unlink()
    assert "fetch_status_key" in ran.out
    assert key not in ran.out


def test_a_place_that_is_given_needs_no_hint(grown: Desk) -> None:
    ran = grown.pipe("context", "Add authentication with JWT", "--at", "parcels/carriers.py")
    assert ran.err == ""
    assert ran.out.partition("Places\n")[2].startswith("  parcels/carriers.py\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "The goal is missing"),
        ((" ",), "The goal is empty"),
        (("x", "--at", "nowhere.py"), "`nowhere.py` is not a file of this repository"),
        (("x", "--at", "parcels/carriers.py::nothing"), "No definition named `parcels/carriers.py::nothing`"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(grown: Desk, words: tuple[str, ...], message: str) -> None:
    ran = grown.pipe("context", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "hint:" in ran.err


@pytest.mark.parametrize(
    "goal", ["Show more in `shown`", "Show more in `shown` and `hidden`", "Drop `hidden`"]
)
def test_every_fact_about_a_file_that_was_parsed_only_in_part_says_so(grown: Desk, goal: str) -> None:
    text = "actual open class A\ninternal actual constructor(\n  internal actual val b: C,\n) : D, E<A> {\n"
    grown.path("A.kt").write_text(f"{text}  fun shown() = hidden.start()\n", "utf-8")
    try:
        facts = grown.pipe("context", goal, "--json").json()["facts"]
        screen = grown.pipe("context", goal).out
    finally:
        grown.path("A.kt").unlink()
    about = [
        each
        for each in facts
        if any(place["path"] == "A.kt" for place in each["places"])
        or (each["kind"] == "definition" and each["subject"] == "hidden")
    ]
    assert about
    for each in about:
        assert each["coverage"]["extent"] != "complete", each
        assert {"reason": "broken", "about": "A.kt", "count": 1} in each["coverage"]["gaps"], each
    assert "`A.kt` could be parsed only in part" in screen
