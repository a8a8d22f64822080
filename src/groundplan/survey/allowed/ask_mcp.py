"""Ask one tool of an MCP server that speaks over its standard streams.

A program of its own (`ask_mcp.py TOOL ARGUMENT SERVER …`, the query on standard input), so that the server
runs within the limits of any other source and ends with it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import IO, Any

_VERSION = "2025-06-18"  # of the protocol; a server answers with the one that it speaks
_PATIENCE = 2.0  # seconds that a server has to end by itself


class Failed(Exception):
    """The server gave no answer."""


def main(words: list[str]) -> int:
    """Print what the tool says to the query; return 1 if it says nothing."""
    tool, argument, *argv = words
    query = sys.stdin.read()
    try:
        with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            try:
                said = _call(server, tool, {argument: query})
            finally:
                _end(server)
    except (Failed, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{said}\n")
    return 0


def _call(server: subprocess.Popen[bytes], tool: str, arguments: dict[str, str]) -> str:
    assert server.stdin is not None
    assert server.stdout is not None
    streams = server.stdin, server.stdout
    client = {"name": "groundplan", "version": "1"}
    _ask(streams, 1, "initialize", protocolVersion=_VERSION, capabilities={}, clientInfo=client)
    _send(streams[0], {"method": "notifications/initialized"})
    found = _ask(streams, 2, "tools/call", name=tool, arguments=arguments)
    items = found.get("content")
    said = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
    text = "\n".join(str(each.get("text", "")) for each in said if each.get("type") == "text")
    if found.get("isError"):
        raise Failed(text or "the tool failed")
    if not text and not found.get("structuredContent"):
        raise Failed("the tool answered without text")
    return text or json.dumps(found["structuredContent"], ensure_ascii=False)


def _ask(streams: tuple[IO[bytes], IO[bytes]], number: int, method: str, **params: Any) -> dict[str, Any]:
    """Send a request and return its result; what the server asks meanwhile is answered with no."""
    _send(streams[0], {"id": number, "method": method, "params": params})
    for line in streams[1]:
        try:
            told = json.loads(line)
        except ValueError:
            continue  # some servers print words of theirs
        if not isinstance(told, dict):
            continue
        if "method" in told and "id" in told:
            is_ping = told["method"] == "ping"
            refusal = {"error": {"code": -32601, "message": "not offered"}}
            _send(streams[0], {"id": told["id"], **({"result": {}} if is_ping else refusal)})
        elif told.get("id") == number:
            result = told.get("result")
            if isinstance(result, dict):
                return result
            raise Failed(f"{method}: {json.dumps(told.get('error'), ensure_ascii=False)[:500]}")
    raise Failed(f"the server ended without an answer to {method}")


def _send(stream: IO[bytes], message: dict[str, Any]) -> None:
    stream.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    stream.flush()


def _end(server: subprocess.Popen[bytes]) -> None:
    """Close the server's input, by which it knows that nothing follows, and end one that stays."""
    try:
        if server.stdin is not None:
            server.stdin.close()
        server.wait(_PATIENCE)
    except (OSError, subprocess.TimeoutExpired):
        server.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
