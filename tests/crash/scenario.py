"""What the crash suites write and what must hold afterwards: two documents, one entry and one turn per write.

Every text is computed from its number, so a torn, mixed or lost write cannot pass for a whole one.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.plan.entry import Author, Entry, digest_text, make_entry_id
from groundplan.plan.errors import NotFound
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.ledger import read_ledger, read_turn
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAN = "crash"
DOCUMENTS = ("plans/first.md", "plans/deep/second.md")


@dataclass
class Report:
    """Figures of a run and everything that went wrong in it."""

    suite: str
    figures: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)

    def fault(self, kind: str, message: str) -> None:
        self.figures[kind] += 1
        self.faults.append(f"{kind}: {message}")

    def finish(self) -> int:
        seconds = round(time.monotonic() - self.started, 1)
        figures = {"suite": self.suite, **self.figures, "faults": len(self.faults), "seconds": seconds}
        sys.stdout.write(json.dumps(figures) + "\n")
        for line in self.faults[:20]:
            sys.stderr.write(f"{line}\n")
        return 1 if self.faults else 0


def text_of(document: str, number: int) -> bytes:
    """Return the only text the document may have after write `number`; sizes differ a lot on purpose."""
    lines = 1 + (number * 7919) % 700
    return "".join(f"{document} {number} {line}\n" for line in range(lines)).encode()


def number_of(folder: Folder, document: str) -> int:
    """Return which write the document is of, 0 before the first."""
    try:
        data = read_document(folder, document).data
    except NotFound:
        return 0
    return int(data.split(b"\n", 1)[0].split(b" ")[1])


def make_entry(plan: str, body: dict[str, object], follows: dict[str, str] | None = None) -> Entry:
    at = "2026-01-01T00:00:00Z"
    return Entry(make_entry_id(), plan, "turn", at, Author("user", "A"), follows or {}, body)


def make_change(folder: Folder, number: int) -> Change:
    """Return write `number` over what is on disk."""
    documents = []
    for path in DOCUMENTS:
        with contextlib.suppress(NotFound):
            documents.append(DocumentChange(path, read_document(folder, path).digest, text_of(path, number)))
            continue
        documents.append(DocumentChange(path, None, text_of(path, number)))
    turn = f"turn {number}"
    entry = make_entry(PLAN, {"number": number, "digest": digest_text(turn)})
    return Change(PLAN, documents, [entry], [(entry.id, turn)], label=f"write {number}")


def write_next(folder: Folder) -> int:
    """Do the next write and return its number."""
    number = number_of(folder, DOCUMENTS[0]) + 1
    save(folder, make_change(folder, number))
    return number


def check_state(root: Path, acknowledged: int, report: Report) -> int:
    """Settle and look: everything acknowledged is there, nothing is half. Return the number on disk."""
    with Folder.open(root) as folder:
        settle(folder)
        try:
            numbers = {path: number_of(folder, path) for path in DOCUMENTS}
            texts = {path: read_document(folder, path).data for path in DOCUMENTS if numbers[path]}
        except Exception as error:  # noqa: BLE001  (whatever it is, a document does not read as written)
            report.fault("torn", f"{root}: {error!r}")
            return acknowledged
        number = numbers[DOCUMENTS[0]]
        for path, text in texts.items():
            if text != text_of(path, numbers[path]):
                report.fault("torn", f"{path} of {root}")
        ledger = read_ledger(folder, PLAN)
        entries = sorted(entry.body["number"] for entry in ledger.entries)
        if set(numbers.values()) != {number} or entries != list(range(1, number + 1)):
            report.fault("half", f"documents {numbers}, entries end {entries[-3:]} in {root}")
        if number < acknowledged:
            report.fault("lost", f"acknowledged {acknowledged}, on disk {number} in {root}")
        for damage in ledger.damage:
            report.fault("torn", damage.message)
        for entry in ledger.entries[-2:]:
            if read_turn(folder, PLAN, entry.id, entry.body["digest"]).text is None:
                report.fault("half", f"turn of write {entry.body['number']} in {root}")
        local = root / ".groundplan/local"
        left = list((local / "stage").glob("*")) + list(local.glob("intent*")) if local.exists() else []
        if left:
            report.fault("litter", f"{left}")
    return number


def in_child(work: Callable[[], None]) -> int:
    """Run work in a forked process and return its id; an error in it is exit code 11."""
    child = os.fork()
    if child:
        return child
    code = 11
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001  (a child must never run on into its parent's code)
        traceback.print_exc()
    finally:
        os._exit(code)


@contextlib.contextmanager
def scratch(place: str | None) -> Iterator[Path]:
    """Give a folder to work in, on a real disk unless told otherwise."""
    with tempfile.TemporaryDirectory(prefix="groundplan-crash-", dir=place) as name:
        yield Path(name)


def arguments(description: str | None, **numbers: int) -> argparse.ArgumentParser:
    """Return a parser for a suite's scale; every suite takes `--seed` and `--place`."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    for name, value in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--place", help="folder to work in (default: the system's temporary folder)")
    return parser
