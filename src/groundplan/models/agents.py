"""Coding agents as commands: `claude`, `codex`, `gemini`, under the user's own login and HOME.

Each starts in an empty folder, so that settings, hooks and MCP files of the scanned repository are not its
project's; where the repository may be read, it is named, and only tools that read are there. No flag that
skips permissions is ever given.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence  # noqa: TC003 - a field's type
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.git.program import find_program
from groundplan.models.model import (
    BROKEN,
    CANCELLED,
    EMPTY,
    LATE,
    MISSING,
    STRANGER,
    Answer,
    ModelFailed,
    fault_of_status,
)
from groundplan.plan.dataclass import dataclass
from groundplan.process.job import CANCELLED as JOB_CANCELLED
from groundplan.process.job import EXITED, TIME, Job, Limits
from groundplan.process.running import run

if TYPE_CHECKING:
    from groundplan.models.model import Prompt, Watch
    from groundplan.process.job import Outcome

# What every command needs to find its way, its language, its certificates and a proxy.
_COMMON = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TERM|LANG|LC_\w+|TZ|XDG_\w+|(?:https?|no|all)_proxy|SSL_CERT_\w+|"
    r"NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE",
    re.IGNORECASE,
)
_LIMITS = {"memory": 8 * 2**30, "disk": 8 * 2**30, "processes": 400}
_STATUS = re.compile(r"\b(4\d\d|5\d\d)\b")
_MOST_SHOWN = 300  # letters of a complaint


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read out of an agent's output: its words, or why there are none."""

    text: str = ""
    model: str = ""
    tokens: tuple[int, int] = (0, 0)
    dollars: float | None = None
    fault: str = ""
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Agent:
    """A coding agent's command: how it is called, what it may see of the environment, how it is read."""

    name: str
    words: Callable[[Prompt, Path], Sequence[str]]
    read: Callable[[Outcome, Path], Reading]
    environment: re.Pattern[str]
    install: str
    login: str
    reads_code: bool = True
    program: str = ""

    def ask(self, prompt: Prompt, watch: Watch) -> Answer:
        """Start the agent in an empty folder, and read its answer."""
        program = find_program(self.program or self.name, os.environ, outside=prompt.repository)
        if program is None:
            raise ModelFailed(f"`{self.name}` is not installed", why=MISSING, hint=self.install)
        with tempfile.TemporaryDirectory(prefix="groundplan-") as empty:
            folder = Path(empty)
            outcome = run(
                Job(
                    (str(program), *self.words(prompt, folder)),
                    folder,
                    self.kept(os.environ),
                    prompt.text.encode(),
                    Limits(seconds=prompt.seconds, output=prompt.letters * 4, **_LIMITS),
                ),
                heard=watch.heard,
                is_cancelled=watch.is_cancelled,
            )
            return self._answer(prompt, outcome, self._judged(prompt, outcome, folder))

    def kept(self, environ: Mapping[str, str]) -> dict[str, str]:
        """Return what the agent gets of the environment: its own settings, and nobody else's keys."""
        return {
            name: value
            for name, value in environ.items()
            if _COMMON.fullmatch(name) or self.environment.fullmatch(name)
        }

    def _judged(self, prompt: Prompt, outcome: Outcome, folder: Path) -> Reading:
        if outcome.ended == JOB_CANCELLED:
            return Reading(fault=CANCELLED, complaint="it was cancelled")
        if outcome.ended == TIME:
            return Reading(fault=LATE, complaint=f"it took longer than {prompt.seconds:.0f} s")
        if outcome.ended != EXITED:
            return Reading(fault=BROKEN, complaint=f"it went over its limit of {outcome.ended}")
        return self.read(outcome, folder)

    def _answer(self, prompt: Prompt, outcome: Outcome, reading: Reading) -> Answer:
        del prompt
        fault, complaint = reading.fault, reading.complaint
        if not fault and not reading.text.strip():
            fault, complaint = EMPTY, "it said nothing"
        if fault:
            shown = " ".join(complaint.split())[:_MOST_SHOWN] or f"exit code {outcome.code}"
            hint = self.login if fault == STRANGER else ""
            raise ModelFailed(f"`{self.name}` gave no answer: {shown}", why=fault, hint=hint)
        return Answer(
            text=reading.text,
            model=reading.model,
            asked_tokens=reading.tokens[0],
            answered_tokens=reading.tokens[1],
            dollars=reading.dollars,
            seconds=outcome.seconds,
        )


def status_in(text: str) -> int | None:
    """Return the HTTP status that a complaint names."""
    found = _STATUS.search(text)
    return int(found[1]) if found else None


def lines_of_json(out: bytes) -> list[dict[str, Any]]:
    """Return the lines that are JSON objects."""
    read = []
    for line in out.decode("utf-8", "replace").splitlines():
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            read.append(value)
    return read


def unread(outcome: Outcome) -> Reading:
    """Return the fault of an agent that printed nothing in its own form."""
    complaint = outcome.complaint.decode("utf-8", "replace") or outcome.out.decode("utf-8", "replace")
    return Reading(fault=fault_of_status(status_in(complaint)), complaint=complaint)
