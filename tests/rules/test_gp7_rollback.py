from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_cases import build, check

from groundplan.rules.rollback import has_threshold, is_whole_trigger

if TYPE_CHECKING:
    from drawn_cases import Drawn

TRIGGER = "Auth error rate > 0.5% for 5 minutes"
STEPS = (
    "Set feature flag USE_JWT_AUTH = false",
    "Users automatically fall back to sessions",
    "No data migration needed",
)


def plan_of(key: str = "phase-3/rollback-plan", **said: Any) -> Drawn:
    fields = {"trigger": TRIGGER, "steps": STEPS, **said}
    return build.section(key, build.record("rollback", "Rollback", **{k: v for k, v in fields.items() if v}))


def phase(title: str = "Phase 3: Rollout (Week 5-6)", key: str = "phase-3") -> Drawn:
    return build.section(key, title=title)


@pytest.mark.parametrize(
    "text",
    [
        TRIGGER,
        "Any auth failure",
        "p99 > 500ms over 10 min",
        "More than 10 failures per minute",
        "5xx > 1% within the last hour",
    ],
)
def test_a_trigger_with_threshold_and_window_or_any_is_whole(text: str) -> None:
    assert is_whole_trigger(text)


@pytest.mark.parametrize(
    "text", ["Error rate > 0.1%", "Error rate is high for 5 minutes", "Users complain", ""]
)
def test_a_trigger_without_threshold_or_window_is_not_whole(text: str) -> None:
    assert not is_whole_trigger(text)


@pytest.mark.parametrize(
    "text", ["Error rate > 0.1%", "Latency p99 > 500ms", "Data inconsistency detected", "Any error"]
)
def test_a_threshold_is_seen(text: str) -> None:
    assert has_threshold(text)


@pytest.mark.parametrize("text", ["Error rate > X%", "Latency p99 > Yms", "Something looks wrong"])
def test_a_threshold_that_is_not_filled_in_is_none(text: str) -> None:
    assert not has_threshold(text)


@pytest.mark.req("S4-03")
@pytest.mark.req("S4-26")
def test_a_phase_that_ships_without_a_rollback_plan_is_found() -> None:
    (found,) = check("GP704", phase())
    assert found.message == "`Phase 3: Rollout (Week 5-6)` ships, but has no rollback plan"
    assert found.section == "phase-3"


@pytest.mark.req("S4-03")
def test_a_rollback_plan_without_a_whole_trigger_is_none_for_a_phase_that_ships() -> None:
    (found,) = check("GP704", phase(), plan_of(trigger="Error rate > 0.5%"))
    assert found.message.endswith("has no rollback trigger with threshold and window")


@pytest.mark.req("S4-03")
@pytest.mark.parametrize("trigger", [TRIGGER, "Any auth failure", ("Error rate > 1%", "Any data loss")])
def test_a_phase_that_ships_with_a_whole_trigger_is_fine(trigger: str | tuple[str, ...]) -> None:
    assert check("GP704", phase(), plan_of(trigger=trigger)) == []


def test_a_phase_that_ships_nothing_needs_no_rollback() -> None:
    assert check("GP704", phase("Phase 1: Parallel Infrastructure", "phase-1")) == []


def test_a_rollback_plan_outside_the_phases_covers_all_of_them() -> None:
    canary = phase("Phase 3: Canary")
    full = phase("Phase 4: Full Migration", "phase-4")
    assert [found.subject for found in check("GP704", canary, full)] == ["Phase 3", "Phase 4"]
    assert check("GP704", canary, full, plan_of("rollback-plan")) == []


def test_a_rollback_plan_of_another_phase_covers_only_that() -> None:
    assert len(check("GP704", phase(), plan_of("phase-2/rollback-plan"))) == 1


def test_the_playbook_says_what_ships() -> None:
    one = phase("Phase 1: Flip the switch", "phase-1")
    assert check("GP704", one) == []
    assert len(check("GP704", one, options={"words": ["flip the switch"]})) == 1
    schedule = build.section("phase-1/rollout-schedule")
    assert len(check("GP704", one, schedule, options={"sections": ["phase-{n}/rollout-schedule"]})) == 1


def test_a_rollout_step_without_a_trigger_is_found() -> None:
    rows = [
        build.record("rollout", "1", day="1", action="Internal users", trigger="Any auth failure"),
        build.record("rollout", "2-4", day="2-4", action="5% users", trigger=""),
        build.record("rollout", "8+", day="8+", action="100% users", trigger="Complaints"),
    ]
    empty, vague = check("GP705", build.section("phase-3/rollout-schedule", *rows))
    assert empty.message == "Rollout step `2-4` has no trigger"
    assert vague.message == "Rollout step `8+` has the rollback trigger `Complaints` without a threshold"


def test_the_rollout_schedule_of_the_sample_roadmap_is_fine() -> None:
    triggers = ["Any auth failure", "Error rate > 0.1%", "Error rate > 0.05%", "Error rate > 0.01%"]
    rows = [build.record("rollout", str(n), trigger=text) for n, text in enumerate(triggers)]
    assert check("GP705", build.section("phase-3/rollout-schedule", *rows)) == []


@pytest.mark.req("S4-03")
def test_a_rollback_plan_lacks_what_it_does_not_say() -> None:
    found = check("GP708", plan_of(trigger="", steps=("Switch back",)))
    assert [one.message for one in found] == [
        "The rollback plan of `Rollback-Plan` has no trigger",
        "The rollback plan of `Rollback-Plan` has no data recovery",
    ]
    found = check("GP708", plan_of(steps=(), data="Restore the nightly backup"))
    assert [one.subject for one in found] == ["Rollback steps"]


@pytest.mark.req("S4-03")
@pytest.mark.parametrize("step", ["No data migration needed", "Sync delta data", "Restore the last snapshot"])
def test_a_whole_rollback_plan_is_fine(step: str) -> None:
    assert check("GP708", plan_of(steps=("Switch traffic back", step))) == []


def test_a_trigger_about_data_is_no_recovery_of_it() -> None:
    (found,) = check("GP708", plan_of(trigger=("Any data inconsistency",), steps=("Switch back",)))
    assert found.subject == "Rollback data recovery"


def test_each_trigger_of_a_rollback_plan_can_be_measured() -> None:
    (found,) = check("GP708", plan_of(trigger=("Error rate > 1%", "Users complain")))
    assert found.message == "Rollback trigger `Users complain` has no threshold"
