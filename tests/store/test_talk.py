from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.plan.entry import digest_text
from groundplan.plan.errors import Refused
from groundplan.store.ledger import TurnText, read_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.change import Saved
    from groundplan.store.paths import Folder

    Write = Callable[..., Saved]

PLAN = "plan-1"
WORDS = "Why not reuse `retry`?\n\tIt has – backoff. \U0001f44d\r\nend"


@pytest.fixture
def turn(promise: Callable[..., Entry]) -> Entry:
    return promise(digest=digest_text(WORDS))


def path_of(turn: Entry, policy: str) -> str:
    folder = {"local": ".groundplan/local/talk", "committed": ".groundplan/talk"}[policy]
    return f"{folder}/{PLAN}/e-{turn.id}.md"


@pytest.mark.parametrize("policy", ["local", "committed"])
def test_words_are_kept_where_the_policy_says_and_read_back_exactly(
    folder: Folder, root: Path, write: Write, turn: Entry, policy: str
) -> None:
    write({}, [turn], [(turn.id, WORDS)], talk_policy=policy)
    assert (root / path_of(turn, policy)).read_bytes() == WORDS.encode()
    assert read_turn(folder, PLAN, turn.id, digest_text(WORDS)) == TurnText(WORDS)


@pytest.mark.parametrize("policy", ["local", "committed"])
def test_words_under_their_former_name_are_read(
    folder: Folder, root: Path, write: Write, turn: Entry, policy: str
) -> None:
    write({}, [turn], [(turn.id, WORDS)], talk_policy=policy)
    path = root / path_of(turn, policy)
    path.rename(path.with_name(f"{turn.id}.md"))
    assert read_turn(folder, PLAN, turn.id, digest_text(WORDS)) == TurnText(WORDS)


@pytest.mark.parametrize("altered", [b"Other words", WORDS.encode() + b" ", b"\xff", b""])
def test_altered_words_are_reported_and_not_given_out(
    folder: Folder, root: Path, write: Write, turn: Entry, altered: bytes
) -> None:
    write({}, [turn], [(turn.id, WORDS)])
    (root / path_of(turn, "local")).write_bytes(altered)
    read = read_turn(folder, PLAN, turn.id, digest_text(WORDS))
    assert read.text is None
    assert read.damage is not None
    assert read.damage.place == path_of(turn, "local")


def test_words_that_are_not_here_are_no_damage(folder: Folder, turn: Entry) -> None:
    assert read_turn(folder, PLAN, turn.id, digest_text(WORDS)) == TurnText(None)


def test_sound_committed_words_make_up_for_altered_local_ones(
    folder: Folder, root: Path, write: Write, turn: Entry
) -> None:
    write({}, [turn], [(turn.id, WORDS)])
    write({}, [], [(turn.id, WORDS)], talk_policy="committed")
    (root / path_of(turn, "local")).write_text("forged")
    assert read_turn(folder, PLAN, turn.id, digest_text(WORDS)).text == WORDS


def test_line_ends_changed_by_git_are_undone(folder: Folder, root: Path, write: Write, turn: Entry) -> None:
    words = "one\ntwo\n"
    write({}, [turn], [(turn.id, words)], talk_policy="committed")
    (root / path_of(turn, "committed")).write_bytes(b"one\r\ntwo\r\n")
    assert read_turn(folder, PLAN, turn.id, digest_text(words)).text == words


def test_linked_words_are_reported(folder: Folder, root: Path, write: Write, turn: Entry) -> None:
    write({}, [turn], [(turn.id, WORDS)])
    path = root / path_of(turn, "local")
    path.rename(root / "outside")
    path.symlink_to(root / "outside")
    read = read_turn(folder, PLAN, turn.id, digest_text(WORDS))
    assert read.damage is not None
    assert "symbolic link" in read.damage.message


def test_an_id_that_leads_elsewhere_is_refused(folder: Folder, write: Write) -> None:
    for turn_id in ("../../config", "x", "0" * 25 + "/"):
        with pytest.raises(Refused, match="Entry id"):
            read_turn(folder, PLAN, turn_id, "")
        with pytest.raises(Refused, match="Entry id"):
            write({}, [], [(turn_id, "words")])


def test_a_turn_too_long_to_read_back_is_refused(write: Write, turn: Entry) -> None:
    with pytest.raises(Refused, match="longer than"):
        write({}, [turn], [(turn.id, "x" * 600_000)])
