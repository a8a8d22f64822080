"""Whatever a challenge cites is in the code: paths, lines and names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from made_pack import make_pack
from sparring_stories import BUS, CACHED, CHECKER, DEPLOYED, SCHEDULER, SLOW, VERSIONED

from groundplan.plan.citation import parse_citation
from groundplan.planner.challenges import installed, reuse

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack
    from groundplan.planner.challenge import Challenge

SPAN = re.compile(r"`([^`\n]+)`")


def words_of(challenge: Challenge) -> str:
    parts = [
        challenge.claim,
        challenge.advice,
        challenge.mitigation,
        *(f"`{each}`" for each in challenge.evidence),
    ]
    if challenge.question:
        asked = challenge.question
        parts += [asked.text, asked.why, asked.assumption, *(each.text for each in asked.choices)]
    return " ".join(parts)


def is_there(pack: EvidencePack, span: str) -> bool:
    cited = parse_citation(span)
    if cited is None:
        return True
    text, outline = pack.index.text(cited.path), pack.index.outline(cited.path)
    if text is None or cited.last > text.count(b"\n") + 1:
        return False
    return not cited.symbol or (outline is not None and bool(outline.find(cited.symbol)))


@pytest.mark.parametrize(
    ("goal", "files"),
    [(CHECKER, VERSIONED), (SCHEDULER, BUS), (SLOW, CACHED), (SLOW, DEPLOYED)],
    ids=["version", "event bus", "cache", "three replicas"],
)
def test_every_citation_of_a_story_is_in_the_code(goal: str, files: dict[str, str]) -> None:
    pack = make_pack(goal, files)
    found = [*reuse.detect(pack.facts), *installed.detect(pack.facts)]
    spans = [span for each in found for span in SPAN.findall(words_of(each))]

    assert found
    assert [span for span in spans if not is_there(pack, span)] == []
