"""The real coding agents answer, fail in words of ours, and obey nothing that a repository says.

More faults, one by one, are in `benchmarks/agents`; these are enough to notice that a flag has changed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from planted_injections import git
from real_agents import Home, plant_canaries
from sample_code import lay_code

from groundplan.app.analyst.planning import Start, plan_goal
from groundplan.app.callers import Caller
from groundplan.app.models.drafting import draft, prepare
from groundplan.app.workspace import open_workspace
from groundplan.models.asking import Asker
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.testing.script import Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from groundplan.models.runner import Runner
    from groundplan.testing.script import Asked

TOOLS = Path(__file__).resolve().parents[2] / "tools"
EACH = pytest.mark.parametrize("agent", [CLAUDE, CODEX, GEMINI], ids=lambda agent: agent.name)
pytestmark = pytest.mark.slow


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A user's home, with the agents installed into a cache by whoever comes first."""
    monkeypatch.syspath_prepend(str(TOOLS))
    clis = pytest.importorskip("clis", reason="the coding agents are installed on POSIX systems only")
    reason = clis.install()
    if reason:
        pytest.skip(reason)
    programs, folder = clis.folder(), tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delitem(sys.modules, "clis", raising=False)
    return Home(folder, monkeypatch)


@EACH
def test_an_agent_answers_and_obeys_nothing_of_the_repository(
    home: Home, agent: Runner, tmp_path: Path
) -> None:
    repository, canary = tmp_path / "repository", tmp_path / "canary"
    plant_canaries(repository, canary)
    before = {path: path.read_bytes() for path in repository.rglob("*") if path.is_file()}
    with serving("the plan in words") as server:
        home.point_at(server.url)
        answer = agent.ask(Prompt("say the plan", repository=repository, seconds=60), Watch())

    assert answer.text == "the plan in words"
    assert (answer.asked_tokens, answer.answered_tokens) == (1000, 500)
    assert not canary.exists()
    assert "OBEY-THE-REPOSITORY" not in "".join(asked.text for asked in server.asked)
    assert {path: path.read_bytes() for path in repository.rglob("*") if path.is_file()} == before


PLAN = """\
## Goal

An upload that fails is tried again, at most three times.

## Context

1. `src/upload.py:{line}` gives up on the first error.

## Implementation Plan

- T1: Catch the error in `src/upload.py::upload` and try again.
"""


@EACH
def test_an_agent_drafts_a_plan_from_the_goal_to_what_waits_for_a_reply(
    home: Home, agent: Runner, tmp_path: Path
) -> None:
    root, canary = tmp_path / "repository", tmp_path / "canary"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    lay_code(root)
    plant_canaries(root, canary)
    (root / ".groundplan/config.toml").unlink()  # it is refused before anybody is asked
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Begin")
    ann = Caller("Ann", "terminal", ("zsh",))

    def answer(asked: Asked) -> Reply:
        return Reply(PLAN.format(line="1-3" if "is not in the code" in asked.text else "900"))

    with serving(answer) as server, open_workspace(root) as workspace:
        home.point_at(server.url)
        start = Start("retry", asks=False)
        opened = plan_goal(workspace, "Retry failed uploads", caller=ann, playbook="collaborate", start=start)
        order = prepare(opened.opened, Asker(agent))
        done = draft(opened.opened, order, caller=ann)

    assert done.trouble is None
    assert (done.went_back, done.mended) == (1, 1)
    assert {each.key for each in done.handed.proposals} == {"goal", "context", "implementation-plan"}
    assert {each.by for each in done.handed.proposals} == {agent.name}
    assert not done.opened.judgement.promises.approvals
    assert done.spent.calls == 2
    assert not canary.exists()


@pytest.mark.parametrize("agent", [CLAUDE, CODEX], ids=lambda agent: agent.name)
def test_an_agent_whose_key_is_wrong_says_so(home: Home, agent: Runner) -> None:
    with serving([Reply(fault="unauthorised")]) as server:
        home.point_at(server.url)
        with pytest.raises(ModelFailed) as failed:
            agent.ask(Prompt("say the plan", seconds=30), Watch())

    assert failed.value.why == "not logged in"
    assert failed.value.hint
