"""The programs this process was started by, nearest first, as far as the system tells."""

from __future__ import annotations

import os
import subprocess
import unicodedata
from pathlib import Path

from groundplan.plan.dataclass import dataclass

MOST_LEVELS = 32
_LONGEST_NAME = 64
_INTERPRETERS = ("node", "bun", "deno", "python", "pypy", "ruby", "perl", "MainThread")
_PROC = Path("/proc")
_PS = "/bin/ps"


@dataclass(frozen=True, slots=True)
class Ancestor:
    """One process: the name to show, and every name and script path it goes by."""

    name: str
    names: frozenset[str]
    script: str = ""


@dataclass(frozen=True, slots=True)
class Process:
    """What the system says of a process: its parent, its name, its words."""

    parent: int
    name: str
    words: tuple[str, ...] = ()


def list_ancestors(pid: int | None = None, *, proc: Path = _PROC) -> tuple[Ancestor, ...]:
    """Return the processes above `pid` (or us), up to process 1 or 32 levels; none where that is unknown."""
    if os.name == "nt":
        return ()
    table = {} if (proc / "self/stat").exists() else _ask_ps()
    found: list[Ancestor] = []
    current = _look_up(pid or os.getpid(), proc, table)
    while current is not None and current.parent > 0 and len(found) < MOST_LEVELS:
        # process 1 counts: in a container it may well be the agent
        current = _look_up(current.parent, proc, table)
        if current is not None:
            found.append(describe(current))
    return tuple(found)


def describe(process: Process) -> Ancestor:
    """Return the names a process goes by: its own, its program's, and its script's where it runs one."""
    program = _plain(process.words[0]) if process.words else ""
    own = _plain(process.name)
    script = _script(process.words) if _is_interpreter(own) or _is_interpreter(program) else ""
    called = _plain(script)
    shown = called if called and _is_interpreter(own) else own or program
    names = frozenset(clean(name).lower() for name in (own, program, called) if name)
    return Ancestor(clean(shown) or "?", names, clean(script, longest=4096))


def clean(text: str, *, longest: int = _LONGEST_NAME) -> str:
    """Return the text without anything a terminal would obey or hide, cut to a length."""
    return "".join(letter for letter in text if unicodedata.category(letter)[0] != "C")[:longest]


def _plain(path: str) -> str:
    """Return a program's name without what login shells (`-zsh`), Nix (`.x-wrapped`) and endings add."""
    name = Path(path).name.lstrip("-.").removesuffix("-wrapped")
    stem, dot, ending = name.rpartition(".")
    return stem if dot and ending in {"js", "mjs", "cjs", "py", "exe"} else name


def _is_interpreter(name: str) -> bool:
    return name.startswith(_INTERPRETERS)


def _script(words: tuple[str, ...]) -> str:
    """Return the first word after the program that is not an option: the script, for an interpreter."""
    rest = iter(words[1:])
    for word in rest:
        if word == "-m":  # `python -m aider`
            return next(rest, "")
        if word in {"-c", "-e", "--eval", "-p", "--print"}:
            return ""
        if not word.startswith("-"):
            return word
    return ""


def _look_up(pid: int, proc: Path, table: dict[int, Process]) -> Process | None:
    if table:
        return table.get(pid)
    try:
        stat = (proc / str(pid) / "stat").read_bytes()
        words = (proc / str(pid) / "cmdline").read_bytes()
    except OSError:
        return None
    # the name stands in brackets and may hold brackets itself, so the last one ends it
    name, _, facts = stat.partition(b"(")[2].rpartition(b")")
    try:
        parent = int(facts.split()[1])
    except (IndexError, ValueError):
        return None
    given = tuple(os.fsdecode(word) for word in words.rstrip(b"\0").split(b"\0") if word)
    return Process(parent, os.fsdecode(name), given)


def _ask_ps() -> dict[int, Process]:
    """Return every process as `ps` lists it, where there is no /proc; two calls, as names may hold spaces."""
    parents: dict[int, Process] = {}
    words = dict(_ps_column("args"))
    for pid, line in _ps_column("comm"):
        parent, _, name = line.partition(" ")
        given = words.get(pid, "").partition(" ")[2].strip()
        if parent.isdigit():
            parents[pid] = Process(int(parent), name.strip(), _split(name.strip(), given))
    return parents


def _split(name: str, line: str) -> tuple[str, ...]:
    rest = line.removeprefix(name) if line.startswith(name) else line.partition(" ")[2]
    return (name, *rest.split())


def _ps_column(column: str) -> list[tuple[int, str]]:
    argv = [_PS, "-A", "-o", "pid=", "-o", "ppid=", "-o", f"{column}="]
    try:
        done = subprocess.run(argv, capture_output=True, check=False, timeout=5, env={"LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return []
    rows = (line.strip().partition(" ") for line in os.fsdecode(done.stdout).splitlines())
    return [(int(pid), rest.strip()) for pid, _, rest in rows if pid.isdigit()]
