"""The three real agents asked at once: the wall time of the slowest, every fault, and no process left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from statistics import median
from typing import TYPE_CHECKING

import pytest
from real_agents import below
from sample_code import lay_code

from groundplan.app.callers import Caller
from groundplan.app.changes.writing import write
from groundplan.app.consult.asking import consult
from groundplan.app.consult.council import Wanted, prepare_council
from groundplan.app.lifecycle.starting import Named, new
from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace
from groundplan.models.asking import Asker
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.plain import plain
from groundplan.testing.script import FAULTS, Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from real_agents import Home

    from groundplan.app.consult.council import Council
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.models.runner import Runner

AGENTS = (CLAUDE, CODEX, GEMINI)
SECONDS = 20.0
ANN = Caller("Ann", "terminal", ("zsh",))
SAID = json.dumps({"approach": "Retry with jitter", "top_risk": "Storms", "claims": [], "items": []})
WIRES = {"anthropic": "claude", "responses": "codex", "gemini": "gemini"}


@pytest.fixture
def plan(home: Home, tmp_path: Path) -> Iterator[OpenPlan]:
    """A council plan whose brief is complete."""
    root = tmp_path / "repository"
    root.mkdir()
    lay_code(root)
    words = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for more in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Begin"]):
        subprocess.run([*words, *more], cwd=root, check=True)
    with open_workspace(root) as workspace:
        new(workspace, "Retry failed uploads", playbook="council", caller=ANN, named=Named("retries"))
        agent = Caller("claude", "agent", ("claude",), "CLAUDECODE is set")
        for key, text in {
            "requirements": "- R1: A failed upload is tried again at most three times\n",
            "current-state": "`src/upload.py` posts each file once.\n",
        }.items():
            write(open_plan(workspace), {key: text}, caller=agent)
        yield open_plan(workspace)


def council(plan: OpenPlan, *agents: object, question: str = "") -> Council:
    askers = [Asker(agent) for agent in agents]  # type: ignore[arg-type]
    return prepare_council(plan, askers, Wanted(question=question, seconds=SECONDS))


@pytest.mark.parametrize("kind", ["agents", "commands"])
def test_three_at_once_take_as_long_as_the_slowest(home: Home, plan: OpenPlan, kind: str) -> None:
    models = AGENTS if kind == "agents" else tuple(map(waiting, (1.0, 2.0, 3.0)))
    alone: dict[str, list[float]] = {}
    walls = []
    load = os.getloadavg()[0]
    with serving(SAID) as server:
        home.point_at(server.url)
        for number in range(5):  # in turn, so that a busy machine is busy for both
            for seat in council(plan, *models, question=f"Alone {number}?").seats:
                begun = time.monotonic()
                seat.asker.ask(seat.prompt)
                alone.setdefault(seat.advisor.name, []).append(time.monotonic() - begun)
            begun = time.monotonic()
            done = consult(plan, council(plan, *models, question=f"Together {number}?"))
            walls.append(time.monotonic() - begun)
            assert [each.state for each in done.answers] == ["answered"] * 3
            assert {each.approach for each in done.answers} == {"Retry with jitter"}
    typical = {name: median(seconds) for name, seconds in alone.items()}
    told = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in typical.items())
    ratio = median(walls) / max(typical.values())
    print(f"\nalone: {told}; together {median(walls):.2f} s, {ratio:.2f} times the slowest (medians of 5)")
    # On a machine with other work the agents wait for processors, together more than alone.
    print(f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after, {os.cpu_count()} processors")


def waiting(seconds: float) -> Runner:
    """Return a model that takes so long and next to no processor."""
    program = f"import sys, time; sys.stdin.read(); time.sleep({seconds}); print({SAID!r})"
    return plain(f"waits-{seconds:.0f}", [sys.executable, "-c", program])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_all_three_ends_in_time(home: Home, plan: OpenPlan, fault: str) -> None:
    before = below()
    with serving([Reply(SAID, fault=fault)]) as server:
        home.point_at(server.url)
        begun = time.monotonic()
        done = consult(plan, council(plan, *AGENTS))
        seconds = time.monotonic() - begun
    print(f"{fault:14} {seconds:5.1f} s", {each.advisor: each.state for each in done.answers})
    assert seconds < SECONDS + 2
    assert all(each.state == "answered" or each.why for each in done.answers)
    assert below() <= before


@pytest.mark.parametrize("dead", [{"claude"}, {"codex", "gemini"}])
@pytest.mark.parametrize("fault", ["reset", "unauthorised", "timeout"])
def test_the_rest_answers_where_others_are_dead(
    home: Home, plan: OpenPlan, dead: set[str], fault: str
) -> None:
    before = below()
    with serving(lambda asked: Reply(SAID, fault=fault if WIRES[asked.wire] in dead else "")) as server:
        home.point_at(server.url)
        begun = time.monotonic()
        done = consult(plan, council(plan, *AGENTS))
        seconds = time.monotonic() - begun
    assert {each.advisor for each in done.absent} == dead
    assert seconds < SECONDS + 2
    assert below() <= before
