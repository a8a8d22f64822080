"""What a plan creates: a citation of it is no error although nothing is there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol

if TYPE_CHECKING:
    from collections.abc import Iterable


class Planned:
    """The paths and `path::symbol`s a plan creates, asked by how a citation can be spelled."""

    def __init__(self, names: Iterable[str]) -> None:
        self._paths: set[str] = set()
        self._folders: set[str] = set()
        self._symbols: dict[str, set[tuple[str, ...]]] = {}
        for name in names:
            path, mark, symbol = name.replace("\\", "/").removeprefix("./").partition("::")
            if mark:
                self._symbols.setdefault(path, set()).add(split_symbol(symbol))
            elif path.endswith("/"):
                self._folders.add(path.rstrip("/"))
            else:
                self._paths.add(path)
            folder = path.rstrip("/").rpartition("/")[0]
            while folder and not mark:
                self._folders.add(folder)
                folder = folder.rpartition("/")[0]

    @property
    def paths(self) -> tuple[str, ...]:
        """The files the plan creates, sorted."""
        return tuple(sorted(self._paths))

    def holds_path(self, spellings: Iterable[str]) -> bool:
        """Tell whether a path, as it may be spelled, is one the plan creates, or the end of one."""
        return any(
            each in self._paths
            or each in self._folders
            or any(f"/{path}".endswith(f"/{each}") for path in self._paths)
            for each in spellings
        )

    def holds(self, spellings: tuple[str, ...], symbol: str) -> bool:
        """Tell whether the plan creates the path, or in it the symbol or what the symbol stands in."""
        if self.holds_path(spellings):
            return True
        names = split_symbol(symbol)
        return bool(names) and any(
            names[: len(each)] == each or names == each[-len(names) :]
            for path in self._symbols
            if any(f"/{path}".endswith(f"/{spelling}") for spelling in spellings)
            for each in self._symbols[path]
        )
