"""Code that moves there, back and on, and forged moves of it: only a person chooses among equal places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forging import DESIGN as PLAN
from forging import forge_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from desk import Desk

LINES, MOVED = "src/upload.py:10-48", "src/upload.py:12-50"
CALLER = "src/routes.py::post_file"
UPLOAD, SENDING, PROD = "src/upload.py", "src/sending.py", "src/prod.py"


def push_down(desk: Desk) -> None:
    desk.path(UPLOAD).write_text("# one\n# two\n" + desk.read(UPLOAD))
    desk.commit("Comment on it")


def rename(desk: Desk, old: str, new: str) -> None:
    desk.git("mv", old, new)
    desk.commit(f"Rename {old}")


def pull_up(desk: Desk) -> None:
    desk.path(UPLOAD).write_text(desk.read(UPLOAD).removeprefix("# one\n# two\n"))
    desk.commit("Comment no more")


def revert(desk: Desk) -> None:
    """Undo the newest commit of code; the plan's own lie between."""
    newest = desk.git("log", "--format=%H", "-1", "--", "src").strip()
    desk.git("revert", "--no-edit", newest)


def both(desk: Desk) -> None:
    desk.path(UPLOAD).write_text("# one\n# two\n" + desk.read(UPLOAD))
    rename(desk, UPLOAD, SENDING)


WAYS: dict[str, tuple[Callable[[Desk], None], ...]] = {
    "lines there and back": (push_down, pull_up),
    "lines reverted": (push_down, revert),
    "lines on and on": (push_down, push_down, push_down),
    "lines there, back, there": (push_down, pull_up, push_down),
    "file there and back": (lambda d: rename(d, UPLOAD, SENDING), lambda d: rename(d, SENDING, UPLOAD)),
    "file reverted": (lambda d: rename(d, UPLOAD, SENDING), revert),
    "file on and on": (lambda d: rename(d, UPLOAD, SENDING), lambda d: rename(d, SENDING, "src/posting.py")),
    "lines, then file": (push_down, lambda d: rename(d, UPLOAD, SENDING)),
    "both at once, reverted": (both, revert),
    "symbol there and back": (
        lambda d: rename(d, "src/routes.py", "src/paths.py"),
        lambda d: rename(d, "src/paths.py", "src/routes.py"),
    ),
}


@pytest.mark.parametrize("steps", WAYS.values(), ids=WAYS)
def test_an_approval_holds_wherever_its_code_goes(
    approved: Desk, steps: tuple[Callable[[Desk], None], ...]
) -> None:
    for step in steps:
        step(approved)
        assert approved.states()["3"] == "blocked", "a moved citation blocks until it is mended, no more"
        assert approved.agent("rebase", "--json").json()["approvals_hold"]
        assert approved.states()["3"] == "passed"
        approved.commit("Follow it in the plan")


@pytest.mark.parametrize("steps", [WAYS["lines, then file"], WAYS["file on and on"]])
def test_it_holds_though_the_code_is_changed_after_that(
    approved: Desk, steps: tuple[Callable[[Desk], None], ...]
) -> None:
    for step in steps:
        step(approved)
        approved.agent("rebase")
        approved.commit("Follow it in the plan")
    path = next(each for each in (SENDING, "src/posting.py") if approved.path(each).exists())
    approved.path(path).write_text(approved.read(path).replace("200", "201"))
    approved.commit("Do the work")
    assert approved.states()["3"] == "passed"


def copied(desk: Desk, path: str = PROD) -> str:
    desk.path(path).write_text(desk.read(UPLOAD))
    return LINES.replace(UPLOAD, path)


def approve_again(desk: Desk) -> None:
    for ran in (
        desk.person("revoke", "3", "--because", "look again"),
        desk.person("approve", "3", typed="3"),
    ):
        assert ran.code == 0, ran.said
    desk.commit("Approve it again")


def spoil(desk: Desk) -> None:
    desk.path(UPLOAD).write_text(desk.read(UPLOAD).replace("200", "201"))


def test_a_copy_is_no_move_though_the_code_changed_in_its_place(approved: Desk) -> None:
    new = copied(approved)
    spoil(approved)
    approved.commit("Add a copy, change the code")
    forge_move(approved, "2.1", LINES, new)
    assert approved.states()["3"] == "stale"


@pytest.mark.parametrize("chosen", [0, 1])
def test_of_two_places_with_the_same_text_nobody_but_a_person_chooses(approved: Desk, chosen: int) -> None:
    news = [
        copied(approved, path)
        for path in ("a/upload.py", "b/upload.py")
        if not approved.path(path).parent.mkdir()
    ]
    approved.path(UPLOAD).unlink()
    approved.commit("Split it in two")
    before = approved.read(PLAN)
    done = approved.agent("rebase", "--json").json()
    assert done["moved"] == []
    assert any(each.startswith(f"`{LINES}`") for each in done["questions"])
    assert LINES in before
    assert LINES in approved.read(PLAN)
    forge_move(approved, "2.1", LINES, news[chosen])
    assert approved.states()["3"] == "stale"


def test_a_copy_that_was_there_at_the_approval_is_not_what_is_left_of_the_code(approved: Desk) -> None:
    """The copy stands in for the removed code, made to look like a rename by two commits."""
    new = copied(approved)
    approved.commit("Have it twice")
    approve_again(approved)
    approved.path(PROD).unlink()
    approved.commit("Make way")
    rename(approved, UPLOAD, PROD)
    assert approved.agent("rebase", "--json").json()["moved"] == []
    forge_move(approved, "2.1", LINES, new)
    assert approved.states()["3"] == "stale"


def test_where_the_code_was_before_the_approval_is_no_move_since(approved: Desk) -> None:
    push_down(approved)
    approved.agent("rebase")
    approved.commit("Follow it in the plan")
    approve_again(approved)
    old = approved.git("rev-list", "--max-parents=0", "HEAD").strip()
    spoil(approved)
    approved.commit("Change it")
    forge_move(approved, "2.1", MOVED, LINES, commit=old)
    assert approved.states()["3"] == "stale"


def test_a_symbol_that_was_changed_on_its_way_is_other_code(approved: Desk) -> None:
    approved.path("src/routes.py").write_text(
        approved.read("src/routes.py").replace("(name, data)", "(data, name)")
    )
    rename(approved, "src/routes.py", "src/paths.py")
    forge_move(approved, "2.1", CALLER, CALLER.replace("routes", "paths"))
    assert approved.states()["3"] == "stale"


def test_code_that_was_changed_at_both_places_is_at_neither(approved: Desk) -> None:
    rename(approved, UPLOAD, PROD)
    forge_move(approved, "2.1", LINES, LINES.replace(UPLOAD, PROD))
    approved.path(UPLOAD).write_text(approved.read(PROD).replace("200", "201"))
    approved.path(PROD).write_text(approved.read(PROD).replace("200", "202"))
    approved.commit("Have it at both places, changed")
    assert approved.states()["3"] == "stale"
