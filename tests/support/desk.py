"""A desk with a repository on it: a person at a real terminal, an agent, or a pipe runs groundplan."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import importlib
import io
import json
import os
import pkgutil
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from sample_code import lay_code

import groundplan
from groundplan.app.judgement.judging import skeleton_facts
from groundplan.cli.main import main
from groundplan.code.extracting import extract
from groundplan.plan.config import Profile
from groundplan.playbooks.shelf import Shelf
from groundplan.rules.catalogue import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

# what stands before the cursor while a command waits
PROMPT_END = (b":", b"\xe2\x80\xba", b"What should change?")
_SGR = re.compile(r"\x1b\[[0-9;]*m")
_PROGRESS = re.compile(r"\r[^\r\n]*(?=\r)")  # written over: how long work takes is another matter


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


def _set_width(terminal: int, width: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))


def become_groundplan(words: tuple[str, ...], environ: dict[str, str]) -> NoReturn:
    """Become the command in a fork: a process of its own, without the cost of importing everything again."""
    code = 70
    sys.settrace(None)  # what a child covers is not collected, so it need not be slowed down
    try:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        os.environ.clear()
        os.environ.update(environ)
        tempfile.tempdir = None  # the folder that the tests found: the command looks for its own
        sys.argv = ["groundplan", *words]
        try:
            code = main() or 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


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
            "PAGER": "cat",
            "NO_COLOR": "1",
            "COLUMNS": str(width),
            "GROUNDPLAN_NOW": now,
        }
        (root.parent / "home").mkdir(exist_ok=True)

    @classmethod
    def clear(cls, folder: Path, **settings: Any) -> Desk:
        """Return a desk with a small repository that has one commit."""
        shutil.copytree(_first_commit(), folder / "repo", symlinks=True)
        return cls(folder / "repo", **settings)

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", "-c", "maintenance.auto=false", *words],
            cwd=self.root,
            env=self.environ,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def pipe(self, *words: str, stdin: str = "", **environ: str) -> Ran:
        """Run a command the way a script does, no terminal anywhere: here, at half the cost of a process."""
        streams = [io.TextIOWrapper(io.BytesIO(part), "utf-8") for part in (stdin.encode(), b"", b"")]
        with _as_command(words, self.environ | environ, streams), contextlib.chdir(self.root):
            try:
                code = main(words) or 0
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else 1
        for stream in streams:
            stream.flush()
        return Ran(code, *(stream.buffer.getvalue().decode() for stream in streams[1:]))

    def spawn(self, *words: str, stdin: str = "", **environ: str) -> Ran:
        """Run a command as `pipe` does, in a process of its own."""
        warm_up()
        with (
            tempfile.TemporaryFile() as source,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            source.write(stdin.encode())
            source.seek(0)
            child = os.fork()
            if child == 0:
                self._be_groundplan(words, environ, (source.fileno(), out.fileno(), err.fileno()))
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read().decode())
        return Ran(code, *texts)

    def agent(self, *words: str, stdin: str = "") -> Ran:
        """Run a command the way a coding agent does."""
        return self.pipe(*words, stdin=stdin, CLAUDECODE="1")

    def person(self, *words: str, typed: str = "", **environ: str) -> Ran:
        """Run a command at a real terminal and type these lines, each once the command waits.

        It is detached first, so that whatever runs the tests (an agent, say) is not among its ancestors;
        then it gets a session of its own with the terminal as its controlling one, as a login shell has.
        """
        warm_up()
        master, terminal = pty.openpty()
        _set_width(terminal, self.width)
        with tempfile.TemporaryDirectory() as folder:
            result = Path(folder) / "code"
            child = os.fork()
            if child == 0:
                self._be_shell(words, environ, os.ttyname(terminal), result)
            os.waitpid(child, 0)
            out = self._converse(master, result, typed.splitlines())
            code = int(result.read_text())
        os.close(terminal)
        os.close(master)
        shown = _PROGRESS.sub("", _SGR.sub("", out).replace("\r\n", "\n"))
        return Ran(code, shown.replace("\r", ""))

    def _be_shell(
        self, words: tuple[str, ...], environ: dict[str, str], terminal: str, result: Path
    ) -> NoReturn:
        try:
            if os.fork():
                os._exit(0)
            os.setsid()
            handle = os.open(terminal, os.O_RDWR)
            fcntl.ioctl(handle, termios.TIOCSCTTY, 0)
            child = os.fork()
            if child == 0:
                self._be_groundplan(words, environ, (handle, handle, handle))
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            half = result.with_suffix(".part")
            half.write_text(str(code))
            half.rename(result)
        finally:
            os._exit(0)

    def _be_groundplan(
        self, words: tuple[str, ...], environ: dict[str, str], streams: tuple[int, ...]
    ) -> NoReturn:
        for number, handle in enumerate(streams):
            os.dup2(handle, number)
        os.chdir(self.root)
        become_groundplan(words, self.environ | environ)

    def _converse(self, master: int, result: Path, lines: list[str]) -> str:
        heard = b""
        deadline = time.monotonic() + 60
        quiet_since = time.monotonic()
        mark = 0  # what was heard before the last line was typed
        while time.monotonic() < deadline:
            if select.select([master], [], [], 0.02)[0]:
                heard += os.read(master, 65536)
                quiet_since = time.monotonic()
            elif result.exists():
                return heard.decode("utf-8", "replace")
            elif (
                lines
                and heard[
                    mark:
                ].strip()  # the prompt of the last line, if that was empty, is not the next one
                and heard.rstrip().endswith(PROMPT_END)
                and time.monotonic() - quiet_since > 0.05
            ):
                mark = len(heard)
                os.write(master, lines.pop(0).encode() + b"\n")
                quiet_since = time.monotonic()
        raise TimeoutError(heard.decode("utf-8", "replace"))

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
        plans = self.pipe("check", *words, "--json").json()["plans"]
        findings = [finding for plan in plans for finding in plan["findings"]]
        return {finding["code"] for finding in findings if finding["severity"] == "error"}

    def states(self) -> dict[str, str]:
        """Return the state of each checkpoint."""
        shown = self.pipe("show", "--json").json()
        return {checkpoint["id"]: checkpoint["state"] for checkpoint in shown["checkpoints"]}


@cache
def _first_commit() -> Path:
    """Make the small repository that every clear desk gets a copy of: git would take longer each time."""
    folder = Path(tempfile.mkdtemp(prefix="groundplan-desk-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    root = folder / "repo"
    root.mkdir()
    desk = Desk(root)
    desk.git("init", "-q", "-b", "main", "--template=")
    desk.git("config", "user.name", "Ann")
    desk.git("config", "user.email", "ann@example.org")
    (root / "README.md").write_text("# Demo\n")
    lay_code(root)
    desk.commit("Begin")
    return root


@cache
def warm_up() -> None:
    """Load, compile and read once what every forked command would do again: half of their cost."""
    for module in pkgutil.walk_packages(groundplan.__path__, "groundplan."):
        importlib.import_module(module.name)
    shelf = Shelf(known_codes=RULES)
    for name in shelf.names():
        skeleton_facts(shelf.find(name), Profile())
    for name in ("a.py", "a.ts", "a.tsx", "a.js", "a.go"):
        extract(name, b"")
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk.clear(Path(folder))
        goal = "Retry failed uploads with a limit"
        # As a fork runs it, but here: what its words make it compile, every command after it has compiled.
        for words in (("plan", goal, "--playbook", "design"), ("check",), ("show",)):
            desk.pipe(*words)
    gc.collect()
    gc.freeze()  # what a fork does not look through for garbage, it does not copy


@contextlib.contextmanager
def _as_command(
    words: tuple[str, ...], environ: dict[str, str], streams: list[io.TextIOWrapper]
) -> Iterator[None]:
    """Give this process what a command of its own would have, for as long as it is one."""
    before = sys.argv, sys.stdin, tempfile.tempdir, dict(os.environ)
    sys.argv, sys.stdin, tempfile.tempdir = ["groundplan", *words], streams[0], None
    os.environ.clear()
    os.environ.update(environ)
    try:
        with contextlib.redirect_stdout(streams[1]), contextlib.redirect_stderr(streams[2]):
            yield
    finally:
        sys.argv, sys.stdin, tempfile.tempdir, mine = before
        os.environ.clear()
        os.environ.update(mine)
