"""A person saves in the middle of our write: their text is never destroyed, and ours is whole or absent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Changed
from groundplan.store import swap, system
from groundplan.store.documents import read_document
from groundplan.store.ledger import read_ledger
from groundplan.store.pending import settle
from groundplan.store.recovery import kept_copies

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.change import Saved
    from groundplan.store.paths import Folder, Slot

    Write = Callable[..., Saved]
    Promise = Callable[..., Entry]

FIRST, SECOND = "plans/first.md", "plans/second.md"
HUMAN = b"by hand\r\n"


def by_rename(path: Path) -> None:
    beside = path.with_name("x.tmp")
    beside.write_bytes(HUMAN)
    beside.replace(path)


def in_place(path: Path) -> None:
    path.write_bytes(HUMAN)


def around_exchange(
    monkeypatch: pytest.MonkeyPatch, *, before: dict[int, Callable[[], None]], path: str = SECOND
) -> None:
    """Let a person act right before the n-th exchange of a document."""
    real, count = system.exchange, [0]

    def exchange(staged: Slot, document: Slot) -> None:
        if document.path == path:
            count[0] += 1
            before.get(count[0], lambda: None)()
        real(staged, document)

    monkeypatch.setattr(system, "exchange", exchange)


def copies(folder: Folder, root: Path) -> set[bytes]:
    return {(root / copy.path).read_bytes() for copy in kept_copies(folder)}


def stage_is_empty(root: Path) -> bool:
    local = root / ".groundplan/local"
    return not list((local / "stage").iterdir()) and not (local / "intent.json").exists()


@pytest.mark.parametrize("save_by_hand", [by_rename, in_place])
def test_a_save_by_hand_right_before_the_exchange_wins(
    folder: Folder,
    root: Path,
    write: Write,
    promise: Promise,
    monkeypatch: pytest.MonkeyPatch,
    save_by_hand: Callable[[Path], None],
) -> None:
    write({FIRST: b"one", SECOND: b"two"})
    around_exchange(monkeypatch, before={1: lambda: save_by_hand(root / SECOND)})
    with pytest.raises(Changed, match=r"`plans/second\.md` was saved by somebody else meanwhile") as caught:
        write({FIRST: b"ONE", SECOND: b"TWO"}, [promise()])
    assert (root / FIRST).read_bytes() == b"one"
    assert (root / SECOND).read_bytes() == HUMAN
    assert read_ledger(folder, "plan-1").entries == ()
    assert {b"ONE", b"TWO", HUMAN} <= {(root / path).read_bytes() for path in caught.value.kept}
    assert stage_is_empty(root)


def test_a_second_save_by_hand_while_the_first_is_put_back_wins(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({SECOND: b"two"})
    saves = {n: lambda n=n: (root / SECOND).write_bytes(b"hand %d" % n) for n in (1, 2, 3)}
    around_exchange(monkeypatch, before=saves)
    with pytest.raises(Changed):
        write({SECOND: b"TWO"})
    assert (root / SECOND).read_bytes() == b"hand 3"
    assert {b"hand 1", b"hand 3", b"TWO"} <= copies(folder, root)
    assert stage_is_empty(root)


def test_an_editor_that_saves_without_end_loses_nothing(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({SECOND: b"two"})
    saves = {n: lambda n=n: by_rename_text(root / SECOND, b"hand %d" % n) for n in range(1, 200)}
    around_exchange(monkeypatch, before=saves)
    with pytest.raises(Changed):
        write({SECOND: b"TWO"})
    saved = {b"hand %d" % n for n in range(1, 22)}
    assert saved <= copies(folder, root) | {(root / SECOND).read_bytes()}


def by_rename_text(path: Path, text: bytes) -> None:
    beside = path.with_name("x.tmp")
    beside.write_bytes(text)
    beside.replace(path)


def test_a_document_deleted_right_before_the_exchange_stays_deleted(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({FIRST: b"one", SECOND: b"two"})
    around_exchange(monkeypatch, before={1: (root / SECOND).unlink})
    with pytest.raises(Changed, match="deleted or renamed meanwhile"):
        write({FIRST: b"ONE", SECOND: b"TWO"})
    assert not (root / SECOND).exists()
    assert (root / FIRST).read_bytes() == b"one"
    assert stage_is_empty(root)


def test_a_document_deleted_while_it_is_put_back_is_kept_as_a_copy(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({SECOND: b"two"})
    around_exchange(monkeypatch, before={1: lambda: in_place(root / SECOND), 2: (root / SECOND).unlink})
    with pytest.raises(Changed):
        write({SECOND: b"TWO"})
    assert not (root / SECOND).exists()
    assert HUMAN in copies(folder, root)


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_a_document_that_becomes_no_file_is_put_back_as_it_is(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    write({SECOND: b"two"})
    (root / "target").write_bytes(b"elsewhere")

    def replace() -> None:
        (root / SECOND).unlink()
        (root / SECOND).symlink_to(root / "target") if kind == "link" else (root / SECOND).mkdir()

    around_exchange(monkeypatch, before={1: replace})
    with pytest.raises(Changed):
        write({SECOND: b"TWO"})
    assert (root / SECOND).is_symlink() if kind == "link" else (root / SECOND).is_dir()
    assert (root / "target").read_bytes() == b"elsewhere"


def test_a_document_created_meanwhile_is_not_replaced(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch, exchange: str
) -> None:
    real = system.rename_new

    def rename_new(source: Slot, target: Slot) -> None:
        if target.path == SECOND:
            (root / SECOND).write_bytes(HUMAN)
        real(source, target)

    monkeypatch.setattr(system, "rename_new", rename_new)
    with pytest.raises(Changed, match="was created by somebody else meanwhile"):
        write({FIRST: b"ONE", SECOND: b"TWO"})
    assert (root / SECOND).read_bytes() == HUMAN
    assert not (root / FIRST).exists()
    assert stage_is_empty(root)


def test_a_document_saved_right_before_it_is_deleted_stays(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch, exchange: str
) -> None:
    write({SECOND: b"two"})
    real, done = system.rename_new, []

    def rename_new(source: Slot, target: Slot) -> None:
        if source.path == SECOND and not done:
            done.append((root / SECOND).write_bytes(HUMAN))
        real(source, target)

    monkeypatch.setattr(system, "rename_new", rename_new)
    with pytest.raises(Changed):
        write({FIRST: b"moved", SECOND: None})
    assert (root / SECOND).read_bytes() == HUMAN
    assert not (root / FIRST).exists()
    assert HUMAN in copies(folder, root)


def test_a_document_moved_away_right_before_it_is_deleted_is_a_change(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({SECOND: b"two"})
    real = system.rename_new

    def rename_new(source: Slot, target: Slot) -> None:
        if source.path == SECOND:
            (root / SECOND).rename(root / "moved.md")
        real(source, target)

    monkeypatch.setattr(system, "rename_new", rename_new)
    with pytest.raises(Changed, match="deleted or renamed meanwhile"):
        write({FIRST: b"moved", SECOND: None})
    assert (root / "moved.md").read_bytes() == b"two"
    assert not (root / FIRST).exists()


def test_a_document_saved_twice_while_it_is_deleted_keeps_the_second_text(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({SECOND: b"two"})
    real = system.rename_new

    def rename_new(source: Slot, target: Slot) -> None:
        if SECOND in {source.path, target.path}:
            (root / SECOND).write_bytes(HUMAN if source.path == SECOND else b"again")
        real(source, target)

    monkeypatch.setattr(system, "rename_new", rename_new)
    with pytest.raises(Changed):
        write({SECOND: None})
    assert (root / SECOND).read_bytes() == b"again"
    assert HUMAN in copies(folder, root)
    assert stage_is_empty(root)


def test_a_person_who_saves_over_our_text_before_it_is_rolled_back_wins(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({FIRST: b"one", SECOND: b"two"})

    def both() -> None:
        in_place(root / SECOND)
        (root / FIRST).write_bytes(b"over yours")

    around_exchange(monkeypatch, before={1: both})
    with pytest.raises(Changed):
        write({FIRST: b"ONE", SECOND: b"TWO"})
    assert (root / FIRST).read_bytes() == b"over yours"
    assert (root / SECOND).read_bytes() == HUMAN


def test_an_editor_still_writing_into_the_displaced_file_is_noticed(
    folder: Folder, root: Path, write: Write, exchange: str
) -> None:
    if exchange == "copy":
        pytest.skip("without a second name the displaced file cannot be kept, only its text")
    write({FIRST: b"one"})
    with (root / FIRST).open("r+b", buffering=0) as editor:
        write({FIRST: b"two"})
        editor.write(b"half of")
        (first,) = settle(folder)
        editor.write(b" the text")
        (second,) = settle(folder)
    assert first.kind == second.kind == "late"
    assert (root / first.kept[0]).read_bytes() == b"half of"
    assert (root / second.kept[0]).read_bytes() == b"half of the text"
    assert (root / FIRST).read_bytes() == b"two"
    assert {copy.document for copy in kept_copies(folder) if copy.reason} == {FIRST}
    assert settle(folder) == ()


def test_the_next_write_notices_a_late_save_too(root: Path, write: Write) -> None:
    write({FIRST: b"one"})
    with (root / FIRST).open("r+b", buffering=0) as editor:
        write({FIRST: b"two"})
        editor.write(b"late")
    (notice,) = write({FIRST: b"three"}).notices
    assert notice.kind == "late"
    assert (root / FIRST).read_bytes() == b"three"


def test_a_put_back_that_fails_is_made_good_by_the_next_look(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({SECOND: b"two"})
    real, count = system.exchange, [0]

    def exchange(staged: Slot, document: Slot) -> None:
        count[0] += 1
        if count[0] == 1:
            in_place(root / SECOND)
        elif count[0] < 4:
            raise OSError(5, os.strerror(5))
        real(staged, document)

    monkeypatch.setattr(system, "exchange", exchange)
    with pytest.raises(Exception, match="half way through"):
        write({SECOND: b"TWO"})
    (notice,) = settle(folder)
    assert notice.kind == "dropped"
    assert (root / SECOND).read_bytes() == HUMAN
    assert read_document(folder, SECOND).data == HUMAN
    assert swap.SPECIAL not in notice.kept
