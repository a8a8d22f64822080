"""Running groundplan over a hostile repository in one watched process, and telling what it did wrong."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.cli.catalogue import CODE_COMMANDS, COMMANDS
from groundplan.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hostile_site import Site

QUICK = (
    (),
    ("doctor",),
    ("new", "Add retries to fetch_data"),
    ("check",),
    ("code", "find", "fetch_data"),
    ("code", "history"),
    ("code", "manifest"),
    ("where", "Add retries to fetch_data in src/app.py"),
)
REST = (
    ("show",),
    ("resume",),
    ("log",),
    ("diff",),
    ("check", "--fix"),
    ("check", "--format", "github"),
    ("code", "symbol", "fetch_data"),
    ("code", "usages", "fetch_data"),
    ("code", "callers", "fetch_data"),
    ("code", "impact", "fetch_data"),
    ("code", "imports", "src/app.py"),
    ("code", "cycles"),
    ("code", "tests-for", "src/app.py"),
    ("code", "similar", "src/app.py"),
    ("code", "patterns"),
    ("code", "history", "src/app.py"),
    ("code", "history", "--about", "fetch all"),
    ("code", "flow", "src/app.py"),
    ("playbook", "list"),
)
PROGRAMS = {"git", "ps", "ssh-keygen"}
# what a terminal would obey, what shows words in another order than they stand, what hides; the two joiners
# that emoji and several scripts need move nothing and stay
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(frozen=True)
class Said:
    """What one command said and how it ended."""

    words: tuple[str, ...]
    code: int
    text: str


def commands(lists: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    """Return those of the commands that this version has, each also as JSON where it is a question."""
    return [words for words in lists if _is_there(words)]


def _is_there(words: tuple[str, ...]) -> bool:
    table, name = (
        (CODE_COMMANDS, words[1]) if words[:1] == ("code",) else (COMMANDS, words[0] if words else "")
    )
    if not name:
        return True
    listed = table[name]
    return hasattr(sys.modules.get(listed.module), listed.attribute)


def run_surface(site: Site, lists: tuple[tuple[str, ...], ...]) -> tuple[list[Said], list[str]]:
    """Run the commands in a forked process that watches itself; return what it said and what it did amiss."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        listed = commands(lists)
        child = os.fork()
        if child == 0:
            _be_watched(site, listed, result)
        _, status = os.waitpid(child, 0)
        assert status == 0, f"the watched process ended with {status}"
        told = json.loads(result.read_text())
    return [Said(tuple(words), code, text) for words, code, text in told["said"]], told["amiss"]


def _be_watched(site: Site, listed: list[tuple[str, ...]], result: Path) -> None:
    code = 70
    try:
        os.chdir(site.root)
        with_json = bool(os.environ.get("EVERY_COMMAND"))
        os.environ.clear()
        os.environ.update(
            site.environ | {"NO_COLOR": "1", "COLUMNS": "100", "GROUNDPLAN_CACHE_DIR": str(site.cache)}
        )
        os.environ.update(site.caller)
        sys.path[:] = [entry for entry in sys.path if entry]  # as a console script has it
        sys.settrace(None)
        said = []
        watch = Watch(site)
        sys.addaudithook(watch.hear)
        for words in listed:
            said.append(_run(words))
            if words and words[0] == "code" and with_json:
                said.append(_run((*words, "--json")))
        watch.is_on = False
        result.write_text(json.dumps({"said": said, "amiss": watch.amiss}))
        code = 0
    finally:
        os._exit(code)


def _run(words: tuple[str, ...]) -> tuple[tuple[str, ...], int, str]:
    heard = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape") for _ in range(2)]
    start = time.monotonic()
    with redirect_stdout(heard[0]), redirect_stderr(heard[1]):
        try:
            code = main(words) or 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
    took = time.monotonic() - start
    texts = []
    for stream in heard:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8", "backslashreplace"))  # type: ignore[attr-defined]
    late = f"\ngroundplan failed to end within its time: {took:.0f} s" if took > 30 else ""
    return words, code, "".join(texts) + late


class Watch:
    """Hears of every file opened, program started and module run, and notes what must not be."""

    def __init__(self, site: Site) -> None:
        self.amiss: list[str] = []
        self.is_on = True
        self._root = os.path.realpath(site.root)
        self._outside = [os.path.realpath(site.outside)]
        self._may_write = [
            os.path.realpath(path)
            for path in (site.root / "plans", site.root / ".groundplan", site.cache, tempfile.gettempdir())
        ]
        self._base = os.path.realpath(site.folder)

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        self.is_on = False  # what follows opens and resolves things itself
        try:
            self.amiss += [f"{event}: {fault}" for fault in self._judge(event, args)]
        finally:
            self.is_on = True

    def _judge(self, event: str, args: tuple[Any, ...]) -> Iterator[str]:
        if event == "open" and isinstance(args[0], str | bytes):
            yield from self._judge_file(os.fsdecode(args[0]), int(args[2] or 0))
        elif event == "sqlite3.connect":
            name = os.fsdecode(args[0])
            if name != ":memory:" and not self._lies(name, [self._may_write[2]]):
                yield f"a database at {name}"
        elif event == "subprocess.Popen":
            program = os.fsdecode(args[0] or args[1][0])
            if Path(program).name not in PROGRAMS or self._lies(program, [self._root]):
                yield f"started {program}"
        elif event == "exec" and hasattr(args[0], "co_filename"):
            name = args[0].co_filename
            if not name.startswith("<") and self._lies(name, [self._root]):
                yield f"ran {name}"
        elif event in {"os.system", "os.exec", "os.posix_spawn", "os.spawn", "pty.spawn", "marshal.load"} or (
            event in {"socket.connect", "socket.getaddrinfo", "socket.bind", "urllib.Request"}
        ):
            yield repr(args)[:200]
        elif event in {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.symlink", "os.link", "os.chmod"}:
            for name in args[:2]:
                if isinstance(name, str | bytes) and self._lies(os.fsdecode(name), self._outside):
                    yield f"changed {name!r}"

    def _judge_file(self, name: str, flags: int) -> Iterator[str]:
        # opened without following a link at its end, a link is refused by the system
        folder, _, last = name.rpartition("/")
        place = f"{os.path.realpath(folder)}/{last}" if flags & os.O_NOFOLLOW and folder else name
        if self._lies(place, self._outside) and not (flags & os.O_NOFOLLOW and Path(place).is_symlink()):
            yield f"opened {name}, which lies outside"
        is_ours = not self._lies(name, [self._base]) or self._lies(name, self._may_write[:3])
        # a name without a folder is opened relative to a folder that was opened before it
        if flags & _WRITES and "/" in name and not is_ours:
            yield f"wrote {name}"

    @staticmethod
    def _lies(name: str, folders: list[str]) -> bool:
        place = os.path.realpath(name)
        return any(place == folder or place.startswith(folder + os.sep) for folder in folders)


def obeyed_letters(text: str) -> set[str]:
    """Return the letters in what was said that a terminal would obey, or that hide or turn words."""
    return {ascii(letter) for letter in _OBEYED.findall(text)}
