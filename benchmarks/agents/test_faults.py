"""Fifteen faults, every adapter: an answer or a typed error within deadline + 2 s, and no process left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from real_agents import below

from groundplan.models.api import api
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.testing.script import FAULTS, Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from real_agents import Home

    from groundplan.models.runner import Runner

SECONDS = 15.0
WORDS = {"not logged in", "no quota", "broken", "late", "refused", "empty", "answered"}
EACH_FAULT = pytest.mark.parametrize("fault", FAULTS)


def fail(model: Runner, url: str) -> tuple[str, float]:
    """Return how it ended, and after how many seconds."""
    begun = time.monotonic()
    try:
        model.ask(Prompt(f"say the plan at {url}", seconds=SECONDS), Watch())
        why = "answered"
    except ModelFailed as error:
        why = error.why
    return why, time.monotonic() - begun


def judge(name: str, fault: str, ended: tuple[str, float], before: set[int]) -> None:
    why, seconds = ended
    print(f"{name:10} {fault:14} {why:14} {seconds:5.1f} s")
    assert why in WORDS
    assert seconds < SECONDS + 2
    assert below() <= before


@EACH_FAULT
@pytest.mark.parametrize("agent", [CLAUDE, CODEX, GEMINI], ids=lambda agent: agent.name)
def test_an_agent_ends_in_time_whatever_its_server_does(home: Home, agent: Runner, fault: str) -> None:
    before = below()
    with serving([Reply("words", fault=fault)]) as server:
        home.point_at(server.url)
        judge(agent.name, fault, fail(agent, server.url), before)


@EACH_FAULT
@pytest.mark.parametrize("provider", ["anthropic", "openai", "google"])
def test_an_api_ends_in_time_whatever_its_server_does(provider: str, fault: str) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `llm` is not installed")
    before = below()
    with serving([Reply("words", fault=fault)]) as server:
        url = server.url + ("/v1" if provider == "openai" else "")
        judge(provider, fault, fail(api("it", provider, "m", url=url), server.url), before)
