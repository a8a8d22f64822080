from __future__ import annotations

import os
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Changed, Misused, NotFound, Refused, Unavailable, Unreadable
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.ledger import read_ledger, read_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.change import Saved
    from groundplan.store.paths import Folder

    Write = Callable[..., Saved]
    Promise = Callable[..., Entry]

PLAN = "plan-1"
FIRST, SECOND = "plans/first.md", "plans/deep/second.md"
ANY = b"# Plan\r\n\ttext \xff\xfe \x00 no final newline"


def tree(root: Path) -> set[str]:
    """Every file outside groundplan's own folder."""
    files = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return {name for name in files if not name.startswith(".groundplan/")}


def test_a_document_reads_back_byte_for_byte(folder: Folder, write: Write) -> None:
    saved = write({FIRST: ANY})
    read = read_document(folder, FIRST)
    assert (read.path, read.data, read.digest) == (FIRST, ANY, saved.digests[FIRST])


def test_documents_entries_and_turns_are_written_together(
    folder: Folder, write: Write, promise: Promise
) -> None:
    entry = promise(said="yes")
    write({FIRST: b"one", SECOND: b"two"}, [entry], [(entry.id, "hello ✓")])
    assert read_ledger(folder, PLAN).entries == (entry,)
    assert read_document(folder, SECOND).data == b"two"
    digest = "8b3b7d2f"
    assert read_turn(folder, PLAN, entry.id, digest).damage is not None


def test_nothing_but_the_documents_and_our_folder_is_written(root: Path, write: Write) -> None:
    (root / "src").mkdir()
    (root / "src/main.py").write_text("code")
    write({FIRST: b"one", SECOND: b"two"})
    write({FIRST: b"three", SECOND: None})
    assert tree(root) == {FIRST, "src/main.py"}


def test_the_local_folder_hides_itself_from_git(root: Path, write: Write, promise: Promise) -> None:
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    entry = promise()
    write({FIRST: b"one"}, [entry], [(entry.id, "private words")])
    listed = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.split()
    assert set(listed) - {"??"} == {FIRST, f".groundplan/ledger/{PLAN}/e-{entry.id}.json"}


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes")
def test_the_conversation_is_for_its_owner_alone(root: Path, write: Write) -> None:
    write({FIRST: b"one"})
    assert stat.S_IMODE((root / ".groundplan/local").stat().st_mode) & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes")
