"""The change file by file, leaves first: which requirement lands where, which files are new."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.pairs import find_pairs
from groundplan.evidence.kinds import Region
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.writers.wishes import requirements
from groundplan.wording.terms import significant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.kinds import Standing, Target
    from groundplan.planner.brief import Brief

MOST_FILES = 12
MOST_REGIONS = 3
_MOST_LIKELY = 2  # definitions of a file that only the ranking found
_THIN = 6  # lines of a definition that may do nothing but call another
_NEAR = 0.8  # part of the best one's score
_BUILDS = ("Build on", "Extend")  # how a choice says that a file takes on more
_SWEEPING = late_regex(r"\b(?:rename|remove|delete|drop|get rid of|replace)\w*\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One file of the change: what in it changes, for which requirements, and why this file."""

    path: str
    regions: tuple[Region, ...] = ()
    takes: tuple[int, ...] = ()  # numbers of the requirements, counted from 1
    why: tuple[str, ...] = ()
    is_new: bool = False
    beside: str = ""  # for a new file: the file whose neighbour it is
    is_named: bool = False  # the goal names it, or something in it: no ranking had to find it
    source: str = ""  # for a file that a tool writes: what it is written from
    is_basis: bool = False  # the user decided to build on it

    @property
    def name(self) -> str:
        """Return what changes as a short name: the foremost definition, else the file."""
        return self.regions[0].definition.qualified if self.regions else self.path.rpartition("/")[2]

    @property
    def place(self) -> str:
        """Return where the change goes, with lines where a definition is known."""
        return self.regions[0].lines if self.regions else self.path


def pieces(brief: Brief) -> tuple[Piece, ...]:
    """Return the files of the change, leaves first, new ones before those that will use them."""
    pack = brief.pack
    targets = _meant(brief, pack.targets)[:MOST_FILES]
    order = {path: at for at, (path, _) in enumerate(pack.file_map)}
    sources = generated(brief, tuple(each.path for each in targets))
    new = _new_files(brief)
    # What gets a folder beside its equals is called by none of them.
    homes = {
        _home(each.path) for each in new if each.beside.rpartition("/")[2] == each.path.rpartition("/")[2]
    }
    known = [
        Piece(
            each.path,
            regions_of(brief, each),
            why=_telling_first(each.why),
            is_named=each.is_named,
            source=sources.get(each.path, ""),
        )
        for each in targets
        if each.is_named or _home(each.path) not in homes
    ]
    written = dict.fromkeys(each for each in sources.values() if "/" in each or "." in each)
    there = {each.path for each in known}
    known += [
        Piece(each, why=("is what the generated file is made from",)) for each in written if each not in there
    ]
    known += [Piece(path, why=("the user wants the same change there",)) for path in _twins(brief)]
    known += [each for each in _bases(brief) if each.path not in {one.path for one in known}]
    if not known and new and new[0].beside and not homes:
        # Nobody would call it otherwise.
        known = [Piece(new[0].beside, why=("is the nearest file that the program enters by",))]
    placed = _assigned(brief, [*new, *known])
    last = len(order)
    return tuple(
        sorted(placed, key=lambda each: (not each.is_new, not each.is_basis, order.get(each.path, last)))
    )


def _home(path: str) -> str:
    """Return where folders of equals stand: `src/middleware` of `src/middleware/cors/index.ts`."""
    return path.rpartition("/")[0].rpartition("/")[0]


def _reading(brief: Brief) -> str:
    """Return the definition that the user says the goal means, as a citation; or nothing."""
    answer = brief.settled.get("reading")
    return answer.choice if answer is not None else ""


