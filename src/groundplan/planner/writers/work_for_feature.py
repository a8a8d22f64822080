"""The phases of a feature: what is new first, then where it meets the code, then words and release."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.facts.where import say_unplaced
from groundplan.planner.writers.batches import MOST_TASKS, is_made
from groundplan.planner.writers.own_tools import run_quality
from groundplan.planner.writers.phrases import cite, code, counted, joined, listing, sentence
from groundplan.planner.writers.work_frame import check_phase, prepare, roll_out
from groundplan.schedule.effort import Size, size_of
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.evidence.kinds import Target
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.writers.board import Board

MOST_PLAIN = 4  # letters of a name that is too short to be looked for in prose
_RECORD = late_regex(r"(?:docs?/)?(?:change(?:s|log)|history|news)(?:\.(?:md|rst|txt))?", re.IGNORECASE)
_DOCUMENTS = (".md", ".rst", ".txt", ".adoc", ".mdx")


def lay_out_feature(board: Board, brief: Brief, names: Sequence[str]) -> None:
    """Lay out a feature in five phases: what the evidence says each has to touch, and nothing else."""
    pack = brief.pack
    own, meeting = _split(pack)
    board.open(0, names[0])
    prepare(board, brief)
    board.open(1, names[1])
    _found(board, pack, own)
    board.open(2, names[2])
    _integrate(board, pack, meeting)
    board.open(3, names[3])
    _polish(board, pack)
    board.open(4, names[4])
    roll_out(board, brief)


def change_target(board: Board, pack: EvidencePack, target: Target, needs: str = "") -> str:
    """Add the task of one file to modify: which definitions, and how many callers look at them."""
    callers = [each for each in pack.callers if each.path != target.path]
    mine = {each.region.citation: len(each.callers) for each in pack.reach if each.region.path == target.path}
    uses = sum(mine.values()) or (len(callers) if len(pack.targets) == 1 else 0)
    regions = [code(each.citation) for each in target.regions]
    where = f" at {listing(regions, 2)}" if regions else ""
    numbers = f" ({counted(uses, 'caller')})" if uses else ""
    if is_made(pack, target.path):
        title = f"Regenerate {code(target.path)} by its tool and look through it{numbers}"
        return board.add(title, Size.XS, files=(target.path,), needs=needs)
    return board.add(
        f"Change {code(target.path)}{where}{numbers}", size_of(1, uses), files=(target.path,), needs=needs
    )


def _split(pack: EvidencePack) -> tuple[list[Target], list[Target]]:
    """Return the targets that others of them import, or that stand alone, and those above them."""
    order = [path for path, _ in pack.file_map] or [each.path for each in pack.targets]
    by_path = {each.path: each for each in pack.targets}
    targets = [by_path[path] for path in order if path in by_path] or list(pack.targets)
    targets = targets[: 2 * MOST_TASKS]
    half = max(1, (len(targets) + 1) // 2)
    return targets[:half], targets[half:]


def _found(board: Board, pack: EvidencePack, targets: list[Target]) -> None:
    for new in pack.new_files[:3]:
        board.add(f"Add {code(new.path)} (new) beside {code(new.beside)}", Size.M, new=(new.path,))
    for target in targets:
        change_target(board, pack, target)
    if not board.phases[-1].tasks:
        board.add(f"Decide where the code goes: {say_unplaced(pack)}", Size.S)
    tests = [each for each in pack.tests if each.exists][:2] or list(pack.tests[:1])
    demands = len(pack.goal.demands) or 1
    if tests:
        where = joined([code(each.path) for each in tests])
        board.add(
            (
                f"Add a test for {'the demand' if demands == 1 else f'each of {demands} demands'} of "
                f"the goal in {where}"
            ),
            size_of(len(tests), demands),
            files=tuple(each.path for each in tests if each.exists),
            needs="All above",
        )
    done = [each.path for each in targets] + [each.path for each in pack.new_files[:3]]
    known = {each.path for each in targets}
    spelled = [code(path) + ("" if path in known else " (new)") for path in done]
    board.deliver(f"The new behaviour in {listing(spelled, 6)}" if spelled else "The new behaviour")
    check_phase(board, pack)


def _integrate(board: Board, pack: EvidencePack, targets: list[Target]) -> None:
    for target in targets:
        change_target(board, pack, target)
    done = {each.path for each in pack.targets}
    callers = [each for each in pack.callers if each.path not in done and not each.is_test]
    files = tuple(dict.fromkeys(each.path for each in callers))
    if files:
        board.add(
            f"Look through {counted(len(callers), 'caller')} in {counted(len(files), 'file')}: "
            f"{cite((each.citation for each in callers), 4)}",
            size_of(len(files), len(callers)),
            files=files[:12],
        )
    if pack.failures:
        spots = cite((each.at for each in pack.failures), 4)
        board.add(
            f"Keep the {counted(len(pack.failures), 'failure path')} seen there as they are: {spots}",
            size_of(1, len(pack.failures)),
        )
    ways = [way for way in pack.ways_in if way.entry.kind.value != "main"][:1]
    for way in ways:
        board.add(f"Walk through {way.entry.title} ({code(way.entry.at)}) from end to end", Size.S)
    if not (targets or files or pack.failures or ways):
        board.add("Run the whole suite over the change: nothing else in the code calls it", Size.XS)
    told = [f"{counted(len(targets), 'more file')} in the new form"] if targets else []
    told += [f"{counted(len(callers), 'caller')} looked through"] if files else []
    told += [f"{counted(len(pack.failures), 'failure path')} kept"] if pack.failures else []
    board.deliver(sentence(joined(told)).rstrip(".") or "The whole suite passes with the change")
    check_phase(board, pack)


def _polish(board: Board, pack: EvidencePack) -> None:
    checks = tuple(run_quality(pack))
    documents = documents_on(pack)
    if documents:
        named = listing([code(each) for each in documents], 3)
        board.add(f"Bring {named} up to date", size_of(len(documents)), files=documents)
    records = changelogs(pack)
    if records:
        board.add(f"Say what changed in {code(records[0])}", Size.XS, files=records[:1])
    bare = [each for each in pack.regions if not each.definition.has_doc and each.definition.is_exported][:5]
    if bare:
        board.add(f"Document {cite((each.citation for each in bare), 3)}", size_of(1, len(bare)))
    if checks:
        board.add(f"Pass {joined([code(each.command) for each in checks])}", Size.XS)
    if not (documents or records or bare or checks):
        board.add("Say what changed in the commit messages: no document names this code", Size.XS)
    told = [counted(len(documents), "document")] if documents else []
    told += [counted(len(bare), "definition")] if bare else []
    board.deliver(
        f"{joined(told)} describe what the code does now"
        if told
        else "The linter and the type checker pass"
        if checks
        else "The commit messages say what changed"
    )
    for check in checks:
        board.check(check)
    check_phase(board, pack)


def changelogs(pack: EvidencePack) -> tuple[str, ...]:
    """Return the files in which this repository records its changes, the shortest path first."""
    found = [path for path in pack.index.paths() if _RECORD.fullmatch(path)]
    return tuple(sorted(found, key=lambda path: (path.count("/"), path)))


def documents_on(pack: EvidencePack) -> tuple[str, ...]:
    """Return the documents that name a definition of the change, at most five."""
    found: dict[str, None] = {}
    own = (".groundplan/", f"{pack.config.folder}/")
    for each in (region.definition for region in pack.regions[:5]):
        # `start` of a class is named where the class is; alone it is a word like any other
        holder = each.parent.rpartition(".")[2]
        beside = set(pack.index.files_with(holder)) if holder and not is_compound(each.name) else None
        for path in pack.index.files_with(each.name) if len(each.name) > MOST_PLAIN else ():
            is_document = path.casefold().endswith(_DOCUMENTS) and not path.startswith(own)
            if is_document and (beside is None or path in beside):
                found.setdefault(path)
    return tuple(path for path in found if not _RECORD.fullmatch(path))[:5]