@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664, 0o755])
def test_a_document_keeps_its_mode(root: Path, write: Write, mode: int, exchange: str) -> None:
    write({FIRST: b"one"})
    (root / FIRST).chmod(mode)
    write({FIRST: b"two"})
    assert stat.S_IMODE((root / FIRST).stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_document_keeps_its_owner(root: Path, write: Write) -> None:
    write({FIRST: b"one"})
    os.chown(root / FIRST, 1234, 4321)
    write({FIRST: b"two"})
    found = (root / FIRST).stat()
    assert (found.st_uid, found.st_gid) == (1234, 4321)


def test_a_document_may_be_deleted_and_moved_in_one_write(root: Path, write: Write, exchange: str) -> None:
    write({FIRST: b"one"})
    write({SECOND: b"one", FIRST: None})
    assert tree(root) == {SECOND}


def test_a_write_over_a_text_the_caller_did_not_see_is_refused_and_kept(
    folder: Folder, root: Path, write: Write, promise: Promise
) -> None:
    seen = write({FIRST: b"one"}).digests[FIRST]
    (root / FIRST).write_bytes(b"by hand")
    change = Change(PLAN, [DocumentChange(FIRST, seen, b"mine")], [promise()], label="write 2")
    with pytest.raises(Changed, match="was changed since it was read") as caught:
        save(folder, change)
    assert (root / FIRST).read_bytes() == b"by hand"
    assert read_ledger(folder, PLAN).entries == ()
    (kept,) = caught.value.kept
    assert kept in caught.value.message
    assert (root / kept).read_bytes() == b"mine"


def test_a_caller_who_tries_again_anyway_may_do_without_the_copy(folder: Folder, write: Write) -> None:
    write({FIRST: b"one"})
    change = Change(PLAN, [DocumentChange(FIRST, "0" * 64, b"mine")], keeps_refused=False)
    with pytest.raises(Changed) as caught:
        save(folder, change)
    assert caught.value.kept == ()


@pytest.mark.parametrize(
    ("there", "seen", "why"),
    [(b"x", None, "is there already"), (None, "0" * 64, "was deleted or renamed meanwhile")],
)
def test_a_document_that_appeared_or_vanished_is_a_change(
    folder: Folder, root: Path, there: bytes | None, seen: str | None, why: str
) -> None:
    if there is not None:
        (root / "plans").mkdir()
        (root / FIRST).write_bytes(there)
    with pytest.raises(Changed, match=why):
        save(folder, Change(PLAN, [DocumentChange(FIRST, seen, b"mine")]))
    assert tree(root) == ({FIRST} if there else set())


def test_an_entry_stands_only_if_the_document_does(
    folder: Folder, root: Path, write: Write, promise: Promise
) -> None:
    write({FIRST: b"one"})
    seen = read_document(folder, FIRST)
    unchanged = [DocumentChange(FIRST, seen.digest, seen.data)]
    before = (root / FIRST).stat()
    save(folder, Change(PLAN, unchanged, [promise(approved=1)]))
    assert (root / FIRST).stat().st_ino == before.st_ino
    (root / FIRST).write_bytes(b"other")
    with pytest.raises(Changed):
        save(folder, Change(PLAN, unchanged, [promise(approved=2)]))
    assert [entry.body for entry in read_ledger(folder, PLAN).entries] == [{"approved": 1}]


def test_the_same_entry_twice_is_written_once_and_another_under_its_id_is_refused(
    folder: Folder, write: Write, promise: Promise
) -> None:
    entry = promise(n=1)
    write({}, [entry])
    write({}, [entry])
    assert read_ledger(folder, PLAN).entries == (entry,)
    forged = type(entry)(entry.id, PLAN, "approval", entry.at, entry.by)
    with pytest.raises(Refused, match="there already with other content"):
        write({FIRST: b"text"}, [forged])
    assert read_ledger(folder, PLAN).entries == (entry,)
    with pytest.raises(NotFound):
        read_document(folder, FIRST)


def test_an_entry_that_could_not_be_read_back_is_not_written(write: Write, promise: Promise) -> None:
    for body in ({"n": float("nan")}, {"n": {1, 2}}, {"n": "\udc80"}, {"n": "x" * 2_100_000}):
        with pytest.raises(Misused, match="cannot be written"):
            write({}, [promise(**body)])
    with pytest.raises(Misused, match="belongs to plan `other`"):
        write({}, [promise(plan="other")])


@pytest.mark.parametrize(
    "path",
    [
        ".groundplan/ledger/plan-1/x.json",
        ".groundplan/local/intent.json",
        ".groundplan/talk/x.md",
        ".groundplan",
        ".GroundPlan/Ledger/x.json",
        ".groundplan/LOCAL/lock",
        ".git/hooks/pre-commit",
        "../outside.md",
    ],
)
def test_a_document_is_never_one_of_our_own_files_or_gits(folder: Folder, root: Path, path: str) -> None:
    with pytest.raises(Refused):
        save(folder, Change(PLAN, [DocumentChange(path, None, b"x")]))
    assert list(root.iterdir()) == []


def test_words_that_make_no_sense_are_misused(folder: Folder, write: Write) -> None:
    for documents in (
        [DocumentChange(FIRST, None, b"a"), DocumentChange(FIRST, None, b"b")],
        [DocumentChange(FIRST, None, None)],
    ):
        with pytest.raises(Misused):
            save(folder, Change(PLAN, documents))
    with pytest.raises(Misused, match="neither `local` nor `committed`"):
        write({}, talk_policy="public")
    with pytest.raises(Refused, match="Plan id"):
        save(folder, Change("../x", [DocumentChange(FIRST, None, b"a")], talk=[("0" * 26, "x")]))


def test_five_megabytes_are_read_and_more_is_said_to_be_too_much(
    folder: Folder, root: Path, write: Write
) -> None:
    (root / "plans").mkdir()
    (root / FIRST).write_bytes(b"x" * 5_000_000)
    assert len(read_document(folder, FIRST).data) == 5_000_000
    (root / FIRST).write_bytes(b"x" * 5_000_001)
    with pytest.raises(Unreadable, match="larger than 5 MB"):
        read_document(folder, FIRST)
    with pytest.raises(Refused, match="at most 5 MB"):
        write({SECOND: b"x" * 5_000_001})
    with pytest.raises(Unreadable, match="larger than 5 MB"):
        save(folder, Change(PLAN, [DocumentChange(FIRST, "0" * 64, b"")]))


def test_a_missing_document_offers_near_names(folder: Folder, write: Write) -> None:
    write({"plans/retry-policy.md": b"x"})
    with pytest.raises(NotFound, match=r"`plans/retry-polcy\.md` does not exist") as caught:
        read_document(folder, "plans/retry-polcy.md")
    assert "`retry-policy.md`" in caught.value.hint


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes")
def test_a_write_protected_document_is_left_alone(root: Path, write: Write) -> None:
    write({FIRST: b"one"})
    (root / FIRST).chmod(0o444)
    with pytest.raises(Unavailable, match="is write-protected") as caught:
        write({FIRST: b"two"})
    assert caught.value.hint == f"`chmod u+w {FIRST}`"
    assert (root / FIRST).read_bytes() == b"one"


def test_a_write_without_a_plan_has_documents_only(folder: Folder, root: Path) -> None:
    save(folder, Change("", [DocumentChange(".groundplan/config.toml", None, b"version = 1\n")]))
    assert (root / ".groundplan/config.toml").read_bytes() == b"version = 1\n"
    assert not (root / ".groundplan/local/undo").exists()
