"""How the change is reached and how it fails: the happy path, and the failure paths seen in the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.edge_cases import told_condition, wanted_cases
from groundplan.planner.writers.findings import action_phrase, sure_ways
from groundplan.planner.writers.outward import COSTLY, ends_of, ends_phrase
from groundplan.planner.writers.phrases import bullets, code, joined
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.touched import callers, changed, failures, reached
from groundplan.planner.writers.wishes import open_subjects, requirements
from groundplan.planner.writers.work import foremost, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_MOST_WAYS = 2
_MOST_FAILURES = 6


@writer("control-flow")
def write_control_flow(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write how the change is reached when all goes well, and what happens when it does not."""
    if not pieces(brief):
        return
    happy = [f"{number}. {path}" for number, path in enumerate(_happy(brief), 1)]
    text = "\n".join(["**Happy Path:**", *happy, "", "**Failure Paths:**", bullets(_failures(brief))])
    yield SectionDraft(spec.key, text, waits_for=open_subjects(brief))


def _happy(brief: Brief) -> Iterator[str]:
    """Yield the ways through what changes: from its own entry points, else from a caller."""
    main = foremost(brief)
    new = [f"{code(main.path)} (new)"] if main and main.is_new else []
    wanted = joined([f"Requirement {number}" for number in range(1, len(requirements(brief)) + 1)])
    ends = ends_of(brief, *COSTLY)[:1]
    after = [*new, f"{wanted} met", *([ends_phrase(ends)] if ends else []), "the result goes back"]
    ways = sure_ways(brief.pack)[:_MOST_WAYS]
    for way in ways:
        yield " → ".join(
            [f"{code(way.entry.title)} ({code(way.entry.at)})", code(way.region.citation), *after]
        )
    if ways:
        return
    region = next(
        (code(each.citation) for each in changed(brief)), code(main.path) if main and not new else ""
    )
    yield " → ".join([_start(brief), *([region] if region else []), *after])


def _start(brief: Brief) -> str:
    caller = next(iter(callers(brief)), None)
    if caller is not None:
        return f"{code(caller.inside or caller.path)} ({code(caller.citation)})"
    public = next((each.public for each in reached(brief) if each.public), "")
    return f"A caller outside this repository ({public})" if public else "Whoever calls it"


def _failures(brief: Brief) -> list[str]:
    found = [f"{each.condition} → {each.action}" for each in wanted_cases(brief)]
    found += [f"{told_condition(each)} → {action_phrase(each)}" for each in failures(brief)[:_MOST_FAILURES]]
    if found:
        return found
    region = next(iter(changed(brief)), None)
    main = foremost(brief)
    inside = code(region.lines) if region else code(main.path if main else "")
    return [f"An error inside {inside} → not caught there today, so it reaches the caller as it is"]
