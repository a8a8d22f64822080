"""A desk: a repository, a clock that moves, and three ways to call groundplan in it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from attend import run_at_terminal
from sample_code import lay_code

from groundplan.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
SETTINGS = "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"
START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

CONTEXT = "The uploader in `src/upload.py` posts each file once and gives up on the first error.\n"
STEPS = """\
- T1: Wrap the post call in a retry loop with full jitter.
- T2: Count the retries in the upload metrics.
"""


@dataclass(frozen=True)
class Ran:
    """What a call left: its exit code and its two streams; at a terminal both are one screen."""

    code: int
    out: str
    err: str = ""
    left: tuple[str, ...] = ()  # what was to be typed and never asked for

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)

    @property
    def complaint(self) -> dict[str, Any]:
        """The error of a call with `--json`."""
        assert self.out == ""
        return json.loads(self.err)


@dataclass
class Desk:
    """A repository with a person's settings around it."""

    folder: Path
    home: Path
    calls: int = 0
    environ: dict[str, str] = field(default_factory=dict)

    def world(self, columns: int, more: Mapping[str, str] | None) -> dict[str, str]:
        self.calls += 1
        now = START + timedelta(minutes=self.calls)
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "COLUMNS": str(columns),
            "TERM": "xterm-256color",
            "PAGER": "cat",
            "PYTHONPATH": str(SOURCE),
            "GROUNDPLAN_NOW": now.isoformat(),
            **self.environ,
            **(more or {}),
        }

    def run(
        self,
        *words: str,
        stdin: str | bytes = b"",
        columns: int = 80,
        environ: Mapping[str, str] | None = None,
    ) -> Ran:
        """Call it inside this process, its input a pipe."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        streams = [
            io.TextIOWrapper(io.BytesIO(part), encoding="utf-8", newline="") for part in (data, b"", b"")
        ]
        world = self.world(columns, environ)
        with _environment(world), _streams(streams), contextlib.chdir(self.folder):
            code = main(words)
            for stream in streams[1:]:
                stream.flush()
            out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
        return Ran(code, out, err)

    def spawn(
        self, *words: str, stdin: bytes = b"", columns: int = 80, environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Call it as a process of its own."""
        argv = [sys.executable, "-m", "groundplan.cli.main", *words]
        world = self.world(columns, environ)
        # a session of its own has no terminal, whoever runs the tests
        return subprocess.run(
            argv,
            cwd=self.folder,
            env=world,
            input=stdin,
            capture_output=True,
            check=False,
            start_new_session=True,
        )

    def attend(
        self,
        *words: str,
        script: Sequence[tuple[str, str]] = (),
        columns: int = 80,
        environ: Mapping[str, str] | None = None,
        redirect: Mapping[int, str] | None = None,
        edits: Mapping[str, tuple[str, str]] | None = None,
    ) -> Ran:
        """Call it at a terminal, and type as the script says: after this text, type that."""
        world = self.world(columns, environ)
        if redirect is None and not environ:
            del world["COLUMNS"]  # the terminal says it
        order = {
            "words": ("--color=never", *words),
            "folder": str(self.folder),
            "columns": columns,
            "environ": world,
            "script": list(script),
            "edits": dict(edits or {}),
            "redirect": dict(redirect or {}),
        }
        told = run_at_terminal(order)
        return Ran(told["code"], told["screen"], left=tuple(typed for _, typed in told["left"]))

    def git(self, *words: str) -> str:
        argv = ["git", "-c", "protocol.file.allow=always", "-c", "maintenance.auto=false", *words]
        world = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        return subprocess.run(
            argv, cwd=self.folder, env=world, capture_output=True, text=True, check=True
        ).stdout

    def copy(self, place: Path) -> Desk:
        """A desk with the same files, on its own."""
        shutil.copytree(self.home, place / "home", symlinks=True)
        return Desk(place / "home/repo", place / "home", self.calls)

    def document(self, slug: str = "retry-uploads") -> Path:
        return self.folder / "plans" / f"{slug}.md"

    def ledger(self) -> list[str]:
        return sorted(path.name for path in (self.folder / ".groundplan/ledger").rglob("*.json"))


@contextlib.contextmanager
def _environment(world: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(world)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextlib.contextmanager
def _streams(streams: Sequence[io.TextIOWrapper]) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = streams[0]
    try:
        with contextlib.redirect_stdout(streams[1]), contextlib.redirect_stderr(streams[2]):
            yield
    finally:
        sys.stdin = before


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An empty repository of Ada's."""
    return make_desk(tmp_path)


def make_desk(place: Path) -> Desk:
    home = place / "home"
    folder = home / "repo"  # below the home folder, so that screens show the same short path everywhere
    folder.mkdir(parents=True)
    (home / ".gitconfig").write_text(SETTINGS)
    # Who runs the tests may have an agent installed, and would be offered it.
    (home / ".config/groundplan").mkdir(parents=True)
    (home / ".config/groundplan/models.toml").write_text('default = "none"\n')
    made = Desk(folder, home)
    made.git("init", "-q")
    return made


@pytest.fixture(scope="session")
def begun_once(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = make_desk(tmp_path_factory.mktemp("begun"))
    lay_code(desk.folder)
    assert desk.run("new", "Retry failed uploads", "--name", "retry uploads").code == 0
    assert desk.run("ask", "Which errors are retried?").code == 0
    return desk


@pytest.fixture(scope="session")
def written_once(begun_once: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = begun_once.copy(tmp_path_factory.mktemp("written"))
    assert desk.run("answer", "1", "Only 5xx and timeouts").code == 0
    assert desk.run("write", "context", "-", stdin=CONTEXT).code == 0
    assert desk.run("ask", "Who watches the metrics?").code == 0
    assert desk.run("answer", "2", "The platform team").code == 0
    assert desk.run("write", "implementation-plan", "-", stdin=STEPS).code == 0
    return desk


@pytest.fixture
def begun(begun_once: Desk, tmp_path: Path) -> Desk:
    """A plan with a question that waits for its answer."""
    return begun_once.copy(tmp_path / "begun")


@pytest.fixture
def written(written_once: Desk, tmp_path: Path) -> Desk:
    """A plan whose words are all there, and whose user spoke through a pipe."""
    return written_once.copy(tmp_path / "written")


def scrub(text: str) -> str:
    """Replace what differs from run to run: ids, folders, versions."""
    text = re.sub(r"gp-[0-9a-hjkmnp-tv-z]{10}", "gp-0000000000", text)
    text = re.sub(r"\b0[0-9A-HJKMNP-TV-Z]{25}\b", "00000000000000000000000000", text)
    text = re.sub(r"/\S*groundplan-\w+", "TEMP", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "0" * 64, text)
    text = re.sub(r"\n +Not tested with [^\n]*", "", text)
    return re.sub(r"(Python|SQLite) 3\.\d+\.\d+[^\s,]*", r"\1 3.x", text)


@pytest.fixture
def matches_snapshot() -> Callable[[str, str], None]:
    """Compare a text with the one kept under that name; `UPDATE_SNAPSHOTS=1` keeps the new one."""

    def compare(name: str, text: str) -> None:
        path = HERE / "snapshots" / f"{name}.txt"
        found = scrub(text)
        assert "groundplan failed" not in found
        if os.environ.get("UPDATE_SNAPSHOTS"):
            path.write_text(found, "utf-8")
        assert path.exists(), f"no snapshot {name}: run UPDATE_SNAPSHOTS=1"
        assert found == path.read_text("utf-8")

    return compare
