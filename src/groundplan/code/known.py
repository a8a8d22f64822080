"""What one process holds in memory of the records: the places of its worktree, and a few outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.records import Torn
from groundplan.code.stored_outline import unpack, unpack_imports

if TYPE_CHECKING:
    from groundplan.code.outline import Import, Outline
    from groundplan.code.records import Place, Records

_MOST_OUTLINES = 256  # those of a few hundred files are asked for again and again


class Known:
    """The places of a worktree as of its last refresh, read from the records when first asked for."""

    def __init__(self, records: Records) -> None:
        self.generation = records.generation()
        self._records = records
        self._places: dict[str, Place] | None = None
        self._paths: tuple[str, ...] | None = None
        self._standing: dict[int, list[str]] | None = None
        self._imports: tuple[tuple[str, tuple[Import, ...]], ...] | None = None
        self._names: tuple[str, ...] | None = None
        self._outlines: dict[int, Outline] = {}

    def places(self) -> dict[str, Place]:
        """Return what is known of each path."""
        if self._places is None:
            self._places = self._records.places()
        return self._places

    def text_at(self, path: str) -> int | None:
        """Return the text that stands at a path, if one does."""
        place = self.places().get(path)
        return place.text if place is not None else None

    def paths(self) -> tuple[str, ...]:
        """Return every path at which a text stands, sorted."""
        if self._paths is None:
            standing = (path for path, place in self.places().items() if place.text is not None)
            self._paths = tuple(sorted(standing))
        return self._paths

    def paths_of(self) -> dict[int, list[str]]:
        """Return the paths each text stands at."""
        if self._standing is None:
            self._standing = {}
            for path, place in self.places().items():
                if place.text is not None:
                    self._standing.setdefault(place.text, []).append(path)
        return self._standing

    def names(self) -> tuple[str, ...]:
        """Return every name that is defined, each once, sorted."""
        if self._names is None:
            self._names = tuple(sorted(self._records.names()))
        return self._names

    def imports(self) -> tuple[tuple[str, tuple[Import, ...]], ...]:
        """Return path and imports of every file that has an outline, sorted by path."""
        if self._imports is None:
            standing = self.paths_of()
            found = []
            for number, facts in self._records.stored_facts().items():
                imports = unpack_imports(facts)
                found += [(path, imports) for path in standing.get(number, ())]
            self._imports = tuple(sorted(found))
        return self._imports

    def outline(self, number: int) -> Outline | None:
        """Return the outline of a text, or None where it has none."""
        known = self._outlines.get(number)
        if known is None:
            stored = self._records.stored_outline(number)
            if stored is None:
                return None
            if len(self._outlines) >= _MOST_OUTLINES:
                self._outlines.clear()
            try:
                known = self._outlines[number] = unpack(*stored)
            except (ValueError, LookupError, TypeError) as error:
                raise Torn("an outline on record makes no sense") from error
        return known

    def put(self, path: str, place: Place) -> None:
        """Note that a file of the worktree was read anew."""
        if self._places is not None and self._places.get(path) != place:
            self._places[path] = place
            self._paths = self._standing = self._imports = self._names = None
