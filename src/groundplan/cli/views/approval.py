"""What a person sees before typing the word that binds them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.app.lifecycle.approving import find_silenced
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.plans.relaying import is_own_decision, what_was_asked, who_recorded
from groundplan.app.plans.tasks import find_person_judged
from groundplan.app.work.rehearsing import find_unrunnable
from groundplan.cli.views.attacks import show_attack
from groundplan.cli.views.differences import list_diffs, show_diffs
from groundplan.cli.views.findings import count
from groundplan.cli.views.standing import show_checklist, show_head
from groundplan.cli.views.work import show_commands, show_person_judged, show_unrunnable
from groundplan.wording.inert import quote_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.lifecycle.adopting import Adoption
    from groundplan.app.lifecycle.approving import Request
    from groundplan.app.lifecycle.foreign import Claim
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen


_COMPUTED = {"title", "status", "last_updated", "id"}


def show_request(screen: Screen, opened: OpenPlan, request: Request, *, brief: bool) -> None:
    """Put out a checkpoint's message, what changed, what is confirmed, and what an approval freezes."""
    spec = request.checkpoint.spec
    screen.blank()
    show_head(screen, opened, with_checkpoints=False)
    screen.blank()
    if len(opened.judgement.standing.checkpoints) > 1:
        screen.line((f"Checkpoint {spec.label}", "bold"), indent=2)
    screen.prose(request.message, indent=2)
    screen.blank()
    _show_weak(screen, request)
    _show_sent_back(screen, request)
    _show_changes(screen, opened, request, brief=brief)
    _show_relayed(screen, opened, request.relayed)
    if request.unheard:
        unseen = count(request.unheard, "message")
        told = f"Not confirmed by this: {unseen} in your name whose text is on another machine."
        screen.prose(told, indent=2, tone="warn")
    _show_open(screen, opened)
    if request.objections or spec is opened.playbook.final:
        show_attack(screen, opened, request.objections)
    _show_suppressions(screen, opened)
    if request.commands:
        allowed = "Approving allows these commands, word for word, to verify the work"
        show_commands(screen, request.commands, allowed)
    if request.commands or spec is opened.playbook.final:
        show_unrunnable(screen, find_unrunnable(opened), indent=4)
        show_person_judged(screen, find_person_judged(opened), indent=4)
    if request.kept_work:
        screen.blank()
        screen.line(("Work so far", "bold"), indent=2)
    for each in request.kept_work:
        screen.prose(f"{each.told}.", indent=4)
    if spec.checklist:
        screen.blank()
        show_checklist(screen, opened)
    screen.blank()


def _show_sent_back(screen: Screen, request: Request) -> None:
    """Put out what was asked for last time and what changed since; all that is to be read follows as ever."""
    sent = request.sent_back
    if sent is None:
        return
    screen.prose(
        f"{quote_name(sent.by) if sent.by else 'Somebody'} asked for changes: “{sent.reason}”", indent=2
    )
    if sent.diffs:
        screen.line(("Changed since that request", "bold"), indent=2)
        show_diffs(screen, sent.diffs, indent=4)
    elif sent.diffs is not None:
        screen.line(("Nothing has changed since that request.", "warn"), indent=2)
    screen.blank()


def _show_changes(screen: Screen, opened: OpenPlan, request: Request, *, brief: bool) -> None:
    """Put out what is approved now: the whole text the first time, later what has changed since."""
    if request.is_first:
        screen.line(("To be approved", "bold"), indent=2)
        _show_whole(screen, opened, request.diffs, brief=brief)
    elif request.diffs and _is_shown(request):
        screen.line(f"The same has changed since {request.since}.", indent=2)
    elif request.diffs:
        screen.line((f"Changed since {request.since}", "bold"), indent=2)
        show_diffs(screen, request.diffs, indent=4)
    elif not _approved_meanwhile(request):
        screen.line(f"The text has not changed since {request.since}.", indent=2)
    if request.settings:
        named = ", ".join(f"the {name}" for name in request.settings)
        since = "it was last approved" if request.checkpoint.approval else "the plan began"
        screen.prose(f"Also changed since {since}: {named}.", indent=2, tone="warn")
    if "playbook" in request.settings:
        _show_checkpoints(screen, opened)
    if _approved_meanwhile(request):
        changed = _named(_approved_meanwhile(request))
        screen.prose(f"Changed since, and approved at another checkpoint: {changed}", indent=2)
    if request.approved_before:
        screen.blank()
        told = f"Approved at an earlier checkpoint and unchanged: {_named(request.approved_before)}"
        screen.prose(told, indent=2, tone="dim")


