"""What a scripted model is asked, and what it replies: words, calls of tools, or a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping  # noqa: TC003 - a field's type
from dataclasses import dataclass, field
from typing import Any

# How a model can fail, and what the server does then.
FAULTS = {
    "timeout": "takes the request and never replies",
    "reset": "breaks the connection off at once",
    "limited": "429 with Retry-After",
    "overloaded": "529, and 503 where that is what overload is called",
    "broken": "500 with a page of HTML",
    "unauthorised": "401",
    "half": "breaks off in the middle of the words",
    "garbage": "200 with what is not JSON",
    "no events": "200 with an event stream of other events",
    "refusal": "declines in the form that the wire has for it",
    "wrong schema": "JSON that is not the object asked for",
    "empty": "no words at all",
    "endless": "words without end",
    "slow": "one letter at a time, for longer than anybody waits",
    "unfinished": "words that stop at the limit of tokens",
}


@dataclass(frozen=True)
class Asked:
    """One request, in the same form whichever wire it came by."""

    wire: str  # anthropic, chat, responses, gemini
    model: str
    system: str
    messages: tuple[str, ...]  # oldest first, each as plain text
    tools: tuple[str, ...]
    schema: Mapping[str, Any] | None
    number: int  # of this request at this server, from 1
    raw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Everything that was sent as words."""
        return "\n".join((self.system, *self.messages))


@dataclass(frozen=True)
class Call:
    """A tool that the model wants called."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the model says: words, calls of tools, or one of FAULTS."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    fault: str = ""
    tokens: tuple[int, int] = (1000, 500)  # asked and answered, as it will report


Script = Callable[[Asked], Reply]


def as_script(given: Script | str | list[str | Reply]) -> Script:
    """Return a script from a function, from one text for every request, or from replies in their order."""
    if callable(given):
        return given
    replies = [given] if isinstance(given, str | Reply) else given
    made = [Reply(each) if isinstance(each, str) else each for each in replies]
    return lambda asked: made[min(asked.number, len(made)) - 1]
