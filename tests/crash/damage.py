"""Damage a ledger in every way we know: all of it must be seen, and what is left must be what was written.

Every file is cut at every byte; bits are flipped; every entry is removed, renamed, doubled, copied to another
plan and put in another's place. Full scale: `python tests/crash/damage.py --entries 20 --flips 5000`.
"""

from __future__ import annotations

import random
import shutil
import sys
from typing import TYPE_CHECKING

import scenario

from groundplan.plan.entry import Entry, make_entry_id
from groundplan.store.change import Change
from groundplan.store.documents import save
from groundplan.store.ledger import read_ledger
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAN, OTHER = scenario.PLAN, "other"


class Ground:
    """A ledger whose every entry but the last is followed by a later one."""

    def __init__(self, root: Path, count: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.place = root / ".groundplan/ledger" / PLAN
        self.folder = Folder.open(root)
        self.entries: list[Entry] = []
        for number in range(count):
            earlier = self.entries[-1:] + self.chance.sample(self.entries, k=min(2, number))
            follows = {entry.id: entry.digest for entry in earlier}
            self.entries.append(scenario.make_entry(PLAN, {"text": "✓ words " * (number % 9)}, follows))
        save(self.folder, Change(PLAN, entries=self.entries))
        self.texts = {entry.id: self.path(entry).read_bytes() for entry in self.entries}

    def path(self, entry: Entry) -> Path:
        return self.place / f"e-{entry.id}.json"

    def look(self, kind: str, report: scenario.Report) -> None:
        """Count one damage; it must be seen, and only entries as they were written may be given out."""
        report.figures[kind] += 1
        ledger = read_ledger(self.folder, PLAN)
        if not ledger.damage:
            report.fault("unseen", kind)
        if any(entry not in self.entries for entry in ledger.entries):
            report.fault("invented", kind)

    def mend(self, entry: Entry) -> None:
        self.path(entry).write_bytes(self.texts[entry.id])


def cut(ground: Ground, report: scenario.Report) -> None:
    for entry in ground.entries:
        for length in range(len(ground.texts[entry.id])):
            ground.path(entry).write_bytes(ground.texts[entry.id][:length])
            ground.look("cut", report)
        ground.mend(entry)


def flip(ground: Ground, report: scenario.Report, flips: int) -> None:
    for _ in range(flips):
        entry = ground.chance.choice(ground.entries)
        data = bytearray(ground.texts[entry.id])
        data[ground.chance.randrange(len(data))] ^= 1 << ground.chance.randrange(8)
        ground.path(entry).write_bytes(data)
        ground.look("flipped", report)
        ground.mend(entry)


def misplace(ground: Ground, report: scenario.Report) -> None:
    for entry in ground.entries:
        for kind in _misplaced(ground, entry):
            ground.look(kind, report)
            for file in ground.place.iterdir():
                file.unlink()
            for each in ground.entries:
                ground.mend(each)


def _misplaced(ground: Ground, entry: Entry) -> Iterator[str]:
    path = ground.path(entry)
    if entry is not ground.entries[-1]:  # nobody can miss the last one: no survivor follows it
        path.unlink()
        yield "removed"
    path.rename(ground.place / f"e-{make_entry_id()}.json")
    yield "renamed"
    shutil.copy(path, ground.place / f"e-{make_entry_id()}.json")
    yield "doubled"
    path.write_bytes(ground.texts[ground.chance.choice([e.id for e in ground.entries if e is not entry])])
    yield "put in another's place"
    path.write_text(scenario.make_entry(OTHER, {"text": "x"}).to_json())
    yield "copied from another plan"
    if entry is not ground.entries[-1]:
        forged = Entry(entry.id, PLAN, "approval", entry.at, entry.by, entry.follows, {"forged": True})
        path.write_text(forged.to_json())
        yield "forged under a followed id"


def main() -> int:
    asked = scenario.arguments(__doc__, entries=20, flips=5000).parse_args()
    report = scenario.Report("damage")
    with scenario.scratch(asked.place) as root:
        ground = Ground(root, asked.entries, asked.seed)
        if read_ledger(ground.folder, PLAN).damage:
            report.fault("unsound", "the ledger is damaged before anything was done to it")
        cut(ground, report)
        flip(ground, report, asked.flips)
        misplace(ground, report)
        ground.folder.close()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
