"""A person saves again and again without any lock while engine writers write the same document.

The person's editor saves in turn by renaming, by emptying the file and filling it in two halves, and by
writing the whole text with CRLF. Each save adds one line to what the editor has read. A line counts as
recoverable if it is in the document or in a kept copy. Full scale: `python tests/crash/human.py --saves 1000
--writers 4`. With `--broken verify` or `--broken displaced` faults must show.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from typing import TYPE_CHECKING

import mutants
import scenario

from groundplan.plan.errors import Changed, Unavailable
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = "plans/shared.md"


def write_engine_lines(root: Path, writer: int, counts: int) -> None:
    """Add lines until killed, each over what was just read."""
    number = 0
    with Folder.open(root) as folder:
        while True:
            seen = read_document(folder, DOCUMENT)
            new = seen.data + f"engine {writer} {number}\n".encode()
            entry = scenario.make_entry("shared", {"line": f"{writer} {number}"})
            change = Change("shared", [DocumentChange(DOCUMENT, seen.digest, new)], [entry])
            try:
                save(folder, change, timeout=60)
                os.write(counts, b"s")
                number += 1
            except Changed:
                os.write(counts, b"c")
            except Unavailable:
                os.write(counts, b"u")


def save_by_hand(path: Path, number: int, chance: random.Random, pace: int) -> None:
    """Read the document as an editor does, add a line, and save it in one of three ways."""
    text = path.read_bytes().replace(b"\r\n", b"\n")
    text += f"human {number}\n".encode()
    time.sleep(chance.uniform(0, 0.004))  # a person looks at the text between reading and saving
    style = number % 3
    if style == 0:
        beside = path.with_name(f".{path.name}.swp")
        beside.write_bytes(text)
        beside.replace(path)
    elif style == 1:
        with path.open("wb", buffering=0) as file:
            file.write(text[: len(text) // 2])
            time.sleep(chance.uniform(0, 0.04) * pace)  # slow enough for a writer to read the half text
            file.write(text[len(text) // 2 :])
    else:
        path.write_bytes(text.replace(b"\n", b"\r\n"))


def main() -> int:
    parser = scenario.arguments(__doc__, saves=1000, writers=4, pace=1)
    parser.add_argument("--broken", choices=mutants.NAMES)
    asked = parser.parse_args()
    if asked.broken:
        mutants.break_store(asked.broken)
    report = scenario.Report("human")
    with scenario.scratch(asked.place) as root:
        path = root / DOCUMENT
        path.parent.mkdir()
        path.write_bytes(b"start\n")
        reader, counts = os.pipe()
        children = [
            scenario.in_child(lambda writer=writer: write_engine_lines(root, writer, counts))
            for writer in range(asked.writers)
        ]
        os.close(counts)
        chance = random.Random(asked.seed)
        for number in range(asked.saves):
            save_by_hand(path, number, chance, asked.pace)
            time.sleep(chance.uniform(0, 0.06) * asked.pace)
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        with os.fdopen(reader, "rb") as pipe:
            told = pipe.read()
        report.figures.update(
            {"human_saves": asked.saves, "engine_saves": told.count(b"s"), "conflicts": told.count(b"c")}
        )
        compare(root, asked.saves, report)
    return report.finish()


def compare(root: Path, saves: int, report: scenario.Report) -> None:
    with Folder.open(root) as folder:
        for notice in settle(folder):
            report.figures[f"notice_{notice.kind}"] += 1
    document = (root / DOCUMENT).read_bytes()
    copies = [
        file.read_bytes()
        for file in (root / ".groundplan/local/recovery").iterdir()
        if not file.name.endswith(".json")
    ]
    in_document = lines_of(document)
    in_copies = set().union(*map(lines_of, copies))
    report.figures["copies"] = len(copies)
    for number in range(saves):
        line = f"human {number}".encode()
        if line not in in_document and line not in in_copies:
            report.fault("unrecoverable", f"{line.decode()} (style {number % 3})")


def lines_of(text: bytes) -> set[bytes]:
    return set(text.replace(b"\r\n", b"\n").split(b"\n")[:-1])


if __name__ == "__main__":
    sys.exit(main())
