"""The commands that a brief names: how to go on with the plan from here, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.views.waiting import next_command, waiting_for_person
from groundplan.plan.hint import WORDS, run
from groundplan.planner.brains.brief import Step
from groundplan.rules.dialogue import find_silence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan

_MANUSCRIPT = "plan.md"


def find_steps(opened: OpenPlan) -> tuple[Step, ...]:
    """Return the commands to go on with, each once, in their order."""
    steps: dict[str, Step] = {}
    for each in _steps(opened):
        steps.setdefault(str(each.command), each)
    return tuple(steps.values())


def _steps(opened: OpenPlan) -> Iterator[Step]:
    handle = opened.known.handle
    if count := len(opened.judgement.promises.attacks.open):
        what = "1 objection is open: it" if count == 1 else f"{count} objections are open: each"
        asked = "quotes the plan and says what to change; mend what is right in it, answer what is wrong"
        yield Step(run("object").on(handle), f"{what} {asked}")
    silent, _ = find_silence(opened.judgement.promises)
    if opened.playbook.has_rule("GP201") and silent == "planner":
        ask = run("say", {"as": "planner", "kind": "question"}, WORDS).on(handle)
        yield Step(ask, "only if a question decides the plan: have the user reply before you write")
    files = [f"{spec.name}.md" for spec in opened.playbook.documents if spec.skeleton]
    names = files if len(files) > 1 else [_MANUSCRIPT]
    all_in = {"all": True}
    yield Step(
        run("write", all_in | {"propose": True}, *names).on(handle),
        "hand in the sections you wrote, under their headings"
        + (", one file for each document" if len(names) > 1 else "")
        + ": what may be written is, the rest waits beside the plan; it prints all that is wrong or missing",
    )
    if opened.judgement.promises.advice and opened.judgement.promises.consults:
        yield Step(run("consult fetch").on(handle), "all that the advisors answered")
    yield Step(run("show", {"copy": True}).on(handle), "the plan for readers, with what waits in its place")
    following = next_command(opened)
    if waiting_for_person(opened):
        yield Step(following, "what the person does next")
    elif following.command != "write":
        yield Step(following, "what is next otherwise")
