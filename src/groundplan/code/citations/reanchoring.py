"""What became of cited code that is not where it was cited: its new place if certain, else near names."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.citations.past_symbols import PastSymbols
from groundplan.code.citations.symbols import find_member, respell, same_name, split_symbol
from groundplan.code.citations.texts import digest_file, digest_lines, find_lines, split_lines
from groundplan.code.nearest import distance, nearest, nearest_paths, slips_allowed
from groundplan.plan.citation import KNOWN_ENDINGS
from groundplan.plan.dataclass import dataclass
from groundplan.plan.evidence import CitationState, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.citations.places import Places, Spelling
    from groundplan.code.citations.renames import Trail
    from groundplan.code.index import Symbol
    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation

_MOST_NEAR = 3
_MOST_HELPED = 200  # citations that get near names; each is measured against every file
_PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc", ".markdown")
_OWN = ".groundplan/"
_MOST_READ = 40  # files that may hold the words
_PLAIN_PATTERN = re.compile(r"/?[\w.@+~-]+(?:/[\w.@+~-]+)*/?")


@dataclass(frozen=True, slots=True)
class _Move:
    old: Spelling
    new: str


class Reanchoring:
    """Looks for gone citations in the wider index and in the history.

    `moved` is said only on evidence that the cited text once stood where it was cited (its digest, or git)
    and that it stands in exactly one other place now: a wrong new anchor is worse than none, since `check
    --fix` writes it into the plan. A name that was never there is a mistake, not a move, however unique the
    place that it may mean; that place is offered as a near name.
    """

    def __init__(self, index: CitedCode, places: Places, trail: Trail, planned: tuple[str, ...]) -> None:
        self._index = index
        self._places = places
        self._trail = trail
        self._planned = planned
        self._past = PastSymbols(trail)
        self._claims = Claims(index, places)
        self._helped = 0

    def prepare(self, citations: Iterable[Citation]) -> None:
        """Ask the history once for all of them."""
        gone: list[str] = []
        symbols: list[str] = []
        for citation in citations:
            placed = self._places.find(citation)
            if placed.path and self._elsewhere(citation.symbol, placed.path):
                symbols.append(placed.path)  # a name that is defined nowhere else has moved nowhere
            # For `conftest.py` a walk of the history would cost more than it tells: HEAD is asked, no more.
            elif placed.path:
                pass
            elif "/" in citation.path or not self._places.find_by_ending(citation).path:
                gone += [each.path for each in self._spellings(citation)]
            else:
                self._trail.follow_uncommitted(each.path for each in self._spellings(citation))
        self._trail.follow_all(gone)
        self._past.prepare(symbols)

    def was_there(self, citation: Citation) -> bool:
        """Tell whether a file stood at the very path that is cited, counted from the root or the scope."""
        return any(self._trail.follow(each.path).was_there for each in self._spellings(citation))

    def look(self, citation: Citation, section: str, baseline: str) -> Seen:
        """Say where a citation's text stands now, or that it is missing and what is near."""
        spellings = self._spellings(citation)
        placed = self._places.find(citation)
        if not placed.path and not self.was_there(citation):
            placed = self._places.find_by_ending(citation)
        if placed.path and citation.symbol:
            return self._symbol_gone(citation, section, baseline, placed.path)
        for spelling in spellings:
            followed = self._trail.follow(spelling.path)
            if followed.path:
                return self._file_moved(citation, section, baseline, _Move(spelling, followed.path))
        was_there = self.was_there(citation)
        if not was_there and (reason := self._claims.why_unclear(citation)):
            return Seen(citation, section, CitationState.UNCLEAR, reason=reason)
        reason = "it was removed" if was_there else _no_such(citation)
        near = self._near_paths(citation)
        return Seen(citation, section, CitationState.MISSING, near=near, reason=reason, was_there=was_there)

    def _spellings(self, citation: Citation) -> tuple[Spelling, ...]:
        return self._places.likely(citation)

    def _elsewhere(self, symbol: str, path: str) -> list[Symbol]:
        names = split_symbol(symbol)
        found = self._index.symbols(names[-1]) if names else ()
        return [each for each in found if each.path != path and same_name((each.definition,), names)]

    def _file_moved(self, citation: Citation, section: str, baseline: str, move: _Move) -> Seen:
        old, new = move.old.path, move.new
        reason = f"the file is `{new}` now"
        text = self._index.text(new) or b""
        lines, symbol, digest = (0, 0), "", digest_file(text)
        if citation.symbol:
            member = find_member(self._index, new, citation.symbol)
            if member is None or member.path != new:
                return self._symbol_gone(citation, section, baseline, new, old=old)
            symbol = ".".join(split_symbol(citation.symbol))
            digest = digest_lines(split_lines(text)[member.first - 1 : member.last])
        elif citation.first:
            first = self._same_lines(citation, baseline, move)
            lines = (first, first + citation.last - citation.first)
            if not first:
                reason = f"the file is `{new}` now, where these lines read otherwise"
                return Seen(citation, section, CitationState.MISSING, near=(new,), reason=reason)
            digest = digest_lines(split_lines(text)[lines[0] - 1 : lines[1]])
        moved_to = respell(citation, new, start=move.old.start, lines=lines, symbol=symbol)
        return Seen(citation, section, CitationState.MOVED, moved_to=moved_to, reason=reason, digest=digest)

    def _same_lines(self, citation: Citation, baseline: str, move: _Move) -> int:
        """Return where the cited lines of a file that moved start now, or 0 where that is not certain.

        Nobody may have noted the lines when they were cited; then what they said last must do. A lone `}`
        stands in many places, so lines around it are taken along until the place is the only one.
        """
        lines = split_lines(self._index.text(move.new) or b"")
        before = split_lines(self._trail.old_text(move.old.path) or b"")
        start, end = citation.first - 1, citation.last
        if not start < end <= len(before) or (baseline and digest_lines(before[start:end]) != baseline):
            found = find_lines(lines, baseline)
            return found[0] if len(found) == 1 else 0
        for around in (0, 1, 2, 4, 8, 16, 32):
            top = max(0, start - around)
            digest = digest_lines(before[top : end + around])
            found = find_lines(lines, digest)
            if len(found) == 1 == len(find_lines(before, digest)):
                return found[0] + start - top
            if not found:
                break
        return citation.first if lines == before else 0

    def _symbol_gone(
        self, citation: Citation, section: str, baseline: str, path: str, *, old: str = ""
    ) -> Seen:
        names = split_symbol(citation.symbol)
        elsewhere = self._elsewhere(citation.symbol, path)
        found = self._same_text(elsewhere, baseline, old or path, names)
        if found is not None:
            qualified = found.definition.qualified
            moved_to = respell(citation, found.path, symbol=qualified)
            reason = f"it is in `{found.path}` now"
            digest = digest_lines(self._text_of(found))
            return Seen(citation, section, CitationState.MOVED, moved_to, (), reason, digest)
        reason = f"no `{'.'.join(names)}` in this file"
        if old:
            reason = f"the file is `{path}` now, and has no `{'.'.join(names)}`"
        near = self._near_symbols(citation, path, elsewhere)
        return Seen(citation, section, CitationState.MISSING, near=near, reason=reason)

    def _same_text(
        self, elsewhere: list[Symbol], baseline: str, path: str, names: tuple[str, ...]
    ) -> Symbol | None:
        """Return the one definition elsewhere that is the cited one, by its digest or by git's word."""
        if baseline:
            equal = [each for each in elsewhere if digest_lines(self._text_of(each)) == baseline]
            if len(equal) == 1:
                return equal[0]
        if not elsewhere:
            return None
        choices = [(each, self._text_of(each)) for each in elsewhere[:50]]
        return self._past.choose(path, names, choices, revision=self._trail.follow(path).revision)

    def _text_of(self, symbol: Symbol) -> list[bytes]:
        text = self._index.text(symbol.path)
        lines = split_lines(text) if text is not None else []
        return lines[symbol.definition.first - 1 : symbol.definition.last]

    def _near_paths(self, citation: Citation) -> tuple[str, ...]:
        self._helped += 1
        if self._helped > _MOST_HELPED:
            return ()
        spelling = next((each.path for each in self._spellings(citation)), citation.path)
        known = self._places.files
        if citation.path.endswith("/"):
            known = tuple(f"{each}/" for each in sorted(self._places.folders))
            spelling += "/"
        near = nearest_paths(spelling, tuple(known), most=_MOST_NEAR)
        if not citation.symbol:
            return near
        return tuple(
            respell(citation, each, symbol=".".join(split_symbol(citation.symbol)))
            if find_member(self._index, each, citation.symbol)
            else each
            for each in near
        )

    def _near_symbols(self, citation: Citation, path: str, elsewhere: list[Symbol]) -> tuple[str, ...]:
        names = split_symbol(citation.symbol)
        whole = ".".join(names)
        outline = self._index.outline(path)
        here = {each.qualified for each in outline.definitions} if outline is not None else set()
        found = [respell(citation, each.path, symbol=each.definition.qualified) for each in elsewhere[:2]]
        # the same last name under another class of this file is the likeliest slip
        close = sorted(each for each in here if each.rpartition(".")[2] == names[-1])
        close += [each for each in nearest(whole, here, most=_MOST_NEAR) if each not in close]
        close += [each for each in self._near_members(names, here) if each not in close]
        found = [respell(citation, path, symbol=each) for each in close[:2]] + found
        if not found:
            for name in nearest(names[-1], self._index.names(), most=2):
                found += [
                    respell(citation, each.path, symbol=each.definition.qualified)
                    for each in self._index.symbols(name)[:1]
                ]
        return tuple(dict.fromkeys(found))[:_MOST_NEAR]

    @staticmethod
    def _near_members(names: tuple[str, ...], here: set[str]) -> list[str]:
        """Return members of the cited class whose own name is close to the cited one."""
        parent = ".".join(names[:-1])
        members = {
            each.rpartition(".")[2]: each for each in sorted(here) if each.rpartition(".")[0] == parent
        }
        return [members[each] for each in nearest(names[-1], members, most=_MOST_NEAR)]


