from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_cases import build, check

from groundplan.rules.figures import Label, read_label, read_line

if TYPE_CHECKING:
    from drawn_cases import Drawn

    from groundplan.plan.finding import Finding

OPTIONS = {
    "fields": ["task.owner", "risk.probability"],
    "numbers": ["rollout.trigger", "milestone.text"],
    "titles": ["phase-{n}"],
    "sections": ["timeline"],
}


def figures(code: str, *drawn: Drawn, **said: Any) -> list[Finding]:
    return build.check(
        code, *drawn, rules={"GP706": OPTIONS}, options=OPTIONS if code == "GP706" else {}, **said
    )


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Low (default)", Label("default", is_confirmed=False)),
        ("Week 2-3 (history)", Label("history", is_confirmed=False)),
        ("> 0.1% (history: 30 days of logs)", Label("history", is_confirmed=False)),
        ("Low (default, confirmed)", Label("default", is_confirmed=True)),
        ("Core (Week 2-3, person)", Label("person", is_confirmed=False)),
        ("Low (Default; confirmed by Ana)", Label("default", is_confirmed=True)),
        ("Low", None),
        ("Low (by default)", None),
        ("Core (Week 2-3)", None),
    ],
)
def test_a_label_is_a_word_in_brackets(text: str, label: Label | None) -> None:
    assert read_label(text) == label


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("Figures: default\n", "default"),
        ("**Figures:** history (30 days of logs)\n", "history"),
        ("> *Figures: person*\n", "person"),
        ("- Figures: default, confirmed\n", "default"),
        ("Figures: guessed\n", None),
        ("Words.\n", None),
    ],
)
def test_a_line_labels_a_section(body: str, source: str | None) -> None:
    label = read_line(body)
    assert (label.source if label else None) == source


def test_figures_without_a_source_are_found_together() -> None:
    rows = [
        build.task("A", owner="Backend"),
        build.task("B", owner="QA"),
        build.task("C", owner="SRE (person)"),
    ]
    (found,) = figures("GP706", build.section("phase-0/tasks", *rows), vouched=True)
    assert found.message == "2 figures without a source: `Backend`, `QA`"
    assert found.section == "phase-0/tasks"


def test_figures_with_a_source_are_fine() -> None:
    tasks = build.section("phase-0/tasks", build.task("A", owner="Backend (default)"))
    risks = build.section("phase-0/risks", build.record("risk", "Library", probability="Low (history)"))
    rollout = build.section("rollout", build.record("rollout", "1", trigger="Error rate > 0.1% (computed)"))
    assert figures("GP706", tasks, risks, rollout) == []


def test_a_trigger_without_a_number_is_no_figure() -> None:
    rows = [
        build.record("rollout", "1", trigger="Any auth failure"),
        build.record("rollout", "2", trigger="> 0.1%"),
    ]
    (found,) = figures("GP706", build.section("rollout", *rows))
    assert found.message == "1 figure without a source: `> 0.1%`"


def test_a_week_in_a_heading_carries_its_source_in_the_same_brackets() -> None:
    bare = build.section("phase-0", title="Phase 0: Preparation (Week 1)")
    (found,) = figures("GP706", bare)
    assert found.message == "1 figure without a source: `Phase 0: Preparation (Week 1)`"
    assert figures("GP706", build.section("phase-0", title="Phase 0: Preparation (Week 1, history)")) == []
    assert figures("GP706", build.section("phase-0", title="Phase 0: Preparation")) == []


def test_lines_of_a_section_that_hold_a_week_or_a_threshold_are_figures() -> None:
    body = "```\nWeek 1: Preparation\nWeek 2-3: Core (person)\n```\nThat is all.\n"
    (found,) = figures("GP706", build.section("timeline", body=body, line=10), vouched=True)
    assert found.message == "1 figure without a source: `Week 1: Preparation`"
    assert found.place.line == 12


def test_a_line_labels_every_figure_of_its_section() -> None:
    task = build.task("A", owner="Backend")
    assert figures("GP706", build.section("phase-0/tasks", task, body="Figures: history\n")) == []


def test_a_line_labels_the_sections_inside_its_own() -> None:
    phase = build.section("phase-0", title="Phase 0: Preparation (Week 1)", body="Figures: history\n")
    inside = build.section("phase-0/tasks", build.task("A", owner="Backend"))
    beside = build.section("phase-1/tasks", build.task("B", owner="QA"))
    (found,) = figures("GP706", phase, inside, beside)
    assert found.section == "phase-1/tasks"


def test_a_line_in_the_header_labels_the_document() -> None:
    task = build.section("phase-0/tasks", build.task("A", owner="Backend"))
    assert figures("GP706", task, header="# Plan\n\nFigures: history\n") == []


def test_a_figures_own_label_outweighs_the_line() -> None:
    rows = [build.task("A", owner="Backend (default)"), build.task("B", owner="QA")]
    (found,) = figures("GP707", build.section("phase-0/tasks", *rows, body="Figures: person\n"))
    assert found.message == "1 figure by default, confirmed by nobody: `Backend`"


