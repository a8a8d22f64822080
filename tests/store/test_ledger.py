from __future__ import annotations

import itertools
import json
import os
import random
import shutil
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.errors import Refused
from groundplan.store.ledger import Ledger, list_plan_ids, read_ledger
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.store.change import Saved

    Write = Callable[..., Saved]
    Promise = Callable[..., Entry]

PLAN = "plan-1"


@pytest.fixture
def chain(write: Write, promise: Promise) -> list[Entry]:
    """Three entries, each following the one before; the last one carries all kinds of values."""
    first = promise(n=1)
    second = promise(first, n=2)
    third = promise(second, text='é ✓ "\\\n', nested={"a": [1, 2.5, None, True]})
    write({}, [first, second, third])
    return [first, second, third]


@pytest.fixture
def place(root: Path) -> Path:
    return root / ".groundplan/ledger" / PLAN


def kinds(ledger: Ledger) -> list[str]:
    return [damage.kind for damage in ledger.damage]


def test_entries_read_back_as_they_were_written(folder: Folder, chain: list[Entry]) -> None:
    assert read_ledger(folder, PLAN) == Ledger(tuple(chain))


def test_a_plan_without_a_ledger_has_no_entries(folder: Folder) -> None:
    assert read_ledger(folder, "none") == Ledger()
    assert list_plan_ids(folder) == ()


def test_plans_are_found_by_their_ledgers(folder: Folder, root: Path, chain: list[Entry]) -> None:
    (root / ".groundplan/ledger/other_plan").mkdir()
    (root / ".groundplan/ledger/not a plan").mkdir()
    assert list_plan_ids(folder) == ("other_plan", PLAN)


@pytest.mark.parametrize("plan_id", ["", "..", "a/b", ".hidden", "a" * 65, "a\n", "é", "a\0"])
def test_an_id_that_is_no_plain_name_is_refused(folder: Folder, plan_id: str) -> None:
    with pytest.raises(Refused, match="Plan id"):
        read_ledger(folder, plan_id)


def test_a_file_cut_at_any_byte_is_seen_and_nothing_is_invented(
    folder: Folder, place: Path, chain: list[Entry]
) -> None:
    file = place / f"e-{chain[2].id}.json"
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        ledger = read_ledger(folder, PLAN)
        only_the_line_end = length == len(whole) - 1
        assert ledger.entries == tuple(chain[:2]), length
        assert kinds(ledger) == ["altered" if only_the_line_end else "torn"], length


def test_a_flipped_bit_is_seen(folder: Folder, place: Path, chain: list[Entry]) -> None:
    file = place / f"e-{chain[2].id}.json"
    whole = file.read_bytes()
    chance = random.Random(1)
    for _ in range(600):
        at, bit = chance.randrange(len(whole)), 1 << chance.randrange(8)
        file.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
        ledger = read_ledger(folder, PLAN)
        assert (ledger.entries, len(ledger.damage)) == (tuple(chain[:2]), 1), (at, bit)


@pytest.mark.parametrize("key", ["kind", "at", "plan", "id", "by", "follows", "body", "version", "digest"])
def test_an_altered_or_removed_field_is_seen(
    folder: Folder, place: Path, chain: list[Entry], key: str
) -> None:
    file = place / f"e-{chain[2].id}.json"
    data = json.loads(file.read_text())
    for altered in ({**data, key: "other"}, {name: value for name, value in data.items() if name != key}):
        file.write_text(json.dumps(altered))
        ledger = read_ledger(folder, PLAN)
        assert ledger.entries == tuple(chain[:2])
        assert ledger.damage[0].kind in {"altered", "torn"}
        assert ledger.damage[0].place == f".groundplan/ledger/{PLAN}/e-{chain[2].id}.json"


def test_a_field_too_many_is_seen_though_the_digest_does_not_cover_it(
    folder: Folder, place: Path, chain: list[Entry]
) -> None:
    file = place / f"e-{chain[0].id}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "signer": "ada"}))
    assert kinds(read_ledger(folder, PLAN)) == ["altered"]


def test_an_entry_of_a_newer_format_is_said_to_be_newer(
    folder: Folder, place: Path, chain: list[Entry]
) -> None:
    file = place / f"e-{chain[2].id}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "version": 99}))
    (damage,) = read_ledger(folder, PLAN).damage
    assert damage.kind == "newer"
    assert "newer than" in damage.message


def test_line_ends_changed_by_git_are_no_damage(folder: Folder, place: Path, chain: list[Entry]) -> None:
    for file in place.iterdir():
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert read_ledger(folder, PLAN) == Ledger(tuple(chain))


