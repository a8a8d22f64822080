"""Freezes what is known about a goal: every part asked for once, and only where somebody would read it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.gathering import find_contrary
from groundplan.evidence.facts import MOST_SOURCES, Facts, part_of_repository
from groundplan.evidence.places import PLAINLY
from groundplan.evidence.plan_files import is_plan_file
from groundplan.evidence.targets.where import known_targets, likely_targets, spoken_handlers
from groundplan.plan.goal import GoalKind
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Region
    from groundplan.evidence.pack import EvidencePack

_WIDE = frozenset({GoalKind.REQUIREMENT, GoalKind.DESIGN, GoalKind.CAMPAIGN})
_SOURCES = (".c", ".cc", ".cpp", ".cs", ".java", ".kt", ".php", ".rb", ".rs", ".scala", ".sh", ".swift")


def freeze(pack: EvidencePack) -> Facts:
    """Return all facts about a goal; whoever reads them needs no code at hand."""
    goal, targets, paths = pack.goal, pack.targets, pack.index.paths()
    known, contrary, is_measured = known_targets(pack), find_contrary(pack), bool(goal.criterion)
    commands, named = pack.commands, _named_regions(pack)
    is_asked = bool(known or pack.new_files)
    touched = {each.path for each in targets}
    new = pack.new_files[0] if pack.new_files else None
    return Facts(
        goal=goal,
        gathered=pack.gathered,
        others=pack.others,
        extra=pack.extra,
        file_count=len(paths),
        is_ranked=bool(pack.located.places.files),
        targets=targets,
        known=known,
        likely=likely_targets(pack),
        sure=pack.sure,
        regions=pack.regions,
        named_paths=tuple(
            each.path for each in targets if pack.located.named.paths.get(each.path, 0.0) >= 1.0
        ),
        named_regions=named,
        sources=() if known else _sources(pack),
        is_handler_spoken=not known and any(spoken_handlers(pack, each.path) for each in targets),
        is_new=pack.is_new,
        new_files=pack.new_files,
        beside_lines=_lines_of(pack, new.beside) if new else None,
        alike=pack.alike if pack.is_new and new else (),
        twins=tuple(each for each in pack.pairs if touched & {each.asynchronous, each.synchronous}),
        folders=_folders(paths) if goal.kind in _WIDE else (),
        replacement=pack.replacement,
        reach=pack.reach,
        namesakes={each.region.definition.name: _namesakes(pack, each.region) for each in pack.reach},
        tests=pack.tests if is_asked or contrary.untested else (),
        tested_names=tuple(_tested_names(pack, named)) if is_asked and not is_measured else (),
        commands=commands,
        ways_in=() if is_measured or any(each.role == "test" for each in commands) else pack.ways_in,
        constraints=pack.constraints,
        past=pack.past,
        contrary=contrary,
    )


def _named_regions(pack: EvidencePack) -> tuple[Region, ...]:
    """Return the definitions that an answer or else the goal names; what a ranking prefers is a guess."""
    named = pack.located.named.regions
    answered = tuple(each for each in pack.regions if each.citation in pack.extra)
    return answered[:1] or tuple(
        each for each in pack.regions if named.get((each.path, each.definition.qualified), 0.0) >= PLAINLY
    )


def _tested_names(pack: EvidencePack, regions: tuple[Region, ...]) -> Iterator[tuple[str, str]]:
    """Return the names that stand in the test files to touch: `test_get` is a test of `get` as well."""
    names = dict.fromkeys(each.definition.name for each in regions)
    for path in (each.path for each in pack.tests if each.exists) if names else ():
        text = (pack.index.text(path) or b"").decode("utf-8", "replace")
        for name in names:
            if re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text):
                yield path, name


def _sources(pack: EvidencePack) -> tuple[str, ...]:
    """Return the product's own source files, whether their language is read or only known by its ending."""
    found: list[str] = []
    for path in pack.index.paths() if not pack.verdict.likely else ():
        is_source = pack.index.outline(path) is not None or path.endswith(_SOURCES)
        is_ours = is_source and is_own_code(path) and not is_test(path)
        if is_ours and not is_plan_file(pack.index, path, pack.config):
            found.append(path)
        if len(found) > MOST_SOURCES:
            break
    return tuple(found)


def _lines_of(pack: EvidencePack, path: str) -> int | None:
    outline = pack.index.outline(path) if path else None
    return outline.lines if outline else None


def _folders(paths: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    counts = Counter(part_of_repository(path) for path in paths if is_own_code(path) and "/" in path)
    return tuple(counts.most_common())


def _namesakes(pack: EvidencePack, region: Region) -> int:
    found = pack.index.symbols(region.definition.name)
    return len({(each.path, each.definition.qualified) for each in found if is_own_code(each.path)})
