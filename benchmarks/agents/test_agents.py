"""The real coding agents answer, fail in words that tell the faults apart, and obey no scanned repository."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from real_agents import plant_canaries

from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.testing.script import Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from pathlib import Path

    from real_agents import Home

    from groundplan.models.runner import Runner

EACH = pytest.mark.parametrize("agent", [CLAUDE, CODEX, GEMINI], ids=lambda agent: agent.name)
QUICK = pytest.mark.parametrize("agent", [CLAUDE, CODEX], ids=lambda agent: agent.name)


@EACH
def test_an_agent_answers_with_what_it_took(home: Home, agent: Runner) -> None:
    with serving("the plan in words") as server:
        home.point_at(server.url)
        answer = agent.ask(Prompt("say the plan", seconds=60), Watch())

    assert answer.text == "the plan in words"
    assert (answer.asked_tokens, answer.answered_tokens) == (1000, 500)
    assert "say the plan" in server.asked[0].text


@QUICK
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("unauthorised", "not logged in"),
        ("limited", "no quota"),
        ("broken", "broken"),
        ("reset", "broken"),
        ("half", "broken"),
        ("garbage", "broken"),
        ("empty", "empty"),
    ],
)
def test_a_fault_has_its_own_word(home: Home, agent: Runner, fault: str, why: str) -> None:
    with serving([Reply("words", fault=fault)]) as server:
        home.point_at(server.url)
        with pytest.raises(ModelFailed) as failed:
            agent.ask(Prompt("say the plan", seconds=30), Watch())

    assert failed.value.why == why


@EACH
def test_an_agent_that_hangs_is_ended_at_its_deadline(home: Home, agent: Runner) -> None:
    with serving([Reply(fault="timeout")]) as server:
        home.point_at(server.url)
        begun = time.monotonic()
        with pytest.raises(ModelFailed) as failed:
            agent.ask(Prompt("say the plan", seconds=3), Watch())

    assert failed.value.why == "late"
    assert time.monotonic() - begun < 3 + 2 + 2  # a busy machine has two seconds more


def test_an_agent_without_a_login_says_so(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)

    with pytest.raises(ModelFailed) as failed:
        CLAUDE.ask(Prompt("words", seconds=30), Watch())

    assert failed.value.why == "not logged in"
    assert home.folder.exists()


@EACH
def test_nothing_of_the_scanned_repository_fires(home: Home, agent: Runner, tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    canary = tmp_path / "canary"
    plant_canaries(repository, canary)
    with serving("words") as server:
        home.point_at(server.url)
        agent.ask(Prompt("say the plan", repository=repository, seconds=60), Watch())

    assert not canary.exists()
    assert "OBEY-THE-REPOSITORY" not in "".join(asked.text for asked in server.asked)


def test_the_canaries_fire_where_an_agent_starts_in_the_repository(home: Home, tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    canary = tmp_path / "canary"
    plant_canaries(repository, canary)
    with serving("words") as server:
        home.point_at(server.url)
        subprocess.run(
            ["claude", "-p", "words"], cwd=repository, check=False, capture_output=True, timeout=60
        )

    assert canary.exists()