def test_conflict_markers_are_seen(folder: Folder, place: Path, chain: list[Entry]) -> None:
    file = place / f"e-{chain[0].id}.json"
    text = file.read_text()
    file.write_text(f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n")
    assert kinds(read_ledger(folder, PLAN)) == ["torn"]


@pytest.mark.parametrize("number", [0, 1])
def test_a_removed_entry_that_a_survivor_follows_is_missed(
    folder: Folder, place: Path, chain: list[Entry], number: int
) -> None:
    (place / f"e-{chain[number].id}.json").unlink()
    (damage,) = read_ledger(folder, PLAN).damage
    assert damage.kind == "missing"
    assert damage.place.endswith(f"/e-{chain[number].id}.json")
    assert f"`{chain[number + 1].id}` follows it" in damage.message


def test_a_damaged_entry_is_reported_once_not_again_as_missing(
    folder: Folder, place: Path, chain: list[Entry]
) -> None:
    (place / f"e-{chain[0].id}.json").write_text("{")
    assert kinds(read_ledger(folder, PLAN)) == ["torn"]


def test_a_forged_entry_in_place_of_one_that_is_followed_is_seen(
    folder: Folder, place: Path, chain: list[Entry]
) -> None:
    real = chain[0]
    forged = Entry(real.id, PLAN, "approval", real.at, Author("user", channel="terminal"))
    (place / f"e-{real.id}.json").write_text(forged.to_json())
    ledger = read_ledger(folder, PLAN)
    assert (ledger.entries, kinds(ledger)) == (tuple(chain[1:]), ["replaced"])


def test_an_entry_copied_from_another_plan_is_seen(
    folder: Folder, root: Path, chain: list[Entry], promise: Promise
) -> None:
    shutil.copytree(root / ".groundplan/ledger" / PLAN, root / ".groundplan/ledger/plan-2")
    ledger = read_ledger(folder, "plan-2")
    assert ledger.entries == ()
    assert set(kinds(ledger)) == {"foreign"}
    assert "copied from another plan, `plan-1`" in ledger.damage[0].message


def test_a_renamed_or_doubled_entry_is_seen(folder: Folder, place: Path, chain: list[Entry]) -> None:
    name = f"e-{make_entry_id()}.json"
    shutil.copy(place / f"e-{chain[0].id}.json", place / name)
    assert kinds(read_ledger(folder, PLAN)) == ["misnamed"]
    other = Entry(chain[0].id, PLAN, "approval", "2026-01-01T00:00:00Z", Author("user"))
    (place / name).write_text(other.to_json())
    ledger = read_ledger(folder, PLAN)
    assert (kinds(ledger), ledger.entries) == (["twice"], tuple(chain))
    (place / name).unlink()
    (place / f"e-{chain[2].id}.json").rename(place / "approval.json")
    assert kinds(read_ledger(folder, PLAN)) == ["misnamed"]


def test_the_name_of_an_entry_begins_with_a_letter(place: Path, chain: list[Entry]) -> None:
    assert {file.name for file in place.iterdir()} == {f"e-{entry.id}.json" for entry in chain}


@pytest.mark.parametrize("renamed", [(0,), (1,), (0, 1, 2), (1, 2)])
def test_entries_under_their_former_names_read_in_the_same_order(
    folder: Folder, place: Path, chain: list[Entry], renamed: tuple[int, ...]
) -> None:
    for number in renamed:
        (place / f"e-{chain[number].id}.json").rename(place / f"{chain[number].id}.json")
    assert read_ledger(folder, PLAN) == Ledger(tuple(chain))


def test_an_entry_under_both_names_is_one_entry(folder: Folder, place: Path, chain: list[Entry]) -> None:
    shutil.copy(place / f"e-{chain[1].id}.json", place / f"{chain[1].id}.json")
    assert read_ledger(folder, PLAN) == Ledger(tuple(chain))


@pytest.mark.parametrize("forged_name", ["{}.json", "e-{}.json"])
def test_another_entry_under_the_second_name_of_one_is_seen(
    folder: Folder, place: Path, chain: list[Entry], forged_name: str
) -> None:
    shutil.copy(place / f"e-{chain[1].id}.json", place / f"{chain[1].id}.json")
    forged = Entry(chain[1].id, PLAN, "approval", "2026-01-01T00:00:00Z", Author("user", channel="terminal"))
    (place / forged_name.format(chain[1].id)).write_text(forged.to_json())
    ledger = read_ledger(folder, PLAN)
    assert forged not in ledger.entries
    assert "twice" in kinds(ledger)


@pytest.mark.parametrize("name", ["{}.json", "e-{}.json"])
def test_damage_names_the_file_that_is_there(
    folder: Folder, place: Path, chain: list[Entry], name: str
) -> None:
    (place / f"e-{chain[0].id}.json").unlink()
    forged = Entry(chain[0].id, PLAN, "approval", "2026-01-01T00:00:00Z", Author("user", channel="terminal"))
    file = place / name.format(chain[0].id)
    file.write_text(forged.to_json())
    assert [(d.kind, d.place.rpartition("/")[2]) for d in read_ledger(folder, PLAN).damage] == [
        ("replaced", file.name)
    ]
    file.write_text("{")
    assert [(d.kind, d.place.rpartition("/")[2]) for d in read_ledger(folder, PLAN).damage] == [
        ("torn", file.name)
    ]


@pytest.mark.skipif(os.name != "posix", reason="POSIX file kinds")
def test_what_is_no_plain_file_is_seen_and_not_followed(
    folder: Folder, place: Path, chain: list[Entry], tmp_path: Path
) -> None:
    (place / f"e-{chain[2].id}.json").rename(tmp_path / "outside.json")
    (place / f"e-{chain[2].id}.json").symlink_to(tmp_path / "outside.json")
    os.mkfifo(place / f"e-{make_entry_id()}.json")
    (place / f"e-{make_entry_id()}.json").mkdir()
    ledger = read_ledger(folder, PLAN)
    assert (ledger.entries, kinds(ledger)) == (tuple(chain[:2]), ["special"] * 3)


def test_other_files_in_the_folder_are_no_entries(folder: Folder, place: Path, chain: list[Entry]) -> None:
    for name in (".DS_Store", "notes.txt", f"e-{chain[0].id}.json.orig", f"e-{chain[0].id}.json~"):
        (place / name).write_text("x")
    assert read_ledger(folder, PLAN) == Ledger(tuple(chain))


@pytest.mark.parametrize(
    "content", [b"\xff\xfe{\x00", b"", b"null", b"[]", b"[" * 100_000, b"{" * 50, b"\xef\xbb\xbf{}"]
)
def test_any_bytes_are_reported_never_raised(
    folder: Folder, place: Path, chain: list[Entry], content: bytes
) -> None:
    (place / f"e-{make_entry_id()}.json").write_bytes(content)
    ledger = read_ledger(folder, PLAN)
    assert (ledger.entries, len(ledger.damage)) == (tuple(chain), 1)


@pytest.mark.skipif(os.name != "posix", reason="such names exist only there")
def test_names_from_a_hostile_folder_are_printable_in_messages(
    folder: Folder, place: Path, chain: list[Entry]
) -> None:
    evil = Entry("\x1b[2Jx", PLAN, "turn", "2026-01-01T00:00:00Z", Author("user"), {"\x1b]0;owned\x07": "0"})
    (place / "\x1b[31m.json").write_text(evil.to_json())
    (place / f"e-{make_entry_id()}.json").write_text(
        Entry("x", "\x1b[2J", "turn", "", Author("user")).to_json()
    )
    ledger = read_ledger(folder, PLAN)
    assert len(ledger.damage) == 2
    assert all(damage.message.isprintable() and damage.place.isprintable() for damage in ledger.damage)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sets(st.integers(0, 5)), st.randoms())
