"""What is published about the wording rules is what the labels say; a rule below the mark is off."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from read_cases import RULES

ROOT = Path(__file__).parents[2]
MARK = 0.9
ROUNDS = json.loads((ROOT / "benchmarks/wording/labels.json").read_text("utf-8"))["rounds"]
HELD_OUT = next(one for one in ROUNDS if one["name"] == "held-out")
CODES = ("GP601", "GP602", "GP603", "GP604", "GP605")


def precision(code: str) -> tuple[int, int]:
    labels = [one["label"] for one in HELD_OUT["findings"] if one["rule"] == code]
    return len(labels), sum(labels)


def test_the_held_out_set_is_large_and_fresh() -> None:
    documents = {one["name"]: documents_of(one) for one in ROUNDS}
    held_out = documents.pop("held-out")
    assert len(held_out) >= 30
    assert len(HELD_OUT["repositories"]) >= 8
    assert all(held_out.isdisjoint(earlier) for earlier in documents.values())


def documents_of(one: dict[str, dict[str, dict[str, list[str]]]]) -> set[tuple[str, str]]:
    return {(repo, path) for repo, held in one["repositories"].items() for path in held["documents"]}


@pytest.mark.parametrize("code", CODES)
def test_every_finding_or_a_sample_of_sixty_is_labelled(code: str) -> None:
    labelled, _ = precision(code)
    assert labelled == min(HELD_OUT["found"][code], 60)
    assert all(one["reason"] for one in HELD_OUT["findings"])


@pytest.mark.parametrize("code", CODES)
def test_the_published_table_is_what_the_labels_say(code: str) -> None:
    labelled, right = precision(code)
    share = f"{labelled} | {right} | {right / labelled:.2f}"
    row = f"| {code} {RULES[code].name} | {HELD_OUT['found'][code]} | {share} |"
    assert row in (ROOT / "docs/benchmarks/wording.md").read_text("utf-8")


def test_a_rule_below_the_mark_is_off_by_default() -> None:
    below = [code for code in CODES if precision(code)[1] / precision(code)[0] < MARK]
    assert below == ["GP603"]
    assert not any(RULES[code].always for code in below)


def test_labels_hold_facts_and_no_sentences_of_others() -> None:
    words = Counter(len(one["word"]) <= 60 for round_ in ROUNDS for one in round_["findings"])
    assert words[False] == 0
    assert all(re.fullmatch(r"[0-9a-f]{40}", held["commit"]) for held in HELD_OUT["repositories"].values())
