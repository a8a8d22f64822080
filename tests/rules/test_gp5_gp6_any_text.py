"""Whatever a document says, the rules on structure and wording answer, and answer the same again."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from read_cases import Kind, read, record, section

from groundplan.plan.playbook import Shape, Tick
from groundplan.playbooks.shelf import Shelf, bundled_names
from groundplan.rules.registry import RULES

CODES = sorted(code for code in RULES if code.startswith(("GP5", "GP6")))
ALL = {code: {} for code in CODES}
SMALL = Kind(
    (
        section("goal", record("requirement"), record("criterion", under="Success Criteria")),
        section(
            "ways",
            record("option", Shape.HEADINGS, level=3, label="{id}: {name}", id="Option {letter}"),
            record("recommendation", Shape.HEADINGS, level=3, label="Recommendation: {option}"),
        ),
        section("cases", record("edge-case", label="If {condition} → {action} → {result}"), required=False),
        section(
            "tasks", record("task", Shape.CHECKLIST, tick=Tick.COMPUTED, id="T{n}", label="{id}: {text}")
        ),
    ),
    {**ALL, "GP512": {"sentence": "No alternatives considered."}},
    "## Goal\n[describe it]\n\n## Ways\n\n## Tasks\n",
)
PIECES = st.sampled_from(
    [
        *(
            "## Goal",
            "## Ways",
            "### Option A: x",
            "### Recommendation: Option A",
            "**Rationale:** One. Two.",
        ),
        *("## Cases", "## Tasks", "- [x] T1: ship", "- [ ] T2:", "- If a → b → user sees c", "→ → →"),
        *("```python", "def f(x):", "    return x", "```", "~~~", "[describe it]", "TBD", "etc.", "<!--"),
        *(
            "-->",
            "`",
            "**Success Criteria:**",
            "- fast",
            "| a | b |",
            "|--|--|",
            "No alternatives considered.",
        ),
        *("> quoted", "Die Katze ist auf dem Dach.", "It is important to note that", "\t", "", "    code"),
        *("function f() {", "}"),
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=25).map("\n".join))
def test_any_text_is_judged_without_a_fault(text: str) -> None:
    case = read(SMALL, text)
    once = [list(RULES[code].check(case)) for code in CODES]
    again = [list(RULES[code].check(case)) for code in CODES]
    assert once == again
    last = text.count("\n") + text.count("\r") + 2
    assert all(0 <= one.place.line <= last for found in once for one in found)


@pytest.mark.parametrize("name", bundled_names())
@settings(max_examples=15)
@given(text=st.lists(PIECES, max_size=8).map("\n".join))
def test_any_text_in_a_bundled_plan_is_judged_without_a_fault(name: str, text: str) -> None:
    documents = {spec.name: f"{spec.skeleton}\n{text}\n" for spec in Shelf().find(name).documents}
    case = read(name, documents)
    for code in CODES:
        list(RULES[code].check(case))


@pytest.mark.slow
def test_a_large_plan_is_judged_in_seconds() -> None:
    body = "- Retry the upload 3 times, then show the error `E1` to the user.\n" * 4_000
    text = f"## Goal\n{body}\n## Ways\nNo alternatives considered.\n\n## Tasks\n- [ ] T1: ship\n"
    case = read(SMALL, text)
    start = time.process_time()
    for code in CODES:
        list(RULES[code].check(case))
    assert time.process_time() - start < 10
