"""The ways through the store that the fault suite walks, and what must hold after each, whatever failed."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import scenario

from groundplan.plan.entry import digest_text
from groundplan.plan.errors import NotFound
from groundplan.store import pending
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.ledger import read_ledger, read_turn
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.store.swap import Step

FIRST, SECOND = scenario.DOCUMENTS
MOVED = "plans/moved.md"
HUMAN = b"written by a person\n"
WRITES = 2


class Save:
    """Two documents, an entry and a turn in one write."""

    def prepare(self, root: Path) -> None:
        with Folder.open(root) as folder:
            for _ in range(WRITES):
                scenario.write_next(folder)

    def walk(self, folder: Folder) -> None:
        scenario.write_next(folder)

    def check(self, root: Path, *, acknowledged: bool, report: scenario.Report) -> None:
        scenario.check_state(root, WRITES + acknowledged, report)


class Create(Save):
    """The first write ever: folders, documents and entry are all new."""

    def prepare(self, root: Path) -> None:
        """Leave the folder empty."""

    def check(self, root: Path, *, acknowledged: bool, report: scenario.Report) -> None:
        scenario.check_state(root, int(acknowledged), report)


class Approve(Save):
    """An entry and a turn over documents that must stand as they were seen."""

    plan = "approve"

    def walk(self, folder: Folder) -> None:
        entry = scenario.make_entry(self.plan, {"digest": digest_text("yes")})
        seen = [read_document(folder, path) for path in scenario.DOCUMENTS]
        documents = [DocumentChange(each.path, each.digest, each.data) for each in seen]
        save(folder, Change(self.plan, documents, [entry], [(entry.id, "yes")], label="approve"))

    def check(self, root: Path, *, acknowledged: bool, report: scenario.Report) -> None:
        scenario.check_state(root, WRITES, report)
        with Folder.open(root) as folder:
            ledger = read_ledger(folder, self.plan)
            if ledger.damage or (acknowledged and not ledger.entries):
                report.fault("lost", f"entry in {root}: {ledger.damage}")
            for entry in ledger.entries:
                if read_turn(folder, self.plan, entry.id, entry.body["digest"]).text is None:
                    report.fault("half", f"an entry without its turn in {root}")


class Move(Save):
    """A document gets another name: one path is deleted, another created, with an entry."""

    plan = "move"

    def walk(self, folder: Folder) -> None:
        seen = read_document(folder, FIRST)
        documents = [DocumentChange(MOVED, None, seen.data), DocumentChange(FIRST, seen.digest, None)]
        save(folder, Change(self.plan, documents, [scenario.make_entry(self.plan, {})], label="move"))

    def check(self, root: Path, *, acknowledged: bool, report: scenario.Report) -> None:
        with Folder.open(root) as folder:
            settle(folder)
            found = {path: text for path in (FIRST, MOVED) if (text := _text(folder, path)) is not None}
            entries = len(read_ledger(folder, self.plan).entries)
        if list(found.values()) != [scenario.text_of(FIRST, WRITES)] or (MOVED in found) != (entries == 1):
            report.fault("half", f"{sorted(found)} with {entries} entries in {root}")
        if acknowledged and MOVED not in found:
            report.fault("lost", f"move in {root}")


class Settle(Save):
    """Finishing a write whose writer died between its two documents."""

    def prepare(self, root: Path) -> None:
        super().prepare(root)
        _die_between_documents(root)

    def walk(self, folder: Folder) -> None:
        settle(folder)

    def check(self, root: Path, *, acknowledged: bool, report: scenario.Report) -> None:
        scenario.check_state(root, WRITES, report)


class Drop(Settle):
    """Taking such a write back, because a person saved the other document before anybody could finish it."""

    def prepare(self, root: Path) -> None:
        super().prepare(root)
        (root / SECOND).write_bytes(HUMAN)

    def check(self, root: Path, *, acknowledged: bool, report: scenario.Report) -> None:
        with Folder.open(root) as folder:
            settle(folder)
            texts = _text(folder, FIRST), _text(folder, SECOND)
            entries = len(read_ledger(folder, scenario.PLAN).entries)
        if texts != (scenario.text_of(FIRST, WRITES), HUMAN) or entries != WRITES:
            report.fault("half", f"{[(text or b'')[:30] for text in texts]}, {entries} entries in {root}")


PATHS: dict[str, Save] = {
    "save": Save(),
    "create": Create(),
    "approve": Approve(),
    "move": Move(),
    "settle": Settle(),
    "drop": Drop(),
}


def _text(folder: Folder, path: str) -> bytes | None:
    try:
        return read_document(folder, path).data
    except NotFound:
        return None


def _die_between_documents(root: Path) -> None:
    def work() -> None:
        whole, done = pending.swap, []

        def swap_once(folder: Folder, step: Step) -> None:
            if done:
                os.kill(os.getpid(), signal.SIGKILL)
            done.append(step)
            whole(folder, step)

        pending.swap = swap_once
        with Folder.open(root) as folder:
            scenario.write_next(folder)

    os.waitpid(scenario.in_child(work), 0)
