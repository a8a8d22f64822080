"""What groundplan writes into documents itself: header fields, the change log, the recovery guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.anchors import Reanchoring
from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Shape
from groundplan.plan.promise import (
    MENDED,
    Answer,
    Approval,
    Archived,
    Created,
    Decision,
    Restored,
    Revision,
    Withdrawal,
    needs_person,
)
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.receipt import Receipt, Started, Waived
from groundplan.plan.standing import State
from groundplan.rules.tasks import work_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from groundplan.plan.case import Case
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.promise import Promise
    from groundplan.plan.promises import Promises
    from groundplan.plan.standing import Standing

NONE_YET = "None yet"
_MOST_BLOCKERS = 10
_STATUS = "current-status"
RELAYED = "(relayed, not confirmed by a person)"  # marks a user's words that came through other hands
_CODE_SPAN = late_regex(r"(`[^`]+`)")
_TAG = late_regex(r"<(?=[a-zA-Z/!?])")
# What begins a block of its own at the start of an item; a number's dot is what makes it one.
_BLOCK = late_regex(
    r"(?:\d{1,9}(?=[.)](?:\s|$)))?(?=#{1,6}(?:\s|$)|>|[-+*.)](?:\s|$)|~~~|```|(?:[-_*] *){3,}$)"
)


def compute_header(plan: Plan, playbook: Playbook, standing: Standing) -> dict[str, str]:
    """Return the value of each computed header field, keyed `<document>#<label>`."""
    values = {
        "id": plan.id,
        "stage": standing.stage + _tell_progress(plan, playbook, standing),
        "phase": standing.phase,
        "approved_by": one_line(standing.approved_by) or NONE_YET,
        "date": clock_text(standing.last_updated)[:10],
        "timestamp": clock_text(standing.last_updated),
    }
    return {
        f"{document.name}#{label}": values[name]
        for document in playbook.documents
        for label, name in document.header.fields.items()
        if name in values
    }


def _tell_progress(plan: Plan, playbook: Playbook, standing: Standing) -> str:
    """Return how many steps are done, where they are a plain list: no box and no other stage shows it."""
    specs = (record for spec in playbook.sections for record in spec.records if record.kind == "task")
    keys = [record.key for record in plan.records("task")]
    done = sum(key in standing.closed for key in keys)
    waived = sum(key in standing.waived for key in keys)
    if done in {0, len(keys)} or any(each.shape is not Shape.LIST for each in specs):
        return ""
    more = f", {waived} waived" if waived else ""
    return f" ({done - waived} of {len(keys)} steps done{more})"


def compute_sections(
    case: Case, standing: Standing, introductions: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """Return the body of each computed section, led in as its skeleton is."""
    bodies: dict[str, str] = {}
    for section in case.plan.sections:
        spec = case.playbook.section(section.declared)
        if spec is not None and spec.computed:
            lines = _compute(spec.computed, case, standing)
            # Never from the document itself: a line put there by hand would be kept as if it belonged.
            introduction = introductions.get(section.key, introductions.get(section.declared, ()))
            rule = ("", "---") if section.body.rstrip().endswith("\n---") else ()
            bodies[section.key] = "\n".join([*introduction, "", *lines, *rule, ""])
    return bodies


def _compute(name: str, case: Case, standing: Standing) -> list[str]:
    if name == _STATUS:
        return current_status(case, standing)
    if name in COMPUTED:
        return COMPUTED[name](case.plan, case.promises, standing)
    from groundplan.app.schedule.documents import DRAWN  # noqa: PLC0415 - few plans have a drawing

    return DRAWN[name](case)


def italic_lines(body: str) -> tuple[str, ...]:
    """Return the lines of a skeleton that lead into what is computed: those in italics."""
    return tuple(line for line in body.splitlines() if line.startswith("*") and line.endswith("*"))


def clock_text(at: str) -> str:
    """Return an entry's time as documents show it; a forged entry may say anything there."""
    return inert(at[:16].replace("T", " "))


def one_line(text: str, limit: int = 160) -> str:
    """Return free text on one line, so that it cannot become a heading, an item or a rule."""
    folded = " ".join(text.split()).replace("<!--", "<! --")
    if len(folded) > limit:
        folded = _cut(folded, limit)
    # A code span that is never closed would swallow what stands behind it.
    return folded if folded.count("`") % 2 == 0 else folded.replace("`", "'")


