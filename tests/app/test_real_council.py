"""The real coding agents as advisors: asked at once, each through its own lens."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from real_agents import Home

from groundplan.app.changes.writing import write
from groundplan.app.consult.asking import consult
from groundplan.app.consult.council import Wanted, prepare_council
from groundplan.models.api import PROVIDERS, api
from groundplan.models.asking import Asker
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.testing.script import Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.testing.script import Asked

TOOLS = Path(__file__).resolve().parents[2] / "tools"
LENSES = {"anthropic": "architecture", "responses": "implementation", "gemini": "security"}
SAID = {"approach": "Retry with jitter", "top_risk": "Storms", "claims": [], "items": []}


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder that the agents are installed in, by whoever comes first."""
    sys.path.insert(0, str(TOOLS))
    clis = pytest.importorskip("clis", reason="the coding agents are installed on POSIX systems only")
    sys.path.remove(str(TOOLS))
    reason = clis.install()
    if reason:
        pytest.skip(reason)
    return Path(clis.folder())


@pytest.mark.slow
@pytest.mark.req("S3-02", part="claude, codex and gemini at once")
def test_the_real_agents_answer_at_once_each_through_its_lens(
    programs: Path, office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    office.begin(playbook="council")
    write(office.open(), {"requirements": "- R1: Three tries at most\n"}, caller=office.agent)
    write(office.open(), {"current-state": "`src/upload.py` posts once.\n"}, caller=office.agent)
    together = threading.Barrier(len(LENSES))
    met: set[str] = set()

    def reply(asked: Asked) -> Reply:
        if asked.wire not in met:  # the first call of each waits for the others
            met.add(asked.wire)
            together.wait(60)
        assert f"# Your lens: {LENSES[asked.wire]}" in asked.text
        return Reply(json.dumps(SAID))

    with serving(reply) as server:
        Home(tmp_path, monkeypatch).point_at(server.url)
        askers = [Asker(agent) for agent in (CLAUDE, CODEX, GEMINI)]
        done = consult(office.open(), prepare_council(office.open(), askers, Wanted(seconds=90)))

    assert [(each.advisor, each.state, each.why) for each in done.answers] == [
        ("claude", "answered", ""),
        ("codex", "answered", ""),
        ("gemini", "answered", ""),
    ]
    assert {(each.approach, each.asked_tokens) for each in done.answers} == {("Retry with jitter", 1000)}
    assert met == set(LENSES)


@pytest.mark.slow
@pytest.mark.req("S3-02", part="APIs, where the extra `llm` is installed")
def test_apis_answer_at_once_each_through_its_lens(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `llm` (pydantic-ai-slim) is not installed")
    for key in PROVIDERS.values():
        monkeypatch.setenv(key, "no-key")
    office.begin(playbook="council")
    write(office.open(), {"requirements": "- R1: Three tries at most\n"}, caller=office.agent)
    write(office.open(), {"current-state": "`src/upload.py` posts once.\n"}, caller=office.agent)
    together = threading.Barrier(len(PROVIDERS))
    lenses: list[str] = []

    def reply(asked: Asked) -> Reply:
        lenses.append(asked.text.partition("# Your lens: ")[2].partition("\n")[0])
        together.wait(60)  # nobody is answered before all have asked
        return Reply(json.dumps(SAID))

    with serving(reply) as server:
        models = [
            api(each, each, "m", url=server.url + ("/v1" if each == "openai" else "")) for each in PROVIDERS
        ]
        askers = [Asker(each) for each in models]
        done = consult(office.open(), prepare_council(office.open(), askers, Wanted(seconds=90)))

    assert [(each.advisor, each.state, each.why) for each in done.answers] == [
        (each, "answered", "") for each in PROVIDERS
    ]
    assert sorted(lenses) == ["architecture", "implementation", "security"]
