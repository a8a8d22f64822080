"""Who is at this terminal: a person who attends it, an agent, or nobody.

"Attended" is what can be seen from here, not a proof: a program that makes its own terminal, clears the
environment and goes by another name looks like a person. `docs/concepts/approvals.md` says what stops that.
"""

from __future__ import annotations

import fnmatch
import os
import subprocess
import unicodedata
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from groundplan.cli.known_agents import (
    AGENT_PROGRAMS,
    AGENT_VARIABLES,
    BUILD_SERVER_VARIABLES,
    MACHINE_MARKS,
    TERMINAL_FAKERS,
)
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.cli.known_agents import Program

MOST_LEVELS = 32
_LONGEST_NAME = 64
_INTERPRETERS = ("node", "bun", "deno", "python", "pypy", "ruby", "perl", "MainThread")
_PROC = Path("/proc")
_PS = "/bin/ps"


class Stream(Protocol):
    """A standard stream, as far as it matters here."""

    def fileno(self) -> int:
        """Return the descriptor."""
        ...


@dataclass(frozen=True, slots=True)
class Presence:
    """The channel of this call, who it is if an agent, the programs above it, and one sentence why."""

    channel: str  # terminal, agent, pipe
    agent: str
    via: tuple[str, ...]
    has_tty: bool
    reason: str


def observe(
    environ: Mapping[str, str],
    stdin: Stream,
    stdout: Stream,
    *,
    ancestors: tuple[Ancestor, ...] | None = None,
) -> Presence:
    """Say through which channel this process is called; only an attended terminal is called `terminal`."""
    above = list_ancestors() if ancestors is None else ancestors
    descriptors = _descriptor(stdin), _descriptor(stdout)
    has_tty = all(_is_tty(descriptor) for descriptor in descriptors)
    via = tuple(ancestor.name for ancestor in above)
    agents = chain(_agent_variables(environ), _agent_programs(above), find_marks(MACHINE_MARKS))
    for agent, reason in agents:
        return Presence("agent", agent, via, has_tty, reason)
    # an agent in the cloud is on a build server too, so agents are looked for first
    for reason in chain(_build_server(environ), _fakers(above), _faults_of_terminal(*descriptors)):
        return Presence("pipe", "", via, has_tty, reason)
    return Presence("terminal", "", via, has_tty, "this session's own terminal is at both ends, and in front")


def find_marks(marks: Iterable[Program]) -> Iterable[tuple[str, str]]:
    """Yield the agents whose machine this is, by a file that only their machines have."""
    for mark in marks:
        if Path(mark.name).exists():
            yield mark.agent, f"this machine has `{mark.name}`, as {mark.agent}'s machines do"


def _agent_variables(environ: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    for row in AGENT_VARIABLES:
        value = environ.get(row.name, "").strip().lower()
        if value and fnmatch.fnmatchcase(value, row.value):
            # the shared variable carries the agent's name as its value
            agent = clean(value) if row.name == "AI_AGENT" and len(value) > 1 else row.agent
            yield agent, f"the environment has `{row.name}`, which {agent} sets for what it runs"


def _agent_programs(above: Iterable[Ancestor]) -> Iterable[tuple[str, str]]:
    for ancestor in above:
        for row in AGENT_PROGRAMS:
            if row.name in ancestor.names or (row.script and row.script in ancestor.script):
                yield row.agent, f"this was started by `{ancestor.name}`, which is {row.agent}"


def _build_server(environ: Mapping[str, str]) -> Iterable[str]:
    for name in BUILD_SERVER_VARIABLES:
        if environ.get(name, "").strip().lower() not in {"", "0", "false", "no"}:
            yield f"this is continuous integration: the environment has `{name}`"


def _fakers(above: Iterable[Ancestor]) -> Iterable[str]:
    for ancestor in above:
        if ancestor.names & set(TERMINAL_FAKERS):
            yield f"this was started by `{ancestor.name}`, which makes a terminal that nobody may sit at"


def _faults_of_terminal(stdin: int, stdout: int) -> Iterable[str]:
    """Yield why this is no attended terminal."""
    for descriptor, name in ((stdin, "input"), (stdout, "output")):
        if not _is_tty(descriptor):
            yield f"standard {name} is not a terminal"
    try:
        terminal = os.open(
            "CONIN$" if os.name == "nt" else "/dev/tty", os.O_RDWR | getattr(os, "O_NOCTTY", 0)
        )
    except OSError:
        yield "this session has no terminal of its own"
        return
    try:
        if os.name != "nt":
            yield from _faults_of_session(
                (stdin, "standard input"), (stdout, "standard output"), (terminal, "the terminal")
            )
    finally:
        os.close(terminal)


def _faults_of_session(*descriptors: tuple[int, str]) -> Iterable[str]:
    for descriptor, name in descriptors:
        try:
            in_front = os.tcgetpgrp(descriptor)
        except OSError:  # the system answers only for the controlling terminal of the asking session
            yield f"{name} is a terminal, but not the one this session belongs to"
            continue
        if in_front != os.getpgrp():
            yield "this process is not the one in front of its terminal"


def _descriptor(stream: Stream) -> int:
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):  # closed, or a stand-in without a descriptor
        return -1


def _is_tty(descriptor: int) -> bool:
    return descriptor >= 0 and os.isatty(descriptor)


# The programs this process was started by, nearest first, as far as the system tells.


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
