"""The four ways in which programs speak with models: reading what is asked, spelling what is replied."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.testing.script import Reply

Event = tuple[str, dict[str, Any]]  # its name, or nothing, and its data
_PIECE = 40  # letters of one event


def read(wire: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return what was asked: system, messages, tools, schema."""
    return _READERS[wire](body)


def _words(content: object) -> str:
    """Return the plain text of a message's content, whatever its form."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(_words, content)))
    if isinstance(content, dict):
        for key in ("text", "content", "output", "parts", "functionResponse", "response", "arguments"):
            if content.get(key):
                return _words(content[key])
        return json.dumps(content) if content else ""
    return ""


def _read_anthropic(body: dict[str, Any]) -> dict[str, Any]:
    shape = (body.get("output_config") or {}).get("format") or body.get("output_format") or {}
    return {
        "system": _words(body.get("system")),
        "messages": tuple(_words(each.get("content")) for each in body.get("messages", ())),
        "tools": tuple(str(each.get("name")) for each in body.get("tools") or ()),
        "schema": shape.get("schema"),
    }


def _read_chat(body: dict[str, Any]) -> dict[str, Any]:
    messages = body.get("messages", ())
    shape = (body.get("response_format") or {}).get("json_schema") or {}
    return {
        "system": "\n".join(
            _words(m.get("content")) for m in messages if m.get("role") in {"system", "developer"}
        ),
        "messages": tuple(
            _words(m.get("content")) for m in messages if m.get("role") not in {"system", "developer"}
        ),
        "tools": tuple(str((each.get("function") or {}).get("name")) for each in body.get("tools") or ()),
        "schema": shape.get("schema"),
    }


def _read_responses(body: dict[str, Any]) -> dict[str, Any]:
    given = body.get("input", ())
    items = [{"content": given}] if isinstance(given, str) else given
    shape = (body.get("text") or {}).get("format") or {}
    return {
        "system": _words(body.get("instructions")),
        "messages": tuple(_words(each) for each in items),
        "tools": tuple(str(each.get("name") or each.get("type")) for each in body.get("tools") or ()),
        "schema": shape.get("schema"),
    }


def _read_gemini(body: dict[str, Any]) -> dict[str, Any]:
    settings = body.get("generationConfig") or {}
    declared = [each for tool in body.get("tools") or () for each in tool.get("functionDeclarations") or ()]
    return {
        "system": _words(body.get("systemInstruction")),
        "messages": tuple(_words(each.get("parts")) for each in body.get("contents", ())),
        "tools": tuple(str(each.get("name")) for each in declared),
        "schema": settings.get("responseJsonSchema") or settings.get("responseSchema"),
    }


_READERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "anthropic": _read_anthropic,
    "chat": _read_chat,
    "responses": _read_responses,
    "gemini": _read_gemini,
}


def whole(wire: str, model: str, reply: Reply) -> dict[str, Any]:
    """Return the reply as one JSON object."""
    return _WHOLE[wire](model, reply)


def events(wire: str, model: str, reply: Reply) -> Iterator[Event]:
    """Return the reply as the events of a stream."""
    return _STREAMS[wire](model, reply)


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), _PIECE):
        yield text[start : start + _PIECE]


def _stop(reply: Reply, words: tuple[str, str, str, str]) -> str:
    ended, called, refused, cut = words
    if reply.fault == "refusal":
        return refused
    if reply.fault == "unfinished":
        return cut
    return called if reply.calls else ended


# Anthropic Messages


def _anthropic_blocks(reply: Reply) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = [{"type": "text", "text": reply.text}] if reply.text else []
    return blocks + [
        {"type": "tool_use", "id": f"toolu_{n}", "name": call.name, "input": dict(call.arguments)}
        for n, call in enumerate(reply.calls)
    ]


def _anthropic_stop(reply: Reply) -> str:
    return _stop(reply, ("end_turn", "tool_use", "refusal", "max_tokens"))


def _anthropic_message(model: str, reply: Reply, content: list[dict[str, Any]]) -> dict[str, Any]:
    usage = {"input_tokens": reply.tokens[0], "output_tokens": reply.tokens[1]}
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": content,
        "stop_reason": None, "stop_sequence": None, "usage": usage,
    }  # fmt: skip


def _anthropic_whole(model: str, reply: Reply) -> dict[str, Any]:
    message = _anthropic_message(model, reply, _anthropic_blocks(reply))
    return message | {"stop_reason": _anthropic_stop(reply)}


def _anthropic_events(model: str, reply: Reply) -> Iterator[Event]:
    yield _typed("message_start", message=_anthropic_message(model, reply, []))
    for index, block in enumerate(_anthropic_blocks(reply)):
        is_text = block["type"] == "text"
        nothing: dict[str, Any] = {"text": ""} if is_text else {"input": {}}
        empty = block | nothing
        yield _typed("content_block_start", index=index, content_block=empty)
        for piece in _pieces(block["text"] if is_text else json.dumps(block["input"])):
            delta = (
                {"type": "text_delta", "text": piece}
                if is_text
                else {"type": "input_json_delta", "partial_json": piece}
            )
            yield _typed("content_block_delta", index=index, delta=delta)
        yield _typed("content_block_stop", index=index)
    stop = {"stop_reason": _anthropic_stop(reply), "stop_sequence": None}
    yield _typed("message_delta", delta=stop, usage={"output_tokens": reply.tokens[1]})
    yield _typed("message_stop")


def _typed(kind: str, **data: object) -> Event:
    return kind, {"type": kind, **data}


# OpenAI Chat


def _chat_calls(reply: Reply) -> list[dict[str, Any]]:
    return [
        {
            "index": n, "id": f"call_{n}", "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))},
        }
        for n, call in enumerate(reply.calls)
    ]  # fmt: skip


def _chat_stop(reply: Reply) -> str:
    return _stop(reply, ("stop", "tool_calls", "content_filter", "length"))


def _chat_usage(reply: Reply) -> dict[str, int]:
    asked, answered = reply.tokens
    return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}


def _chat_whole(model: str, reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = [
            {k: v for k, v in call.items() if k != "index"} for call in _chat_calls(reply)
        ]
    if reply.fault == "refusal":
        message |= {"content": None, "refusal": reply.text or "I cannot help with that."}
    choice = {"index": 0, "message": message, "finish_reason": _chat_stop(reply), "logprobs": None}
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model, "choices": [choice],
        "usage": _chat_usage(reply),
    }  # fmt: skip


def _chat_events(model: str, reply: Reply) -> Iterator[Event]:
    def chunk(delta: dict[str, Any], stop: str | None = None) -> Event:
        choice = {"index": 0, "delta": delta, "finish_reason": stop}
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model}
        return "", head | {"choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(reply.text):
        yield chunk({"content": piece})
    if reply.calls:
        yield chunk({"tool_calls": _chat_calls(reply)})
    yield chunk({}, _chat_stop(reply))
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model}
    yield "", head | {"choices": [], "usage": _chat_usage(reply)}


# OpenAI Responses


def _responses_items(reply: Reply) -> list[dict[str, Any]]:
    part = (
        {"type": "refusal", "refusal": reply.text or "I cannot help with that."}
        if reply.fault == "refusal"
        else {"type": "output_text", "text": reply.text, "annotations": []}
    )
    items: list[dict[str, Any]] = []
    if reply.text or reply.fault == "refusal":
        items.append(
            {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
        )
    return items + [
        {
            "id": f"fc_{n}", "type": "function_call", "call_id": f"call_{n}", "name": call.name,
            "arguments": json.dumps(dict(call.arguments)), "status": "completed",
        }
        for n, call in enumerate(reply.calls)
    ]  # fmt: skip


def _responses_whole(model: str, reply: Reply) -> dict[str, Any]:
    asked, answered = reply.tokens
    is_cut = reply.fault == "unfinished"
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "model": model,
        "status": "incomplete" if is_cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if is_cut else None,
        "output": _responses_items(reply), "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
        "usage": {
            "input_tokens": asked, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": answered,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": asked + answered,
        },
    }  # fmt: skip


def _responses_events(model: str, reply: Reply) -> Iterator[Event]:
    done = _responses_whole(model, reply)
    yield _typed("response.created", response=done | {"status": "in_progress", "output": [], "usage": None})
    for index, item in enumerate(done["output"]):
        yield _typed("response.output_item.added", output_index=index, item=item | {"status": "in_progress"})
        for piece in _pieces(reply.text if item["type"] == "message" else ""):
            yield _typed(
                "response.output_text.delta",
                item_id=item["id"],
                output_index=index,
                content_index=0,
                delta=piece,
            )
        yield _typed("response.output_item.done", output_index=index, item=item)
    kind = "response.incomplete" if done["status"] == "incomplete" else "response.completed"
    yield _typed(kind, response=done)


# Gemini


def _gemini_whole(model: str, reply: Reply) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"text": reply.text}] if reply.text else []
    parts += [{"functionCall": {"name": each.name, "args": dict(each.arguments)}} for each in reply.calls]
    return _gemini_chunk(model, reply, parts, _stop(reply, ("STOP", "STOP", "SAFETY", "MAX_TOKENS")))


def _gemini_chunk(model: str, reply: Reply, parts: list[dict[str, Any]], stop: str) -> dict[str, Any]:
    asked, answered = reply.tokens
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if stop:
        candidate["finishReason"] = stop
    usage = {"promptTokenCount": asked, "candidatesTokenCount": answered, "totalTokenCount": asked + answered}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": model, "responseId": "r1"}


def _gemini_events(model: str, reply: Reply) -> Iterator[Event]:
    for piece in _pieces(reply.text):
        yield "", _gemini_chunk(model, reply, [{"text": piece}], "")
    last = [{"functionCall": {"name": each.name, "args": dict(each.arguments)}} for each in reply.calls]
    stop = _stop(reply, ("STOP", "STOP", "SAFETY", "MAX_TOKENS"))
    yield "", _gemini_chunk(model, reply, last or [{"text": ""}], stop)


_WHOLE = {
    "anthropic": _anthropic_whole,
    "chat": _chat_whole,
    "responses": _responses_whole,
    "gemini": _gemini_whole,
}
_STREAMS = {
    "anthropic": _anthropic_events,
    "chat": _chat_events,
    "responses": _responses_events,
    "gemini": _gemini_events,
}
