"""Without any key an agent is started under the user's own login, in an empty folder, with nobody's keys."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from fake_agents import how_called, lay_agent
from real_agents import plant_canaries

from groundplan.models.asking import Asker
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.model import Prompt

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.models.runner import Runner

ARGV = {
    "claude": [
        *("-p", "--output-format", "json", "--setting-sources", "user", "--strict-mcp-config"),
        *("--no-session-persistence", "--tools", "Read,Grep,Glob", "--add-dir", "REPOSITORY"),
    ],
    "codex": ["exec", "--json", "--ephemeral", "--skip-git-repo-check", "-s", "read-only", "-"],
    "gemini": ["-p", "", "--output-format", "json", "--approval-mode", "plan"],
}
ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "GITHUB_TOKEN": "theirs",
    "DATABASE_URL": "theirs",
    "CLAUDECODE": "1",
    "LD_PRELOAD": "",
    "PYTHONPATH": "theirs",
    "NODE_OPTIONS": "--require ./trap.js",
    "GIT_DIR": "theirs",
}


@pytest.mark.parametrize("agent", [CLAUDE, CODEX, GEMINI], ids=lambda agent: agent.name)
def test_an_agent_is_started_with_the_users_login_and_nothing_of_the_repository(
    agent: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository, programs = tmp_path / "repository", tmp_path / "bin"
    plant_canaries(repository, tmp_path / "canary")
    lay_agent(programs, agent.name, "the plan")
    lay_agent(repository / "trap", agent.name, "a trap")
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", os.pathsep.join((str(repository / "trap"), str(programs), "/usr/bin", "/bin")))

    answer = Asker(agent).ask(Prompt("say the plan", repository=repository))
    called = how_called(programs, agent.name)

    assert answer.text == "the plan"
    assert called is not None
    argv = [word.replace(str(repository), "REPOSITORY") for word in called["argv"]]
    assert argv == ARGV[agent.name]
    assert called["given"] == "say the plan"
    assert called["files"] == []
    assert not called["folder"].startswith(str(tmp_path))
    assert called["environ"]["HOME"] == str(tmp_path)
    assert set(called["environ"]) - {"LC_CTYPE", "GROUNDPLAN_RUN"} == {"HOME", "PATH", "LANG"}
    assert not (tmp_path / "canary").exists()
