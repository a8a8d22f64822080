"""Many writers add lines to one document by compare-and-set; every acknowledged line must be there at last.

Full scale: `python tests/crash/writers.py --writers 16 --saves 50`. With `--broken lock` faults must show.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import mutants
import scenario

from groundplan.plan.errors import Changed
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.ledger import read_ledger
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = "plans/shared.md"


def write_lines(root: Path, writer: int, saves: int, conflicts: int) -> None:
    """Add this writer's lines one by one, trying again whenever somebody was quicker."""
    chance = random.Random(writer)
    with Folder.open(root) as folder:
        for number in range(saves):
            while not _add_line(folder, f"{writer} {number}"):
                os.write(conflicts, b".")
                time.sleep(chance.uniform(0, 0.05))


def _add_line(folder: Folder, line: str) -> bool:
    seen = read_document(folder, DOCUMENT)
    change = Change(
        "shared",
        [DocumentChange(DOCUMENT, seen.digest, seen.data + f"{line}\n".encode())],
        [scenario.make_entry("shared", {"line": line})],
        label=line,
        keeps_refused=False,
    )
    try:
        save(folder, change, timeout=120)
    except Changed:
        return False
    return True


def main() -> int:
    parser = scenario.arguments(__doc__, writers=16, saves=50)
    parser.add_argument("--broken", choices=mutants.NAMES)
    asked = parser.parse_args()
    if asked.broken:
        mutants.break_store(asked.broken)
    report = scenario.Report("writers")
    with scenario.scratch(asked.place) as root:
        (root / "plans").mkdir()
        (root / DOCUMENT).write_bytes(b"")
        reader, conflicts = os.pipe()
        children = [
            scenario.in_child(lambda writer=writer: write_lines(root, writer, asked.saves, conflicts))
            for writer in range(asked.writers)
        ]
        os.close(conflicts)
        with os.fdopen(reader, "rb") as pipe:
            report.figures["conflicts"] = len(pipe.read())
        for child in children:
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
                report.fault("stopped", f"writer {child} ended with an error")
        compare(root, asked.writers * asked.saves, report)
    return report.finish()


def compare(root: Path, expected: int, report: scenario.Report) -> None:
    with Folder.open(root) as folder:
        settle(folder)
        lines = Counter(read_document(folder, DOCUMENT).data.decode().splitlines())
        ledger = read_ledger(folder, "shared")
    entries = Counter(entry.body["line"] for entry in ledger.entries)
    report.figures["kept"] = len(lines)
    if len(lines) != expected or len(entries) != expected:
        report.fault("lost", f"{expected} lines written, {len(lines)} in the text, {len(entries)} entries")
    for line, count in (lines + entries).items():
        if count != 2:
            report.fault("uneven", f"line {line}: {lines[line]} in the text, {entries[line]} entries")
    for damage in ledger.damage:
        report.fault("torn", damage.message)


if __name__ == "__main__":
    sys.exit(main())
