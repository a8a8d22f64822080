"""The samples are put together here, so that this file itself holds no secret of any shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import NotFound, Refused
from groundplan.store.documents import read_document
from groundplan.store.ledger import read_ledger

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.change import Saved
    from groundplan.store.paths import Folder

    Write = Callable[..., Saved]

GITHUB = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zAbCdE"
AWS = "AKI" + "A" + "Q2B3C4D5E6F7GZH3"


def test_a_secret_in_a_document_is_refused_with_its_place_and_never_shown(
    folder: Folder, write: Write, promise: Callable[..., Entry]
) -> None:
    with pytest.raises(Refused, match=r"`plans/x\.md:2:7` holds a secret") as caught:
        write({"plans/x.md": f"# Plan\ntoken {GITHUB}\n".encode()}, [promise()])
    assert GITHUB not in caught.value.message + caught.value.hint
    assert read_ledger(folder, "plan-1").entries == ()
    with pytest.raises(NotFound):
        read_document(folder, "plans/x.md")


def test_a_secret_in_the_talk_or_an_entry_is_refused(
    root: Path, write: Write, promise: Callable[..., Entry]
) -> None:
    turn = promise()
    with pytest.raises(Refused, match=rf"turn {turn.id}:1:1` holds a secret"):
        write({}, [turn], [(turn.id, AWS)])
    with pytest.raises(Refused, match="holds a secret"):
        write({}, [promise(answer=GITHUB)])
    assert not list((root / ".groundplan").glob("ledger/*/*"))
    assert not list((root / ".groundplan/local").glob("recovery/*"))


def test_a_secret_a_person_wrote_before_does_not_stop_other_writes(
    folder: Folder, root: Path, write: Write
) -> None:
    secret = GITHUB.encode()
    (root / "plans").mkdir()
    (root / "plans/x.md").write_bytes(b"old\r\n" + secret)
    write({"plans/x.md": b"new\r\n\r\n" + secret})
    with pytest.raises(Refused, match=r"x\.md:2:1"):
        write({"plans/x.md": secret + b"\n" + AWS.encode()})
    write({"plans/x.md": b"clean"})
    saved = write({"plans/x.md": b"old\r\n" + secret}, undoes="0" * 16)
    assert saved.digests["plans/x.md"] == read_document(folder, "plans/x.md").digest
