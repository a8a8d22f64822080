"""The APIs answer and fail in the same words; needs the extra `llm`."""

from __future__ import annotations

import pytest

from groundplan.models.api import api
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.testing.script import Reply
from groundplan.testing.server import serving


@pytest.mark.parametrize("provider", ["anthropic", "openai", "google"])
def test_an_api_answers_and_fails_in_the_same_words(provider: str) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `llm` is not installed")
    with serving([Reply("the plan in words"), Reply(fault="unauthorised")]) as server:
        url = server.url + ("/v1" if provider == "openai" else "")
        model = api("it", provider, "m", url=url)
        answer = model.ask(Prompt("say the plan", seconds=60), Watch())
        with pytest.raises(ModelFailed) as failed:
            model.ask(Prompt("say the plan", seconds=60), Watch())

    assert (answer.text, answer.asked_tokens, answer.answered_tokens) == ("the plan in words", 1000, 500)
    assert failed.value.why == "not logged in"
