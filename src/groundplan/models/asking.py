"""The one way to ask a model: without secrets, within what was allowed, and no answer paid for twice.

A finished answer is saved under the digest of what was asked before anybody reads it. Whoever asks the same
again within a day, after a crash or Ctrl-C, gets it from there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from groundplan.files.plain import read_plain
from groundplan.models.model import CANCELLED, Answer, ModelFailed, Watch
from groundplan.models.prices import estimate, price
from groundplan.plan.dataclass import dataclass
from groundplan.rules.secrets import leave_out_of_tree, leave_out_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.models.model import Model, Prompt

SPENT: Final = "limit"  # why a model was not asked: what was allowed is spent
_DAY = 86_400.0
_USUAL_ANSWER = 4_000  # tokens of a section or two
_TRIES = 3
_LOOK_EVERY = 0.1  # seconds


@dataclass(frozen=True, slots=True)
class Allowed:
    """What asking may take, all calls together."""

    calls: int = 24
    seconds: float = 1_800.0
    dollars: float = 10.0


@dataclass(frozen=True, slots=True)
class Spent:
    """What asking took; an answer that was there already takes nothing."""

    calls: int = 0
    asked_tokens: int = 0
    answered_tokens: int = 0
    seconds: float = 0.0
    dollars: float | None = None  # as far as the models say or it can be reckoned

    def plus(self, answer: Answer) -> Spent:
        """Return the sum with one more answer."""
        known = [each for each in (self.dollars, answer.dollars) if each is not None]
        return Spent(
            self.calls + 1,
            self.asked_tokens + answer.asked_tokens,
            self.answered_tokens + answer.answered_tokens,
            self.seconds + answer.seconds,
            sum(known) if known else None,
        )


class Asker:
    """Asks one model and counts; `folder` holds what it answered."""

    def __init__(self, model: Model, *, allowed: Allowed | None = None, folder: Path | None = None) -> None:
        self.model = model
        self.allowed = allowed or Allowed()
        self.spent = Spent()
        self.last: Path | None = None  # where the last answer is saved
        self._folder = folder

    def estimate(self, prompt: Prompt, answered_tokens: int = _USUAL_ANSWER) -> float | None:
        """Return about how many dollars an answer costs; None where the price is unknown."""
        return estimate(getattr(self.model, "model", ""), len(prompt.text), answered_tokens)

    def ask(self, prompt: Prompt, watch: Watch | None = None) -> Answer:
        """Return the answer, from before where it is there, or raise ModelFailed."""
        clean = replace(prompt, text=leave_out_secrets(prompt.text), schema=leave_out_of_tree(prompt.schema))
        if not self.model.reads_code:
            clean = replace(clean, repository=None, outside=clean.outside or clean.repository)
        saved = self._folder / f"{_digest(self.model, clean)}.json" if self._folder else None
        self.last = saved
        if saved and (answer := _read(saved)):
            return answer
        self._demand_room()
        left = self.allowed.seconds - self.spent.seconds
        answer = _ask(self.model, replace(clean, seconds=min(clean.seconds, left)), watch or Watch())
        if answer.dollars is None:
            answer = replace(answer, dollars=price(answer.model, answer.asked_tokens, answer.answered_tokens))
        self.spent = self.spent.plus(answer)
        if saved:
            _save(saved, asdict(answer))
        return answer

    def count(self, seconds: float) -> None:
        """Count time that went on what the model asked for between its answers."""
        self.spent = replace(self.spent, seconds=self.spent.seconds + seconds)

    def set_aside(self, answers: Iterable[Path]) -> str:
        """Keep answers that nobody could use for a person to read, so that none is given again.

        Returns where the last of them is; empty where none could be kept.
        """
        shown = ""
        for file in answers:
            answer = _read(file)
            if answer:
                with contextlib.suppress(OSError):
                    file.with_suffix(".txt").write_text(answer.text, "utf-8")
                    shown = str(file.with_suffix(".txt"))
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
        return shown

    def save(self, name: str, what: Mapping[str, object]) -> None:
        """Save what came of answers under a name; where there is no room for it, nothing is saved."""
        if self._folder:
            _save(self._folder / f"{self._of(name)}.json", what)

    def saved(self, name: str) -> dict[str, Any]:
        """Return what was saved under a name within a day, or nothing."""
        return _load(self._folder / f"{self._of(name)}.json") if self._folder else {}

    def forget(self, name: str) -> None:
        """Forget what was saved under a name."""
        if self._folder:
            with contextlib.suppress(OSError):
                (self._folder / f"{self._of(name)}.json").unlink(missing_ok=True)

    def _of(self, name: str) -> str:
        return hashlib.sha256(json.dumps([self.model.name, name]).encode()).hexdigest()

    def _demand_room(self) -> None:
        spent, allowed = self.spent, self.allowed
        for what, is_spent in (
            (f"{allowed.calls} calls", spent.calls >= allowed.calls),
            (f"{allowed.seconds / 60:.0f} minutes", spent.seconds >= allowed.seconds),
            (f"${allowed.dollars:.2f}", (spent.dollars or 0.0) >= allowed.dollars),
        ):
            if is_spent:
                raise ModelFailed(f"`{self.model.name}` was not asked again: {what} are spent", why=SPENT)


def _ask(model: Model, prompt: Prompt, watch: Watch) -> Answer:
    """Ask, and ask again where the model says when; all of it within the time that the prompt has."""
    end = time.monotonic() + prompt.seconds
    for _ in range(_TRIES - 1):
        try:
            return model.ask(prompt, watch)
        except ModelFailed as failure:
            if failure.wait is None or time.monotonic() + failure.wait >= end:
                raise
            _rest(failure, watch)
        prompt = replace(prompt, seconds=end - time.monotonic())
    return model.ask(prompt, watch)


def _rest(failure: ModelFailed, watch: Watch) -> None:
    """Wait as long as the model wants; whoever cancels meanwhile gets its complaint."""
    until = time.monotonic() + (failure.wait or 0.0)
    while time.monotonic() < until:
        if watch.is_cancelled():
            raise ModelFailed(failure.message, why=CANCELLED, hint=str(failure.hint)) from failure
        time.sleep(_LOOK_EVERY)


def _digest(model: Model, prompt: Prompt) -> str:
    asked = [
        model.name,
        getattr(model, "model", ""),
        prompt.text,
        prompt.schema,
        str(prompt.repository or ""),
    ]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _read(file: Path) -> Answer | None:
    try:
        return Answer(**_load(file))
    except TypeError:
        return None


def _load(file: Path) -> dict[str, Any]:
    try:
        if time.time() - file.stat().st_mtime > _DAY:
            return {}
        read = json.loads(read_plain(file))
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _save(file: Path, what: Mapping[str, object]) -> None:
    """Save whole or not at all; where there is no room for it, the answer is still given."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".part-")
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            json.dump(what, part)
        Path(name).replace(file)
