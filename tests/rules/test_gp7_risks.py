from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_cases import build, check

from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from drawn_cases import Drawn

    from groundplan.plan.record import Record


def table(*risks: Record) -> Drawn:
    fields = {"risk": "Risk", "probability": "Probability", "impact": "Impact", "mitigation": "Mitigation"}
    return build.section("phase-0/risks", *risks, specs=[build.spec("risk", Shape.TABLE, fields=fields)])


def row(text: str = "Library security issues", **said: Any) -> Record:
    return build.record("risk", text, risk=text, **said)


@pytest.mark.req("S1-12")
@pytest.mark.parametrize("said", ["", "None", "-", "n/a", "None (n/a)", "none ()"])
def test_a_risk_in_a_table_with_no_mitigation_is_found(said: str) -> None:
    (found,) = check("GP701", table(row(mitigation=said)))
    assert found.message == "Risk `Library security issues` has no mitigation"
    assert found.section == "phase-0/risks"


@pytest.mark.parametrize(
    "said", ["Audit selected library", "None (accepted: internal tool)", "No writes go through it"]
)
def test_a_risk_in_a_table_with_mitigation_or_a_reason_for_none_is_fine(said: str) -> None:
    assert check("GP701", table(row(mitigation=said))) == []


def test_in_a_table_only_the_column_counts() -> None:
    assert len(check("GP701", table(row("Outages, mitigated by retries")))) == 1


@pytest.mark.req("S2-12")
def test_a_risk_in_a_list_has_a_mitigation_beside_it() -> None:
    risk = build.record(
        "risk", "Database Compatibility Risks", risk="Not on all backends", mitigation="Degrade"
    )
    assert check("GP701", build.section("risks", risk)) == []
    bare = build.record("risk", "Database Compatibility Risks", risk="Not on all backends")
    assert len(check("GP701", build.section("risks", bare))) == 1


@pytest.mark.req("S1-12")
@pytest.mark.parametrize(
    "text",
    [
        "Callers of `fetch` break. Mitigation: contract tests stay unchanged",
        "Existing retries could double — mitigated by one shared policy",
        "Route tests break; detected by `tests/test_routes.py`",
        "Clients time out, caught in staging by the load test",
        "More sleeps per request; limited to 3 attempts",
        "Queue overflow → shed load",
        "Accepted because the endpoint is internal",
        "None: no new queries",
        "None (pure refactor of one module)",
        "No new input is read",
    ],
)
def test_a_labelled_risk_may_carry_its_mitigation_in_its_words(text: str) -> None:
    risk = build.record("risk", f"Regression Risk: {text}", **{"class": "Regression", "risk": text})
    assert check("GP701", build.section("2.1", risk)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Callers of `fetch` break",
        "Retries could overload the upstream",
        "Throughput limited by the network",
        "Secrets contained in logs",
        "Failures detected in production",
        "None",
        "N/A",
        "New input from users",
    ],
)
def test_a_labelled_risk_without_mitigation_in_its_words_is_found(text: str) -> None:
    risk = build.record("risk", f"Regression Risk: {text}", **{"class": "Regression", "risk": text})
    assert len(check("GP701", build.section("2.1", risk))) == 1


def test_labels_of_one_record_are_risks_of_their_own_where_the_playbook_says_so() -> None:
    record = build.record("constraints", regressions="Login breaks", performance="None: no new queries")
    options = {"kinds": ["constraints"], "fields": ["regressions", "performance", "cycles"]}
    (found,) = check("GP701", build.section("2.2", record), options=options)
    assert found.message == "Risk `regressions` has no mitigation"


@pytest.mark.req("S4-23")
def test_a_risk_of_no_class_is_found() -> None:
    (found,) = check("GP702", table(row("Holidays")))
    assert found.message.startswith("Risk `Holidays` names no class, one of `technical`, `integration`")


@pytest.mark.req("S4-23")
def test_a_risk_names_its_class_in_a_column_a_heading_or_its_words() -> None:
    assert check("GP702", table(row("Holidays", **{"class": "Technical"}))) == []
    assert check("GP702", table(row("Holidays", part="Performance Risks"))) == []
    assert check("GP702", table(row("Library security issues"))) == []


def test_an_unknown_class_is_found_whatever_the_risk_says() -> None:
    (found,) = check("GP702", table(row("Security of the library", **{"class": "Vibes"})))
    assert "is of class `Vibes`" in found.message


@pytest.mark.req("S2-12")
def test_the_playbook_lists_its_own_classes_and_may_want_a_risk_of_each() -> None:
    risk = build.record("risk", "Breaking Change Risks", risk="Apps break")
    options = {"classes": ["breaking change", "performance"]}
    assert check("GP702", build.section("risks", risk), options=options) == []
    (found,) = check("GP702", build.section("risks", risk), options={**options, "every": True})
    assert found.message == "No risk of class `performance` is written"


@pytest.mark.req("S4-13", part="mitigation and contingency")
def test_a_risk_without_contingency_is_found() -> None:
    (found,) = check("GP703", table(row(mitigation="Audit")))
    assert found.message == "Risk `Library security issues` has no contingency"
    assert check("GP703", table(row(contingency="Pin the old library"))) == []
    assert check("GP703", table(row(contingency="None (harmless once seen)"))) == []


def test_a_contingency_may_stand_in_a_labelled_risks_words() -> None:
    text = "Login breaks; if it happens, sessions are used again"
    assert check("GP703", build.section("2.1", build.record("risk", text, risk=text))) == []
    text = "Login breaks"
    assert len(check("GP703", build.section("2.1", build.record("risk", text, risk=text)))) == 1


def test_the_playbook_may_want_contingencies_of_likely_and_heavy_risks_only() -> None:
    options = {"probability": ["medium", "high"], "impact": ["high"]}
    unlikely = row(probability="Low (default)", impact="High", mitigation="Audit")
    assert check("GP703", table(unlikely), options=options) == []
    likely = row(probability="High (default)", impact="High", mitigation="Audit")
    assert len(check("GP703", table(likely), options=options)) == 1


def test_an_option_of_the_wrong_kind_is_named() -> None:
    from groundplan.plan.errors import Unreadable

    with pytest.raises(
        Unreadable, match="Option `classes` of GP702 in playbook `sample` is `x`, expected a list"
    ):
        check("GP702", table(row()), options={"classes": "x"})
    with pytest.raises(Unreadable, match="expected `true` or `false`"):
        check("GP702", table(row()), options={"every": "yes"})
