"""The real coding agents as advisors in the background: jobs, answers fetched, timeouts, cancelled."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from real_agents import Home
from sample_code import lay_code

from groundplan.testing.script import Reply
from groundplan.testing.server import serving

from .conftest import make_desk
from .test_consult import REQUIREMENTS, STATE

if TYPE_CHECKING:
    from groundplan.testing.script import Asked

    from .conftest import Desk

TOOLS = Path(__file__).resolve().parents[2] / "tools"
CHOSEN = 'default = "claude"\n[for]\nstrong = "codex"\nfast = "gemini"\n'
LENSES = {"anthropic": "architecture", "responses": "implementation", "gemini": "security"}
SAID = {"approach": "Retry with jitter", "top_risk": "Storms", "claims": [], "items": []}
ADVISORS = ("claude", "codex", "gemini")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A council plan whose brief is complete, and a person who chose all three agents."""
    monkeypatch.syspath_prepend(str(TOOLS))
    clis = pytest.importorskip("clis", reason="the coding agents are installed on POSIX systems only")
    monkeypatch.delitem(sys.modules, "clis", raising=False)
    reason = clis.install()
    if reason:
        pytest.skip(reason)
    monkeypatch.setenv("PATH", f"{clis.folder()}{os.pathsep}{os.environ['PATH']}")
    desk = make_desk(tmp_path)
    lay_code(desk.folder)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "Begin")
    assert desk.run("new", "Retry failed uploads", "-k", "council", "--name", "retries").code == 0
    assert desk.run("write", "requirements", "-", stdin=REQUIREMENTS).code == 0
    assert desk.run("write", "current-state", "-", stdin=STATE).code == 0
    (desk.home / ".config/groundplan/models.toml").write_text(CHOSEN)
    return desk


@pytest.mark.slow
@pytest.mark.req("S3-02")
def test_the_real_agents_are_at_work_at_once_are_fetched_run_out_of_time_and_are_cancelled(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(len(LENSES))
    met: set[str] = set()

    def reply(asked: Asked) -> Reply:
        if "Hang?" in asked.text:
            return Reply(fault="timeout")
        if asked.wire not in met:  # the first call of each waits for the others
            met.add(asked.wire)
            together.wait(60)
        assert f"# Your lens: {LENSES[asked.wire]}" in asked.text
        return Reply(json.dumps(SAID))

    with serving(reply) as server:
        before = dict(os.environ)
        Home(desk.home, monkeypatch).point_at(server.url)
        desk.environ |= {name: told for name, told in os.environ.items() if before.get(name) != told}
        began = desk.run("consult", "--detach", "--json", "--timeout", "90")
        assert began.code == 0, began.err
        jobs = {each["advisor"]: each["job"] for each in began.json["jobs"]}
        assert tuple(sorted(jobs)) == ADVISORS
        fetched = desk.run("consult", "fetch", "--wait", "--timeout", "90", "--json").json["jobs"]
        assert {(each["job"], each["state"], each["approach"]) for each in fetched} == {
            (job, "answered", "Retry with jitter") for job in jobs.values()
        }
        assert met == set(LENSES)

        hang = ("consult", "Hang?", "--on", "goal")
        assert desk.run(*hang, "--detach", "--with", "claude").code == 0
        stopped = desk.run("consult", "cancel", "--json").json["jobs"]
        assert {each["state"] for each in stopped} == {"cancelled"}
        late = desk.run(*hang, "--with", "codex", "--timeout", "3", "--json")
        assert (late.code, late.json["absent"]) == (5, ["codex"])
        assert "3 s" in late.json["advisors"][0]["why"]
