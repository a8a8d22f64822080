"""A writer dies or fails at any of its steps: the next one finds the write whole or absent."""

from __future__ import annotations

import contextlib
import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from groundplan.plan.errors import Refused, Unavailable
from groundplan.store import pending, system
from groundplan.store.documents import read_document
from groundplan.store.ledger import read_ledger
from groundplan.store.paths import Folder
from groundplan.store.pending import settle
from groundplan.store.undo import last_write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.change import Saved
    from groundplan.store.paths import Slot

    Write = Callable[..., Saved]
    Promise = Callable[..., Entry]

PLAN = "plan-1"
FIRST, SECOND = "plans/first.md", "plans/second.md"
STEPS = ("create", "write_all", "sync_file", "sync_folder", "rename_over", "rename_new", "exchange", "remove")


class Died(BaseException):
    """Stands for the end of the process: nothing of ours catches it."""


class Steps:
    """Counts the calls that change the disk and makes the n-th one go wrong."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.at = -1
        self.error: BaseException | None = None
        for name in STEPS:
            monkeypatch.setattr(system, name, self._counted(getattr(system, name)))

    def _counted(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: object) -> object:
            self.count += 1
            if self.count == self.at and self.error is not None:
                raise self.error
            if self.count > self.at and isinstance(self.error, Died) and self.at > 0:
                raise self.error  # the dead do nothing more, not even clean up
            return real(*arguments)

        return call

    def fail(self, at: int, error: BaseException | None) -> None:
        self.count, self.at, self.error = 0, at, error


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(monkeypatch)


def state(folder: Folder) -> tuple[bytes, bytes, int]:
    texts = read_document(folder, FIRST).data, read_document(folder, SECOND).data
    return (*texts, len(read_ledger(folder, PLAN).entries))


@pytest.mark.parametrize(
    "again", [0, 13, *(pytest.param(n, marks=pytest.mark.crash) for n in (1, 5, 9, 17, 21, 25))]
)
def test_dying_at_any_step_leaves_the_write_whole_or_absent(
    folder: Folder, root: Path, write: Write, promise: Promise, steps: Steps, again: int
) -> None:
    write({FIRST: b"0", SECOND: b"0"}, [promise()])
    number, at, finished = 0, 0, False
    while not finished:
        at += 1
        steps.fail(at, Died())
        before = state_of(folder, steps)
        try:
            texts = {FIRST: b"%d" % (number + 1), SECOND: b"%d" % (number + 1)}
            write(texts, [promise()], [])
            finished = True
        except Died:
            pass
        if again:  # the one who comes to finish it dies as well, at another place each time
            steps.fail(1 + (at + again) % 27, Died())
            with contextlib.suppress(Died):
                settle(folder)
        steps.fail(-1, None)
        settle(folder)
        after = state(folder)
        new = (b"%d" % (number + 1), b"%d" % (number + 1), before[2] + 1)
        assert after in ({new} if finished else {before, new}), at
        number += after == new
        assert list((root / ".groundplan/local/stage").iterdir()) == []
        assert not (root / ".groundplan/local/intent.json").exists()
        assert settle(folder) == ()
    assert at > 30


def state_of(folder: Folder, steps: Steps) -> tuple[bytes, bytes, int]:
    kept = steps.count
    try:
        return state(folder)
    finally:
        steps.count = kept


def test_failing_at_any_step_is_said_so_and_the_old_plan_stands(
    folder: Folder, root: Path, write: Write, promise: Promise, steps: Steps
) -> None:
    write({FIRST: b"old", SECOND: b"old"}, [promise()])
    at, finished, told = 0, False, ""
    while not finished:
        at += 1
        steps.fail(at, OSError(28, "No space left on device"))
        try:
            write({FIRST: b"new", SECOND: b"new"}, [promise()])
            # A failure to make the end of the write durable is none of the write's, as everything else is.
            finished = steps.count < at or not (root / ".groundplan/local/intent.json").exists()
        except Unavailable as error:
            told = error.message
        if not finished:
            assert "the disk is full" in told
            assert state(folder) == (b"old", b"old", 1), at
            assert list((root / ".groundplan/local/stage").iterdir()) == []
    steps.fail(-1, None)
    assert state(folder) == (b"new", b"new", 2)
    assert at > 30


def die_between_documents(write: Write, promise: Promise, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a write whose first document is in place and whose second is not."""
    real, done = pending.swap, []

    def swap_once(*arguments: Any) -> None:
        if done:
            raise Died
        done.append(1)
        real(*arguments)

    monkeypatch.setattr(pending, "swap", swap_once)
    with pytest.raises(Died):
        write({FIRST: b"new", SECOND: b"new"}, [promise()], label="write 2")
    monkeypatch.setattr(pending, "swap", real)


@pytest.fixture
def halfway(folder: Folder, write: Write, promise: Promise, monkeypatch: pytest.MonkeyPatch) -> None:
    write({FIRST: b"old", SECOND: b"old"}, [promise()])
    die_between_documents(write, promise, monkeypatch)
    assert read_document(folder, FIRST).data == b"new"
    assert read_document(folder, SECOND).data == b"old"


@pytest.mark.usefixtures("halfway")
def test_the_next_look_finishes_what_was_committed_and_says_so(folder: Folder) -> None:
    (notice,) = settle(folder)
    assert (notice.kind, notice.message) == (
        "completed",
        "The interrupted `write 2` of plan `plan-1` was finished",
    )
    assert state(folder) == (b"new", b"new", 2)
    written = last_write(folder, PLAN)
    assert written is not None
    assert written.label == "write 2"


@pytest.mark.usefixtures("halfway")
def test_the_next_write_finishes_it_first(folder: Folder, write: Write) -> None:
    (notice,) = write({}).notices
    assert notice.kind == "completed"
    assert state(folder) == (b"new", b"new", 2)