def _cut(text: str, limit: int) -> str:
    """Return the start of a text; a code span that would be cut is left out as a whole."""
    kept = text[: limit - 1]
    if kept.count("`") % 2 and text.count("`") % 2 == 0 and kept.rfind("`") > limit // 2:
        kept = kept[: kept.rfind("`")]
    return kept.rstrip() + "…"


def inert(text: str, limit: int = 160) -> str:
    """Return free text as one line that takes no effect in a document: no HTML, no heading, no item."""
    line = one_line(text, limit)
    # With a backslash or a run of ticks, what looks like code may be none.
    spans = [line] if "\\" in line or "``" in line else _CODE_SPAN.split(line)
    return "".join(part if number % 2 else _TAG.sub("&lt;", part) for number, part in enumerate(spans))


def _item(text: str) -> str:
    """Return inert text as a list item, whatever the text starts with."""
    mark = _BLOCK.match(text)
    return f"- {text[: mark.end()]}\\{text[mark.end() :]}" if mark else f"- {text}"


def in_order(keys: Iterable[str], plan: Plan) -> list[str]:
    """Return the keys of sections in the order in which they stand in the plan; headers are left out."""
    order = {part.key: number for number, part in enumerate(plan.parts)}
    return sorted(
        (key for key in keys if not key.endswith("#header")), key=lambda key: order.get(key, len(order))
    )


def unconfirmed(entry: Entry) -> str:
    """Mark words that no person has confirmed: a user's in other hands, or a decision of an agent."""
    if entry.by.speaker == "user":
        return RELAYED
    return f"({_hand(entry).lower()} decided it, not confirmed by a person)"


def _hand(entry: Entry) -> str:
    return "An agent" if entry.by.channel == "agent" else "A script"


