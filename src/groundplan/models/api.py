"""Models behind an API: Anthropic, Google, OpenAI, and every server that speaks like OpenAI's."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.models.runner import Reading, Runner, lines_of_json, unread

if TYPE_CHECKING:
    from groundplan.models.model import Prompt
    from groundplan.process.job import Outcome

PROVIDERS = {"anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY", "openai": "OPENAI_API_KEY"}
LIBRARIES = "'genai-prices>=0.2,<1' 'pydantic-ai-slim[anthropic,google,openai]>=2.0,<3'"  # the extra `llm`
_CALL = Path(__file__).with_name("api_call.py")
_MOST_TOKENS = 32_000  # of one answer


def api(name: str, provider: str, model: str, *, url: str = "", key: str = "") -> Runner:
    """Return a model of a provider; `key` names the variable that holds the key."""
    key = key or PROVIDERS[provider]
    asked = {"provider": provider, "model": model, "url": url, "key": key, "tokens": _MOST_TOKENS}

    def given(prompt: Prompt) -> bytes:
        return json.dumps(asked | {"text": prompt.text, "seconds": prompt.seconds}).encode()

    return Runner(
        name=name,
        program=sys.executable,
        words=lambda _: [str(_CALL)],
        read=_read,
        environment=re.compile(re.escape(key)),
        given=given,
        install=f"Install what speaks with APIs: `{shlex.quote(sys.executable)} -m pip install {LIBRARIES}`",
        login=f"Set {key}",
        kind="API",
        model=model,
        library="pydantic_ai",
        needs="" if url else key,
    )


def _read(outcome: Outcome) -> Reading:
    said = lines_of_json(outcome.out)
    if not said:
        return unread(outcome)
    last = said[-1]
    if "fault" in last:
        return Reading(fault=last["fault"], complaint=str(last.get("complaint") or ""))
    tokens = (int(last.get("asked") or 0), int(last.get("answered") or 0))
    return Reading(text=str(last.get("text") or ""), model=str(last.get("model") or ""), tokens=tokens)