@pytest.mark.usefixtures("halfway")
@pytest.mark.parametrize("path", [FIRST, SECOND])
def test_a_person_who_saved_meanwhile_keeps_their_text_and_ours_is_dropped_whole(
    folder: Folder, root: Path, path: str
) -> None:
    (root / path).write_bytes(b"by hand")
    (notice,) = settle(folder)
    assert notice.kind == "dropped"
    assert "was changed by somebody else meanwhile" in notice.message
    assert b"new" in {(root / kept).read_bytes() for kept in notice.kept}
    expected = {FIRST: b"old", SECOND: b"old", path: b"by hand"}
    assert state(folder) == (expected[FIRST], expected[SECOND], 1)


@pytest.mark.usefixtures("halfway")
def test_a_document_deleted_meanwhile_stays_deleted(folder: Folder, root: Path) -> None:
    (root / SECOND).unlink()
    (notice,) = settle(folder)
    assert notice.kind == "dropped"
    assert not (root / SECOND).exists()
    assert (root / FIRST).read_bytes() == b"old"


@pytest.mark.usefixtures("halfway")
def test_a_folder_replaced_by_a_link_meanwhile_is_not_written_through(folder: Folder, root: Path) -> None:
    (root / "plans").rename(root / "elsewhere")
    (root / "plans").symlink_to(root / "elsewhere")
    (notice,) = settle(folder)
    assert notice.kind == "dropped"
    assert (root / "elsewhere/first.md").read_bytes() == b"new"
    assert settle(folder) == ()


@pytest.mark.parametrize("then", ["nothing", "saves again", "deletes"])
def test_a_persons_text_displaced_right_before_a_crash_comes_back(
    folder: Folder, root: Path, write: Write, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    write({FIRST: b"old"})
    real = system.exchange

    def exchange_and_die(staged: Slot, document: Slot) -> None:
        (root / FIRST).write_bytes(b"by hand")
        real(staged, document)
        raise Died

    monkeypatch.setattr(system, "exchange", exchange_and_die)
    with pytest.raises(Died):
        write({FIRST: b"new"})
    monkeypatch.setattr(system, "exchange", real)
    assert (root / FIRST).read_bytes() == b"new"
    if then == "saves again":
        (root / FIRST).write_bytes(b"again")
    elif then == "deletes":
        (root / FIRST).unlink()
    (notice,) = settle(folder)
    assert notice.kind == "dropped"
    assert (root / FIRST).read_bytes() == (b"again" if then == "saves again" else b"by hand")
    assert {b"by hand", b"new"} <= {(root / kept).read_bytes() for kept in notice.kept}
    assert settle(folder) == ()


def test_a_write_whose_copies_were_cleaned_away_is_dropped(
    folder: Folder, root: Path, write: Write, promise: Promise, monkeypatch: pytest.MonkeyPatch
) -> None:
    write({FIRST: b"old", SECOND: b"old"}, [promise()])
    die_between_documents(write, promise, monkeypatch)
    shutil.rmtree(root / ".groundplan/local/recovery")
    shutil.rmtree(root / ".groundplan/local/stage")
    (notice,) = settle(folder)
    assert (notice.kind, "the copy of its text is gone" in notice.message) == ("dropped", True)
    assert state(folder) == (b"old", b"old", 1)


@pytest.mark.usefixtures("halfway")
def test_a_copied_folder_does_not_obey_the_intent_it_brought(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "clone")
    with Folder.open(tmp_path / "clone") as clone:
        (notice,) = settle(clone)
        assert notice.kind == "foreign"
        assert "was not written here" in notice.message
        assert read_document(clone, SECOND).data == b"old"
        assert settle(clone) == ()


@pytest.mark.parametrize(
    "planted",
    [
        json.dumps(
            {
                "version": 1,
                "inode": 4711,
                "id": "0" * 16,
                "plan": PLAN,
                "label": "x",
                "swaps": [["README.md", None, "0" * 64, None]],
                "files": [["README.md", "aGFja2Vk"]],
                "undoes": "",
            }
        ),
        "not json",
        "[]",
        "{}",
    ],
)
def test_a_planted_intent_is_put_aside_and_reported(folder: Folder, root: Path, planted: str) -> None:
    (root / ".groundplan/local").mkdir(parents=True)
    (root / ".groundplan/local/intent.json").write_text(planted)
    (notice,) = settle(folder)
    assert notice.kind == "foreign"
    assert (root / notice.kept[0]).read_text() == planted
    assert not (root / "README.md").exists()
    assert settle(folder) == ()


def test_planted_leftovers_do_not_stop_anybody(folder: Folder, root: Path, write: Write) -> None:
    for place in ("stage", "displaced", "undo/plan-1"):
        planted = root / ".groundplan/local" / place
        planted.mkdir(parents=True)
        (planted / "folder").mkdir()
        (planted / "link").symlink_to("/etc/passwd")
        (planted / "file").write_text("x")
    write({FIRST: b"one"})
    write({FIRST: b"two"})
    assert read_document(folder, FIRST).data == b"two"


def test_looking_at_a_folder_without_groundplan_leaves_no_trace(folder: Folder, root: Path) -> None:
    assert settle(folder) == ()
    assert list(root.iterdir()) == []


def test_a_linked_local_folder_is_refused(folder: Folder, root: Path, write: Write, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (root / ".groundplan").mkdir()
    (root / ".groundplan/local").symlink_to(tmp_path / "outside")
    with pytest.raises(Refused, match=r"leads through `\.groundplan/local`, which is a symbolic link"):
        write({FIRST: b"one"})
    assert list((tmp_path / "outside").iterdir()) == []
