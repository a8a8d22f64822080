"""What every model is asked and gives back, and in which ways it can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping  # noqa: TC003 - a field's type
from pathlib import Path  # noqa: TC003 - a field's type
from typing import Any, ClassVar, Final, Protocol

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unavailable

MISSING: Final = "not installed"
STRANGER: Final = "not logged in"
NO_QUOTA: Final = "no quota"
BROKEN: Final = "broken"
LATE: Final = "late"
CANCELLED: Final = "cancelled"
REFUSED: Final = "refused"
EMPTY: Final = "empty"

_UNAUTHORISED = (401, 403)
_LIMITED = (402, 429)
_PASSING = frozenset({408, 429, 500, 502, 503, 504, 529})
_USUAL_WAIT = 2.0  # seconds, where the server names none


class ModelFailed(Unavailable):
    """A model gave no answer: `why` is one of the words above, `wait` how long until it may give one."""

    kind: ClassVar[str] = "model"

    def __init__(self, message: str, *, why: str, hint: str = "", wait: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.why = why
        self.wait = wait  # seconds; None: asking again does not help


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked: the words, the JSON form of the answer, and how much it may take."""

    text: str
    schema: Mapping[str, Any] | None = None
    repository: Path | None = None  # where an agent may read and search; None: it sees the words alone
    outside: Path | None = None  # the repository in question: no program that lies in it is started
    seconds: float = 300.0
    letters: int = 2_000_000  # of its answer


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said, and what that took."""

    text: str
    model: str = ""
    asked_tokens: int = 0
    answered_tokens: int = 0
    dollars: float | None = None  # where the model itself says so
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Watch:
    """Who hears what a model prints while it works, and who may stop it."""

    heard: Callable[[bytes], None] | None = None
    is_cancelled: Callable[[], bool] = lambda: False


class Model(Protocol):
    """Anything that answers a prompt."""

    @property
    def name(self) -> str:
        """Return what the user calls it."""
        ...

    @property
    def reads_code(self) -> bool:
        """Tell whether it can be let into a repository without obeying that repository's settings."""
        ...

    def ask(self, prompt: Prompt, watch: Watch) -> Answer:
        """Answer, or raise ModelFailed."""
        ...


def fault_of_status(status: int | None) -> str:
    """Return which fault an HTTP status means."""
    if status in _UNAUTHORISED:
        return STRANGER
    return NO_QUOTA if status in _LIMITED else BROKEN


def wait_of_status(status: int | None, named: float | None) -> float | None:
    """Return how long to wait before asking again: what the server named, where its fault may pass at all."""
    if status not in _PASSING:
        return None
    return _USUAL_WAIT if named is None else named
