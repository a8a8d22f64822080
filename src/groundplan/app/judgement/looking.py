"""Looking into the code for a plan: from no more of the index than its words need."""

from __future__ import annotations

import re
import weakref
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundplan.app.judgement.sayings import names_in_play
from groundplan.app.judgement.short_names import find_meant
from groundplan.code.citations.places import Places
from groundplan.code.citations.remembered import RememberedHistory
from groundplan.code.citing import Cited, Planned, look_up_all
from groundplan.code.generated import why_generated
from groundplan.code.index import open_index
from groundplan.code.late_index import LateIndex
from groundplan.plan.citation import Citation, parse_citation
from groundplan.plan.evidence import CitationState, Evidence, Pair, Worked
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import MAKING, Intent
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.code.citations.places import Placed
    from groundplan.code.index import Index, Progress
    from groundplan.git.repository import Repository
    from groundplan.plan.baselines import Baselines
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import MapSeen, Occurrences, Seen
    from groundplan.plan.history import History
    from groundplan.plan.mention import Mention, Sayings
    from groundplan.plan.statement import Answer

_EDITS = frozenset({Intent.MODIFIES, Intent.TOUCHES})
_SPAN = late_regex(r"`([^`\n]{1,300})`")


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
        self._plans: dict[Planned | None, int] = {}
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
        citations = self.look_up(wanted, self._still_planned(sayings), find_meant(self, sayings.mentions))
        worked = look_at_files(self, config, sayings, citations)
        citations = tuple(self._with_path(seen) for seen in citations)
        changed = {seen.path for seen in citations if seen.state is CitationState.CHANGED}
        return Evidence(
            citations=citations,
            worked=worked,
            pairs=find_halved_pairs(self, plan, config, worked),
            maps=self._maps(sayings),
            occurrences=self._occurrences(plan, config, sayings, worked),
            answers=self._answers(sayings),
            accounts=sayings.accounts,
            contents={path: self.index.key(path) for path in changed},
        )

    def _with_path(self, seen: Seen) -> Seen:
        """Return what was seen with the file that was meant: receipts know it by its path from the root."""
        if seen.state not in {CitationState.CHANGED, CitationState.MOVED}:
            return seen
        return replace(seen, found=self.place(seen.citation, by_ending=True).path)

    def _still_planned(self, sayings: Sayings) -> Planned:
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
        return planned_by(sayings, but=stand)

    def find_anchored(
        self, plan: Plan, history: History, baselines: Baselines
    ) -> frozenset[tuple[str, str, str, str]]:
        """Return the re-anchored citations of approved words that the code bears out."""
        if not baselines.reanchorings:
            return frozenset()
        # Few plans need it, and it brings the readers of every language with it; so do the two below.
        from groundplan.app.judgement.anchoring import find_anchored  # noqa: PLC0415

        return find_anchored(self, plan, history, baselines)

    def _maps(self, sayings: Sayings) -> tuple[MapSeen, ...]:
        if not sayings.maps:
            return ()
        from groundplan.app.judgement.file_maps import look_at_maps  # noqa: PLC0415

        return look_at_maps(self, sayings.maps)

    def _occurrences(
        self, plan: Plan, config: Config, sayings: Sayings, worked: tuple[Worked, ...]
    ) -> tuple[Occurrences, ...]:
        if not names_in_play(sayings):
            return ()
        from groundplan.app.judgement.occurrences import count_occurrences  # noqa: PLC0415

        return count_occurrences(self, plan, config, sayings, worked)

    def _answers(self, sayings: Sayings) -> tuple[Answer, ...]:
        if not sayings.statements:
            return ()
        from groundplan.app.judgement.statements import answer_statements  # noqa: PLC0415

        return answer_statements(self, sayings)

    def look_up(
        self,
        wanted: Iterable[tuple[Citation, str, str]],
        planned: Planned | None = None,
        meant: Mapping[Place, str] = MappingProxyType({}),
    ) -> tuple[Seen, ...]:
        """Say how citations stand, given with their sections and the digests they are measured against."""
        asked = list(wanted)
        # All that a plan creates is hashed once, and not for each of its citations.
        plan = self._plans.setdefault(planned, len(self._plans))
        keys = [
            (c.text, c.is_link, c.place.document, baseline, plan, meant.get(c.place, ""))
            for c, _, baseline in asked
        ]
        fresh = {key: item for key, item in zip(keys, asked, strict=True) if key not in self._seen}
        if fresh:
            cited = [
                Cited(citation, section, baseline, meant.get(citation.place, ""))
                for citation, section, baseline in fresh.values()
            ]
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


def planned_by(sayings: Sayings, *, but: set[str]) -> Planned:
    """Return the paths and `path::symbol`s that the plan creates."""
    symbols: set[str] = set()
    for mention in sayings.mentions:
        symbol = mention.citation.symbol
        # `Store.load` is new where a task adds `load` to that file: the plan need not name the class as well.
        is_added = mention.intent in MAKING or _last(symbol) in sayings.new_names.get(mention.path, ())
        if symbol and is_added:
            symbols.add(f"{mention.path}::{symbol}")
    return Planned(frozenset(symbols | (sayings.created - but)), frozenset(sayings.new_names.items()))


def _last(symbol: str) -> str:
    return symbol.replace("::", ".").replace("#", ".").rpartition(".")[2]


# The files a plan works on, looked at: whether they stand, who writes them, what pairs they halve.


