"""Contracts of import-linter are read from files that anybody may have written."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from groundplan.evidence.contrary.contracts import read_contracts

if TYPE_CHECKING:
    from groundplan.code.view import CodeView


class _Files:
    def __init__(self, **texts: str) -> None:
        self._texts = texts

    def text(self, path: str) -> bytes | None:
        return self._texts[path].encode() if path in self._texts else None


def contracts_in(text: str) -> int:
    return len(read_contracts(cast("CodeView", _Files(**{"pyproject.toml": text}))))


CONTRACT = '[[tool.importlinter.contracts]]\nname = "x"\ntype = "independence"\nmodules = ["a", "b"]\n'


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "F" * 5000], ids=["decimal", "hexadecimal"])
def test_a_file_that_is_too_much_has_no_contracts_and_stops_nothing(number: str) -> None:
    assert contracts_in(CONTRACT) == 1
    assert contracts_in(f"{CONTRACT}x = {number}\n") == 0
