"""Whether a symbol once stood in a file, as git has it, and which definition of today it became."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import bound_line
from groundplan.code.citations.texts import block_at, likeness, split_lines
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.code.citations.renames import Trail
    from groundplan.code.index import Symbol

_LIKE = 0.5  # half of the lines are the same, as for files
_APART = 0.2  # and no other definition comes near that
_MOST_PATHS = 400
_MOST_COMMITS = 4000
_MOST_CHANGES = 64  # of one file, among which a symbol that is gone is looked for


class PastSymbols:
    """The texts files had, looked through for definitions that are gone."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self._history = trail.history
        self._before: dict[str, list[str]] = {}  # path -> the commits before its changes, newest first

    def prepare(self, paths: Iterable[str]) -> None:
        """Ask the history once for the commits that changed these files."""
        wanted = list(dict.fromkeys(paths))[:_MOST_PATHS]
        self._before.update({path: [] for path in wanted})
        if self._history is None or not wanted:
            return
        with contextlib.suppress(GroundplanError):
            ids = self._history.commits_touching(wanted, limit=_MOST_COMMITS)
            for commit in self._history.read_commits(ids, renames=False):
                for change in commit.changes:
                    before = self._before.get(change.path)
                    if before is not None and len(before) < _MOST_CHANGES:
                        before += commit.parents[:1]

    def choose(
        self,
        path: str,
        names: tuple[str, ...],
        choices: Sequence[tuple[Symbol, Sequence[bytes]]],
        *,
        revision: str = "",
    ) -> Symbol | None:
        """Return the definition that a symbol of a file became, or None where that is not certain.

        Certain is: half of its lines are those the symbol had when it was last there, no other definition
        comes near that, and it did not stand in its own file, whatever its name then, while the symbol
        was still there.
        """
        when, before = self._last(path, names, revision)
        scored = sorted(
            ((likeness(before, lines), number) for number, (_, lines) in enumerate(choices)), reverse=True
        )
        if not before or not scored or scored[0][0] < _LIKE:
            return None
        if len(scored) > 1 and scored[1][0] > scored[0][0] - _APART:
            return None
        chosen = choices[scored[0][1]][0]
        stood = (self._read(when, each) for each in self._trail.names_before(chosen.path))
        return None if any(definition_in(text, names) for text in stood) else chosen

    def _last(self, path: str, names: tuple[str, ...], revision: str) -> tuple[str, Sequence[bytes]]:
        for when in self._revisions(path, revision):
            if found := definition_in(self._read(when, path), names):
                return when, found
        return "", ()

    def _revisions(self, path: str, revision: str) -> Iterator[str]:
        """Give revisions, newest first: HEAD, then before the file's last, second, fourth… change.

        What was defined there for some time stands in one of them, and a few readings reach far back.
        """
        if revision:
            yield revision
        yield "HEAD"
        before = self._before.get(path, [])
        yield from (before[at] for at in (0, 1, 3, 7, 15, 31, 63) if at < len(before))

    def _read(self, revision: str, path: str) -> bytes:
        if self._history is None:
            return b""
        try:
            return self._history.read_file_at(revision, path) or b""
        except GroundplanError:
            return b""


def definition_in(text: bytes, names: tuple[str, ...]) -> Sequence[bytes]:
    """Return the lines of what reads like the definition of a name, looked for inside of its class first."""
    lines: Sequence[bytes] = split_lines(text)
    for name in names:
        line = bound_line(b"\n".join(lines), name, is_member=name != names[0])
        if not line:
            return ()
        lines = block_at(lines, line)
    return lines
