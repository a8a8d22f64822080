"""How rules are run: which apply, what their findings weigh, in which order they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_ledgers import Ledger, sample_playbook

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.rules import registry
from groundplan.rules.registry import RULES, rule, run_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.rules.registry import Check


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> dict[str, registry.Rule]:
    """Return an empty set of rules, in place of the real one."""
    empty: dict[str, registry.Rule] = {}
    monkeypatch.setattr(registry, "RULES", empty)
    return empty


def finder(code: str, *, finds: Severity = Severity.ERROR, line: int = 1, **traits: Any) -> Check:
    @rule(code, f"name-of-{code.lower()}", **traits)
    def check(case: Case) -> Iterator[Finding]:
        """Find one thing.

        And say more about it.
        """
        yield Finding(code, f"found by {code}", Place("plan.md", line), severity=finds)

    return check


def found(rules: dict[str, Any] | None = None, **more: bool) -> list[tuple[str, Severity]]:
    case = Ledger(playbook=sample_playbook(rules)).case()
    return [(finding.code, finding.severity) for finding in run_rules(case, **more)]


def test_a_rule_is_known_by_its_code_with_its_first_line_as_summary(rules: dict[str, registry.Rule]) -> None:
    check = finder("GP601", always=True, fixable=True)
    known = rules["GP601"]
    assert (known.name, known.summary, known.check) == ("name-of-gp601", "Find one thing.", check)
    assert (known.always, known.fixable, known.after_standing, known.is_process) == (True, True, False, False)


def test_a_code_is_given_once(rules: dict[str, registry.Rule]) -> None:
    finder("GP601")
    with pytest.raises(ValueError, match="GP601 is registered twice"):
        finder("GP601")


@pytest.mark.usefixtures("rules")
def test_a_rule_runs_where_the_playbook_names_it_and_some_always() -> None:
    finder("GP601")
    finder("GP602", always=True)
    assert found() == [("GP602", Severity.ERROR)]
    assert [code for code, _ in found({"GP601": {}})] == ["GP601", "GP602"]


@pytest.mark.usefixtures("rules")
def test_rules_that_compare_with_the_standing_run_apart() -> None:
    finder("GP601", always=True)
    finder("GP205", always=True, after_standing=True)
    assert [code for code, _ in found()] == ["GP601"]
    assert [code for code, _ in found(after_standing=True)] == ["GP205"]


@pytest.mark.usefixtures("rules")
def test_findings_come_in_document_order_then_by_code() -> None:
    for code, line in (("GP603", 2), ("GP602", 2), ("GP601", 9), ("GP604", 1)):
        finder(code, always=True, line=line)
    assert [code for code, _ in found()] == ["GP604", "GP602", "GP603", "GP601"]


@pytest.mark.usefixtures("rules")
def test_a_rules_own_severity_weighs_on_its_findings_and_the_playbook_may_set_another() -> None:
    finder("GP601", always=True)
    finder("GP603", always=True, severity=Severity.WARNING)
    assert found() == [("GP601", Severity.ERROR), ("GP603", Severity.WARNING)]
    assert found({"GP601": {"severity": "note"}, "GP603": {"severity": "error"}}) == [
        ("GP601", Severity.NOTE),
        ("GP603", Severity.ERROR),
    ]


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("weight", ["error", "warning", "note"])
def test_nothing_raises_what_a_check_itself_has_lowered(weight: str) -> None:
    finder("GP601", always=True, finds=Severity.WARNING)
    assert found({"GP601": {"severity": weight}}) == [("GP601", Severity.WARNING)]


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("weight", ["warning", "note"])
def test_no_playbook_lowers_a_rule_of_process(weight: str) -> None:
    finder("GP201", always=True)
    assert found({"GP201": {"severity": weight}}) == [("GP201", Severity.ERROR)]


def test_every_rule_of_process_blocks() -> None:
    process = [one for one in RULES.values() if one.is_process]
    assert len(process) == 19
    assert {one.severity for one in process} == {Severity.ERROR}


def test_the_real_rules_say_the_same_about_the_same_case_in_any_order_of_entries() -> None:
    ledger = Ledger(playbook=sample_playbook({code: {} for code in RULES}, records=("question", "decision")))
    ledger.create(goal="TBD", options="c")
    ledger.write("context")
    ledger.decide("D1", "Use Redis")
    ledger.approve("chosen")
    ledger.ask("Q1", "Sync or async?")
    ledger.write("options")
    expected = run_rules(ledger.case())
    assert {"GP201", "GP204", "GP207", "GP208", "GP209", "GP217"} <= {finding.code for finding in expected}
    assert run_rules(ledger.case(entries=ledger.entries[::-1])) == expected
