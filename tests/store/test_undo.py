from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import NotFound
from groundplan.store.documents import read_document
from groundplan.store.paths import Folder
from groundplan.store.undo import KEPT_WRITES, before_image, last_write, writes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.change import Saved

    Write = Callable[..., Saved]

PLAN = "plan-1"
FIRST, SECOND = "plans/first.md", "plans/second.md"


def test_the_last_write_knows_what_it_did(
    folder: Folder, write: Write, promise: Callable[..., Entry]
) -> None:
    write({FIRST: b"one"}, label="write 1")
    entry = promise()
    saved = write({FIRST: b"two", SECOND: b"new"}, [entry], label="write 2")
    last = last_write(folder, PLAN)
    assert last is not None
    assert (last.id, last.label, last.entries) == (saved.id, "write 2", (entry.id,))
    assert [(each.path, before_image(folder, each)) for each in last.documents] == [
        (FIRST, b"one"),
        (SECOND, None),
    ]
    assert [each.after for each in last.documents] == list(saved.digests.values())


def test_a_plan_never_written_has_no_last_write(folder: Folder, write: Write) -> None:
    assert last_write(folder, PLAN) is None
    write({}, [])
    assert last_write(folder, PLAN) is None


def test_undoing_again_and_again_goes_further_back(folder: Folder, write: Write) -> None:
    for text in (b"one", b"two", b"three"):
        write({FIRST: text})
    for expected in (b"two", b"one", None):
        last = last_write(folder, PLAN)
        assert last is not None
        text = before_image(folder, last.documents[0])
        assert text == expected
        write({FIRST: text}, undoes=last.id)
    assert last_write(folder, PLAN) is None
    with pytest.raises(NotFound):
        read_document(folder, FIRST)


def test_order_is_by_number_whatever_the_clock_says(
    folder: Folder, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for label, now in (("first", 2e9), ("second", 1e9), ("third", 1.5e9)):
        monkeypatch.setattr("time.time", lambda now=now: now)
        write({FIRST: label.encode()}, label=label)
    assert [each.label for each in writes(folder, PLAN)] == ["third", "second", "first"]


def test_only_the_last_writes_are_remembered(folder: Folder, write: Write) -> None:
    for number in range(KEPT_WRITES + 5):
        write({FIRST: b"%d" % number}, label=str(number))
    labels = [each.label for each in writes(folder, PLAN)]
    assert labels == [str(number) for number in range(KEPT_WRITES + 4, 4, -1)]


def test_a_record_that_came_with_the_repository_is_not_believed(
    folder: Folder, root: Path, write: Write, tmp_path: Path
) -> None:
    write({FIRST: b"one"})
    shutil.copytree(root, tmp_path / "clone")
    with Folder.open(tmp_path / "clone") as clone:
        assert writes(clone, PLAN) == ()
    planted = root / ".groundplan/local/undo" / PLAN / "99999999-0123456789abcdef.json"
    planted.write_text(json.dumps({"version": 1, "inode": 1}))
    write({FIRST: b"two"})
    assert len(writes(folder, PLAN)) == 2


def test_a_text_that_is_no_longer_kept_is_said_so(folder: Folder, root: Path, write: Write) -> None:
    write({FIRST: b"one"})
    write({FIRST: b"two"})
    last = last_write(folder, PLAN)
    assert last is not None
    copy = root / ".groundplan/local/recovery" / str(last.documents[0].before)
    copy.write_bytes(b"altered")
    with pytest.raises(NotFound, match="no longer saved") as caught:
        before_image(folder, last.documents[0])
    assert "git log -p" in caught.value.hint
