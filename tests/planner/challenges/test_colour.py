"""Blocking work in a coroutine and async functions under sync callers are challenged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_pack import make_pack

from groundplan.evidence.kinds import CallSite, Reach, Region
from groundplan.planner.challenges.colour import detect

if TYPE_CHECKING:
    from groundplan.evidence.facts import Facts

FILES = {
    "app/rates.py": """
        async def fetch_rates():
            return 1

        async def other():
            return 2

        def plain():
            return 3
        """,
    "app/views.py": """
        from app.rates import plain

        def show():
            return plain()

        async def stream():
            return plain()
        """,
    "web/load.ts": "export async function load() { return 1 }\n",
}


def pack_of(goal: str, path: str, name: str, callers: tuple[CallSite, ...] = ()) -> Facts:
    pack = make_pack(goal, FILES)
    outline = pack.index.outline(path)
    assert outline is not None
    region = Region(path, outline.find(name)[0])
    pack.__dict__.update(regions=(region,), reach=(Reach(region, callers, (), 0, ()),), targets=())
    return pack.facts


def test_blocking_work_in_a_coroutine_is_challenged() -> None:
    (challenge,) = detect(pack_of("Fetch the rates using `requests`", "app/rates.py", "fetch_rates"))
    assert challenge.claim == (
        "`requests` blocks, and `app/rates.py::fetch_rates` is a coroutine: `app/rates.py:1-2` is async, "
        "as 2 of 3 functions of its file are."
    )
    assert challenge.question is not None
    assert challenge.question.recommended == "async"


def test_a_sync_call_in_an_async_script_is_challenged() -> None:
    (challenge,) = detect(pack_of("Read the settings with fs.readFileSync", "web/load.ts", "load"))
    assert "`web/load.ts::load` is a coroutine" in challenge.claim


@pytest.mark.parametrize(
    "goal",
    [
        "Fetch the rates using httpx",
        "Handle more requests",
        "Stop using time.sleep in fetch_rates",
        "Replace `requests` with httpx",
        "Fix the error with `requests` in fetch_rates",
    ],
)
def test_work_that_does_not_block_is_no_matter(goal: str) -> None:
    assert not list(detect(pack_of(goal, "app/rates.py", "fetch_rates")))


def test_blocking_work_in_a_plain_function_is_no_matter() -> None:
    assert not list(detect(pack_of("Wait using time.sleep", "app/rates.py", "plain")))


def test_sync_callers_of_a_function_made_async_are_counted() -> None:
    callers = (
        CallSite("app/views.py", 4, "show", is_test=False),
        CallSite("app/views.py", 7, "stream", is_test=False),
    )
    (challenge,) = detect(pack_of("Make `plain` async", "app/rates.py", "plain", callers))
    assert challenge.claim == (
        "`app/rates.py::plain` is called from 1 place in sync code (`app/views.py:4`), of 2 callers: once it "
        "is async they get a coroutine instead of its result."
    )
    assert challenge.numbers == {"sync": 1, "callers": 2, "files": 1}


def test_callers_that_await_already_are_no_matter() -> None:
    callers = (CallSite("app/views.py", 7, "stream", is_test=False),)
    assert not list(detect(pack_of("Make `plain` async", "app/rates.py", "plain", callers)))
    assert not list(detect(pack_of("Make `fetch_rates` async", "app/rates.py", "fetch_rates", callers)))


def test_an_async_twin_that_is_there_is_named() -> None:
    files = {"app/q.py": "class Query:\n    def count(self): ...\n    async def acount(self): ...\n"}
    pack = make_pack("Make `Query.count` async", files)
    region = Region("app/q.py", pack.index.outline("app/q.py").find("Query.count")[0])  # type: ignore[union-attr]
    pack.__dict__.update(regions=(region,), reach=(Reach(region, (), (), 0, ()),), targets=())
    (challenge,) = detect(pack.facts)
    assert (
        challenge.claim
        == "`app/q.py::Query.count` has an async twin already: `app/q.py::Query.acount` (`app/q.py:3`)."
    )


def test_adding_an_async_version_leaves_callers_alone() -> None:
    callers = (CallSite("app/views.py", 4, "show", is_test=False),)
    goal = "Make `plain` async by adding an async version beside it"
    assert not list(detect(pack_of(goal, "app/rates.py", "plain", callers)))
