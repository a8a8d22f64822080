"""Citations held against the code: each exists, moved, changed, is missing, is planned or lies outside."""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from groundplan.code.citations.places import Placed, Places
from groundplan.code.citations.reanchoring import Reanchoring
from groundplan.code.citations.renames import Trail
from groundplan.code.citations.symbols import find_inherited, find_member, respell, split_symbol
from groundplan.code.citations.texts import digest_file, digest_lines, find_lines, split_lines
from groundplan.plan.dataclass import dataclass
from groundplan.plan.evidence import CitationState, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.citations.beside_head import History
    from groundplan.code.citations.symbols import Member
    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation to look up: the section it stands in, and the digest of its text when it was written."""

    citation: Citation
    section: str = ""
    baseline: str = ""
    meant: str = ""  # the file that the words around a short name say it is


def look_up(
    index: CitedCode,
    citation: Citation,
    *,
    section: str = "",
    baseline: str = "",
    planned: Planned | None = None,
) -> Seen:
    """Say how one citation stands; `planned` is what the plan creates."""
    return look_up_all(index, (Cited(citation, section, baseline),), planned=planned)[0]


def look_up_all(
    index: CitedCode,
    items: Iterable[Cited],
    *,
    planned: Planned | None = None,
    scope: str = "",
    history: History | None = None,
) -> tuple[Seen, ...]:
    """Say how citations stand, in their order; paths may also start in `scope`, the folder a plan is about.

    Whatever exists is seen by looking at its file alone. Only for what does not are the listing, the symbols
    and the history of the repository asked, once for all.
    """
    asked = tuple(items)
    look = _Look(index, planned=planned or Planned(), scope=scope, history=history)
    seen = [look.narrow(item) for item in asked]
    gone = [number for number, each in enumerate(seen) if each is None]
    if gone:
        index.refresh()
        look.gone.prepare(asked[number].citation for number in gone)
        for number in gone:
            seen[number] = look.wide(asked[number])
    return tuple(
        each if each is not None else look.gone.look(item.citation, item.section, item.baseline)
        for item, each in zip(asked, seen, strict=True)
    )


class _Look:
    """One run over a plan's citations."""

    def __init__(self, index: CitedCode, *, planned: Planned, scope: str, history: History | None) -> None:
        self._index = index
        self._places = Places(index, root=index.root, scope=scope)
        self._planned = planned
        trail = Trail(index, history if history is not None else index.repository, self._places.kind)
        self.gone = Reanchoring(index, self._places, trail, self._planned.paths)

    def narrow(self, item: Cited) -> Seen | None:
        """Return what looking at the cited place alone tells, or None."""
        placed = self._places.find(item.citation)
        if placed.is_outside:
            return Seen(item.citation, item.section, CitationState.OUTSIDE, reason=placed.note)
        if item.citation.trouble:
            return Seen(item.citation, item.section, CitationState.MISSING, reason=item.citation.trouble)
        seen = self._in_place(item, placed) if placed.path else None
        return seen or self._as_planned(item)

    def wide(self, item: Cited) -> Seen | None:
        """Return what the whole index tells of a citation whose place alone tells nothing, or None."""
        placed = self._places.find(item.citation)
        if placed.path and item.citation.symbol:
            member = find_inherited(self._index, placed.path, item.citation.symbol)
            return self._symbol(item, placed, member) if member is not None else None
        if self.gone.was_there(item.citation):
            return None  # the file it named is gone: that another path ends alike does not bring it back
        placed = self._places.find_by_ending(item.citation)
        if item.meant in placed.others and not item.baseline:
            placed = Placed(item.meant, note=f"it means `{item.meant}`")
        elif (
            placed.others
            and (item.baseline or item.meant != placed.path)
            and (item.citation.first or item.citation.symbol)
        ):
            return self._one_of(item, placed)
        return self._in_place(item, placed) if placed.path else None

    def _one_of(self, item: Cited, placed: Placed) -> Seen | None:
        """Return what a short name with lines or a symbol means, of several files that end so."""
        files = (placed.path, *placed.others)
        every = [(path, self._in_place(item, Placed(path, note=f"it means `{path}`"))) for path in files]
        found = [(path, seen) for path, seen in every if seen and seen.state is CitationState.EXISTS]
        if len(found) == 1 or (found and item.baseline):
            return found[0][1]  # what was read when the words were written is what they mean
        meant = next((seen for path, seen in every if path == item.meant), None)
        if meant or not found:
            return meant or every[0][1]
        near = tuple(path for path, _ in found)
        reason = f"{len(near)} files end in this path"
        return Seen(item.citation, item.section, CitationState.UNCLEAR, near=near, reason=reason)

    def _as_planned(self, item: Cited) -> Seen | None:
        spellings = tuple(each.path for each in self._places.spellings(item.citation))
        if not self._planned.holds(spellings, item.citation.symbol):
            return None
        return Seen(item.citation, item.section, CitationState.PLANNED, reason="the plan creates it")

    def _in_place(self, item: Cited, placed: Placed) -> Seen | None:
        citation = item.citation
        if placed.is_folder:
            return self._in_folder(item, placed)
        if citation.symbol:
            for path in (placed.path, *placed.others):
                member = find_member(self._index, path, citation.symbol)
                if member is not None:
                    return self._symbol(item, placed, member)
            return None
        text = self._index.text(placed.path)
        if citation.first:
            return self._lines(item, placed, text)
        digest = digest_file(text) if text is not None else ""
        return Seen(citation, item.section, CitationState.EXISTS, reason=placed.note, digest=digest)

    def _in_folder(self, item: Cited, placed: Placed) -> Seen | None:
        citation = item.citation
        if not citation.symbol and not citation.first:
            return Seen(citation, item.section, CitationState.EXISTS, reason=placed.note)
        if citation.first:
            return Seen(citation, item.section, CitationState.MISSING, reason="a folder has no lines")
        for path in self._places.files:
            # a package or module is cited by its folder
            if path.startswith(f"{placed.path}/") and find_member(self._index, path, citation.symbol):
                note = f"it is in `{path}`"
                return Seen(citation, item.section, CitationState.EXISTS, reason=note)
        return None

    def _symbol(self, item: Cited, placed: Placed, member: Member) -> Seen:
        text = self._index.text(member.path)
        lines = split_lines(text)[member.first - 1 : member.last] if text is not None else []
        digest = digest_lines(lines)
        is_changed = bool(item.baseline) and item.baseline != digest
        return Seen(
            item.citation,
            item.section,
            CitationState.CHANGED if is_changed else CitationState.EXISTS,
            reason="its text differs from what was cited" if is_changed else member.note or placed.note,
            digest=digest,
        )

    def _lines(self, item: Cited, placed: Placed, text: bytes | None) -> Seen:
        citation = item.citation
        if text is None:
            reason = "its lines cannot be read: it is too large, or not text"
            return Seen(citation, item.section, CitationState.MISSING, reason=reason)
        lines = split_lines(text)
        first, last = citation.first, citation.last
        cited = lines[first - 1 : last]
        is_inside = first <= last <= len(lines)
        digest = digest_lines(cited) if is_inside else ""
        if is_inside and item.baseline in {"", digest}:
            return Seen(citation, item.section, CitationState.EXISTS, reason=placed.note, digest=digest)
        # The same lines twice could be either: then only the change is certain.
        found = find_lines(lines, item.baseline) if item.baseline else ()
        if len(found) == 1:
            end = found[0] + last - first
            moved = respell(citation, placed.path, start=placed.start, lines=(found[0], end))
            return Seen(
                citation, item.section, CitationState.MOVED, moved_to=moved, digest=item.baseline,
                reason=f"the same lines are at {found[0]}-{end} now",
            )  # fmt: skip
        if is_inside:
            reason = "its text differs from what was cited"
            return Seen(citation, item.section, CitationState.CHANGED, reason=reason, digest=digest)
        reason = f"the file ends at line {len(lines)}" if first <= last else "the lines run backwards"
        return Seen(citation, item.section, CitationState.MISSING, reason=reason)


