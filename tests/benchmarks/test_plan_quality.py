"""What `benchmarks/plan_quality` computes: nobody can tell an arm, no code changes, the figures are right."""

from __future__ import annotations

import importlib
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[2] / "benchmarks/plan_quality"
ARMS = "abcde"


@pytest.fixture(scope="module")
def tools() -> Iterator[SimpleNamespace]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        names = ("blocks", "blinding", "scoring", "reporting", "catching", "measuring")
        yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})


WRITTEN = """\
---
title: Retry
status: draft
id: gp-6sp3m1qq61
---
<!-- groundplan: gp-6sp3m1qq61 -->
# **Plan of groundplan**

**Document Status:** DRAFT

### **1. Goal** ✅
Retry uploads (person), seen by groundplan (GP101),
as `cfg["playbook"]` says in `src/up.py:8` (D-01).

* [x] Q1: Three? (relayed, not confirmed by a person)
* [ ] needs a migration

**Decisions**
- D-01: UTF-8 only (gp-6sp3m1qq61)

```make
groundplan check plan.md
test:
\tpytest  # <!-- [x] D-01 -->
```
Tasks  proposed by Ann (agent), waits for your reply
---
title: Tasks
id: gp-6sp3m1qq61
---
### Tasks (Week 1, computed)
"""

BLIND = """\
# Plan

## 1. Goal

Retry uploads, seen by the tool, as `cfg["playbook"]` says in `src/up.py:8` (D1).

- Q1: Three?
- [ ] needs a migration

**Decisions**
- D1: UTF-8 only

```make
test:
\tpytest  # <!-- [x] D-01 -->
```

## Tasks (Week 1)
"""


def test_a_blind_copy_has_nothing_of_the_tool_and_all_of_the_code(tools: SimpleNamespace) -> None:
    assert tools.blinding.normalise(WRITTEN) == BLIND


def test_a_blind_copy_of_a_blind_copy_is_the_same(tools: SimpleNamespace) -> None:
    assert tools.blinding.normalise(BLIND) == BLIND


def test_a_table_or_a_line_at_the_margin_is_not_joined_to_what_is_before_it(tools: SimpleNamespace) -> None:
    text = "# Plan\n\nFiles:\nfile | why\n--|--\n`a.py` | it\n\n- one\nNot an item.\n"
    assert tools.blinding.normalise(text) == text


@settings(max_examples=25)
@given(st.lists(st.sampled_from([*WRITTEN.splitlines(), *BLIND.splitlines(), "~~~", "> `x`", "1. [ ] y"])))
def test_no_code_is_lost_or_changed_in_a_blind_copy(tools: SimpleNamespace, lines: list[str]) -> None:
    text = "# T\n\n" + "\n".join(lines) + "\n"
    assert code_of(tools, tools.blinding.normalise(text)) == code_of(tools, text)


def code_of(tools: SimpleNamespace, text: str) -> list[str]:
    found: list[str] = []
    for block in tools.blocks.split_code(text):
        parts = block.text.splitlines() if block.is_code else re.findall("`[^`\n]+`", block.text)
        found += [part for part in parts if part.strip() and "groundplan" not in part]
    return found


def test_what_may_still_give_the_arm_away_is_listed(tools: SimpleNamespace) -> None:
    assert tools.blinding.find_tells("fine\nsee `.groundplan/x`\n") == [(2, "see `.groundplan/x`")]


def test_a_file_is_named_by_an_ending_that_no_other_file_has(tools: SimpleNamespace) -> None:
    paths = ["a/mod.rs", "b/mod.rs", "src/io.rs", "tests/io.rs", "Makefile", "check"]
    found = tools.measuring.find_files("check `mod.rs:3`, io.rs, ./b/mod.rs and the Makefile.", paths)
    assert found == {"src/io.rs", "b/mod.rs", "Makefile"}


def test_only_files_of_steps_count_for_precision(tools: SimpleNamespace) -> None:
    text = "# P\n## Context\n`a.py` `b.py`\n## Steps\n### 1\n`a.py` `c.py`\n## Risks\n`b.py`\n"
    found = tools.measuring.compare_files(
        text, ["a.py", "b.py", "c.py"], {"files": ["a.py", "b.py", "new.py"]}
    )
    assert (found["recall"], found["recall_anywhere"], found["precision"]) == (0.5, 1.0, 0.5)
    assert found["beside"] == ["c.py"]


