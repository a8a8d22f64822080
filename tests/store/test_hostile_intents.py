"""A record of an unfinished write that is torn or made up: not obeyed, and out of the way after one look."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundplan.plan.entry import make_entry_id
from groundplan.store import pending
from groundplan.store.intent import Intent, Swap, write_intent
from groundplan.store.layout import INTENT
from groundplan.store.paths import Folder
from groundplan.store.pending import settle
from groundplan.store.recovery import digest_bytes, keep_all
from groundplan.store.sealed import write_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAN = "plan-1"
EVIL = b"#!/bin/sh\ntouch /tmp/pwned\n"
ID = "0123456789abcdef"
ENTRY = f".groundplan/ledger/{PLAN}/e-{make_entry_id(1)}.json"
SOUND: dict[str, Any] = {
    "id": ID,
    "plan": PLAN,
    "label": "write",
    "swaps": [],
    "files": [],
    "undoes": "",
}


def to(
    path: object, before: object = None, after: object = digest_bytes(EVIL), mode: object = None
) -> dict[str, Any]:
    return {"swaps": [[path, before, after, mode]]}


def adding(path: object, data: object = base64.b64encode(EVIL).decode()) -> dict[str, Any]:
    return {"files": [[path, data]]}


RECORDS: dict[str, dict[str, Any]] = {
    "out of the repository": to("../out.md"),
    "an absolute path": to("/tmp/out.md"),
    "git's own": to(".git/hooks/pre-commit"),
    "the ledger": to(ENTRY),
    "our own files": to(".groundplan/local/lock"),
    "through a link": to("linked/out.md"),
    "a link": to("link.md"),
    "below a file": to("notes.md/out.md"),
    "no text": to(5),
    "nothing": to(None),
    "letters a terminal obeys": to("a\x1b]0;x\x07.md"),
    "too short a row": {"swaps": [["a.md"]]},
    "no rows": {"swaps": "abc"},
    "one document twice": {"swaps": [*to("a.md")["swaps"], *to("a.md")["swaps"]]},
    "a digest that is none": to("a.md", after="zz"),
    "a digest that is a path": to("a.md", before="../../../etc/passwd"),
    "neither there before nor after": to("a.md", after=None),
    "a mode that is none": to("a.md", mode="rwx"),
    "a program of another user": to("a.md", mode=0o4755),
    "settings": adding(".groundplan/config.toml"),
    "signers": adding(".groundplan/allowed_signers"),
    "a playbook": adding(".groundplan/playbooks/x/playbook.toml"),
    "a file of the project": adding("src/x.py"),
    "an entry of another plan": adding(ENTRY.replace(PLAN, "plan-2")),
    "an entry that is none": adding(f".groundplan/ledger/{PLAN}/e-x.json"),
    "a way out of the ledger": adding(f".groundplan/ledger/{PLAN}/../../config.toml"),
    "a file without a path": adding(5),
    "a file that is no text": adding(ENTRY, 5),
    "an id that is a path": {"id": "../../x", **to("a.md")},
    "an id that is none": {"id": 5, **to("a.md")},
    "a plan that is a path": {"plan": "../x", **to("a.md")},
    "what it undoes is a path": {"undoes": "../x"},
    "a label that is no text": {"label": ["x"]},
    "files without end": {"files": [["a" * 300, ""]] * 50},
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    root = tmp_path / "repo"
    (root / ".git/hooks").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/out.md").write_text("secret")
    (root / "notes.md").write_text("mine")
    (root / "linked").symlink_to(tmp_path / "outside")
    (root / "link.md").symlink_to(tmp_path / "outside/out.md")
    with Folder.open(root) as opened:
        keep_all(opened, [EVIL, b"secret", b"mine"])
        yield opened


def intent_of(folder: Folder) -> Path:
    return Path(folder.root, INTENT)


def everything(folder: Folder) -> dict[Path, tuple[int, bytes]]:
    """Return all files here and around, but what is ours alone."""
    found = [each for each in Path(folder.root).parent.rglob("*") if each.is_file()]
    return {
        each: (each.lstat().st_mode, each.read_bytes())
        for each in found
        if "/.groundplan/local" not in str(each)
    }


def plant(folder: Folder, record: dict[str, Any]) -> None:
    """Write a record as whoever seals them does."""
    write_intent(folder, Intent(ID, PLAN, "x"))
    when = json.loads(intent_of(folder).read_text()).get("when")
    write_record(folder, INTENT, {**record, "when": when}, when=when)


def demand_unobeyed(folder: Folder, before: object) -> None:
    (notice,) = settle(folder)
    assert notice.kind in {"foreign", "dropped"}
    assert notice.message.isprintable()
    assert everything(folder) == before
    assert settle(folder) == (), "and nobody meets it again"


@pytest.mark.parametrize("name", RECORDS)
def test_a_made_up_record_is_not_obeyed_though_it_is_sealed(folder: Folder, name: str) -> None:
    before = everything(folder)
    plant(folder, SOUND | RECORDS[name])
    demand_unobeyed(folder, before)


def test_a_label_gives_a_terminal_nothing_to_obey(folder: Folder) -> None:
    write_intent(folder, Intent(ID, PLAN, "\x1b]0;x\x07" * 500))
    (notice,) = settle(folder)
    assert notice.message.isprintable()
    assert len(notice.message) < 1000


def test_a_file_that_gets_the_right_inode_by_chance_was_not_written_here(folder: Folder) -> None:
    # A checkout writes files in the order of their names: on a fresh disk their inodes can be told before.
    before = everything(folder)
    with intent_of(folder).open("w") as file:
        inode = os.fstat(file.fileno()).st_ino
        json.dump({"version": 1, "inode": inode, **SOUND, **to("a.md")}, file)
    demand_unobeyed(folder, before)


@pytest.fixture
def halfway(folder: Folder, write: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return a sound record of a write that was cut off."""
    write({"plans/a.md": b"old"})
    monkeypatch.setattr(pending, "swap", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write({"plans/a.md": b"new"})
    monkeypatch.undo()
    return intent_of(folder).read_bytes()


def test_a_torn_record_is_not_obeyed(folder: Folder, halfway: bytes) -> None:
    for cut in range(0, len(halfway), 7):
        intent_of(folder).write_bytes(halfway[:cut])
        demand_unobeyed(folder, everything(folder))


@settings(max_examples=200)
@given(
    st.fixed_dictionaries(
        {
            key: st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("a.md"),
                lambda inner: (
                    st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
                ),
                max_leaves=6,
            )
            for key in SOUND
        }
    )
)
def test_no_record_makes_it_fail(tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any]) -> None:
    with Folder.open(tmp_path_factory.mktemp("r")) as folder:
        plant(folder, record)
        assert all(notice.message.isprintable() for notice in settle(folder))
        assert settle(folder) == ()
        assert [each.name for each in Path(folder.root).iterdir()] == [".groundplan"]


def test_a_sound_record_is_obeyed(folder: Folder) -> None:
    write_intent(folder, Intent(ID, PLAN, "write", (Swap("a.md", None, digest_bytes(EVIL)),)))
    (notice,) = settle(folder)
    assert notice.kind == "completed"
    assert Path(folder.root, "a.md").read_bytes() == EVIL