# What a plan creates: a citation of it is no error although nothing is there yet.


@dataclasses.dataclass(frozen=True)  # without slots: what is asked of it thousands of times is computed once
class Planned:
    """The paths and `path::symbol`s a plan creates, asked by how a citation can be spelled.

    What it adds to a path is given as one set of names: a plan may add a thousand names to a thousand files.
    """

    names: frozenset[str] = frozenset()
    added: frozenset[tuple[str, frozenset[str]]] = frozenset()

    @cached_property
    def _split(self) -> tuple[frozenset[str], frozenset[str], dict[str, list[frozenset[str]]]]:
        """Return the files, the folders, and for each path the sets of names that are new in it."""
        paths: set[str] = set()
        folders: set[str] = set()
        symbols: dict[str, list[frozenset[str]]] = {}
        for path, names in self.added:
            symbols.setdefault(_plain(path), []).append(names)
        for name in self.names:
            path, mark, symbol = _plain(name).partition("::")
            if mark:
                symbols.setdefault(path, []).append(frozenset({symbol}))
                continue
            (folders if path.endswith("/") else paths).add(path.rstrip("/"))
            folder = path.rstrip("/").rpartition("/")[0]
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(paths), frozenset(folders), symbols

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The files the plan creates, sorted."""
        return tuple(sorted(self._split[0]))

    @cached_property
    def _endings(self) -> _Endings:
        return _Endings(self.paths)

    @cached_property
    def _endings_with_symbols(self) -> _Endings:
        return _Endings(self._split[2])

    def holds_path(self, spellings: Iterable[str]) -> bool:
        """Tell whether a path, as it may be spelled, is one the plan creates, or the end of one."""
        paths, folders, _ = self._split
        return any(
            each in paths or each in folders or next(self._endings.find(each), None) is not None
            for each in spellings
        )

    def holds(self, spellings: tuple[str, ...], symbol: str) -> bool:
        """Tell whether the plan creates the path, or in it the symbol or what the symbol stands in."""
        if self.holds_path(spellings):
            return True
        names = split_symbol(symbol)
        if not names:
            return False
        found = {path for each in spellings for path in self._endings_with_symbols.find(each)}
        new = {group for path in found for group in self._split[2][path]}
        return any(
            names[: len(each)] == each or names == each[-len(names) :]
            for group in new
            for part in {names[0], names[-1]}
            for each in _by_part(group).get(part, ())
        )


class _Endings:
    """Paths, asked for those that end in a path: spelled backwards, they are neighbours."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = sorted(f"/{path}"[::-1] for path in paths)

    def find(self, ending: str) -> Iterator[str]:
        """Yield the paths that are a path, or end in it behind a folder."""
        wanted = f"/{ending}"[::-1]
        at = bisect_left(self._paths, wanted)
        while at < len(self._paths) and self._paths[at].startswith(wanted):
            yield self._paths[at][-2::-1]
            at += 1


def _plain(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")


@lru_cache(maxsize=8)  # the files of a plan that follows no form share their new names
def _by_part(symbols: frozenset[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return symbols in their parts, by the first and the last of them."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for parts in map(split_symbol, symbols):
        for part in {*parts[:1], *parts[-1:]}:
            found.setdefault(part, []).append(parts)
    return found
