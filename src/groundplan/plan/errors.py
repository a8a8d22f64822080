"""What can go wrong, in three kinds that are never mixed.

    GroundplanError
    ├── Misused                 the words of the call are off                        exit 2
    │   └── Ambiguous           they fit several plans
    ├── Refused                 the rules say no; carries the findings               exit 3
    ├── Changed                 the plan is not what the caller saw                  exit 4
    ├── Cancelled               the person who was asked thought better of it        exit 130
    └── Outside                 the world outside groundplan failed                  exit 5
        ├── Unavailable         a thing that should answer does not
        ├── Unreadable          a thing is there but makes no sense
        └── NotFound            a named thing is not there; offers near names
            └── Unknown         the name came with the call: a typing error           exit 2

A fault *of the plan* is none of these: it is a `Finding`, which is data.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.finding import Finding


_FEW = 3  # “and 3 more” would say less than the three
_MOST_LISTED = 5


class GroundplanError(Exception):
    """One message, an optional hint naming the next command, and an exit code."""

    exit_code: ClassVar[int] = 5
    kind: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """Survive pickling: keyword fields travel as state, not as arguments."""
        return (type(self), (self.message,), self.__dict__)


class Misused(GroundplanError):
    """The words of the call are off."""

    exit_code = 2
    kind = "misused"


class Ambiguous(Misused):
    """The words of the call fit several plans; `names` are what each is called."""

    def __init__(self, message: str, *, hint: str = "", names: Iterable[str] = ()) -> None:
        super().__init__(message, hint=hint)
        self.names = tuple(names)


class Refused(GroundplanError):
    """The rules say no; the findings say why."""

    exit_code = 3
    kind = "refused"

    def __init__(self, message: str, *, findings: Iterable[Finding] = (), hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.findings = tuple(findings)


class Changed(GroundplanError):
    """The plan is not what the caller saw; `kept` names where the caller's or the other's text is kept."""

    exit_code = 4
    kind = "changed"

    def __init__(self, message: str, *, hint: str = "", kept: Iterable[str] = ()) -> None:
        super().__init__(message, hint=hint)
        self.kept = tuple(kept)


class Cancelled(GroundplanError):
    """The person who was asked typed something else, or nothing; no fault of anybody's."""

    exit_code = 130
    kind = "cancelled"


class Outside(GroundplanError):
    """The world outside groundplan failed."""

    kind = "outside"


class Unavailable(Outside):
    """A thing that should answer does not."""

    kind = "unavailable"


class Unreadable(Outside):
    """A thing is there but makes no sense; `place` is where."""

    kind = "unreadable"

    def __init__(self, message: str, *, hint: str = "", place: str = "") -> None:
        super().__init__(message, hint=hint)
        self.place = place


class NotFound(Outside):
    """A named thing is not there; near names are offered as the hint."""

    kind = "not-found"

    def __init__(self, message: str, *, hint: str = "", name: str = "", known: Iterable[str] = ()) -> None:
        self.near = tuple(difflib.get_close_matches(name, list(known), n=3, cutoff=0.5)) if name else ()
        super().__init__(message, hint=hint or (f"Nearest: {_quoted(self.near)}" if self.near else ""))
        self.name = name


class Unknown(NotFound):
    """The call names a plan, section, question or file that is not there: the words of the call are off."""

    exit_code = 2

    def __init__(self, message: str, *, hint: str = "", name: str = "", known: Iterable[str] = ()) -> None:
        every = list(known)
        super().__init__(message, hint=hint, name=name, known=every)
        self.hint = self.hint or _list_known(every)


def _list_known(names: list[str]) -> str:
    """Return what there is to choose from: nobody has to run another command to learn five names."""
    if not names:
        return ""
    shown = names if len(names) <= _MOST_LISTED + _FEW else names[:_MOST_LISTED]
    rest = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"Choose from {_quoted(shown)}{rest}"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
