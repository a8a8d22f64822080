"""What a person sees, at 80 and at 120 columns: exit code, stdout, stderr, kept as text."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk, Ran

WIDTHS = (80, 120)


def told(words: tuple[str, ...], ran: Ran) -> str:
    """A call as a snapshot keeps it."""
    line = " ".join(f'"{word}"' if " " in word else word for word in words)
    return f"$ groundplan {line}".rstrip() + f"\nexit {ran.code}\n--- stdout\n{ran.out}--- stderr\n{ran.err}"


def see(desk: Desk, *words: str, columns: int) -> str:
    """Call it, and make sure that it fits."""
    ran = desk.run(*words, columns=columns)
    too_long = [line for line in (ran.out + ran.err).splitlines() if len(line) > columns]
    # errors name paths and commands on one line, to be copied; a difference shows lines as they are
    unfolded = ("error:", "hint:", "next:", "note:", "  +", "  -")
    assert [line for line in too_long if not line.startswith(unfolded)] == []
    return told(words, ran)


@pytest.mark.parametrize("columns", WIDTHS)
class TestScreens:
    def test_the_help(self, desk: Desk, columns: int, matches_snapshot: Callable[[str, str], None]) -> None:
        matches_snapshot(f"help-{columns}", see(desk, "--help", columns=columns))

    def test_home_without_a_plan(
        self, desk: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"home-empty-{columns}", see(desk, columns=columns))

    def test_home_with_a_question(
        self, begun: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        begun.run(
            "ask", "How long may an upload take in all before it counts as failed, and who sees that first?"
        )
        matches_snapshot(f"home-questions-{columns}", see(begun, columns=columns))

    def test_home_with_several_plans(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        written.run(
            "new", "Flexible caching for the grades endpoint", "--name", "grades", "--playbook", "design"
        )
        written.document().write_text(
            written.document().read_text("utf-8").replace("posts", "sends"), "utf-8"
        )
        matches_snapshot(f"home-several-{columns}", see(written, columns=columns))

    def test_a_plan_begun(
        self, desk: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        screen = see(desk, "new", "Retry failed uploads", "--name", "retry-uploads", columns=columns)
        matches_snapshot(f"new-{columns}", screen)

    def test_a_whole_plan(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        written.run("decide", "Full jitter", "--because", "it spreads the load best")
        matches_snapshot(f"show-{columns}", see(written, "show", columns=columns))

    def test_the_ledger(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"log-{columns}", see(written, "log", columns=columns))

    def test_findings(self, begun: Desk, columns: int, matches_snapshot: Callable[[str, str], None]) -> None:
        begun.document().write_text(begun.document().read_text("utf-8").replace("failed", "lost"), "utf-8")
        matches_snapshot(f"check-{columns}", see(begun, "check", columns=columns))

    def test_a_difference(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        # a copied repository has no write to go back to, so this one makes its own
        written.run("ask", "Who pays?", "--not-blocking")
        text = written.document().read_text("utf-8")
        written.document().write_text(
            text.replace("gives up", "stops").replace("full jitter", "jitter"), "utf-8"
        )
        matches_snapshot(f"diff-{columns}", see(written, "diff", columns=columns))

    def test_a_blocked_checkpoint(
        self, begun: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"approve-blocked-{columns}", see(begun, "approve", columns=columns))

    def test_a_call_that_is_not_a_persons(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"approve-pipe-{columns}", see(written, "approve", "ready", columns=columns))

    def test_words_written(
        self, begun: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        begun.run("answer", "1", "All of them")
        (begun.folder / "context.md").write_text("The uploader posts each file once.\n")
        screen = see(begun, "write", "context", "--file", "context.md", columns=columns)
        matches_snapshot(f"write-{columns}", screen)

    def test_a_handover(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"resume-{columns}", told(("resume",), written.run("resume", columns=columns)))

    def test_the_playbooks(
        self, desk: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"playbook-list-{columns}", see(desk, "playbook", "list", columns=columns))

    @pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="the doctor would say so")
    def test_the_doctor(
        self, written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        matches_snapshot(f"doctor-{columns}", see(written, "doctor", columns=columns))


@pytest.mark.parametrize("columns", WIDTHS)
def test_an_approval_as_it_is_seen(
    written: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
) -> None:
    ran = written.attend("approve", script=[("Type `ready`", "ready\n")], columns=columns)
    matches_snapshot(f"approve-first-{columns}", told(("approve",), ran))
    text = written.document().read_text("utf-8").replace("gives up", "stops")
    written.document().write_text(text, "utf-8")
    ran = written.attend("adopt", script=[("Type `adopt`", "adopt\n")], columns=columns)
    matches_snapshot(f"adopt-{columns}", told(("adopt",), ran))
    ran = written.attend("approve", script=[("Type `ready`", "later\n")], columns=columns)
    matches_snapshot(f"approve-again-{columns}", told(("approve",), ran))


def test_colour_marks_meaning(written: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    written.run("ask", "Who pays?")
    coloured = told((), written.run("--color", "always", columns=120)).replace("\x1b", "ESC")
    matches_snapshot("home-coloured-120", coloured)
