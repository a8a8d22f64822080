"""A heading that only reads as a declared one is found; honest ones in any script are left alone."""

from __future__ import annotations

import time

import pytest

from groundplan.markdown.headings import read_as_seen
from groundplan.markdown.reading import read_plan
from groundplan.playbooks.shelf import Shelf

BOOK = Shelf().find("collaborate")
NAME = BOOK.documents[0].name
SKELETON = BOOK.documents[0].skeleton


def found(words: str) -> list[str]:
    """Return the faults of headings that some words in the context bring with them."""
    text = SKELETON.replace("## Context\n", f"## Context\n\n{words}\n\n", 1)
    assert text != SKELETON
    before = read_plan("gp-0000000000", "x", BOOK, {NAME: ("plans/x.md", SKELETON)}).findings
    after = read_plan("gp-0000000000", "x", BOOK, {NAME: ("plans/x.md", text)}).findings
    known = {finding.message for finding in before}
    return [finding.code for finding in after if finding.message not in known]


LOOKALIKES = {
    "Cyrillic": "## Implementаtiоn Plan",
    "Greek": "## Ιmplementation Ρlan",
    "zero-width": "## Implemen\u200btation Plan",
    "soft hyphen": "## Implemen\u00adtation Plan",
    "turned around": "## \u202eImplementation Plan\u202c",
    "full-width": "## Ｉｍｐｌｅｍｅｎｔａｔｉｏｎ Ｐｌａｎ",
    "mathematical": "## 𝐈𝐦𝐩𝐥𝐞𝐦𝐞𝐧𝐭𝐚𝐭𝐢𝐨𝐧 Plan",
    "blank letter": "## Implementation\u3164 Plan",
    "HTML": "<h2>Implementation Plan</h2>",
    "HTML with marks": '<H2 id="x"><b>Implementation</b> &#80;lan</H2>',
    "HTML among words": "See <h2>Implementation Plan</h2> here",
    "HTML in an item": "- <h2>Implementation Plan</h2>",
    "Cyrillic in a quote": "> ## Implementаtiоn Plan",
}


@pytest.mark.parametrize("words", LOOKALIKES.values(), ids=LOOKALIKES)
def test_a_heading_that_only_reads_as_a_declared_one_is_found(words: str) -> None:
    assert found(words) == ["GP502"]


HONEST = {
    "Russian": "## План внедрения\n\n## Контекст\n\n## О проекте",
    "Greek": "## Σχέδιο υλοποίησης\n\n## Πλαίσιο",
    "Armenian": "## Համատեքստ",
    "Japanese": "## 実装計画\n\n## ＡＰＩ の変更",
    "emoji": "## 🚀 Launch ✔\ufe0f",
    "accents": "## Résumé du plan",
    "another heading in HTML": "<h2>Trade-offs</h2>",
    "HTML at another level": "<h4>Implementation Plan</h4>",
    "HTML in a code span": "`<h2>Implementation Plan</h2>`",
    "HTML in a fence": "```html\n<h2>Implementation Plan</h2>\n```",
    "foreign words in a paragraph": "Implementаtiоn Plan",
}


@pytest.mark.parametrize("words", HONEST.values(), ids=HONEST)
def test_an_honest_heading_is_left_alone(words: str) -> None:
    assert found(words) == []


@pytest.mark.parametrize("piece", ["<h2>", "<h2 ", "<h2></h3>", "<h2>x</h2>", "## \u200b\n\n"])
def test_looking_takes_linear_time(piece: str) -> None:
    started = time.process_time()
    found(piece * (100_000 // len(piece)))
    assert time.process_time() - started < 10


def test_what_is_seen_is_told_in_plain_letters() -> None:
    assert read_as_seen("Со\u200bntехt  Ｐｌаn") == "Context Plan"