def _no_such(citation: Citation) -> str:
    return "no such folder" if citation.path.endswith("/") else "no such file"


# Whether words that look like a path claim anything about this repository: branches and packages do as
# well.
# Only for what is not there, never was and is not planned. A linter that calls `origin/main` a missing file
# is switched off; one that lets a wrong `src/app/servcie.py` pass is useless. So words that can be a file
# of here are missing, and the rest is unclear, of which nothing is said.


class Claims:
    """Tells claims about files of this repository from words that only look alike."""

    def __init__(self, index: CitedCode, places: Places) -> None:
        self._index = index
        self._places = places
        self._ignored: frozenset[str] | None = None
        self._tracked: frozenset[str] | None = None

    def why_unclear(self, citation: Citation) -> str:
        """Return why a path that is not there claims nothing about this repository, or nothing if it does."""
        if citation.symbol or citation.first:
            return ""  # lines and symbols are cited of nothing else
        path = posixpath.normpath(citation.path.replace("\\", "/"))
        first, _, rest = path.partition("/")
        if path.lower() in self._places.folded:
            return ""  # `README.md` for `readme.md`: a slip on every disk that tells the two apart
        if self._is_ignored(path):
            return "git ignores such a path, so nobody else has it"
        if (place := self._spoken_of(path)) or (place := self._is_package(path)):
            return f"no file of this repository; `{place}` mentions it"
        if (folder := self._first_gap(path)) and (place := self._spoken_of(folder)):
            return f"no folder `{folder}` here; `{place}` mentions it"
        if not rest and not citation.path.endswith("/"):
            return ""
        ending = posixpath.basename(path).rpartition(".")[2].lower()
        has_ending = ending in KNOWN_ENDINGS and not citation.path.endswith("/")
        if has_ending and not first.startswith("."):
            return ""
        if first in {"..", "."} or self._is_folder_here(first):
            return ""
        return f"no folder `{first}` here: it may be a branch, a package or a place of another repository"

    def _is_folder_here(self, name: str) -> bool:
        """Tell whether a first folder is one of here, or a slip away from one."""
        starts = {each.partition("/")[0] for each in self._places.folders}
        starts = {each for each in starts if each.startswith(".") == name.startswith(".")}
        slips = slips_allowed(name)
        return self._places.kind(name) == "folder" or any(
            distance(name.lower(), each.lower(), slips) <= slips for each in starts
        )

    def _first_gap(self, path: str) -> str:
        """Return the outermost folder of a path that is not there, unless it is a bare word."""
        parts = path.split("/")[:-1]
        for end in range(1, len(parts) + 1):
            folder = "/".join(parts[:end])
            if self._places.kind(folder) != "folder":  # the index lists no folder that holds but pictures
                return folder if "/" in folder or folder.startswith(".") else ""
        return ""

    def _spoken_of(self, path: str) -> str:
        """Return the file of code that names a path: one that the program reads or writes elsewhere."""
        if len(path) < 5:
            return ""
        word = re.compile(rb"(?<![\w.-])%s(?![\w-])" % re.escape(path.encode("utf-8", "surrogateescape")))
        # What a plan's own ledger says of a path is no word of the code: a question would vouch for itself.
        named = (each for each in self._index.files_with(path) if not each.startswith(_OWN))
        found = [each for each in named if not each.lower().endswith(_PROSE) and self._is_tracked(each)]
        for each in found[:_MOST_READ]:
            text = self._index.text(each) or b""
            if match := word.search(text):
                line = text.count(b"\n", 0, match.start()) + 1
                return f"{each}:{line}"
        return ""

    def _is_tracked(self, path: str) -> bool:
        """Tell whether git tracks a file: one that nobody shares speaks for no program of here."""
        if self._tracked is None:
            repository = self._index.repository
            self._tracked = frozenset(repository.tracked_files() if repository else self._index.paths())
        return path in self._tracked

    def _is_package(self, path: str) -> str:
        """Return the manifest that has `commander` for `commander.js`."""
        name, dot, ending = path.rpartition(".")
        if "/" in path or not dot or ending != "js" or (text := self._index.text("package.json")) is None:
            return ""
        return "package.json" if f'"{name}"'.encode() in text else ""

    def _is_ignored(self, path: str) -> bool:
        """Tell whether a plain line of the root's `.gitignore` covers a path: what a build makes."""
        if self._ignored is None:
            lines = (self._index.text(".gitignore") or b"").decode("utf-8", "replace").split("\n")
            kept = (line.strip() for line in lines)
            self._ignored = frozenset(line.strip("/") for line in kept if _PLAIN_PATTERN.fullmatch(line))
        parts = path.split("/")
        starts = ("/".join(parts[: end + 1]) for end in range(len(parts)))
        # `core` in there means dumps of it, not the folder `src/core` that git keeps
        gap = next((each for each in starts if not self._places.kind(each)), path)
        # Nothing is there below a gap, so what is left of `starts` need not be looked at on the disk.
        return not self._ignored.isdisjoint((posixpath.basename(gap), gap, *starts))
