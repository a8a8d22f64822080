"""What an entry point is, in one form for all languages and frameworks."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.survey.spot import Spot


class Entry(enum.StrEnum):
    """By what way a program is entered."""

    CLI = "cli"
    HTTP = "http"
    JOB = "job"  # a queue or a clock starts it
    CONSUMER = "consumer"  # a message starts it
    RPC = "rpc"
    MAIN = "main"  # a file that is run


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """One way in: `GET /users` handled by `list_users`, with the line that says so and the handler's own."""

    kind: Entry
    framework: str
    name: str  # the command, the path, the task, the queue
    at: Spot
    methods: tuple[str, ...] = ()
    handler: str = ""  # qualified in its own file where known, else as written
    handler_at: Spot | None = None
    note: str = ""  # what is not known: `the prefix of its router is set elsewhere`
    is_example: bool = False

    @property
    def title(self) -> str:
        """Return it as a reader names it: `GET /users`, `flask run`, `send_mail`."""
        return f"{'|'.join(self.methods)} {self.name}" if self.methods else self.name