def test_removing_any_entries_is_seen_unless_nothing_follows_them(
    tmp_path_factory: pytest.TempPathFactory, gone: set[int], chance: random.Random
) -> None:
    place = tmp_path_factory.mktemp("repo")
    ledger_folder = place / ".groundplan/ledger" / PLAN
    ledger_folder.mkdir(parents=True)
    entries: list[Entry] = []
    for number in range(6):
        parents = chance.sample(entries, k=min(len(entries), chance.randrange(3)))
        follows = {entry.id: entry.digest for entry in parents}
        entries.append(
            Entry(make_entry_id(), PLAN, "turn", f"2026-01-01T00:00:0{number}Z", Author("user"), follows)
        )
    left = [entry for number, entry in enumerate(entries) if number not in gone]
    for entry in left:
        (ledger_folder / f"e-{entry.id}.json").write_text(entry.to_json())
    with Folder.open(place) as folder:
        ledger = read_ledger(folder, PLAN)
    followed = set(itertools.chain.from_iterable(entry.follows for entry in left))
    missed = {entries[number].id for number in gone} & followed
    assert {damage.place.rpartition("/")[2] for damage in ledger.damage} == {
        f"e-{id_}.json" for id_ in missed
    }
    assert set(kinds(ledger)) <= {"missing"}
    assert ledger.entries == tuple(sorted(left, key=lambda entry: entry.id))