def _meant(brief: Brief, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """Return the targets with the one first that the user means, without those that other readings mean."""
    chosen = _reading(brief)
    question = next((each for each in brief.questions if each.subject == "reading"), None)
    if not chosen or question is None:
        return targets
    path = chosen.partition("::")[0]
    others = {each.name.partition("::")[0] for each in question.choices if each.name != chosen} - {path}
    kept = [each for each in targets if each.path not in others]
    return tuple(sorted(kept, key=lambda each: each.path != path))


def working_order(brief: Brief) -> list[Piece]:
    """Return the files in the order they are worked on: what a tool writes comes after its source."""
    return sorted(pieces(brief), key=lambda each: bool(each.source))


def source_phrase(piece: Piece) -> str:
    """Return what a generated file is made from, cited where it is known."""
    return piece.source if " " in piece.source else f"`{piece.source}`"


def _bases(brief: Brief) -> Iterator[Piece]:
    """Yield the files of this repository that the user decided to build on instead of adding something."""
    for challenge in brief.challenges:
        question = challenge.question
        answer = brief.settled.get(question.subject) if question else None
        taken = question.choice(answer.choice) if question and answer and answer.choice else None
        cited = parse_citation(challenge.evidence[0]) if challenge.evidence else None
        outline = brief.pack.index.outline(cited.path) if cited else None
        if taken is None or cited is None or outline is None or not taken.text.startswith(_BUILDS):
            continue
        regions = tuple(Region(cited.path, each) for each in outline.find(cited.symbol)[:1])
        yield Piece(
            cited.path, regions, why=("the user decided to build on it",), is_named=True, is_basis=True
        )


def generated(brief: Brief, paths: tuple[str, ...]) -> dict[str, str]:
    """Return which files a tool writes, each with the file it is made from, else `its source`."""
    index = brief.pack.index
    marked = [path for path in paths if (outline := index.outline(path)) is not None and outline.is_generated]
    if not marked:
        return {}
    pairs = {each.synchronous: each.asynchronous for each in find_pairs(index) if each.is_generated}
    return {path: pairs.get(path, "its source") for path in marked}


def _source_of(placed: Sequence[Piece], path: str) -> str:
    return next((each.source for each in placed if each.path == path), "")


def regions_of(brief: Brief, target: Target) -> tuple[Region, ...]:
    """Return what changes in a target: what the goal names there, else the definitions that stand out."""
    said = {part for name in brief.pack.goal.names for part in (name, name.rpartition(".")[2])}
    named = [each for each in target.regions if {each.definition.name, each.definition.qualified} & said]
    meant = [each for each in target.regions if each.citation == _reading(brief)]
    if meant:
        return tuple(meant)
    if named:
        return (*named, *_done_by(brief, target, named))[:MOST_REGIONS]
    best = max((each.score for each in target.regions), default=0.0)
    return tuple(each for each in target.regions if each.score >= _NEAR * best)[:_MOST_LIKELY]


def _done_by(brief: Brief, target: Target, named: list[Region]) -> list[Region]:
    """Return the definitions that do the work of a named one which only calls them."""
    outline = brief.pack.index.outline(target.path)
    thin = [each.definition for each in named if each.definition.size <= _THIN]
    if outline is None or not thin:
        return []
    called = {
        words.lstrip(".").rpartition(".")[2]
        for words, lines in outline.calls.items()
        if any(one.first <= line <= one.last for one in thin for line in lines)
    }
    return [each for each in target.regions if each.definition.name in called and each not in named]


def _telling_first(why: tuple[str, ...]) -> tuple[str, ...]:
    """Return the reasons for a file, what the goal names before which words match."""
    return tuple(sorted(why, key=lambda each: "named" not in each))


def _twins(brief: Brief) -> list[str]:
    """Return the files that an answer wants changed in the same way."""
    return [
        subject.partition(":")[2]
        for subject, answer in brief.settled.items()
        if subject.startswith("twin:") and answer.choice == "yes"
    ]


def foremost(brief: Brief) -> Piece | None:
    """Return the file the change is mainly about: the new one where there is one, else the best target."""
    placed = pieces(brief)
    ranked = _meant(brief, brief.pack.targets)
    leading = next((each.path for each in ranked if not _source_of(placed, each.path)), "")
    if brief.pack.is_new and any(each.is_new for each in placed):
        return next(each for each in placed if each.is_new)
    return next((each for each in placed if each.path == leading), next(iter(placed), None))


def _new_files(brief: Brief) -> tuple[Piece, ...]:
    """Return the files to add, unless the user chose to put everything where code already is."""
    chosen = brief.chosen("option")
    if chosen.startswith(("in-place", "reuse", "extend")):
        return ()
    return tuple(
        Piece(each.path, why=(each.why,), is_new=True, beside=each.beside) for each in brief.pack.new_files
    )


def _assigned(brief: Brief, found: list[Piece]) -> list[Piece]:
    """Give each requirement to the file that shares most with its words; the foremost takes the rest."""
    if not found:
        return []
    leading = next(
        (each.path for each in _meant(brief, brief.pack.targets) if not _source_of(found, each.path)),
        found[0].path,
    )
    first = next((at for at, each in enumerate(found) if each.is_new and brief.pack.is_new), None)
    if first is None:
        first = next((at for at, each in enumerate(found) if each.path == leading), 0)
    words = [_words(each) for each in found]
    taken: dict[int, list[int]] = {}
    for number, requirement in enumerate(requirements(brief), 1):
        wanted = significant(requirement)
        shared = [len(wanted & each) for each in words]
        written = [at for at, each in enumerate(found) if not each.source] or [first]
        best = max(written, key=lambda at: (shared[at], at == first))
        taken.setdefault(best if shared[best] > shared[first] + 1 else first, []).append(number)
    return [replace(each, takes=tuple(taken.get(at, ()))) for at, each in enumerate(found)]


def _words(piece: Piece) -> frozenset[str]:
    names = " ".join(each.definition.qualified for each in piece.regions)
    return significant(f"{piece.path.rpartition('.')[0]} {names}")


def swept(brief: Brief) -> tuple[Standing, ...]:
    """Return the names that the goal renames or removes, with every file where each stands."""
    if not _SWEEPING.search(brief.pack.goal.text):
        return ()
    return tuple(each for each in brief.pack.standings if each.files)


def followed(brief: Brief) -> tuple[str, ...]:
    """Return the files that only follow a renamed or removed name, beyond those of the change itself."""
    placed = {each.path for each in pieces(brief)}
    scope = brief.settled.get("scope")
    terms = brief.pack.standings if scope is not None and scope.choice == "in" else swept(brief)
    named = [path for each in terms for path in each.files]
    return tuple(dict.fromkeys(path for path in named if path not in placed))