def _is_shown(request: Request) -> bool:
    """Tell whether what changed since the last approval is just what changed since changes were asked for."""
    sent = request.sent_back
    return sent is not None and sent.diffs == request.diffs


def show_all(screen: Screen, opened: OpenPlan, request: Request) -> None:
    """Put out the whole text that an approval binds."""
    _show_whole(screen, opened, compare_plans(None, opened.plan, list(request.sections)), brief=False)
    screen.blank()


def _show_checkpoints(screen: Screen, opened: OpenPlan) -> None:
    """Put out where the plan stops under this playbook, and what each stop does not cover."""
    keys = [section.declared for section in opened.plan.sections]
    for spec in opened.playbook.checkpoints:
        who = "a person approves" if spec.person else "passes without a person"
        left = [key for key in keys if key not in spec.covers]
        told = f"{spec.id}: {who}; covers {len(keys) - len(left)} of {count(len(keys), 'section')}"
        screen.prose(told + (f", not {_named(left)}" if left else ""), indent=4)


def _show_weak(screen: Screen, request: Request) -> None:
    """Name the approvals that do not count: somebody may have meant the person to rely on them."""
    for state in request.weak:
        by = state.approval.entry.by
        name = quote_name(by.name) if by.name else "nobody"
        told = f"An approval in the name of {name} does not count: {state.weakness}"
        screen.prose(told, indent=2, tone="warn")
    if request.weak:
        screen.blank()


def _show_open(screen: Screen, opened: OpenPlan) -> None:
    """Name the questions that nobody has answered: they block nothing, and the person should know."""
    questions = [question for question in opened.judgement.promises.questions if question.is_open]
    if questions:
        screen.blank()
        screen.line((f"{count(len(questions), 'question')} still open", "warn"), indent=2)
    for question in questions[:6]:
        screen.prose(f"{question.id}: {question.text}", indent=4)


def _show_suppressions(screen: Screen, opened: OpenPlan) -> None:
    """Name every rule that is silenced: the person approves that, too."""
    silenced = find_silenced(opened)
    if silenced:
        screen.blank()
        screen.line((count(len(silenced), "suppression"), "warn"), indent=2)
    for each in silenced:
        where = f" in {each.section}" if each.section else ""
        screen.prose(f"{each.code}{where}: {each.reason or 'no reason'}", indent=4)


def _named(keys: Sequence[str]) -> str:
    shown = [key.removesuffix("#header") + " header" if key.endswith("#header") else key for key in keys]
    noun = "section" if len(shown) == 1 else "sections"
    return f"{noun} {', '.join(shown)}" if shown else "no section"


def _show_whole(screen: Screen, opened: OpenPlan, diffs: Sequence[SectionDiff], *, brief: bool) -> None:
    if brief:
        list_diffs(screen, diffs, indent=4)
        return
    for diff in diffs:
        text = "\n".join(line[1:] for line in diff.lines if line.startswith("+"))
        if not (diff.key.endswith("#header") and _is_computed(text, opened)):
            screen.blank()
            screen.source(text.rstrip().split("\n"), indent=4)


def _is_computed(text: str, opened: OpenPlan) -> bool:
    """Tell whether a header is front matter of which nobody wrote anything but the title, shown above."""
    lines = text.strip().split("\n")
    fields = [
        (name.strip(), value.strip().strip("\"'"))
        for name, _, value in (each.partition(":") for each in lines[1:-1])
    ]
    written = dict(fields)
    known = {
        "title": {opened.known.title},
        "id": {opened.known.id},
        "status": {stage.name for stage in opened.playbook.stages},
    }
    is_dated = re.fullmatch(r"[\d-]{0,10}", written.get("last_updated", "")) is not None
    is_known = all(written[name] in values for name, values in known.items() if name in written)
    is_ours = len(written) == len(fields) and written.keys() <= _COMPUTED
    return lines[0] == lines[-1] == "---" and is_ours and is_known and is_dated


