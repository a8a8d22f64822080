"""What is typed before the prompt: offered where it only talks, dropped where it would bind a person."""

from __future__ import annotations

import io
import os
import pty
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.look import Screen
from groundplan.cli.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator


class Typist(io.StringIO):
    """Whoever reads the screen and types one line once something is asked."""

    encoding = "utf-8"

    def __init__(self, reply: bytes) -> None:
        super().__init__()
        self.master, self.handle = pty.openpty()
        self.reply = reply

    def write(self, text: str) -> int:
        if text.endswith(("› ", "approve: ")):
            os.write(self.master, self.reply)
        return super().write(text)

    def ask(self, prompt: str, early: bytes, *, offers_typed: bool) -> str:
        os.write(self.master, early)
        screen = Screen.over(self, color="never", program="groundplan")
        return Terminal(screen, self.handle).ask(prompt, offers_typed=offers_typed)


@pytest.fixture
def typists() -> Iterator[list[Typist]]:
    """Return those whose terminals are closed afterwards."""
    made: list[Typist] = []
    yield made
    for each in made:
        os.close(each.master)
        os.close(each.handle)


@pytest.mark.parametrize(
    ("early", "reply", "heard"),
    [
        (b"at most three times\n", b"\n", "at most three times"),
        (b"at most three times\n", b"no, twice\n", "no, twice"),
        (b"\n", b"twice\n", "twice"),  # an Enter that took the last answer takes no other one
        (b"", b"twice\n", "twice"),
    ],
)
def test_what_is_typed_while_the_planner_thinks_is_offered_and_enter_sends_it(
    typists: list[Typist], early: bytes, reply: bytes, heard: str
) -> None:
    typists.append(Typist(reply))
    assert typists[0].ask("  you › ", early, offers_typed=True) == heard
    assert ("You typed “" in typists[0].getvalue()) is bool(early.strip())


def test_what_is_typed_before_an_approval_is_shown_approves_nothing(typists: list[Typist]) -> None:
    typists.append(Typist(b"no\n"))
    assert typists[0].ask("  Type `ready` to approve: ", b"ready\n", offers_typed=False) == "no"
    assert "was not read" in typists[0].getvalue()
