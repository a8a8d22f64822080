"""Which models a user has, and whether each would answer: seen from here, or tried with one tiny question."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from groundplan.models.api import PROVIDERS
from groundplan.models.asking import Allowed, Asker
from groundplan.models.model import BROKEN, ModelFailed, Prompt, Watch
from groundplan.models.prices import estimate
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.hint import Hint, run
from groundplan.process.side_by_side import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from groundplan.models.configured import Models
    from groundplan.models.runner import Runner

READY: Final = "ready"
UNTRIED: Final = "not tried"
UNNAMED: Final = "needs a model"
_QUESTION: Final = Prompt("Answer with the one word: ready", seconds=60.0)
_ANSWERED = 8  # tokens of that one word, and a little more


@dataclass(frozen=True, slots=True)
class Found:
    """A model, what it is asked for, and whether it answers."""

    name: str
    kind: str
    model: str = ""  # its id, where it is known
    reads_code: bool = False
    used_for: tuple[str, ...] = ()  # `default`, `strong`, `fast` or playbooks
    state: str = UNTRIED
    message: str = ""  # what it complained of
    hint: str = ""  # what to do about it
    seconds: float | None = None
    dollars: float | None = None

    @property
    def can_be_asked(self) -> bool:
        """Whether nothing that is seen from here keeps it from answering."""
        return self.state == UNTRIED


def find_models(models: Models, names: Iterable[str] = (), outside: Path | None = None) -> tuple[Found, ...]:
    """Return the models of these names, or all there are; nothing is asked and nothing is sent."""
    wanted = tuple(names)
    if wanted:
        return tuple(_look(models, models.find(name), outside) for name in dict.fromkeys(wanted))
    chosen = {name for name in (models.default, *models.uses.values()) if ":" in name}
    every = [*models.known.values(), *(models.find(name) for name in sorted(chosen))]
    providers = {each.needs for each in every if each.kind == "API"}
    rest = [name for name, key in PROVIDERS.items() if os.environ.get(key) and key not in providers]
    return (*(_look(models, each, outside) for each in every), *map(_provider, rest))


def _look(models: Models, runner: Runner, outside: Path | None) -> Found:
    state, hint = runner.fault_seen(outside)
    uses = {"default": models.default, **models.uses}
    return Found(
        runner.name,
        runner.kind,
        runner.model,
        runner.reads_code,
        tuple(use for use, name in uses.items() if name == runner.name),
        state or UNTRIED,
        hint=hint,
    )


def _provider(name: str) -> Found:
    """Return the row of a provider whose key is set: it answers once a model is named."""
    hint = Hint(f"{PROVIDERS[name]} is set. Name a model: ", run("models use", f"{name}:<model>"))
    return Found(name, "API", state=UNNAMED, hint=hint)


def estimate_trial(found: Sequence[Found]) -> dict[str, float | None]:
    """Return what trying each would cost in dollars; None: unknown, as agents choose their own model."""
    letters = len(_QUESTION.text)
    return {each.name: estimate(each.model, letters, _ANSWERED) for each in found if each.can_be_asked}


def try_models(models: Models, found: Sequence[Found], outside: Path | None = None) -> tuple[Found, ...]:
    """Ask each that can be asked one tiny question, all at the same time, each with a deadline."""
    prompt = replace(_QUESTION, outside=outside)

    def ask(each: Found, is_stopped: Callable[[], bool]) -> Found:
        if not each.can_be_asked:
            return each
        asker = Asker(models.find(each.name), allowed=Allowed(calls=1, seconds=prompt.seconds))
        return _tried(asker, each, prompt, Watch(None, is_stopped))

    tried, is_interrupted = side_by_side([partial(ask, each) for each in found])
    if is_interrupted:
        raise KeyboardInterrupt
    return tuple(tried)


def _tried(asker: Asker, found: Found, prompt: Prompt, watch: Watch) -> Found:
    try:
        answer = asker.ask(prompt, watch)
    except ModelFailed as error:
        return replace(found, state=error.why, message=error.message, hint=error.hint)
    except GroundplanError as error:
        return replace(found, state=BROKEN, message=error.message, hint=error.hint)
    return replace(
        found,
        state=READY,
        model=answer.model or found.model,
        seconds=round(answer.seconds, 1),
        dollars=answer.dollars,
    )
