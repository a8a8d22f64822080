"""Who is at this terminal: a person who attends it, an agent, or nobody.

"Attended" is what can be seen from here, not a proof: a program that makes its own terminal, clears the
environment and goes by another name looks like a person. `docs/concepts/approvals.md` says what stops that.
"""

from __future__ import annotations

import fnmatch
import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from groundplan.cli.ancestry import clean, list_ancestors
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

    from groundplan.cli.ancestry import Ancestor
    from groundplan.cli.known_agents import Program


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
