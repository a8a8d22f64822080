"""The real coding agents, in a home of their own, talking to a scripted server."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from real_agents import Home

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import clis


@pytest.fixture(scope="session")
def programs() -> Path:
    """Return the folder that the agents were installed into."""
    reason = clis.install()
    if reason:
        pytest.skip(reason)
    return clis.folder()


@pytest.fixture
def home(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return Home(folder, monkeypatch)
