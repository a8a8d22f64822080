"""What groundplan writes into documents itself: header fields, the change log, the recovery guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.promise import Answer, Approval, Created, Decision, Revision, Withdrawal, read_promise
from groundplan.plan.standing import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.plan.document import Plan, Section
    from groundplan.plan.entry import Entry
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.promises import Promises
    from groundplan.plan.standing import Standing

NONE_YET = "None yet"


def compute_header(playbook: Playbook, standing: Standing) -> dict[str, str]:
    """Return the value of each computed header field, keyed `<document>#<label>`."""
    values = {
        "stage": standing.stage,
        "phase": standing.phase,
        "approved_by": standing.approved_by or NONE_YET,
        "date": standing.last_updated[:10],
        "timestamp": clock_text(standing.last_updated),
    }
    return {
        f"{document.name}#{label}": values[name]
        for document in playbook.documents
        for label, name in document.header.fields.items()
        if name in values
    }


def compute_sections(
    plan: Plan, playbook: Playbook, promises: Promises, standing: Standing
) -> dict[str, str]:
    """Return the body of each computed section."""
    bodies: dict[str, str] = {}
    for section in plan.sections:
        spec = playbook.section(section.declared)
        if spec is not None and spec.computed:
            lines = COMPUTED[spec.computed](plan, promises, standing)
            bodies[section.key] = _body(section, lines)
    return bodies


def _body(section: Section, lines: Iterable[str]) -> str:
    """Keep what introduces the section, an italic line, and put the computed lines below it."""
    introduction = [line for line in section.body.splitlines() if line.startswith("*") and line.endswith("*")]
    rule = ["", "---"] if section.body.rstrip().endswith("\n---") else []
    return "\n".join([*introduction, "", *(lines or [NONE_YET]), *rule, ""])


def clock_text(at: str) -> str:
    """Return an entry's time as documents show it."""
    return at[:16].replace("T", " ")


def one_line(text: str, limit: int = 160) -> str:
    """Return free text on one line, so that it cannot become a heading, an item or a rule."""
    folded = " ".join(text.split()).replace("<!--", "<! --")
    folded = folded if len(folded) <= limit else folded[: limit - 1].rstrip() + "…"
    # A code span that is never closed would swallow what stands behind it.
    return folded if folded.count("`") % 2 == 0 else folded.replace("`", "'")


def in_order(keys: Iterable[str], plan: Plan) -> list[str]:
    """Return the keys of sections in the order in which they stand in the plan; headers are left out."""
    order = {part.key: number for number, part in enumerate(plan.parts)}
    return sorted(
        (key for key in keys if not key.endswith("#header")), key=lambda key: order.get(key, len(order))
    )


