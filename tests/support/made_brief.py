"""A brief made in a test: a goal over a few texts, every fact empty unless the test gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from made_pack import make_goal, make_pack

from groundplan.evidence.kinds import Past, Region, Target
from groundplan.plan.config import Config
from groundplan.planner.brief import Brief
from groundplan.planner.writers.registry import find_writer
from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.planner.goal import Goal
    from groundplan.planner.pack import EvidencePack

_EMPTY: dict[str, Any] = {
    "is_new": False,
    "past": Past(),
    **dict.fromkeys(
        (
            *(
                "new_files",
                "tests",
                "reach",
                "callers",
                "standings",
                "ways_in",
                "habits",
                "alike",
                "packages",
            ),
            *("modules", "constraints", "failures", "commands", "cycles", "file_map"),
        ),
        (),
    ),
}
_SHELF = Shelf()


def find_region(pack: EvidencePack, citation: str) -> Region:
    """Return a definition of the made repository: `app/a.py::load`."""
    path, _, qualified = citation.partition("::")
    outline = pack.index.outline(path)
    assert outline is not None, f"{path} is not there"
    return Region(path, outline.find(qualified)[0])


def make_brief(
    goal: Goal | str,
    files: Mapping[str, str] = {},
    changes: Sequence[str] = (),
    playbook: str = "design",
    **given: Any,
) -> Brief:
    """Return a brief in which these definitions change; other facts and parts of the brief as given."""
    parts = {
        name: given.pop(name)
        for name in ("challenges", "questions", "settled", "asked", "replies", "decisions")
        if name in given
    }
    read = make_goal(goal) if isinstance(goal, str) else goal
    pack = make_pack(read, files, **(_EMPTY | given))
    regions = [find_region(pack, each) for each in changes if "::" in each]
    paths = dict.fromkeys(each.partition("::")[0] for each in changes)
    targets = [
        Target(path, 1.0, ("matches the goal",), tuple(each for each in regions if each.path == path))
        for path in paths
    ]
    pack.__dict__.setdefault("targets", tuple(targets))
    pack.__dict__.setdefault("regions", tuple(regions))
    return Brief(pack, _SHELF.find(playbook), Config(), **parts)


def write(brief: Brief, key: str) -> str:
    """Return what the writer of a section writes, all its drafts together; nothing where it writes none."""
    spec = brief.playbook.section(key)
    assert spec is not None
    return "\n\n".join(each.text for each in find_writer(spec.writer)(brief, spec))