def reading(
    tools: SimpleNamespace, goal: str, reader: str, overall: dict[str, float], order: str = ARMS
) -> object:
    """Make a reader's table as the tool reads it, under shuffled labels."""
    arms = random.Random(goal).sample(ARMS, 5)
    labels = {arm: f"X{number}" for number, arm in enumerate(arms, 1)}
    table = {
        "goal": goal,
        "reader": reader,
        "scores": {
            labels[arm]: {"overall": overall[arm], "false": ["a lie"], "notes": "fine"} for arm in ARMS
        },
        "preference": [labels[arm] for arm in order],
    }
    keys = {goal: {label: arm for arm, label in labels.items()}}
    return tools.scoring.read_reading(table, keys, "r.json")


marks = st.fixed_dictionaries({arm: st.integers(0, 20).map(lambda half: half / 2) for arm in ARMS})


@settings(max_examples=25)
@given(st.lists(marks, min_size=1, max_size=8))
def test_a_paired_difference_is_the_difference_of_the_means(
    tools: SimpleNamespace, goals: list[dict[str, float]]
) -> None:
    readings = [reading(tools, f"g{n}", "r", overall) for n, overall in enumerate(goals)]
    by_goal = tools.scoring.average(readings, "overall")
    means = tools.scoring.mean_of_goals(by_goal)
    found = tools.scoring.compare(by_goal, "e-a", draws=200)
    assert found.mean == pytest.approx(means["e"] - means["a"])
    assert found.low <= found.high
    assert tools.scoring.compare(by_goal, "a-e", draws=200).p == found.p


def test_eight_goals_won_are_as_rare_as_the_two_flips_that_win_or_lose_them_all(
    tools: SimpleNamespace,
) -> None:
    assert tools.scoring.sign_flip([1.0] * 8) == 2 / 256
    assert tools.scoring.sign_flip([1.0, -1.0]) == 1.0


def test_a_goal_is_preferred_when_more_readers_prefer_it(tools: SimpleNamespace) -> None:
    overall = dict.fromkeys(ARMS, 8)
    some = [
        reading(tools, "g1", "r1", overall, "eabcd"),
        reading(tools, "g1", "r2", overall, "aebcd"),
        reading(tools, "g2", "r1", overall, "eabcd"),
    ]
    assert tools.scoring.prefer(some, "e-a") == (1, 1, 0, 2)
    told = "".join(tools.reporting.report(some))
    assert "| e−a | +0.00 | +0.00 to +0.00 | 1.000 | 2 | 1 of 2 | 1 | 0 | +0.00 |" in told


def test_a_score_for_a_plan_that_the_key_does_not_have_is_an_error(tools: SimpleNamespace) -> None:
    table = {"goal": "g1", "scores": {"X9": {"overall": 8}}}
    with pytest.raises(tools.scoring.BadScores, match="X9"):
        tools.scoring.read_reading(table, {"g1": {"X1": "a"}}, "r.json")


def test_a_hole_caught_twice_counts_once_and_every_other_objection_is_judged(tools: SimpleNamespace) -> None:
    hole = {"id": "h1", "kind": "missing step", "where": "step 3", "changed": "left out the caller"}
    missed = {**hole, "id": "h2", "kind": "false count"}
    holes = tools.catching.read_holes({"plan": [{"name": "p", "hole": [hole, missed]}]})
    objections = [
        {"catches": "h1"},
        {"catches": "h1"},
        {"verdict": "real"},
        {"verdict": "false"},
        {"verdict": "taste"},
    ]
    lists = [{"plan": "p", "refuter": "r1", "objections": objections}, {"plan": "p", "objections": []}]
    told = tools.reporting.report_catches(holes, lists)
    assert "| missing step | 0 of 1 | 1 of 1 | 1 of 2 |" in told
    assert "| all | 0 of 2 | 1 of 2 | 1 of 4 |" in told
    assert "| other real faults | 0 | 1 | 1 |\n| false objections | 0 | 1 | 1 |" in told
    with pytest.raises(tools.scoring.BadScores, match="verdict"):
        tools.catching.count_catches(holes, [{"plan": "p", "objections": [{}]}])
