"""The APIs answer and fail in the same words; needs the extra `llm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.models.configured import models_file, read_models
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.testing.script import Reply
from groundplan.testing.server import serving

if TYPE_CHECKING:
    from pathlib import Path


def write(home: Path, text: str) -> dict[str, str]:
    environ = {"HOME": str(home)}
    file = models_file(environ)
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return environ


@pytest.mark.parametrize("provider", ["anthropic", "openai", "google"])
def test_an_api_answers_and_fails_in_the_same_words(tmp_path: Path, provider: str) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `llm` is not installed")
    with serving([Reply("the plan in words"), Reply(fault="unauthorised")]) as server:
        url = server.url + ("/v1" if provider == "openai" else "")
        environ = write(tmp_path, f"[model.it]\nprovider = '{provider}'\nmodel = 'm'\nurl = '{url}'\n")
        model = read_models(environ)[0]["it"]
        answer = model.ask(Prompt("say the plan", seconds=60), Watch())
        with pytest.raises(ModelFailed) as failed:
            model.ask(Prompt("say the plan", seconds=60), Watch())

    assert (answer.text, answer.asked_tokens, answer.answered_tokens) == ("the plan in words", 1000, 500)
    assert failed.value.why == "not logged in"
