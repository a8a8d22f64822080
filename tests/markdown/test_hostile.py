"""Hostile text takes time in proportion to its size, and no text makes the parser fall over."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.sections import cut
from groundplan.markdown.skeletons import placeholders
from groundplan.markdown.splice import splice
from groundplan.markdown.structure import find_structure_faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook

SHAPES: dict[str, Callable[[int], str]] = {
    "brackets": lambda size: "[" * size,
    "bracket pairs": lambda size: "[a](" * (size // 4),
    "stars": lambda size: "*a_" * (size // 3),
    "backticks": lambda size: "".join("`" * (count % 60 + 1) + " " for count in range(size // 30)),
    "cells": lambda size: "| a | b |\n|---|---|\n" + "| c | d |\n" * (size // 10),
    "columns": lambda size: (
        "|" + "a|" * (size // 8) + "\n|" + "-|" * (size // 8) + "\n|" + "b|" * (size // 8)
    ),
    "boxes": lambda size: "- [ ] Question 1: a\n" * (size // 20),
    "labels": lambda size: "**a:** b\n" * (size // 9),
    "leads": lambda size: "**Commit 1: a**\n- **Files:** b\n\n" * (size // 32),
    "arrows": lambda size: "- " + "a → " * (size // 4),
    "headings": lambda size: "## Contexts\n" * (size // 12),
    "tags": lambda size: "<a " * (size // 3),
    "comments": lambda size: "<!--" * (size // 4),
    "quotes": lambda size: "> " * 40 + "a\n" + ("> " * 40 + "a\n") * (size // 80),
    "conflicts": lambda size: "<<<<<<< a\n=======\n" * (size // 18),
    "spaces": lambda size: " " * size + "a",
    "entities": lambda size: "&" * size,
}


def seconds(text: str, playbook: Playbook) -> float:
    start = time.process_time()
    document = cut("## Goal\n" + text, playbook, "plan", "p.md")
    find_structure_faults(document, playbook)
    placeholders(text)
    return time.process_time() - start


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_size_and_not_faster(shape: str, collaborate: Playbook, design: Playbook) -> None:
    make = SHAPES[shape]
    seconds(make(1_000), collaborate)
    small, large = seconds(make(4_000), collaborate), seconds(make(32_000), collaborate)
    # Eight times the size: linear is 8, quadratic 64. A loaded machine gets some slack.
    assert large < max(small * 24, 0.5), (small, large)
    records = seconds("## 5. Implementation Plan\n" + make(32_000), design)
    assert records < max(large * 4, 0.5), (large, records)


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", "  - "])
def test_deep_nesting_is_kept_and_does_not_exhaust_the_stack(mark: str, collaborate: Playbook) -> None:
    text = (
        "## Goal\n"
        + mark * 5_000
        + "words\n\n## Context\n"
        + "".join("  " * depth + "- a\n" for depth in range(300))
    )
    document = cut(text, collaborate, "plan", "p.md")
    assert "".join(part.text for part in (document.header, *document.sections)) == text
    assert [section.key for section in document.sections] == ["goal", "context"]
    changed = cut(text.replace("words", "other"), collaborate, "plan", "p.md")
    assert changed.sections[0].normal != document.sections[0].normal
    assert splice(document, collaborate, {"context": "x"}).endswith("## Context\nx\n")