def test_the_defaults_of_a_whole_plan_are_one_finding() -> None:
    risks = build.section("risks", build.record("risk", "Library security", probability="Low (default)"))
    tasks = build.section("phase-0/tasks", build.task("A", owner="Backend (default)"))
    (found,) = figures("GP707", risks, tasks)
    assert found.message == "2 figures by default, confirmed by nobody: `Backend`, `Low`"


def test_a_default_nobody_confirmed_is_found() -> None:
    risk = build.record("risk", "Library security", probability="Low (default)")
    (found,) = figures("GP707", build.section("risks", risk))
    assert found.message == "1 figure by default, confirmed by nobody: `Low`"
    assert "`Low of Library security`" in found.hint


@pytest.mark.parametrize("label", ["default, confirmed", "person", "history", "computed"])
def test_a_confirmed_default_or_another_source_is_fine(label: str) -> None:
    risk = build.record("risk", "Library security", probability=f"Low ({label})")
    assert figures("GP707", build.section("risks", risk), vouched=True) == []
    assert figures("GP706", build.section("risks", risk), vouched=True) == []


@pytest.mark.req("S4-24")
def test_the_words_person_and_confirmed_count_only_where_a_person_answers_for_them() -> None:
    confirmed = build.record("risk", "Library security", probability="Low (default, confirmed)")
    (found,) = figures("GP707", build.section("risks", confirmed))
    assert found.message == "1 figure by default, confirmed by nobody: `Low`"
    assert "confirmed)" not in found.hint, "the hint does not invite to confirm oneself"
    said = build.record("risk", "Library security", probability="Low (person)")
    (found,) = figures("GP706", build.section("risks", said))
    assert found.message == (
        "1 risk probability figure labelled `person` that no person wrote or confirmed: `Low`"
    )
    named = build.question("Is the probability `Low` of Library security right?", answered=True)
    assert figures("GP706", build.section("risks", said), questions=[named]) == []


def test_a_line_for_all_figures_counts_as_a_persons_only_where_a_person_wrote_the_line() -> None:
    task = build.task("A", owner="Backend")
    section = build.section("phase-0/tasks", task, body="Figures: person\n")
    assert len(figures("GP706", section)) == 1
    assert figures("GP706", section, vouched=True) == []
    assert len(figures("GP706", build.section("phase-0/tasks", task), header="Figures: person\n")) == 1


def test_an_answered_question_that_names_the_figure_confirms_it() -> None:
    risk = build.section("risks", build.record("risk", "Library security", probability="Low (default)"))
    named = build.question("Is the probability `Low` of Library security right?", answered=True)
    assert figures("GP707", risk, questions=[named]) == []
    still_open = build.question("Is the probability `Low` of Library security right?", answered=False)
    assert len(figures("GP707", risk, questions=[still_open])) == 1
    of_another = build.question("Is the probability Low of a flood right?", answered=True)
    assert len(figures("GP707", risk, questions=[of_another])) == 1


def test_a_number_names_itself() -> None:
    row = build.section("rollout", build.record("rollout", "1", trigger="Error rate > 0.1% (default)"))
    question = build.question("Roll back at Error rate > 0.1%?", answered=True)
    assert figures("GP707", row, questions=[question]) == []


def test_a_line_of_defaults_is_confirmed_as_one() -> None:
    rows = [build.task("A", owner="Backend"), build.task("B", owner="QA")]
    section = build.section("phase-0/tasks", *rows, body="Figures: default\n", heading="Tasks of Phase 0")
    (found,) = figures("GP707", section)
    assert found.message == "2 figures by default, confirmed by nobody: `Backend`, `QA`"
    question = build.question("May the figures of Tasks of Phase 0 stand?", answered=True)
    assert figures("GP707", section, questions=[question]) == []
    confirmed = build.section("phase-0/tasks", *rows, body="Figures: default, confirmed\n")
    assert figures("GP707", confirmed, vouched=True) == []
    assert len(figures("GP707", confirmed)) == 1


def test_a_value_that_says_nothing_is_no_figure() -> None:
    assert figures("GP706", build.section("phase-0/tasks", build.task("A", owner="-"))) == []


def test_a_kind_whose_words_are_the_figure_is_judged_by_them() -> None:
    record = build.record("milestone", "Infra ready, Week 1")
    (found,) = figures("GP706", build.section("milestones", record))
    assert found.message == "1 figure without a source: `Infra ready, Week 1`"


def test_a_field_without_its_kind_means_every_record_that_has_it() -> None:
    options = {"fields": ["owner"], "sections": ["timeline"]}
    tasks = build.section("tasks", build.task("A", owner="QA"), build.record("risk", "B", owner="SRE"))
    by_line = build.section("timeline", build.record("milestone", "C", owner="Docs"))
    (found,) = check("GP706", tasks, by_line, options=options)
    assert found.message == "2 figures without a source: `QA`, `SRE`"
