"""Rollout, monitoring and the way back: what the repository has for it, and defaults that say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers.current_state import KEEPING, find_ends
from groundplan.planner.writers.figure_labels import THRESHOLDS, label, person_said
from groundplan.planner.writers.own_tools import command_for
from groundplan.planner.writers.phrases import clause, code, said, table
from groundplan.planner.writers.work_frame import back_tag, serves, switch_of
from groundplan.rules.rollback import has_threshold

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

_ERRORS = "Error rate > 1% for 5 minutes"


def triggers(brief: Brief) -> list[str]:
    """Return what turns a rollout back: what a person said, else a failed test and, if served, errors."""
    pack = brief.pack
    line = command_for(pack, "test")
    what = f"Any failed run of {line}" if line else "Any fault reported"
    found = [f"{what} on the released commit (computed)"]
    limit = threshold(brief)
    return [*found, limit] if limit else found


def threshold(brief: Brief) -> str:
    """Return the figure that turns a rollout back, with its source: a person's, or a default if served."""
    own = person_said(brief, THRESHOLDS)
    if own and has_threshold(own):
        return f"{clause(said(own, frozenset()))} (person)"
    return f"{_ERRORS} {label(brief, THRESHOLDS, 'default')}" if serves(brief.pack) else ""


def write_schedule(brief: Brief) -> str:
    """Return the steps of the rollout, each with what turns it back."""
    pack = brief.pack
    mark = label(brief, THRESHOLDS, "default")
    line = command_for(pack, "test")
    failed = f"Any failed run of {code(line)} (computed)" if line else "Any reported fault"
    if serves(pack):
        way = pack.ways_in[0].entry
        switch = switch_of(pack)
        first = f"Deploy with the switch beside {switch} off" if switch else "Deploy to a place without users"
        rows = [
            (f"1 {mark}", first, failed),
            (
                f"2-3 {mark}",
                f"The team uses {way.title} ({code(way.at)})",
                "Any error that the release before did not have",
            ),
            (f"4+ {mark}", "Everybody", threshold(brief)),
        ]
    else:
        rows = [
            (f"1 {mark}", "Merge into the main branch", failed),
            (f"2-5 {mark}", "Pre-release for whoever wants to try it", "Any regression reported"),
            (f"6+ {mark}", "Release", "Any regression reported in code that worked with the release before"),
        ]
    return table(("Day", "Action", "Rollback Trigger"), rows)


def write_monitoring(brief: Brief) -> str:
    """Return the alerts that what the repository has can give; it says so where it has nothing."""
    pack = brief.pack
    line = command_for(pack, "test")
    alerts = [f"- Any failed run of {line} (computed)"] if line else []
    spots = _logged(pack)
    if spots:
        alerts.append(f"- Any new error logged at {', '.join(spots)} (computed: logging found there)")
    limit = threshold(brief)
    if limit:
        alerts.append(f"- {limit}")
    if not spots:
        alerts.append(
            "- No logging or metrics were found around the change, so only tests and users report faults"
        )
    return "```\nAlerts to configure:\n" + "\n".join(alerts) + "\n```"


def _logged(pack: EvidencePack) -> list[str]:
    """Return where the files to change log; a logger elsewhere says nothing about them."""
    own = {each.path for each in pack.targets}
    spots = [spot for each in pack.habits if each.topic == "logging" for spot in each.spots]
    return [str(spot) for spot in spots if spot.path in own][:3]


def write_rollback(brief: Brief, *, plural: bool = False) -> str:
    """Return the way back: triggers, steps, and what becomes of the data."""
    pack = brief.pack
    found = triggers(brief)
    line = command_for(pack, "test")
    switch = switch_of(pack)
    steps = [f"Turn the switch beside {switch.strip('`')} off"] if serves(pack) and switch else []
    steps.append(f"git revert --no-edit {back_tag(brief)}..HEAD")
    steps.append(
        f"{line} passes on the reverted commit" if line else "Try what failed on the reverted commit"
    )
    steps.append("Release the reverted commit, and write the test that would have shown the fault")
    listed = "\n".join(f"{number}. {each}" for number, each in enumerate(steps, 1))
    if plural:
        opening = "Trigger conditions:\n" + "\n".join(f"- {each}" for each in found) + "\n\nRollback steps:"
    else:
        opening = f"Trigger: {'; or '.join(found)}\n\nSteps:"
    return f"```\n{opening}\n{listed}\n\nData recovery: {data_recovery(brief)}\n```"


def data_recovery(brief: Brief) -> str:
    """Return what becomes of data when the change is taken back."""
    pack = brief.pack
    schema = [spot for each in pack.constraints if each.kind == "schema" for spot in each.spots]
    if schema:
        return (
            f"the schema migrations beside {schema[0]} are run backwards before the code is "
            "reverted; a backup is taken first"
        )
    kept = [end for _, end in find_ends(pack) if end.kind in KEEPING]
    if kept:
        places = ", ".join(dict.fromkeys(str(end.at) for end in kept[:3]))
        return (
            f"data is kept at {places}: a backup is taken before the first step and restored "
            "if its form has changed"
        )
    return "no data migration needed: no call that keeps data was found from the change"
