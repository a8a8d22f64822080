"""The text a citation points at: its digest, and where the same text stands now when only its lines moved."""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_PRIME = (1 << 61) - 1
_FACTOR = 1_000_003


def split_lines(text: bytes) -> list[bytes]:
    """Return the lines of a text without their ends; a last line without an end counts."""
    lines = text.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return [line.removesuffix(b"\r") for line in lines] if b"\r" in text else lines


def digest_lines(lines: Sequence[bytes]) -> str:
    """Return the digest of lines; indenting all of them alike, or spaces at their ends, do not change it.

    It has three parts: the number of lines, a sum that can be rolled over a file to find the same lines
    elsewhere in one pass, and the digest proper that a find must agree with.
    """
    total = 0
    for line in lines:
        total = (total * _FACTOR + zlib.crc32(line.strip())) % _PRIME
    return f"{len(lines)}.{total:x}.{_proper(lines)}"


def digest_file(text: bytes) -> str:
    """Return the digest of a whole file, line ends apart."""
    digest = hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()[:24]
    return f"0.0.{digest}"


def find_lines(lines: Sequence[bytes], digest: str, *, most: int = 2) -> tuple[int, ...]:
    """Return the first lines, counted from 1, where text of that digest stands: at most so many places."""
    parts = digest.split(".")
    if len(parts) != 3 or not parts[0].isdecimal():
        return ()
    size = int(parts[0])
    if not 0 < size <= len(lines):
        return ()
    sums = [zlib.crc32(line.strip()) for line in lines]
    leaving = pow(_FACTOR, size, _PRIME)
    total, found = 0, []
    for number, each in enumerate(sums):
        total = (total * _FACTOR + each) % _PRIME
        if number >= size:
            total = (total - sums[number - size] * leaving) % _PRIME
        start = number - size + 1
        if start >= 0 and f"{total:x}" == parts[1] and _proper(lines[start : start + size]) == parts[2]:
            found.append(start + 1)
            if len(found) == most:
                break
    return tuple(found)


def _proper(lines: Sequence[bytes]) -> str:
    text = b"\n".join(_outdented(lines))
    return hashlib.sha256(text).hexdigest()[:24]


def _outdented(lines: Sequence[bytes]) -> list[bytes]:
    trimmed = [line.rstrip() for line in lines]
    margins = [len(line) - len(line.lstrip()) for line in trimmed if line]
    margin = min(margins, default=0)
    return [line[margin:] for line in trimmed]


def likeness(one: Sequence[bytes], other: Sequence[bytes]) -> float:
    """Return the share of lines two texts have in common, 0 to 1, blank lines and indents apart."""
    mine, theirs = _counted(one), _counted(other)
    total = sum(mine.values()) + sum(theirs.values())
    if not total:
        return 0.0
    shared = sum(min(count, theirs.get(line, 0)) for line, count in mine.items())
    return 2 * shared / total


def _counted(lines: Sequence[bytes]) -> dict[bytes, int]:
    counts: dict[bytes, int] = {}
    for line in lines:
        bare = line.strip()
        if len(bare) > 1:  # a lone bracket is like any other
            counts[bare] = counts.get(bare, 0) + 1
    return counts


def block_at(lines: Sequence[bytes], line: int) -> Sequence[bytes]:
    """Return a line counted from 1 and what is indented under it, closing bracket included."""
    start = line - 1
    margin = _margin(lines[start])
    end = start + 1
    while end < len(lines):
        text = lines[end]
        if text.strip() and _margin(text) <= margin:
            closes = text.strip()[:1] in {b"}", b")", b"]"}
            end += closes
            if not closes or not text.rstrip().endswith((b"{", b"(", b":")):
                break
            continue
        end += 1
    return lines[start:end]


def _margin(line: bytes) -> int:
    return len(line) - len(line.lstrip())
