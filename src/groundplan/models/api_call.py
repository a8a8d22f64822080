"""One question to a model's API, as a program of its own: JSON in, one line of JSON out.

So that a deadline holds whatever the server does, and that nothing else of groundplan loads these libraries.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

_UNAUTHORISED, _LIMITED = (401, 403), (402, 429)


def main() -> int:
    """Read what is asked from standard input and print the answer, or why there is none."""
    asked = json.loads(sys.stdin.read())
    try:
        said = _ask(asked)
    except ImportError as error:
        said = {"fault": "not installed", "complaint": f"{error}"}
    except Exception as error:  # noqa: BLE001 - whatever a library raises is told, never a traceback
        said = _fault(error)
    print(json.dumps(said))
    return 0


def _ask(asked: dict[str, Any]) -> dict[str, Any]:
    from pydantic_ai.direct import model_request_sync
    from pydantic_ai.messages import ModelRequest, TextPart
    from pydantic_ai.models import ModelRequestParameters

    settings = {"timeout": asked["seconds"], "max_tokens": asked["tokens"]}
    answer = model_request_sync(
        _model(asked),
        [ModelRequest.user_text_prompt(asked["text"])],
        model_settings=settings,
        model_request_parameters=ModelRequestParameters(),
    )
    text = "".join(part.content for part in answer.parts if isinstance(part, TextPart))
    said = {
        "text": text,
        "model": answer.model_name or asked["model"],
        "asked": answer.usage.input_tokens,
        "answered": answer.usage.output_tokens,
    }
    if answer.finish_reason == "content_filter":
        return {"fault": "refused", "complaint": text or "it declined"}
    if answer.finish_reason == "length":
        return {"fault": "broken", "complaint": f"its answer was cut off at {asked['tokens']:,} tokens"}
    return said


def _model(asked: dict[str, Any]) -> Any:  # noqa: ANN401 - one of three libraries' own
    key, url, name = os.environ.get(asked["key"], "") or "none", asked["url"] or None, asked["model"]
    if asked["provider"] == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(name, provider=AnthropicProvider(api_key=key, base_url=url))
    if asked["provider"] == "google":
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        return GoogleModel(name, provider=GoogleProvider(api_key=key, base_url=url))
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIChatModel(name, provider=OpenAIProvider(api_key=key, base_url=url))


def _fault(error: Exception) -> dict[str, Any]:
    status = getattr(error, "status_code", None)
    fault = "broken"
    if status in _UNAUTHORISED:
        fault = "not logged in"
    elif status in _LIMITED:
        fault = "no quota"
    return {"fault": fault, "complaint": f"{type(error).__name__}: {error}{_retry_after(error)}"}


def _retry_after(error: Exception) -> str:
    """Return what the server said about asking again; the libraries leave it in the response they wrap."""
    headers = getattr(getattr(error.__cause__, "response", None), "headers", None) or {}
    named = str(headers.get("retry-after") or "")
    return f" (retry-after: {named})" if named.isdigit() else ""


if __name__ == "__main__":
    sys.exit(main())