def look_at_files(
    code: Looking, config: Config, sayings: Sayings, citations: Iterable[Seen]
) -> tuple[Worked, ...]:
    """Return each mention of a file the plan works on, with what stands there."""
    near = {seen.citation.place: seen.near for seen in citations if seen.state is CitationState.MISSING}
    pairs = dict(declared_pairs(config))
    generated = _patterns(config)
    created = sayings.created
    return tuple(
        _look(code, mention, created, near.get(mention.place, ()), (pairs, generated))
        for mention in sayings.mentions
        if mention.intent.is_work
    )


def _look(
    code: Looking,
    mention: Mention,
    created: frozenset[str],
    near: tuple[str, ...],
    project: tuple[dict[str, str], tuple[str, ...]],
) -> Worked:
    makes = mention.intent in {Intent.CREATES, Intent.MAY_CREATE}
    placed = code.place(mention.citation, by_ending=not makes and mention.path not in created)
    stands = bool(placed.path) and not placed.is_outside
    path = placed.path + ("/" if placed.is_folder else "") if stands else mention.path
    pairs, patterns = project
    source = next((each for each, target in pairs.items() if target == path), "")
    is_generated = any(matches(pattern, path) for pattern in patterns)
    if stands and not is_generated and mention.intent in _EDITS and not placed.is_folder:
        is_generated = _says_generated(code, path)
    return Worked(
        mention,
        path,
        stands=stands,
        is_planned=not makes and mention.path in created,
        is_generated=is_generated,
        source=source if is_generated else "",
        near=near,
    )


def _says_generated(code: Looking, path: str) -> bool:
    text = code.index.text(path)
    return text is not None and why_generated("", text) is not None


def _patterns(config: Config) -> tuple[str, ...]:
    said = config.profile.data.get("generated", ())
    return tuple(each for each in said if isinstance(each, str)) if isinstance(said, list) else ()


def declared_pairs(config: Config) -> Iterator[tuple[str, str]]:
    """Yield the pairs of files that the project's profile declares: what is written, what follows it."""
    table = config.profile.data.get("pairs", {})
    for name in config.profile.axes.get("pairs", ()):
        row = table.get(name, {}) if isinstance(table, dict) else {}
        target = str(row.get("target", "")) if isinstance(row, dict) else ""
        span = _SPAN.search(target)
        target = (span[1] if span else target).strip()
        if target:
            folder = name.rpartition("/")[0]
            yield name, target if "/" in target or not folder else f"{folder}/{target}"


def find_halved_pairs(
    code: Looking, plan: Plan, config: Config, worked: tuple[Worked, ...]
) -> tuple[Pair, ...]:
    """Return the async and sync files that belong together and of which the plan works on one only."""
    declared = dict(declared_pairs(config))
    patterns = _patterns(config)
    covered = [each.path for each in worked] + list(_ticked_pairs(plan))
    found: dict[tuple[str, str], Pair] = {}
    for each in worked:
        if each.mention.intent not in _EDITS | {Intent.CREATES} or each.path.endswith("/"):
            continue
        known = declared.get(each.path, "")
        for twin in (known,) if known else twins(each.path):
            is_there = bool(known) or _stands(code, twin)
            if is_there and not any(matches(path, twin) for path in covered) and not _speaks_of(each, twin):
                is_generated = any(matches(pattern, twin) for pattern in patterns)
                pair = Pair(each.mention, each.path, twin, bool(known), is_generated)
                found.setdefault((each.path, twin), pair)
    return tuple(found.values())


def twins(path: str) -> tuple[str, ...]:
    """Return the paths that a file's pair in the other colour, async or sync, may have by its name."""
    folder, _, name = path.rpartition("/")
    stem, dot, ending = name.partition(".")
    parts = set()
    for one, other in (("async", "sync"), ("aio", "sync")):
        for a, b in ((one, other), (other, one)):
            parts |= {re.sub(rf"(?<![a-z]){a}(?![a-z])", b, stem)}
    if "async" in stem:
        parts |= {re.sub(r"_?(?<![a-z])async(?![a-z])_?", "", stem)}
    elif not stem.startswith("_"):
        parts |= {f"async_{stem}", f"{stem}_async"}
    found = {f"{folder}/{each}{dot}{ending}".lstrip("/") for each in parts if each and each != stem}
    for a, b in (("_async", "_sync"), ("_sync", "_async"), ("async", "sync"), ("sync", "async")):
        if a in folder.split("/"):
            swapped = "/".join(b if part == a else part for part in folder.split("/"))
            found.add(f"{swapped}/{name}")
    return tuple(sorted(found - {path}))


def _stands(code: Looking, path: str) -> bool:
    placed = code.place(Citation(path, place=Place()), by_ending=False)
    return bool(placed.path) and not placed.is_outside and not placed.is_folder


def _speaks_of(worked: Worked, twin: str) -> bool:
    """Tell whether the line that works on one file says something about the other."""
    return twin.rpartition("/")[2] in worked.mention.words.replace(worked.mention.citation.text, "")


def _ticked_pairs(plan: Plan) -> Iterator[str]:
    """Yield the files of the pairs that are ticked as affected, the second beside the first."""
    for record in plan.records("pair"):
        if record.ticked:
            source = parse_citation(record.field("source").strip("` ")) if record.field("source") else None
            target = record.field("target").strip("` ")
            if source is not None and target:
                folder = source.path.rpartition("/")[0]
                yield source.path
                yield target if "/" in target or not folder else f"{folder}/{target}"
