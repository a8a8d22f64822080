"""A desk with a repository on it: groundplan run by a person at a real terminal, by an agent, or through a pipe."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Detached first, so that whatever runs the tests (a coding agent, say) is not among the ancestors;
# then a session of its own with the terminal as its controlling one, as a login shell has.
_AT_TERMINAL = """
import fcntl, os, subprocess, sys, termios
terminal, result, *words = sys.argv[1:]
if os.fork():
    os._exit(0)
os.setsid()
handle = os.open(terminal, os.O_RDWR)
fcntl.ioctl(handle, termios.TIOCSCTTY, 0)
code = subprocess.call(words, stdin=handle, stdout=handle, stderr=handle)
with open(result + ".part", "w") as file:
    file.write(str(code))
os.rename(result + ".part", result)
"""
_SGR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said; at a terminal both streams are one."""

    code: int
    out: str
    err: str = ""

    @property
    def said(self) -> str:
        return self.out + self.err

    def json(self) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads(self.out or self.err)
        return loaded


class Desk:
    """One repository, one person called Ann, and whoever else calls."""

    def __init__(self, root: Path, *, now: str = "2026-01-05T09:00:00Z", width: int = 100) -> None:
        self.root = root
        self.width = width
        self.environ = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(root.parent / "home"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "NO_COLOR": "1",
            "COLUMNS": str(width),
            "GROUNDPLAN_NOW": now,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("src")),
        }
        (root.parent / "home").mkdir(exist_ok=True)

    @classmethod
    def clear(cls, folder: Path, **settings: Any) -> Desk:
        """Return a desk with an empty repository that has one commit."""
        root = folder / "repo"
        root.mkdir()
        desk = cls(root, **settings)
        desk.git("init", "-q", "-b", "main")
        desk.git("config", "user.name", "Ann")
        desk.git("config", "user.email", "ann@example.org")
        (root / "README.md").write_text("# Demo\n")
        desk.commit("Begin")
        return desk

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.root, env=self.environ, capture_output=True, text=True, check=True
        )
        return done.stdout

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def pipe(self, *words: str, stdin: str = "", **environ: str) -> Ran:
        """Run a command the way a script does: no terminal anywhere."""
        done = subprocess.run(
            self._argv(words),
            cwd=self.root,
            env=self.environ | environ,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def agent(self, *words: str, stdin: str = "") -> Ran:
        """Run a command the way a coding agent does."""
        return self.pipe(*words, stdin=stdin, CLAUDECODE="1")

    def person(self, *words: str, typed: str = "", **environ: str) -> Ran:
        """Run a command at a real terminal and type these lines, each once the command waits."""
        master, terminal = pty.openpty()
        with tempfile.TemporaryDirectory() as folder:
            result = os.path.join(folder, "code")
            argv = [sys.executable, "-c", _AT_TERMINAL, os.ttyname(terminal), result, *self._argv(words)]
            subprocess.run(argv, cwd=self.root, env=self.environ | environ, check=True, timeout=60)
            out = self._converse(master, result, typed.splitlines())
            code = int(Path(result).read_text())
        os.close(terminal)
        os.close(master)
        return Ran(code, _SGR.sub("", out).replace("\r\n", "\n"))

    def _converse(self, master: int, result: str, lines: list[str]) -> str:
        heard = b""
        deadline = time.monotonic() + 60
        quiet_since = time.monotonic()
        while time.monotonic() < deadline:
            if select.select([master], [], [], 0.02)[0]:
                heard += os.read(master, 65536)
                quiet_since = time.monotonic()
            elif os.path.exists(result):
                return heard.decode("utf-8", "replace")
            elif lines and heard and time.monotonic() - quiet_since > 0.15:
                os.write(master, lines.pop(0).encode() + b"\n")
                quiet_since = time.monotonic()
        raise TimeoutError(heard.decode("utf-8", "replace"))

    def _argv(self, words: tuple[str, ...]) -> list[str]:
        return [sys.executable, "-m", "groundplan.cli.main", *words]

    # ------------------------------------------------------------------ what lies in the repository

    def path(self, relative: str) -> Path:
        return self.root / relative

    def read(self, relative: str) -> str:
        return (self.root / relative).read_text("utf-8")

    def edit(self, relative: str, old: str, new: str) -> None:
        """Change a document by hand, as an editor does."""
        text = self.read(relative)
        assert old in text, f"{old!r} is not in {relative}"
        (self.root / relative).write_text(text.replace(old, new, 1), "utf-8")

    def entries(self) -> list[Path]:
        return sorted((self.root / ".groundplan/ledger").glob("*/*.json"))

    def entry(self, kind: str) -> Path:
        """Return the newest entry of a kind."""
        return [path for path in self.entries() if json.loads(path.read_text())["kind"] == kind][-1]

    def codes(self, *words: str) -> set[str]:
        """Return the codes of the findings a check reports as blocking."""
        findings = self.pipe("check", *words, "--json").json()["findings"]
        return {finding["code"] for finding in findings if finding["severity"] == "error"}

    def states(self) -> dict[str, str]:
        """Return the state of each checkpoint."""
        shown = self.pipe("show", "--json").json()
        return {checkpoint["id"]: checkpoint["state"] for checkpoint in shown["standing"]["checkpoints"]}
