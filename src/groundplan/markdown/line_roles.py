"""Which part the lines below a heading or behind a label play, by its words."""

from __future__ import annotations

import functools
import re

from groundplan.plan.line import Role

# The first that fits counts, so what is rejected is no step, whatever else the heading says.
_SAYINGS: dict[Role, tuple[str, ...]] = {
    Role.EXCLUDED: (
        r"(?:explicitly )?(?:out[- ]of[- ]scope|not in scope|exclusions|excluded|deferred)\b.*",
        r"non[- ]?goals?\b.*",
        r"(?:won'?t do|not (?:included|doing))\b.*",
        r"(?:what )?(?:we are|this is) not (?:doing|changing)\b.*",
        (
            r"(?:files |code )?(?:not (?:changed|touched|changing|touching|affected)|unchanged|untouched|"
            r"unaffected)\b.{0,40}"
        ),
        r"(?:what )?(?:stays|is|is left|we leave|remains) out\b.{0,20}",
        r"(?:out|leave alone|left alone|do not touch|don['’]t touch|hands off|off[- ]limits|out of bounds)",
        (
            r"(?:what )?(?:stays|remains) (?:as (?:it )?is|unchanged|the same)|what (?:does|do|will) not "
            r"change\b.*"
        ),
    ),
    Role.REJECTED: (
        r"(?:rejected|discarded|ruled out)(?: (?:alternatives?|options?|approach(?:es)?|ideas))?",
        r"(?:alternatives?|options?|approaches)(?: considered)?(?: and| that were)? (?:rejected|not chosen)",
        r".{0,80}[(\[—–-]\s*(?:rejected|not chosen|discarded)\s*[)\]]?",
    ),
    Role.CHOSEN: (
        r"(?:chosen|selected) (?:option|approach|strategy|solution)\b.*",
        r"(?:migration )?strategy: .+",
        r".{0,80}[(\[—–-]\s*(?:chosen|selected)\s*[)\]]?",
    ),
    Role.CRITERION: (
        r"(?:acceptance|success|completion|exit) criteria(?: \(.{0,60}\))?",
        r"done when|definition of done|success metrics",
    ),
    Role.REQUIREMENT: (r"(?:functional |non-functional |specific |technical )?requirements",),
    Role.STEP: (
        r"(?:detailed |proposed )?implementation (?:plan|steps|tasks|order|phases|breakdown)",
        r"(?:work|execution|action|migration|refactoring|rollout) (?:plan|steps|tasks|order|items|breakdown)",
        r"tasks?|task list|(?:the )?steps|(?:next|concrete) steps|to-?dos?|plan|plan of work|changes|phases",
        r"implementation|(?:the )?work|work items|commits|order of (?:work|changes)|sequence|what to do",
        r"(?:phase|milestone|stage|step) \d+\b.*",
    ),
    Role.OTHER: (
        r"(?:deliverables?|verification|validation|monitoring|rollback|checklist|checkpoints?)\b.*",
        r"(?:risks?|mitigations?|dependencies|(?:open )?questions|notes?|references?|rationale)\b.*",
        r"(?:context|background|overview|summary|goals?|architecture|format|path conventions)\b.*",
        r"(?:owner|effort|estimates?|timeline|milestones)\b.*",
        r"parallel (?:example|execution|opportunit(?:y|ie))s?\b.*",
        r"files? (?:to (?:change|modify)|map)\b.*",
    ),
}


@functools.lru_cache(maxsize=1024)
def role_of(title: str) -> Role | None:
    """Return the part that lines under this title play; None where it says nothing about them."""
    return next((role for role, pattern in _patterns() if pattern.fullmatch(title)), None)


@functools.cache
def _patterns() -> tuple[tuple[Role, re.Pattern[str]], ...]:
    return tuple((role, re.compile("|".join(said), re.IGNORECASE)) for role, said in _SAYINGS.items())
