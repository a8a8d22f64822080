"""The testing strategy names every kind of test, and tests for success as well as for failure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.late_regex import late_regex
from groundplan.rules.language import is_english
from groundplan.rules.outline import filled_items, find_part, read_parts, sections_for
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.rules.outline import Item

_KINDS = ("Unit Tests", "Integration Tests", "Manual Verification")
# Names of tests run words together with `_` and capitals, so a word may start or end inside one.
_FAILURE = late_regex(
    r"fail|reject|error|raise|invalid|malform|timeout|times[ _]out|deni|denie|missing|exhaust|refus|corrupt|"
    r"unauthori[sz]|forbid|exceed|unavailable|expire|abort|conflict|not[ _]found|bad[ _]|broken|crash|throw|"
    r"exception|unknown|negative|offline|retries|rollback|rolls[ _]back|(?<!\d)[45]\d\d(?!\d)|without[ _]|"
    r"never|empty|disconnect|rate[ _]limit|too[ _](?:many|large|long)|unsupported|wrong|outage|down\b",
    re.IGNORECASE,
)
_SUCCESS = late_regex(
    r"succe|pass(?:es|ed)?\b|return|accept|valid(?!at)|works|happy|creat|end[ _]to[ _]end|(?<!\d)20\d(?!\d)|"
    r"allow|round[ _]?trip|respects|renders|stores|sends|reads|writes|parses|loads|saves|emits",
    re.IGNORECASE,
)
_NONE = late_regex(r"^(?:none|n/a|not applicable)\b[^\w]*(?P<reason>.*)$", re.IGNORECASE)


@rule("GP519", "test-kinds", progress=True)
def named_tests(case: Case) -> Iterator[Finding]:
    """Each kind of test is named or left out with a reason; success and failure are covered."""
    kinds = tuple(case.options("GP519").get("kinds", _KINDS))
    is_named = "section" in case.options("GP519")
    for section in sections_for(case, "GP519"):
        parts = read_parts(section)
        found = {kind: find_part(parts, kind) for kind in kinds}
        if not case.has_words(section) or not (is_named or any(found.values())):
            continue
        tests: list[Item] = []
        for kind, part in found.items():
            items = filled_items(case, section, part) if part else []
            tests += [item for item in items if not _NONE.match(item.text)]
            if not items:
                yield _fault(
                    section,
                    f"`{kind}` names no test",
                    f"Name a test, or `None` with the reason: `**{kind}:**`",
                )
            elif any(_is_bare_none(item) for item in items):
                yield _fault(section, f"`{kind}` is `None` without a reason", "Say why: `None (pure types)`")
        yield from _uncovered(section, tests)


def _is_bare_none(item: Item) -> bool:
    match = _NONE.match(item.text)
    return match is not None and len(re.findall(r"\w+", match["reason"])) < 2


def _uncovered(section: Section, tests: list[Item]) -> Iterator[Finding]:
    if not tests or not is_english(" ".join(item.text.replace("_", " ") for item in tests)):
        return
    if not any(_FAILURE.search(item.text) for item in tests):
        yield _fault(
            section, "No test covers a failure path", "Add a test of what is rejected, fails or times out"
        )
    if all(_FAILURE.search(item.text) and not _SUCCESS.search(item.text) for item in tests):
        yield _fault(
            section, "No test covers the success path", "Add a test of what works when all goes well"
        )


def _fault(section: Section, message: str, hint: str) -> Finding:
    return Finding("GP519", message, section.place, section.key, hint, subject=message)
