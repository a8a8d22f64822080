"""A coding agent is called with its own settings, under the user's login, never without permissions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.model import ModelFailed, Prompt, Watch

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.models.runner import Runner

EACH = pytest.mark.parametrize("agent", [CLAUDE, CODEX, GEMINI], ids=lambda agent: agent.name)


def test_an_agent_nobody_installed_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(ModelFailed) as failed:
        CLAUDE.ask(Prompt("words"), Watch())

    assert failed.value.why == "not installed"
    assert "https://" in failed.value.hint


@pytest.mark.parametrize("agent", [CLAUDE, CODEX, GEMINI], ids=lambda agent: agent.name)
def test_an_agent_gets_its_own_settings_and_nobody_elses_keys(agent: Runner) -> None:
    environ = {
        "HOME": "/home/me", "PATH": "/bin", "LC_ALL": "C", "HTTPS_PROXY": "http://proxy", "DATABASE_URL": "s",
        "ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g", "GITHUB_TOKEN": "t",
        "CLAUDECODE": "1",
    }  # fmt: skip
    own = {"claude": "ANTHROPIC_API_KEY", "codex": "OPENAI_API_KEY", "gemini": "GEMINI_API_KEY"}[agent.name]

    assert set(agent.kept(environ)) == {"HOME", "PATH", "LC_ALL", "HTTPS_PROXY", own}


@EACH
def test_no_call_skips_permissions(agent: Runner, tmp_path: Path) -> None:
    for repository in (None, tmp_path):
        words = agent.words(Prompt("x", repository=repository))
        assert not any("danger" in word or "yolo" in word or "bypass" in word for word in words)


def test_without_a_key_claude_uses_the_users_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    assert "--bare" not in CLAUDE.words(Prompt("x"))
    assert CLAUDE.kept(os.environ).get("HOME") == os.environ.get("HOME")

    monkeypatch.setenv("ANTHROPIC_API_KEY", "dummy")
    assert "--bare" in CLAUDE.words(Prompt("x"))
