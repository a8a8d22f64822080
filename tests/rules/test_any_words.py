"""Whatever people write, the rules over records answer, and answer the same again."""

from __future__ import annotations

import time

import pytest
from drawn_cases import MODULES, build
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.config import Profile, Standard
from groundplan.plan.playbook import Shape
from groundplan.rules.registry import RULES

OPTIONS = {"GP706": {"fields": ["owner"], "numbers": ["trigger"], "titles": ["s"], "sections": ["s"]}}
PROFILE = Profile(
    axes={"databases": ("Oracle", "SQL")}, roles=("QA",), standards=(Standard("x", "", ("no",), ("yes",)),)
)
NAMES = (
    "title",
    "needs",
    "verification",
    "files",
    "tests",
    "trigger",
    "steps",
    "mitigation",
    "owner",
    "name",
)
KINDS = (
    "task",
    "risk",
    "rollback",
    "rollout",
    "verification",
    "requirement",
    "edge-case",
    "criterion",
    "cell",
)
CODES = sorted(code for code in RULES if code.startswith(("GP3", "GP7", "GP8")))
assert MODULES

words = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["None", "Phase 1", "All above", "T1-T3", "`a.py` (new)", "> 1% (default)", "(", "`", "→", "{}"]
    ),
)
records = st.builds(
    lambda kind, text, part, fields, items: build.record(kind, text, part=part, **fields, **items),
    st.sampled_from(KINDS),
    words,
    words,
    st.dictionaries(st.sampled_from(NAMES), words, max_size=4),
    st.dictionaries(st.sampled_from(["changes", "alerts"]), st.tuples(words), max_size=1),
)


@given(st.lists(records, max_size=5), words, words)
def test_every_rule_answers_and_answers_the_same(drawn: list[object], title: str, body: str) -> None:
    specs = [build.spec("cell", Shape.LIST, axis="databases"), build.spec("task", Shape.TABLE, id="T{n}")]
    section = build.section("s", *drawn, title=title, body=body, specs=specs)  # type: ignore[arg-type]
    case = build.case(section, rules=OPTIONS, profile=PROFILE, roles=("Expert",))
    for code in CODES:
        found = list(RULES[code].check(case))
        assert found == list(RULES[code].check(case))
        assert all(one.message and one.hint and one.subject for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_plan_of_two_thousand_records_is_judged_in_time(code: str) -> None:
    tasks = [
        build.task(f"Part {n} of the work", f"Part {n - 1}", id=f"T{n}", owner="QA") for n in range(1, 1001)
    ]
    goals = [build.record("requirement", f"Meets goal {n} for customers") for n in range(1000)]
    case = build.case(build.section("s", *tasks, *goals), rules=OPTIONS, profile=PROFILE)
    start = time.process_time()
    list(RULES[code].check(case))
    assert time.process_time() - start < 10