def change_log(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return one line per major decision, approval and revision, oldest first."""
    del standing
    inherited = promises.created.inherited if promises.created else ()
    told = [(entry, text) for entry in promises.history.told() if (text := tell(entry, plan))]
    lines = [f"- {one_line(line, 400)}" for line in inherited]
    lines += [f"- **[{clock_text(entry.at)}]** {text}" for entry, text in told]
    return lines or [NONE_YET]


def tell(entry: Entry, plan: Plan) -> str:
    """Return an entry as one sentence of a change log; empty for those too small for it."""
    try:
        promise = read_promise(entry)
    except (KeyError, TypeError, AttributeError, ValueError):
        return ""
    who = one_line(entry.signer or entry.by.name or entry.by.speaker, 40)
    match promise:
        case Created():
            return f"Plan created ({one_line(promise.playbook, 40)} {promise.version})"
        case Revision() if promise.cause in {"write", "undo", "adopt"}:
            keys = in_order(promise.sections, plan)
            verb = {"write": "Revised", "undo": "Restored", "adopt": f"{who} adopted"}[promise.cause]
            named = f"section{'s' if len(keys) > 1 else ''} {one_line(', '.join(keys), 80)}"
            return f"{verb} {named}" if keys else ""
        case Answer():
            return f"{who} answered {one_line(promise.question, 40)}: {one_line(promise.text)}"
        case Decision():
            return f"{who} decided {_decided(promise)}"
        case Approval():
            return f"{who} approved checkpoint {one_line(promise.checkpoint, 40)}"
        case Withdrawal():
            asked = "requested changes at" if entry.kind == "changes" else "revoked"
            return f"{who} {asked} checkpoint {one_line(promise.checkpoint, 40)}: {one_line(promise.reason)}"
        case _ if entry.kind == "archived":
            return f"{who} {put_away(entry)}"
        case _:
            return ""


def put_away(entry: Entry) -> str:
    """Return in words why a plan was archived."""
    reason = one_line(str(entry.body.get("reason", "")))
    return f"abandoned the plan: {reason}" if entry.body.get("abandoned") else "archived the plan"


def _decided(decision: Decision) -> str:
    rejected = "; ".join(f"{one_line(option, 60)}: {one_line(why, 100)}" for option, why in decision.rejected)
    said = f"{one_line(decision.id, 20)} {one_line(decision.title)} because {one_line(decision.reason)}"
    return said + (f" (rejected {rejected})" if rejected else "")


def current_status(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return where the work stands: phase, date, tasks done."""
    tasks = list(plan.records("task"))
    done = {(receipt.task, receipt.digest) for receipt in promises.receipts}
    count = sum((task.key, task.digest) in done or bool(task.ticked) for task in tasks)
    return [
        f"**Phase**: {standing.phase or standing.stage}",
        f"**Last Updated**: {standing.last_updated[:10]}",
        f"**Completed**: {count}/{len(tasks)} tasks",
    ]


def files_modified(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return the files that receipts name."""
    del plan, standing
    files = {name: None for receipt in promises.receipts for name in receipt.entry.body.get("files", ())}
    return [f"- `{one_line(str(name))}`" for name in files] or [NONE_YET]


def next_steps(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return what should be done next: the current checkpoint, then the first open task."""
    return [f"{number}. {step}" for number, step in enumerate(_steps(plan, promises, standing), 1)] or [
        NONE_YET
    ]


def _steps(plan: Plan, promises: Promises, standing: Standing) -> Iterator[str]:
    for question in promises.open_questions[:3]:
        yield f"Answer {one_line(question.id, 40)}: {one_line(question.text)}"
    current = standing.current
    if current is not None and current.state is State.READY:
        yield f"A person approves checkpoint {current.spec.id} ({one_line(current.spec.name, 60)})"
    elif current is not None:
        yield f"Reach checkpoint {current.spec.id} ({one_line(current.spec.name, 60)})"
    task = next_task(plan, promises)
    if task:
        yield f"Start {task}"


def next_task(plan: Plan, promises: Promises) -> str:
    """Return the first task that nothing proves done; empty: there is none."""
    done = {(receipt.task, receipt.digest) for receipt in promises.receipts}
    tasks = (task for task in plan.records("task") if not task.ticked and (task.key, task.digest) not in done)
    return next((one_line(f"{task.id} {task.field('title') or task.text}".strip()) for task in tasks), "")


def blockers(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return what blocks the current checkpoint."""
    del plan, promises
    current = standing.current
    found = current.findings if current else ()
    return [f"- {one_line(finding.message)} ({finding.code})" for finding in found[:10]] or ["None"]


def questions(plan: Plan, promises: Promises, standing: Standing) -> list[str]:
    """Return the open questions."""
    del plan, standing
    return [f"- {one_line(q.id, 40)}: {one_line(q.text)}" for q in promises.open_questions] or ["None"]


COMPUTED: dict[str, Callable[[Plan, Promises, Standing], list[str]]] = {
    "change-log": change_log,
    "current-status": current_status,
    "files-modified": files_modified,
    "next-steps": next_steps,
    "blockers": blockers,
    "questions": questions,
    "progress-log": change_log,
}
