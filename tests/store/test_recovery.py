from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.plan.errors import Refused
from groundplan.store import recovery
from groundplan.store.displaced import LONGEST_SAVE, sweep_displaced
from groundplan.store.recovery import (
    YOUNGEST_PRUNED,
    copy_path,
    digest_bytes,
    keep,
    keep_all,
    kept_copies,
    prune,
    read_copy,
)
from groundplan.store.undo import referenced_digests

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.store.change import Saved
    from groundplan.store.paths import Folder

NOW = 2_000_000_000.0
LONG_AGO = NOW - YOUNGEST_PRUNED - 10


def age(root: Path, digest: str, when: float) -> None:
    os.utime(root / ".groundplan/local/recovery" / digest, (when, when))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_what_is_kept_reads_back(folder: Folder, data: bytes) -> None:
    keep_all(folder, [data])
    assert read_copy(folder, digest_bytes(data)) == data


def test_a_copy_says_whose_it_is_and_why(folder: Folder, root: Path) -> None:
    path = keep(folder, b"text", document="plans/x.md", reason="not saved by write 3")
    (copy,) = kept_copies(folder)
    assert (copy.path, copy.document, copy.reason, copy.size) == (
        path,
        "plans/x.md",
        "not saved by write 3",
        4,
    )
    assert (root / path).read_bytes() == b"text"


def test_a_damaged_copy_is_not_given_out_and_is_made_anew(folder: Folder, root: Path) -> None:
    path = root / keep(folder, b"text", document="", reason="")
    path.write_bytes(b"planted")
    assert read_copy(folder, digest_bytes(b"text")) is None
    keep_all(folder, [b"text"])
    assert read_copy(folder, digest_bytes(b"text")) == b"text"


@pytest.mark.parametrize("digest", ["", "../../x", "0" * 63, "0" * 64 + "\n", "Z" * 64])
def test_what_is_no_digest_is_refused(folder: Folder, digest: str) -> None:
    with pytest.raises(Refused, match="is not a digest"):
        copy_path(digest)
    assert read_copy(folder, digest) is None


def test_pruning_takes_the_oldest_until_the_cap_holds(folder: Folder, root: Path) -> None:
    texts = [b"%d" % number * 1000 for number in range(5)]
    for number, text in enumerate(texts):
        keep(folder, text, document="x", reason="y")
        age(root, digest_bytes(text), LONG_AGO + number)
    pruned = prune(folder, referenced=(), cap=2500, now=NOW)
    assert pruned == tuple(map(digest_bytes, texts[:3]))
    assert {copy.digest for copy in kept_copies(folder)} == set(map(digest_bytes, texts[3:]))
    assert len(list((root / ".groundplan/local/recovery").iterdir())) == 4


def test_young_copies_and_those_undo_needs_are_never_pruned(
    folder: Folder, root: Path, write: Callable[..., Saved]
) -> None:
    write({"plans/x.md": b"one"})
    write({"plans/x.md": b"two"})
    keep_all(folder, [b"young", b"old"])
    for copy in kept_copies(folder):
        age(root, copy.digest, LONG_AGO)
    age(root, digest_bytes(b"young"), NOW - YOUNGEST_PRUNED + 10)
    pruned = prune(folder, referenced=referenced_digests(folder), cap=0, now=NOW)
    assert pruned == (digest_bytes(b"old"),)


def test_a_text_needed_again_is_young_again(folder: Folder, root: Path) -> None:
    keep_all(folder, [b"text"])
    age(root, digest_bytes(b"text"), 1000.0)
    keep_all(folder, [b"text"])
    (copy,) = kept_copies(folder)
    assert copy.kept_at > 1000.0


def test_a_save_prunes_now_and_then(
    folder: Folder, root: Path, write: Callable[..., Saved], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("groundplan.store.documents.make_id", lambda: "0" * 16)
    keep_all(folder, [b"old"])
    age(root, digest_bytes(b"old"), 1000.0)
    monkeypatch.setattr(recovery, "SIZE_CAP", 0)
    monkeypatch.setattr(recovery.prune, "__kwdefaults__", {"cap": 0, "now": None})
    write({"plans/x.md": b"one"})
    assert read_copy(folder, digest_bytes(b"old")) is None


def test_displaced_files_go_after_a_while_if_nobody_wrote_into_them(
    folder: Folder, root: Path, write: Callable[..., Saved]
) -> None:
    write({"plans/x.md": b"one"})
    write({"plans/x.md": b"two"})
    place = root / ".groundplan/local/displaced"
    (file,) = place.iterdir()
    moved_at = file.stat().st_ctime
    assert sweep_displaced(folder, now=moved_at + LONGEST_SAVE - 1) == ()
    assert list(place.iterdir()) == [file]
    assert sweep_displaced(folder, now=moved_at + LONGEST_SAVE + 1) == ()
    assert list(place.iterdir()) == []


def test_a_late_save_that_hid_behind_the_clock_is_found_before_the_file_goes(
    folder: Folder, root: Path, write: Callable[..., Saved]
) -> None:
    write({"plans/x.md": b"one"})
    with (root / "plans/x.md").open("r+b") as editor:
        write({"plans/x.md": b"two"})
        sweep_displaced(folder)
        editor.write(b"late")
    (file,) = (root / ".groundplan/local/displaced").iterdir()
    os.utime(file, (1000.0, 1000.0))
    assert sweep_displaced(folder) == ()
    (late,) = sweep_displaced(folder, now=file.stat().st_ctime + LONGEST_SAVE + 1)
    assert (root / late).read_bytes() == b"late"
