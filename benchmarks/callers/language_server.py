"""A language server asked for references: as much of the protocol as that takes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

Place = tuple[str, int, int]  # path below the root, line and column from 1


class LanguageServer:
    """One server process over one repository."""

    def __init__(self, command: list[str], root: Path, python: str) -> None:
        self.root = root.resolve()
        self._python = python
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._number = 0
        self._open: set[str] = set()
        folder = {"uri": self.root.as_uri(), "name": self.root.name}
        self._ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder["uri"],
                "workspaceFolders": [folder],
                "capabilities": {"workspace": {"configuration": True, "workspaceFolders": True}},
            },
        )
        self._tell("initialized", {})

    def references(self, path: str, line: int, column: int) -> set[Place]:
        """Return the references to the name at a place, without its declaration."""
        uri = (self.root / path).as_uri()
        if path not in self._open:
            self._open.add(path)
            text = (self.root / path).read_text("utf-8", "replace")
            document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
            self._tell("textDocument/didOpen", {"textDocument": document})
        found = self._ask(
            "textDocument/references",
            {
                "textDocument": {"uri": uri},
                "position": {"line": line - 1, "character": column - 1},
                "context": {"includeDeclaration": False},
            },
        )
        return {place for each in found or () if (place := self._place(each)) is not None}

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()

    def _place(self, location: dict[str, Any]) -> Place | None:
        path = Path(unquote(urlparse(location["uri"]).path))
        if not path.is_relative_to(self.root):
            return None
        start = location["range"]["start"]
        return path.relative_to(self.root).as_posix(), start["line"] + 1, start["character"] + 1

    def _ask(self, method: str, params: dict[str, Any]) -> Any:  # noqa: ANN401 — the protocol's results vary
        self._number += 1
        number = self._number
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message.get("result")
            self._answer(message)

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _answer(self, message: dict[str, Any]) -> None:
        """Answer what the server asks: its settings, and yes to everything else."""
        if "id" not in message or "method" not in message:
            return
        result: Any = None
        if message["method"] == "workspace/configuration":
            result = [self._setting(each.get("section", "")) for each in message["params"]["items"]]
        self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _setting(self, section: str) -> dict[str, Any]:
        analysis = {"diagnosticMode": "openFilesOnly", "typeCheckingMode": "off", "exclude": []}
        if section == "python":
            return {"pythonPath": self._python, "analysis": analysis}
        return {"analysis": analysis} if section.endswith("pyright") else analysis

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            if not line and self._process.poll() is not None:
                raise RuntimeError("the language server ended")
        body: dict[str, Any] = json.loads(stream.read(length))
        return body