def _approved_meanwhile(request: Request) -> list[str]:
    """Return what changed since this checkpoint's approval and was approved at another one."""
    state = request.checkpoint.approval
    return [key for key in request.approved_before if state is not None and key in state.changed]


def _show_relayed(screen: Screen, opened: OpenPlan, relayed: Sequence[tuple[str, str]]) -> None:
    own = {entry for entry, _ in relayed if is_own_decision(opened, entry)}
    in_your_name = [(entry, text) for entry, text in relayed if entry not in own]
    _show_confirmed(
        screen, opened, in_your_name, ("message", "that a script or an agent recorded in your name")
    )
    decided = [(entry, text) for entry, text in relayed if entry in own]
    _show_confirmed(screen, opened, decided, ("decision", "that a script or an agent made"))


def _show_confirmed(
    screen: Screen, opened: OpenPlan, said: Sequence[tuple[str, str]], what: tuple[str, str]
) -> None:
    if not said:
        return
    screen.blank()
    # An answer, its turn and its decision say the same; two answers alike to two questions do not.
    words = dict.fromkeys(
        (what_was_asked(opened, entry), who_recorded(opened, entry), text) for entry, text in said
    )
    screen.line((f"This confirms {count(len(words), what[0])} {what[1]}", "warn"), indent=2)
    for asked, who, text in words:
        if asked:
            screen.prose(asked, indent=4, tone="dim")
        screen.prose(f"{who}: “{text}”", indent=6 if asked else 4)


def show_adoption(screen: Screen, opened: OpenPlan, adoption: Adoption) -> None:
    """Put out text and words that a person is about to answer for."""
    screen.blank()
    show_head(screen, opened)
    screen.blank()
    if adoption.diffs:
        screen.line(("Edited outside groundplan", "bold"), indent=2)
        show_diffs(screen, adoption.diffs, indent=4)
    elif adoption.keys:
        screen.line((f"Edited outside groundplan: {', '.join(adoption.keys)}", "bold"), indent=2)
    _show_relayed(screen, opened, adoption.relayed)
    if adoption.playbook:
        screen.blank()
        told = f"Playbook {adoption.playbook} has changed since the plan began; adopting accepts the new one."
        screen.prose(told, indent=2)
        _show_checkpoints(screen, opened)
    screen.blank()
    screen.prose("Adopting makes this yours, as if you had typed it.", indent=2, tone="dim")
    screen.blank()


def show_claim(screen: Screen, claim: Claim) -> None:
    """Put out what groundplan makes of a document it never saw."""
    opened = claim.opened
    screen.blank()
    screen.line((opened.known.title, "bold"), "   ", (claim.snapshot.path, "dim"), indent=2)
    screen.line(f"playbook {opened.playbook.name}: {count(claim.sections, 'section')} found", indent=2)
    if claim.missing:
        screen.prose(f"missing: {', '.join(claim.missing)}", indent=2)
    if claim.stage is not None:
        screen.line(f"stage in its header: {claim.stage.name}", indent=2)
    screen.blank()
    screen.source(claim.text.rstrip().split("\n"), indent=4)
    _show_suppressions(screen, opened)
    _show_answers(screen, claim)
    screen.blank()
    told = "Adopting gives the document an id and makes its text and answers yours."
    screen.prose(told, indent=2, tone="dim")
    screen.blank()


def _show_answers(screen: Screen, claim: Claim) -> None:
    """Name the answers in the document: adopting records them as given by the person."""
    if claim.answers:
        screen.blank()
        screen.line((f"{count(len(claim.answers), 'answer')} recorded as yours", "warn"), indent=2)
    for asked, said in claim.answers:
        screen.prose(asked, indent=4, tone="dim")
        screen.prose(f"“{said}”", indent=6)
