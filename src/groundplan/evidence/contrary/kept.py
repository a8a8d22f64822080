"""Finds that what a goal would read from a file is kept as a value in the code, and who keeps it in step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.kinds import FileReader, KeptValue, Writer
from groundplan.evidence.contrary.wanted import Reading, readings, roots
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.evidence.contrary.kinds import Kept
    from groundplan.evidence.pack import EvidencePack

MOST_BYTES = 200_000
_WRITES = late_regex(
    r"\.write_text\(|\.write_bytes\(|\.write\(|\.writelines\(|open\([^)\n]{0,120}['\"][wa]|writeFile|WriteFile"
)
_READS = late_regex(r"\bread|\bopen\b|\bloads?\b|\bparse", re.IGNORECASE)
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


def find_kept(pack: EvidencePack) -> Iterator[Kept]:
    """Return what the goal would read from a file and the code keeps, or reads in one place."""
    known = set(pack.index.paths())
    for said in readings(pack.goal.text):
        each = _placed(said, known)
        constant = _constant(pack.index, each)
        if constant:
            yield _kept(pack.index, each, constant)
            continue
        reader = _reader(pack.index, each)
        if reader:
            symbol, line = reader
            yield FileReader(each.file, symbol.path, symbol.definition.qualified, line)


def _placed(reading: Reading, known: set[str]) -> Reading:
    """Return what would be read with the file's whole path where only one file ends so."""
    ends = [path for path in known if path == reading.file or path.endswith(f"/{reading.file}")]
    file = reading.file if reading.file in known else ends[0] if len(ends) == 1 else reading.file
    return Reading(reading.what, reading.roots, file)


def _constant(index: CodeView, reading: Reading) -> Symbol | None:
    """Return the one constant of own code that is named for what would be read."""
    wanted = reading.roots
    if not wanted:
        return None
    names = [each for each in index.names() if all(root in each.lower() for root in wanted)]
    found = [
        symbol
        for name in names
        if roots(name) == wanted
        for symbol in index.symbols(name)
        if symbol.definition.kind is Kind.CONSTANT
        and is_own_code(symbol.path)
        and not symbol.definition.parent
    ]
    packages = [each for each in found if each.path.endswith("/__init__.py")]
    chosen = packages or found
    shallow = min((each.path.count("/") for each in chosen), default=0)
    nearest = [each for each in chosen if each.path.count("/") == shallow]
    return nearest[0] if len(nearest) == 1 else None


def _writers(index: CodeView, reading: Reading, constant: Symbol) -> list[Writer]:
    """Return the scripts that name the file, name the constant, and write."""
    file = reading.file.rpartition("/")[2]
    name = constant.definition.name
    found = []
    for path in sorted(set(index.files_with(file)) & set(index.files_with(name))):
        if path == constant.path or is_test(path) or index.outline(path) is None:
            continue
        text = (index.text(path) or b"")[:MOST_BYTES].decode("utf-8", "replace")
        if file in text and name in text and _WRITES.search(text):
            found.append(Writer(path, _line(text, file), _line(text, name)))
    return found


def _line(text: str, word: str) -> int:
    """Return the line of a word, where it does something rather than being spoken of in a docstring."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if word in line]
    doing = [number for number, line in lines if "=" in line or "(" in line]
    return doing[0] if doing else lines[0][0]


def _kept(index: CodeView, reading: Reading, constant: Symbol) -> KeptValue:
    name, path = constant.definition.name, constant.path
    writers = tuple(_writers(index, reading, constant))
    users = sum(is_own_code(each) and each != path for each in index.files_with(name))
    return KeptValue(reading.file, path, name, constant.definition.line, writers, users)


def _reader(index: CodeView, reading: Reading) -> tuple[Symbol, int] | None:
    """Return the one function of own code that names the file and reads, with the line that names it."""
    file = reading.file.rpartition("/")[2]
    found: dict[tuple[str, str], tuple[Symbol, int]] = {}
    for path in index.files_with(file):
        outline = index.outline(path) if is_own_code(path) else None
        if outline is None:
            continue
        lines = (index.text(path) or b"")[:MOST_BYTES].decode("utf-8", "replace").split("\n")
        for number, line in enumerate(lines, 1):
            if not re.search(rf"['\"/]{re.escape(file)}['\"]", line[:1_000]):
                continue
            around = outline.at(number)
            if around and around.kind in _FUNCTIONS and _is_reading(lines, around.first, around.last):
                found.setdefault((path, around.qualified), (Symbol(path, around), number))
    return next(iter(found.values())) if len(found) == 1 else None


def _is_reading(lines: list[str], first: int, last: int) -> bool:
    return any(_READS.search(line[:1_000]) for line in lines[first - 1 : last])
