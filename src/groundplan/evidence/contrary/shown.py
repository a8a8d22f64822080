"""Finds a line that shows how the code does today what a goal leaves open: that line is the default."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.behaviours import behaviours
from groundplan.evidence.contrary.kinds import Shown
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.evidence.pack import EvidencePack

MOST_FILES = 60  # looked through for one kind, after the place
LONGEST_LINE = 300
_CHANGES = frozenset({GoalKind.FEATURE, GoalKind.REQUIREMENT, GoalKind.DESIGN})
# Comments, and lines that only bring names in.
_ASIDE = late_regex(r"\s*(?://|/?\*|#(?!\[)|--|;|import\b|from\b|use\b|require\b|package\b|using\b|[\"']{3})")


def find_shown(pack: EvidencePack) -> Iterator[Shown]:
    """Return the behaviours that a goal for something new leaves open and a line of the code shows."""
    for name, kind in behaviours().items() if pack.goal.kind in _CHANGES else ():
        match = re.search(kind["wanted"], pack.goal.title, re.IGNORECASE)
        if match is None or re.search(kind["settled"], pack.goal.text, re.IGNORECASE):
            continue
        what = match.groupdict().get("what") or ""
        line = _find_line(pack, kind, "" if what.startswith("--") else what)
        if line is not None:
            yield Shown(name, what, *line)


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
