"""The real coding agents, in a home of their own, talking to a scripted server."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import clis


@pytest.fixture(scope="session")
def programs() -> Path:
    """Return the folder that the agents were installed into."""
    found = clis.folder()
    if not (found / "claude").exists():
        pytest.skip("the coding agents are not installed: python tools/clis.py")
    return found


class Home:
    """A user's home that points every agent at one address."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch

    def point_at(self, url: str) -> None:
        (self.folder / ".codex").mkdir(exist_ok=True)
        (self.folder / ".codex" / "config.toml").write_text(
            'model = "scripted"\nmodel_provider = "scripted"\n[model_providers.scripted]\nname = "scripted"\n'
            f'base_url = "{url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n'
            "requires_openai_auth = false\nsupports_websockets = false\nrequest_max_retries = 0\n"
            "stream_max_retries = 0\n[analytics]\nenabled = false\n"
        )
        (self.folder / ".gemini").mkdir(exist_ok=True)
        (self.folder / ".gemini" / "settings.json").write_text(
            json.dumps(
                {
                    "security": {"auth": {"selectedType": "gemini-api-key"}},
                    "privacy": {"usageStatisticsEnabled": False},
                }
            )
        )
        keys = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY")
        own = {
            "ANTHROPIC_BASE_URL": url,
            "GOOGLE_GEMINI_BASE_URL": url,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_MAX_RETRIES": "0",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        }
        for name, value in {**dict.fromkeys(keys, "dummy"), **own}.items():
            self.monkeypatch.setenv(name, value)


@pytest.fixture
def home(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return Home(folder, monkeypatch)
