"""Behaviour that a goal leaves open: defaults, failures, cancelling, retries, lifetimes, use by several.

Asked only where a line of the code shows how it is done today: that line is the evidence and the default.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.plan.toml_text import read_toml
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.goal.goal import GoalKind
from groundplan.planner.phrases import code, shortened
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack

MOST = 2
MOST_FILES = 60  # looked through for one kind, after the place
LONGEST_LINE = 300
LONGEST_QUOTE = 90
_SAME = "same"
_CHANGES = frozenset({GoalKind.FEATURE, GoalKind.REQUIREMENT, GoalKind.DESIGN})
# Comments, and lines that only bring names in.
_ASIDE = late_regex(r"\s*(?://|/?\*|#(?!\[)|--|;|import\b|from\b|use\b|require\b|package\b|using\b|[\"']{3})")


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask what a goal for new behaviour leaves open, as far as the code shows how it is done today."""
    del challenges
    if pack.goal.kind not in _CHANGES:
        return
    found = (_ask(pack, name, kind) for name, kind in _kinds().items())
    yield from [each for each in found if each is not None][:MOST]


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, Mapping[str, Any]]:
    return read_toml(
        resources.files("groundplan.planner.questions").joinpath("behaviour.toml").read_text("utf-8")
    )


def _ask(pack: EvidencePack, name: str, kind: Mapping[str, Any]) -> Question | None:
    match = re.search(kind["wanted"], pack.goal.title, re.IGNORECASE)
    if match is None or re.search(kind["settled"], pack.goal.text, re.IGNORECASE):
        return None
    what = match.groupdict().get("what") or ""
    is_spelled = what.startswith("--")
    line = _find_line(pack, kind, "" if is_spelled else what)
    if line is None:
        return None
    at, quote = line
    choices = tuple(Choice(each, words) for each, words in kind["choices"].items())
    if "same" in kind:
        choices = (Choice(_SAME, kind["same"].format(at=code(at))), *choices)
    return Question(
        f"behaviour:{name}",
        kind["ask"].format(what=code(what) if is_spelled else what or kind.get("what", "it")),
        f"The goal leaves it open; {code(at)} {kind['today']}: {code(shortened(quote, LONGEST_QUOTE))}.",
        choices,
        recommended=choices[0].name,
        weight=0.55,
        after=() if "words" in kind else (PLACE,),
        assumption=f"{choices[0].text[0].lower()}{choices[0].text[1:]}",
    )


def _find_line(pack: EvidencePack, kind: Mapping[str, Any], about: str) -> tuple[Spot, str] | None:
    """Return the first line of product code that shows the behaviour, those of the place first."""
    placed = [each.path for each in pack.targets]
    words = kind.get("words", ())
    near = pack.verdict.likely if words else ()
    elsewhere = sorted({path for word in words for path in pack.index.files_with(word)}) if words else []
    if about:
        named = {
            path for word in (about, about.lower(), about.title()) for path in pack.index.files_with(word)
        }
        elsewhere = [path for path in elsewhere if path in named]
    looked = [
        path
        for path in dict.fromkeys((*placed, *near, *elsewhere))
        if is_own_code(path) and not is_test(path)
    ]
    for path in looked[:MOST_FILES]:
        text = (pack.index.text(path) or b"").decode("utf-8", "replace")
        if about and about.lower() not in text.lower():
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) <= LONGEST_LINE and re.search(kind["shown"], line) and not _ASIDE.match(line):
                return Spot(path, number), line.strip()
    return None
