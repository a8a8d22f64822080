"""A model as a command that reads a prompt and prints an answer; every kind of model here is one.

It starts in an empty folder under the user's own login and HOME, so that settings, hooks and MCP files of the
scanned repository are not its project's.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence  # noqa: TC003 - a field's type
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.git.command import find_program
from groundplan.models.model import (
    BROKEN,
    CANCELLED,
    EMPTY,
    LATE,
    MISSING,
    NO_QUOTA,
    STRANGER,
    Answer,
    ModelFailed,
    fault_of_status,
    wait_of_status,
)
from groundplan.plan.dataclass import dataclass
from groundplan.plan.json_text import read_json
from groundplan.process.job import CANCELLED as JOB_CANCELLED
from groundplan.process.job import EXITED, TIME, Job, Limits
from groundplan.process.running import run
from groundplan.rules.secrets import leave_out_secrets

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
_RETRY_AFTER = re.compile(r"retry[- ]after\W{1,4}(\d{1,6})", re.IGNORECASE)
_HOLDS_KEY = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTH", re.IGNORECASE)
_SHORTEST_KEY = 8  # letters; `dummy` and the like are words
_MOST_SHOWN = 300  # letters of a complaint


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read out of a command's output: its words, or why there are none."""

    text: str = ""
    model: str = ""
    tokens: tuple[int, int] = (0, 0)
    dollars: float | None = None
    fault: str = ""
    complaint: str = ""


def _prompt_alone(prompt: Prompt) -> bytes:
    return prompt.text.encode("utf-8", "replace")  # an answer in it may have had half a letter


@dataclass(frozen=True, slots=True)
class Runner:
    """How a model is called, what it may see of the environment, and how its output is read."""

    name: str
    program: str  # on PATH, or where it is
    words: Callable[[Prompt], Sequence[str]]
    read: Callable[[Outcome], Reading]
    environment: re.Pattern[str]
    given: Callable[[Prompt], bytes] = _prompt_alone
    install: str = ""
    login: str = ""
    kind: str = "command"  # or `agent`, `API`
    model: str = ""  # its id, where it is known before it answers
    library: str = ""  # the Python package that it cannot do without
    needs: str = ""  # the variable that has to be set
    reads_code: bool = False  # whether it can be let into a repository without obeying its settings

    def ask(self, prompt: Prompt, watch: Watch) -> Answer:
        """Start the command in an empty folder, and read its answer."""
        program = self.find(prompt.repository or prompt.outside)
        if program is None:
            raise ModelFailed(f"`{self.program}` is not installed", why=MISSING, hint=self.install)
        with tempfile.TemporaryDirectory(prefix="groundplan-") as empty:
            job = Job(
                (str(program), *self.words(prompt)),
                Path(empty),
                self.kept(os.environ),
                self.given(prompt),
                Limits(seconds=prompt.seconds, output=prompt.letters * 4, **_LIMITS),
            )
            outcome = run(job, heard=watch.heard, is_cancelled=watch.is_cancelled)
        return self._answer(outcome, self._judged(prompt, outcome))

    def find(self, outside: Path | None = None) -> Path | None:
        """Return the program on this machine, never one that lies in the scanned repository."""
        if Path(self.program).is_absolute():
            return Path(self.program) if os.access(self.program, os.X_OK) else None
        return find_program(self.program, os.environ, outside=outside)

    def fault_seen(self, outside: Path | None = None) -> tuple[str, str]:
        """Return what keeps it from answering and what helps, as far as that is seen without asking it."""
        if self.find(outside) is None or (self.library and not _is_importable(self.library)):
            return MISSING, self.install
        return (STRANGER, self.login) if self.needs and not os.environ.get(self.needs) else ("", "")

    def kept(self, environ: Mapping[str, str]) -> dict[str, str]:
        """Return what it gets of the environment: its own settings, and nobody else's keys."""
        return {
            name: value
            for name, value in environ.items()
            if _COMMON.fullmatch(name) or self.environment.fullmatch(name)
        }

    def _judged(self, prompt: Prompt, outcome: Outcome) -> Reading:
        if outcome.ended == JOB_CANCELLED:
            return Reading(fault=CANCELLED, complaint="it was cancelled")
        if outcome.ended == TIME:
            return Reading(fault=LATE, complaint=f"it took longer than {prompt.seconds:.0f} s")
        if outcome.ended != EXITED:
            return Reading(fault=BROKEN, complaint=f"it went over its limit of {outcome.ended}")
        return self.read(outcome)

    def _answer(self, outcome: Outcome, reading: Reading) -> Answer:
        hide = partial(_hide_keys, self.kept(os.environ))
        text, fault, complaint = hide(reading.text), reading.fault, reading.complaint
        if not fault and not text.strip():
            fault, complaint = EMPTY, "it said nothing"
        if fault:
            shown = (
                leave_out_secrets(hide(" ".join(complaint.split())))[:_MOST_SHOWN]
                or f"exit code {outcome.code}"
            )
            hint = {STRANGER: self.login, MISSING: self.install}.get(fault, "")
            wait = _wait_in(complaint) if fault in {NO_QUOTA, BROKEN} else None
            raise ModelFailed(f"`{self.name}` gave no answer: {shown}", why=fault, hint=hint, wait=wait)
        return Answer(
            text=text,
            model=reading.model,
            asked_tokens=reading.tokens[0],
            answered_tokens=reading.tokens[1],
            dollars=reading.dollars,
            seconds=outcome.seconds,
        )


def _hide_keys(environ: Mapping[str, str], text: str) -> str:
    """Return what a model printed with the name of a variable in place of the key that it holds."""
    for name, value in environ.items():
        if _HOLDS_KEY.search(name) and len(value) >= _SHORTEST_KEY:
            text = text.replace(value, f"‹{name} left out›")
    return text


def _is_importable(package: str) -> bool:
    return any((Path(entry or ".") / package).is_dir() for entry in sys.path)


def _wait_in(complaint: str) -> float | None:
    """Return how many seconds to wait before asking again, as a complaint has it."""
    named = _RETRY_AFTER.search(complaint)
    return wait_of_status(status_in(complaint), float(named[1]) if named else None)


def status_in(text: str) -> int | None:
    """Return the HTTP status that a complaint names."""
    found = _STATUS.search(text)
    return int(found[1]) if found else None


def lines_of_json(out: bytes) -> list[dict[str, Any]]:
    """Return the lines that are JSON objects."""
    read = []
    for line in out.decode("utf-8", "replace").splitlines():
        try:
            value = read_json(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            read.append(value)
    return read


def unread(outcome: Outcome) -> Reading:
    """Return the fault of a command that printed nothing in its own form."""
    complaint = outcome.complaint.decode("utf-8", "replace") or outcome.out.decode("utf-8", "replace")
    return Reading(fault=fault_of_status(status_in(complaint)), complaint=complaint)