def change_log(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return one line per major decision, approval and revision, oldest first."""
    del standing
    inherited = promises.created.inherited if promises.created else ()
    waiting = {entry.id for entry in promises.unconfirmed}
    told = [
        (entry, f"{text} {unconfirmed(entry)}" if entry.id in waiting else text)
        for entry in promises.history.told()
        if (text := tell(entry, plan))
    ]
    lines = [_item(inert(line, 400)) for line in inherited]
    lines += [f"- **[{clock_text(entry.at)}]** {text}" for entry, text in told]
    return lines or [NONE_YET]


def tell(entry: Entry, plan: Plan) -> str:
    """Return an entry as one sentence of a change log; empty for those too small for it."""
    try:
        promise = read_promise(entry)
    except TypeError:
        return ""
    who = inert(entry.signer or entry.by.name or entry.by.speaker, 40)
    if needs_person(promise) and not entry.is_a_persons:
        who = f"Not a person (channel {inert(entry.by.channel, 20)}), in the name of {who},"
    match promise:
        case Created():
            return f"Plan created ({inert(promise.playbook, 40)} {promise.version})"
        case Revision() if promise.cause in {"write", "undo", "adopt", MENDED}:
            keys = in_order(promise.sections, plan)
            verbs = {"write": "Revised", "undo": "Restored", "adopt": f"{who} adopted", MENDED: "Mended"}
            verb = verbs[promise.cause]
            named = f"section{'s' if len(keys) > 1 else ''} {inert(', '.join(keys), 80)}"
            return f"{verb} {named}" if keys else ""
        case Reanchoring():
            count = sum(map(len, promise.spans.values()))
            where = inert(", ".join(in_order(promise.sections, plan)), 80)
            return f"Re-anchored {count} citation{'' if count == 1 else 's'} in {where}"
        case Answer():
            return f"{who} answered {inert(promise.question, 40)}: {inert(promise.text)}"
        case Decision():
            is_own = entry.by.speaker != "user" and not entry.is_a_persons
            return f"{_hand(entry) if is_own else who} decided {_decided(promise)}"
        case Approval():
            return f"{who} approved checkpoint {inert(promise.checkpoint, 40)}"
        case Withdrawal():
            asked = "requested changes at" if entry.kind == "changes" else "revoked"
            return f"{who} {asked} checkpoint {inert(promise.checkpoint, 40)}: {inert(promise.reason)}"
        case Archived():
            teller = "The planner" if entry.by.speaker == "planner" else who
            return f"{teller} {put_away(promise)}"
        case Restored():
            return f"{who} brought the plan back from the archive"
        case _:
            return _tell_work(promise, who if entry.is_a_persons else f"{_hand(entry)} ({who})")


def _tell_work(promise: Promise, who: str) -> str:
    if not isinstance(promise, Started | Receipt | Waived):
        return ""
    task = inert(promise.task, 80)
    if isinstance(promise, Started):
        return f"{who} started {task}"
    if isinstance(promise, Waived):
        return f"{who} waived {task}: {inert(promise.reason)}"
    return f"{task} is done ({_tell_proof(promise)})"


def _tell_proof(receipt: Receipt) -> str:
    commits, runs = len(receipt.commits), len(receipt.runs)
    told = [f"{commits} commit{'' if commits == 1 else 's'}"] if commits else []
    told += [f"{runs} command{'' if runs == 1 else 's'} verified"] if runs else []
    return ", ".join(told) or "nothing proves it"


def put_away(archived: Archived) -> str:
    """Return in words why a plan was archived."""
    reason = inert(archived.reason)
    return f"abandoned the plan: {reason}" if archived.is_abandoned else "archived the plan"


def _rejected(option: str, why: str) -> str:
    told = inert(option, 60).rstrip(".;:, ")
    return f"{told}: {inert(why, 100).rstrip('. ')}" if why.strip() else told


def _decided(decision: Decision) -> str:
    rejected = "; ".join(_rejected(*each) for each in decision.rejected)
    said = f"{inert(decision.id, 20)} {inert(decision.title)} because {inert(decision.reason)}"
    return said + (f" (rejected {rejected})" if rejected else "")


def current_status(case: Case, standing: Standing) -> list[str]:
    """Return where the work stands: phase, date, tasks done."""
    tasks = work_tasks(case)
    count = sum(case.promises.state_of(task).is_closed for task in tasks)
    if case.began_with_form:  # what an earlier release computed stays true: it counted the planning as well
        tasks = tuple(case.plan.records("task"))
        count = sum(task.key in standing.closed for task in tasks)
    done = f"{count}/{len(tasks)} tasks" if tasks else "no task beyond planning is written yet"
    return [
        f"**Phase**: {standing.phase or standing.stage}",
        f"**Last Updated**: {clock_text(standing.last_updated)[:10]}",
        f"**Completed**: {done}",
    ]


def files_modified(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return the files that receipts name."""
    del plan, standing
    files = dict.fromkeys(name for receipt in promises.receipts for name in receipt.files)
    shown = (one_line(name).replace("`", "'") for name in files)
    return [f"- `{name}`" for name in shown] or [NONE_YET]


def next_steps(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return what should be done next: the current checkpoint, then the first open task."""
    return [f"{number}. {step}" for number, step in enumerate(_steps(plan, promises, standing), 1)] or [
        NONE_YET
    ]


def _steps(plan: Plan, promises: Promises, standing: Standing) -> Iterator[str]:
    for question in promises.open_questions[:3]:
        yield f"Answer {inert(question.id, 40)}: {inert(question.text)}"
    current = standing.current
    if current is not None and current.state is State.READY:
        yield f"A person approves checkpoint {current.spec.id} ({inert(current.spec.name, 60)})"
    elif current is not None:
        yield f"Reach checkpoint {current.spec.id} ({inert(current.spec.name, 60)})"
    task = next_task(plan, standing)
    if task:
        yield f"Start {task}"


def next_task(plan: Plan, standing: Standing) -> str:
    """Return the first task that nothing proves done; empty: there is none."""
    tasks = (task for task in plan.records("task") if task.key not in standing.closed)
    return next((inert(f"{task.id} {task.field('title') or task.text}".strip()) for task in tasks), "")


def blockers(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return what blocks the current checkpoint."""
    del plan, promises
    current = standing.current
    found = current.findings if current else ()
    shown = [f"- {inert(finding.message)} ({finding.code})" for finding in found[:_MOST_BLOCKERS]]
    # Without their number: a question that is asked would have the plan judged again for it.
    more = ["- and more, not listed here"] if len(found) > len(shown) else []
    return [*shown, *more] or ["None"]


def questions(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return the open questions."""
    del plan, standing
    asked = [question for question in promises.questions if question.is_open]
    return [_item(f"{inert(q.id, 40)}: {inert(q.text)}") for q in asked] or ["None"]


COMPUTED: dict[str, Callable[[Plan, Promises, Standing], list[str]]] = {
    "change-log": change_log,
    "files-modified": files_modified,
    "next-steps": next_steps,
    "blockers": blockers,
    "questions": questions,
    "progress-log": change_log,
}
