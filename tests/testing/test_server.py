"""The scripted server speaks four wires in whole and in pieces, and fails in every way of its list."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from groundplan.testing.script import FAULTS, Call, Reply
from groundplan.testing.server import serving

ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "anthropic": (
        "/v1/messages",
        {"model": "m", "system": "be brief", "messages": [{"role": "user", "content": "hello"}]},
    ),
    "chat": (
        "/v1/chat/completions",
        {
            "model": "m",
            "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}],
        },
    ),
    "responses": (
        "/v1/responses",
        {
            "model": "m",
            "instructions": "be brief",
            "input": [{"role": "user", "content": [{"text": "hello"}]}],
        },
    ),
    "gemini": (
        "/v1beta/models/m:generateContent",
        {
            "systemInstruction": {"parts": [{"text": "be brief"}]},
            "contents": [{"parts": [{"text": "hello"}]}],
        },
    ),
}
ENDED_AT_ONCE = sorted(set(FAULTS) - {"timeout", "endless", "slow"})


def post(url: str, wire: str, *, streamed: bool = False) -> tuple[int, str]:
    path, body = ASKED[wire]
    if streamed and wire == "gemini":
        path = path.replace(":generate", ":streamGenerate") + "?alt=sse"
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=5)
    try:
        connection.request("POST", path, json.dumps(body | ({"stream": True} if streamed else {})))
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    finally:
        connection.close()


@pytest.mark.parametrize("wire", ASKED)
@pytest.mark.parametrize("streamed", [False, True])
def test_words_and_calls_arrive_on_every_wire(wire: str, *, streamed: bool) -> None:
    reply = Reply("nothing but words", (Call("search", {"term": "needle"}),))
    with serving([reply]) as server:
        status, text = post(server.url, wire, streamed=streamed)

    assert status == 200
    assert "nothing but words" in text
    assert "search" in text
    assert "needle" in text


@pytest.mark.parametrize("wire", ASKED)
def test_what_was_asked_is_the_same_on_every_wire(wire: str) -> None:
    with serving("words") as server:
        post(server.url, wire)

    (asked,) = server.asked
    assert (asked.wire, asked.model, asked.system, asked.messages) == (wire, "m", "be brief", ("hello",))


def test_replies_come_in_their_order_and_the_last_again() -> None:
    with serving(["one", "two"]) as server:
        texts = [post(server.url, "chat")[1] for _ in range(3)]

    assert ["one" in texts[0], "two" in texts[1], "two" in texts[2]] == [True] * 3


@pytest.mark.parametrize("wire", ASKED)
@pytest.mark.parametrize("fault", ENDED_AT_ONCE)
def test_a_fault_is_no_good_reply(wire: str, fault: str) -> None:
    with serving([Reply("the good words", fault=fault)]) as server:
        try:
            status, text = post(server.url, wire, streamed=fault == "half")
        except (ConnectionError, http.client.HTTPException):
            assert fault in {"reset", "half"}
            return

    complete = {"end_turn", '"stop"', '"STOP"', '"completed"'}
    assert (
        status != 200
        or fault == "unfinished"
        or "the good words" not in text
        or not any(word in text for word in complete)
    )


@pytest.mark.parametrize("fault", ["timeout", "endless", "slow"])
def test_a_fault_without_end_ends_with_the_server(fault: str) -> None:
    with serving([Reply("words", fault=fault)]) as server:
        place = urlsplit(server.url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=0.5)
        connection.request("POST", "/v1/chat/completions", json.dumps(ASKED["chat"][1]))
        with pytest.raises(TimeoutError):  # noqa: PT012
            answer = connection.getresponse()
            for _ in range(20):
                if not answer.read(65536):
                    break
            else:
                raise TimeoutError
        connection.close()
