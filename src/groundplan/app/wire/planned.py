"""The analyst's work as plain data: a plan it began, a turn it took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire import plans

if TYPE_CHECKING:
    from groundplan.app.analyst.advancing import Advanced
    from groundplan.app.analyst.planning import Planned
    from groundplan.evidence.kinds import Reach, Target
    from groundplan.plan.fact import Fact


def planned(done: Planned) -> dict[str, Any]:
    """Return a plan begun by the analyst: where it goes, what it reaches, what is challenged and proposed."""
    advanced = done.advanced
    return {
        **plans.whole(done.opened),
        "because": done.because,
        "consult_because": done.council,
        "certainty": done.grounds.verdict.certainty.value,
        "where": [_target(each) for each in done.grounds.targets],
        "new": [{"path": each.path, "why": each.why} for each in done.grounds.new_files],
        "reach": [_reach(each) for each in done.grounds.reach],
        "tests": [_test(each) for each in done.grounds.tests],
        "challenges": [
            {
                "detector": each.detector,
                "subject": each.subject,
                "claim": each.claim,
                "advice": each.advice,
                "evidence": list(each.evidence),
                "numbers": dict(each.numbers),
            }
            for each in advanced.analysis.challenges
        ],
        "proposals": [
            {"section": each.key, "title": each.title, "kind": each.kind, "waits_for": list(each.waits_for)}
            for each in advanced.proposals
        ],
        "notices": list(advanced.notices),
    }


def _target(target: Target) -> dict[str, Any]:
    regions = [{"name": each.definition.qualified, "at": each.lines} for each in target.regions]
    return {"path": target.path, "score": target.score, "why": list(target.why), "regions": regions}


def _test(fact: Fact) -> dict[str, Any]:
    names = list(fact.value("tests", ()))
    return {"path": fact.subject, "tests": names, "command": fact.value("command", "")}


def _reach(reach: Reach) -> dict[str, Any]:
    return {
        "changed": reach.region.citation,
        "callers": [each.citation for each in reach.callers],
        "test_callers": [each.citation for each in reach.test_callers],
        "possible": reach.possible,
        "indirect": list(reach.indirect),
        "public": reach.public,
    }


def followed(advanced: Advanced | None) -> dict[str, Any]:
    """Return the analyst's turn as data."""
    if advanced is None:
        return {}
    return {
        "rewritten": [{"section": d.key, "added": d.added, "removed": d.removed} for d in advanced.diffs],
        "asked": list(advanced.asked),
        "proposals": [
            {"section": each.key, "waits_for": list(each.waits_for)} for each in advanced.proposals
        ],
        "notices": list(advanced.notices),
    }
