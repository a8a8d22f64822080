"""A file is added only where the goal names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack

FILES = {
    "shop/storages/file_storage.py": "class FileStorage:\n    def save(self, name):\n        return name\n",
    "shop/cli.py": "def main():\n    return 0\n",
}


def pack_of(goal: str) -> EvidencePack:
    return gather_pack(MadeIndex(dict(FILES)), None, goal)


@pytest.mark.req("S1-05")
def test_a_path_the_goal_names_and_that_is_not_there_is_the_new_file() -> None:
    (new,) = pack_of("Create shop/storages/tape.py to keep old receipts").new_files
    assert new.path == "shop/storages/tape.py"


@pytest.mark.parametrize(
    "goal",
    [
        "Add a cloud storage that saves files",
        "Add a timeout to `FileStorage.save`",
        "Fix shop/storages/tape.py",
        "Add what /etc/hosts.txt and lib/other/x.py do",
    ],
)
def test_no_other_file_is_new(goal: str) -> None:
    assert pack_of(goal).new_files == ()


@pytest.mark.parametrize(
    ("goal", "said", "near"),
    [
        ("Change shop/storages/dsk.py to keep receipts", "shop/storages/dsk.py", "shop/storages/disk.py"),
        ("Update `Disk.sav` to sync", "Disk.sav", "Disk.save"),
        ("Let `read_recipts` read all of them", "read_recipts", "read_receipts"),
    ],
)
def test_a_slip_in_a_goal_is_missing_with_what_is_nearest(goal: str, said: str, near: str) -> None:
    pack = slipped(goal)
    assert pack.new_files == ()
    assert dict(pack.missing) == {said: (near,)}


@pytest.mark.parametrize(
    "goal",
    [
        "Add shop/storages/disc.py to keep receipts",
        "Add `Disk.saved` to tell what was saved",
        "Add retries to shop/storages/disk2.py",
        "Write a `read_receipt` that reads one",
    ],
)
def test_what_a_goal_makes_is_no_slip(goal: str) -> None:
    assert slipped(goal).missing == ()


def slipped(goal: str) -> EvidencePack:
    disk = "class Disk:\n    def save(self, name):\n        pass\n\n\ndef read_receipts():\n    pass\n"
    return gather_pack(MadeIndex({"shop/storages/disk.py": disk}), None, goal)
