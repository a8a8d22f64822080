"""APIs as advisors: asked at once, each through its own lens; agents are in `tests/cli/test_real_jobs.py`."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from groundplan.app.changes.writing import write
from groundplan.app.consult.asking import consult
from groundplan.app.consult.council import Wanted, prepare_council
from groundplan.models.api import PROVIDERS, api
from groundplan.models.asking import Asker
from groundplan.testing.script import Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.testing.script import Asked

SAID = {"approach": "Retry with jitter", "top_risk": "Storms", "claims": [], "items": []}


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
