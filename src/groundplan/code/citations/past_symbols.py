"""Whether a symbol once stood in a file, as git has it, and which definition of today it became."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from groundplan.code.citations.symbols import bound_line
from groundplan.code.citations.texts import block_at, likeness, split_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.code.citations.renames import Trail

Choice = TypeVar("Choice")
_LIKE = 0.5  # half of the lines are the same, as for files
_APART = 0.2  # and no other definition comes near that


class PastSymbols:
    """The texts a file had in its last commits, looked through for definitions that are gone."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def prepare(self, paths: Iterable[str]) -> None:
        """Ask the history once for the commits that changed these files."""
        self._trail.find_versions(paths)

    def choose(
        self, path: str, names: tuple[str, ...], choices: Sequence[tuple[Choice, Sequence[bytes]]]
    ) -> Choice | None:
        """Return the choice that the symbol became: the one whose lines are those it had when last there."""
        before = self._last_text(path, names)
        if not before:
            return None
        scored = sorted(
            ((likeness(before, lines), number) for number, (_, lines) in enumerate(choices)), reverse=True
        )
        if not scored or scored[0][0] < _LIKE:
            return None
        if len(scored) > 1 and scored[1][0] > scored[0][0] - _APART:
            return None
        return choices[scored[0][1]][0]

    def _last_text(self, path: str, names: tuple[str, ...]) -> Sequence[bytes]:
        for text in self._trail.versions(path):
            if found := definition_in(text, names):
                return found
        return ()


def definition_in(text: bytes, names: tuple[str, ...]) -> Sequence[bytes]:
    """Return the lines of what reads like the definition of a name, looked for inside of its class first."""
    lines: Sequence[bytes] = split_lines(text)
    for name in names:
        line = bound_line(b"\n".join(lines), name, is_member=name != names[0])
        if not line:
            return ()
        lines = block_at(lines, line)
    return lines
