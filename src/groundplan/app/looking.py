"""Looking into the code for a plan: from no more of the index than its words need."""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.sayings import names_in_play
from groundplan.app.worked import find_halved_pairs, look_at_files
from groundplan.code.citations.places import Places
from groundplan.code.citations.remembered import RememberedHistory
from groundplan.code.citing import Cited, look_up_all
from groundplan.code.index import open_index
from groundplan.code.late_index import LateIndex
from groundplan.plan.evidence import Evidence
from groundplan.plan.mention import MAKING, Intent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.citations.places import Placed
    from groundplan.code.index import Index, Progress
    from groundplan.git.repository import Repository
    from groundplan.plan.baselines import Baselines
    from groundplan.plan.citation import Citation
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import MapSeen, Occurrences, Seen, Worked
    from groundplan.plan.history import History
    from groundplan.plan.mention import Sayings
    from groundplan.plan.statement import Answer


class Looking:
    """An open index, and what was found in it so far."""

    def __init__(self, repository: Repository, progress: Progress | None = None) -> None:
        self.repository = repository
        self._opened = open_index(repository)
        self.close = weakref.finalize(self, self._opened.close)
        self.index = LateIndex(self._opened, progress)
        self.occurrences: dict[str, dict[str, int]] = {}  # name -> path -> how often it stands there
        self.imports: dict[str, tuple[str, ...]] | None = None  # path -> what it imports when run
        self._places = Places(self.index, root=repository.root)
        self._seen: dict[tuple[object, ...], Seen] = {}
        self._placed: dict[tuple[object, ...], Placed] = {}

    def whole(self) -> Index:
        """Return the index itself, brought up to date once."""
        self.index.refresh()
        return self._opened

    def look(self, plan: Plan, config: Config, sayings: Sayings, baselines: Baselines) -> Evidence:
        """Return what the code says to all that a plan says about it."""
        wanted = [
            (mention.citation, mention.section, baselines.digest(mention.section, mention.citation.text))
            for mention in sayings.mentions
        ]
        citations = self.look_up(wanted, self._still_planned(sayings))
        worked = look_at_files(self, config, sayings, citations)
        return Evidence(
            citations=citations,
            worked=worked,
            pairs=find_halved_pairs(self, plan, config, worked),
            maps=self._maps(sayings),
            occurrences=self._occurrences(plan, config, sayings, worked),
            answers=self._answers(sayings),
            accounts=sayings.accounts,
        )

    def _still_planned(self, sayings: Sayings) -> frozenset[str]:
        """Return what the plan creates; `Add src/a.py` creates nothing where that file stands already.

        Else one `add` before a file would excuse every name in it that is not there.
        """
        surely = {each.path for each in sayings.mentions if each.intent is Intent.CREATES and each.is_file}
        doubted = sayings.created - surely
        stand = {
            each.path
            for each in sayings.mentions
            if each.path in doubted and self.place(each.citation, by_ending=False).path
        }
        return planned_by(sayings) - stand

    def find_anchored(
        self, plan: Plan, history: History, baselines: Baselines
    ) -> frozenset[tuple[str, str, str, str]]:
        """Return the re-anchored citations of approved words that the code bears out."""
        if not baselines.reanchorings:
            return frozenset()
        # Few plans need it, and it brings the readers of every language with it; so do the two below.
        from groundplan.app.anchoring import find_anchored  # noqa: PLC0415

        return find_anchored(self, plan, history, baselines)

    def _maps(self, sayings: Sayings) -> tuple[MapSeen, ...]:
        if not sayings.maps:
            return ()
        from groundplan.app.mapping import look_at_maps  # noqa: PLC0415

        return look_at_maps(self, sayings.maps)

    def _occurrences(
        self, plan: Plan, config: Config, sayings: Sayings, worked: tuple[Worked, ...]
    ) -> tuple[Occurrences, ...]:
        if not names_in_play(sayings):
            return ()
        from groundplan.app.occurring import count_occurrences  # noqa: PLC0415

        return count_occurrences(self, plan, config, sayings, worked)

    def _answers(self, sayings: Sayings) -> tuple[Answer, ...]:
        if not sayings.statements:
            return ()
        from groundplan.app.stating import answer_statements  # noqa: PLC0415

        return answer_statements(self, sayings)

    def look_up(
        self, wanted: Iterable[tuple[Citation, str, str]], planned: frozenset[str] = frozenset()
    ) -> tuple[Seen, ...]:
        """Say how citations stand, given with their sections and the digests they are measured against."""
        asked = list(wanted)
        keys = [(c.text, c.is_link, c.place.document, baseline, planned) for c, _, baseline in asked]
        fresh = {key: item for key, item in zip(keys, asked, strict=True) if key not in self._seen}
        if fresh:
            cited = [Cited(citation, section, baseline) for citation, section, baseline in fresh.values()]
            seen = look_up_all(self.index, cited, planned=planned, history=RememberedHistory(self.index))
            self._seen.update(zip(fresh, seen, strict=True))
        return tuple(
            replace(self._seen[key], citation=citation, section=section)
            for key, (citation, section, _) in zip(keys, asked, strict=True)
        )

    def place(self, citation: Citation, *, by_ending: bool) -> Placed:
        """Return which file or folder a citation's path means; by its ending too, unless it must be exact."""
        key = (citation.path, citation.is_link, citation.place.document, by_ending)
        if key not in self._placed:
            placed = self._places.find(citation)
            if by_ending and not placed.path:
                placed = self._places.find_by_ending(citation)
            self._placed[key] = placed
        return self._placed[key]


def planned_by(sayings: Sayings) -> frozenset[str]:
    """Return the paths and `path::symbol`s that the plan creates."""
    symbols = {f"{path}::{name}" for path, names in sayings.new_names.items() for name in names}
    for mention in sayings.mentions:
        symbol = mention.citation.symbol
        # `Store.load` is new where a task adds `load` to that file: the plan need not name the class as well.
        is_added = mention.intent in MAKING or _last(symbol) in sayings.new_names.get(mention.path, ())
        if symbol and is_added:
            symbols.add(f"{mention.path}::{symbol}")
    return frozenset(symbols | sayings.created)


def _last(symbol: str) -> str:
    return symbol.replace("::", ".").replace("#", ".").rpartition(".")[2]
