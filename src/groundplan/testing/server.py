"""The server: takes requests of four wires on the loopback address and replies as its script says."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import socket
import struct
import threading
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from groundplan.testing import wires
from groundplan.testing.script import FAULTS, Asked, as_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.testing.script import Reply, Script

_WIRES = (
    (re.compile(r"/v1/messages$"), "anthropic"),
    (re.compile(r"/chat/completions$"), "chat"),
    (re.compile(r"/responses$"), "responses"),
    (re.compile(r"/v1(?:beta|alpha)?/models/([^:/]+):(?:stream)?[gG]enerateContent$"), "gemini"),
)
_STATUS = {"limited": 429, "overloaded": 529, "broken": 500, "unauthorised": 401}
_OVERLOADED_ELSEWHERE = 503  # 529 is Anthropic's own


@dataclass
class Serving:
    """A running server: where it is, and all that it was asked."""

    url: str
    asked: list[Asked] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ended: threading.Event = field(default_factory=threading.Event)

    def next_number(self) -> int:
        """Return the number of the request that has just come."""
        with self._lock:
            return len(self.asked) + 1


@contextlib.contextmanager
def serving(script: Script | str | list[str | Reply]) -> Iterator[Serving]:
    """Run a server with the script: a function, one text, or replies in their order."""
    told = as_script(script)
    server = _Server(("127.0.0.1", 0), _Handler)
    server.script = told
    server.state = Serving(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.state
    finally:
        server.state._ended.set()  # noqa: SLF001 - both are of this module
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    script: Script
    state: Serving


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: object) -> None:
        """Keep the terminal clean."""

    def do_HEAD(self) -> None:
        self._send(200, b"")

    def do_GET(self) -> None:
        self._json(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}], "models": []})

    def do_POST(self) -> None:
        body = self._body()
        path = self.path.partition("?")[0]
        if path.endswith(("/count_tokens", ":countTokens")):
            self._json(200, {"input_tokens": 1000, "totalTokens": 1000})
            return
        for pattern, wire in _WIRES:
            if found := pattern.search(path):
                model = body.get("model") or (found[1] if found.groups() else "scripted")
                self._reply(wire, str(model), body)
                return
        self._json(404, {"error": {"message": f"no such wire: {path}", "type": "not_found"}})

    def _body(self) -> dict[str, Any]:
        size = int(self.headers.get("content-length") or 0)
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            raw = b"".join(iter(self._chunk, b""))
        else:
            raw = self.rfile.read(size)
        with contextlib.suppress(ValueError):
            read = json.loads(raw)
            if isinstance(read, dict):
                return read
        return {}

    def _chunk(self) -> bytes:
        size = int(self.rfile.readline().split(b";")[0] or b"0", 16)
        data = self.rfile.read(size)
        self.rfile.readline()
        return data

    def _reply(self, wire: str, model: str, body: dict[str, Any]) -> None:
        state = self.server.state
        asked = Asked(
            wire=wire, model=model, raw=body, number=state.next_number(), **wires.read(wire, body)
        )  # fmt: skip
        state.asked.append(asked)
        reply = self.server.script(asked)
        if reply.fault and reply.fault not in FAULTS:
            raise ValueError(reply.fault)
        if self._failed(wire, reply):
            return
        reply = _disturbed(reply)
        is_streamed = body.get("stream") or "streamGenerateContent" in self.path
        if is_streamed or reply.fault in {"half", "endless", "slow"}:
            self._stream(wire, model, reply)
        else:
            self._json(200, wires.whole(wire, model, reply))

    def _failed(self, wire: str, reply: Reply) -> bool:
        """Carry out a fault that comes instead of words; return whether there was one."""
        fault = reply.fault
        if fault == "timeout":
            self.server.state._ended.wait(600)  # noqa: SLF001
        elif fault == "reset":
            lingering = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, lingering)
            self.connection.close()
        elif fault in _STATUS:
            status = _STATUS[fault]
            if fault == "overloaded" and wire != "anthropic":
                status = _OVERLOADED_ELSEWHERE
            self._refuse(status, fault)
        elif fault == "garbage":
            self._send(200, b"<html>this is not JSON \xff{")
        elif fault == "no events":
            self._send(200, b"event: ping\ndata: {}\n\n", "text/event-stream")
        else:
            return False
        self.close_connection = True
        return True

    def _refuse(self, status: int, fault: str) -> None:
        if fault == "broken":
            self._send(status, b"<html><h1>Internal Server Error</h1></html>", "text/html")
            return
        error = {"type": f"{fault}_error", "message": FAULTS[fault], "code": status, "status": fault.upper()}
        data = json.dumps({"type": "error", "error": error}).encode()
        more = {"retry-after": "1"} if fault == "limited" else {}
        self._send(status, data, **more)

    def _stream(self, wire: str, model: str, reply: Reply) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        with contextlib.suppress(OSError):
            for name, data in self._events(wire, model, reply):
                line = f"event: {name}\n" if name else ""
                self.wfile.write(f"{line}data: {json.dumps(data)}\n\n".encode())
                self.wfile.flush()
                if reply.fault == "slow" and self.server.state._ended.wait(0.5):  # noqa: SLF001
                    return
            if wire == "chat" and reply.fault != "half":
                self.wfile.write(b"data: [DONE]\n\n")

    def _events(self, wire: str, model: str, reply: Reply) -> Iterator[wires.Event]:
        made = list(wires.events(wire, model, reply))
        if reply.fault == "half":
            return iter(made[: len(made) // 2])
        if reply.fault in {"endless", "slow"}:
            middle = made[len(made) // 2]
            return itertools.chain(made[: len(made) // 2], itertools.repeat(middle))
        return iter(made)

    def _json(self, status: int, data: object) -> None:
        self._send(status, json.dumps(data).encode())

    def _send(self, status: int, data: bytes, kind: str = "application/json", **more: str) -> None:
        with contextlib.suppress(OSError):
            self.send_response(status)
            for name, value in {"content-type": kind, "content-length": str(len(data)), **more}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)


def _disturbed(reply: Reply) -> Reply:
    """Return the reply as a fault in its words has it."""
    if reply.fault == "empty":
        return replace(reply, text="", calls=())
    if reply.fault == "wrong schema":
        return replace(reply, text='{"unexpected": ["object"]}', calls=())
    if reply.fault == "refusal":
        return replace(reply, text="I cannot help with that.", calls=())
    if reply.fault in {"half", "endless", "slow", "unfinished"}:
        return replace(reply, text=reply.text or "words " * 50)
    return reply
