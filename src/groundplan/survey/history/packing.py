"""Lists of numbers as bytes: a history has many, and a row for each number would take ten times the room."""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# What a commit did to a file. `G` is the old name's half of a rename: the file has gone to another name.
_STATUSES = "AMDTRG"
_CODES = {status: code for code, status in enumerate(_STATUSES)}
GONE = _CODES["G"]


def touch(past: int, status: str) -> int:
    """Return one number for a commit and what it did to a file."""
    return past << 3 | _CODES.get(status, 1)


def status_of(touched: int) -> str:
    """Return what the commit did to the file."""
    return _STATUSES[touched & 7]


def pack(numbers: Iterable[int]) -> bytes:
    """Return numbers below 2**32 as bytes."""
    packed = array("I", numbers)
    if sys.byteorder != "little":
        packed.byteswap()
    return packed.tobytes()


def unpack(packed: bytes) -> array[int]:
    """Return the numbers in bytes."""
    numbers = array("I")
    numbers.frombytes(packed)
    if sys.byteorder != "little":
        numbers.byteswap()
    return numbers
