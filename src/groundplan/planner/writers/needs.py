"""What a change needs and risks: where something new fits, its dependencies, its deployment, its risks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.assessment import assess
from groundplan.planner.writers.findings import (
    caller_phrase,
    habit_phrase,
    package_phrase,
    sure_ways,
)
from groundplan.planner.writers.outward import COSTLY, ends_of, ends_phrase
from groundplan.planner.writers.phrases import bullets, cite, clause, code, counted, listing, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.today import what_it_does
from groundplan.planner.writers.touched import callers, constraints
from groundplan.planner.writers.work import foremost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_MOST = 6
_DEPLOYMENT = {
    "schema": "Requires database migration",
    "environment": "Requires environment variable changes",
    "flag": "Requires feature flag",
    "compatibility": "Requires backward compatibility (cannot break existing clients)",
}
_NO_DEPLOYMENT = "none found: no migration, environment variable, flag or public name is involved"
_ENDPOINT = late_regex(r"\b(?:end-?point|route|http api|rest|webhook|url|view)s?\b", re.IGNORECASE)
_JOB = late_regex(
    r"\b(?:job|worker|schedul\w+|cron|background|queue|periodic\w*|hourly|nightly|daily)\b", re.IGNORECASE
)
_LOGIN = ("auth", "login", "permission", "token", "session")


def write_new_functionality(brief: Brief) -> str:
    """Return where something new fits, what is alike, which patterns it follows, what it touches."""
    pack = brief.pack
    alike = listing([code(each.region.lines) for each in pack.alike[:2]])
    patterns = {
        "Project structure": _structure(brief),
        "Naming conventions": habit_phrase(pack, "naming") or "no one style leads where the new code goes",
        "Error handling": habit_phrase(pack, "errors") or "no habit could be counted where the new code goes",
        "Configuration": habit_phrase(pack, "configuration") or "no setting is read where the new code goes",
    }
    integration = {
        "Database": _behind(brief, "database"),
        "External APIs": _behind(brief, "http", "network"),
        "Authentication": _authentication(brief),
    }
    return "\n".join(
        [
            "**Step 2b: Adding New Functionality**",
            "- **Where does this fit in the system?**",
            *_fits(brief),
            "",
            "- **What existing code does something similar?**",
            f"  - File(s): {alike or 'none found by words or by shape'}",
            f"  - Summary: {sentence(_similar(brief))}",
            "",
            "- **What patterns must I follow?**",
            *(f"  - {label}: {sentence(text)}" for label, text in patterns.items()),
            "",
            "- **What integration points exist?**",
            *(f"  - {label}: {sentence(text)}" for label, text in integration.items()),
        ]
    )


def _fits(brief: Brief) -> list[str]:
    """Return the three boxes of where something new fits, the one ticked that the goal speaks of."""
    title = brief.pack.goal.title
    fits = "endpoint" if _ENDPOINT.search(title) else "job" if _JOB.search(title) else "library"
    piece = foremost(brief)
    where = f": {code(piece.path)}" if piece else ""
    boxes = {
        "endpoint": ("New API endpoint", " (which router/controller?)"),
        "job": ("New background job", " (which scheduler?)"),
        "library": ("New utility/library", " (which module?)"),
    }
    return [
        f"  - [{'x' if name == fits else ' '}] {label}{where if name == fits else ask}"
        for name, (label, ask) in boxes.items()
    ]


def _similar(brief: Brief) -> str:
    pack = brief.pack
    if not pack.alike:
        looked = counted(len(tuple(pack.index.paths())), "file")
        return f"nothing alike was found ({looked} looked at)"
    told = [what_it_does(pack.index, each.region) for each in pack.alike[:2]]
    return "; ".join(told)


def _structure(brief: Brief) -> str:
    new = [f"{code(each.path)} (new): {clause(each.why)}" for each in brief.pack.new_files[:2]]
    habit = habit_phrase(brief.pack, "structure")
    return (
        "; ".join(each for each in (*new, habit) if each)
        or "no new file is needed: the change fits into what is there"
    )


def _behind(brief: Brief, *kinds: str) -> str:
    ends = ends_of(brief, *kinds)
    migrations = [each for each in constraints(brief) if each.kind == "schema" and "database" in kinds]
    if migrations:
        return f"{clause(migrations[0].statement)} ({cite(migrations[0].spots, 2)})"
    return ends_phrase(ends) if ends else "none is reached from the place of the change today"


def _authentication(brief: Brief) -> str:
    named = [path for path in brief.pack.modules if any(word in path.casefold() for word in _LOGIN)]
    return (
        f"{cite(named, 3)} is imported there"
        if named
        else "no module for it is imported where the change goes"
    )


def write_dependencies(brief: Brief) -> str:
    """Return what the change depends on outside and inside, and what deploying it has to mind."""
    pack = brief.pack
    paths = cite([each.path for each in pack.targets], 3) or "the place of the change"
    outside = [package_phrase(each) for each in pack.packages[:_MOST]]
    inside = [code(path) for path in pack.modules[:_MOST]]
    more = len(pack.modules) - _MOST
    inside += [f"and {counted(more, 'more module')}"] if more > 0 else []
    boxes = []
    for kind, label in _DEPLOYMENT.items():
        found = [each for each in constraints(brief) if each.kind == kind]
        told = f" – {clause(found[0].statement)} ({cite(found[0].spots, 2)})" if found else ""
        boxes.append(f"  - [{'x' if found else ' '}] {label}{told}")
    return "\n".join(
        [
            "**Step 3: Dependencies & Constraints**",
            "- **External Dependencies:**",
            bullets(outside or [f"None: {paths} imports no package from outside"], 2),
            "",
            "- **Internal Dependencies:**",
            bullets(inside or [f"None: {paths} imports no other file of this repository"], 2),
            "",
            "- **Deployment Constraints:**",
            *boxes,
        ]
    )


def write_risk_assessment(brief: Brief) -> str:
    """Return the four classes of risk, each with its mitigation."""
    lines = ["**Step 4: Risk Assessment**", ""]
    for each in assess(brief):
        lines.append(f"- **{each.risk_class.capitalize()} Risk:** {sentence(each.text)}")
        lines.append(f"  - **Mitigation:** {sentence(each.mitigation)}")
    return "\n".join(lines)


@writer("constraints")
def write_constraints(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what limits the design: flows that could break, costly calls, import cycles, deployment."""
    pack = brief.pack
    risks = {each.risk_class: each for each in assess(brief)}
    paths = cite([each.path for each in pack.targets], 3) or "the place of the change"
    rings = [" → ".join(code(path) for path in (*ring, ring[0])) for ring in pack.cycles[:2]]
    deployment = [f"{clause(each.statement)} ({cite(each.spots, 1)})" for each in constraints(brief)[:3]]
    ways = cite([each.entry.at for each in sure_ways(pack)], 3)
    used = callers(brief)
    flows = [f"the entry points at {ways}"] if ways else []
    flows += [caller_phrase(used, 3)] if used else []
    costly = ends_of(brief, *COSTLY)
    told = {
        "Regressions": "; ".join(flows) or risks["regression"].text,
        "Performance": f"at stake are {ends_phrase(costly, 2)}" if costly else risks["performance"].text,
        "Circular Dependencies": "; ".join(rings) or f"none: no import cycle goes through {paths}",
        "Deployment Constraints": "; ".join(deployment) or _NO_DEPLOYMENT,
    }
    text = bullets(f"**{label}:** {sentence(words)}" for label, words in told.items())
    yield SectionDraft(spec.key, text, is_evidence=True)
