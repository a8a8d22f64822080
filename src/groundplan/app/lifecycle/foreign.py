"""A document groundplan never saw, taken in as a plan: a person confirms what its header claims."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import Draft, read_draft, save_first, what_was_seen
from groundplan.app.changes.records import add_written_answers, written_answers
from groundplan.app.judgement.computed import compute_header
from groundplan.app.judgement.judging import judge, refresh
from groundplan.app.lifecycle.starting import make_plan_id, make_slug
from groundplan.app.plans.known import Known, list_plans
from groundplan.app.plans.opened import OpenPlan
from groundplan.markdown.reading import decode, read_plan
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.hint import Hint, run
from groundplan.plan.history import read_history
from groundplan.plan.title import make_title
from groundplan.store.documents import read_document

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.workspace import Workspace
    from groundplan.plan.document import Plan
    from groundplan.plan.playbook import Playbook, StageSpec
    from groundplan.store.documents import Snapshot


@dataclass(frozen=True, slots=True)
class Claim:
    """A foreign document read by a playbook: what it has, what it misses, which stage its header claims."""

    opened: OpenPlan
    snapshot: Snapshot
    stage: StageSpec | None  # the claimed one, if the playbook knows it and it is past the first
    sections: int
    missing: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the whole document as it lies there: adopting makes every word of it the person's."""
        return decode(self.snapshot.data, self.snapshot.path).removeprefix("\ufeff").replace("\r\n", "\n")

    @property
    def answers(self) -> tuple[tuple[str, str], ...]:
        """Return the questions that adopting answers in the person's name, each with its answer."""
        found = written_answers(self.opened, self.opened.plan)
        return tuple((f"{record.id}: {record.asks}", record.field("answer").strip()) for record in found)


def read_foreign(workspace: Workspace, path: str, playbook: str = "") -> Claim:
    """Read a document as a plan of the playbook that fits it best, or of the one named."""
    if any(path in plan.documents.values() for plan in list_plans(workspace)):
        raise Misused(
            f"`{path}` belongs to a plan already", hint=Hint(run("adopt"), " takes its hand edits over")
        )
    snapshot = read_document(workspace.folder, path)
    text = decode(snapshot.data, path)
    shelf = workspace.shelf
    names = [playbook] if playbook else [name for name in shelf.names() if not shelf.examine(name)[1]]
    read = [_read(workspace, name, snapshot, text) for name in names]
    fitting = [claim for claim in read if claim is not None and claim.sections]
    if not fitting and playbook:
        raise _unlike(workspace, path, playbook)
    if not fitting:
        raise NotFound(
            f"`{path}` has the shape of no playbook with a single document",
            hint=Hint("Name one: ", run("adopt", "<file>", {"playbook": "<name>"})),
        )
    return max(fitting, key=lambda claim: claim.sections - len(claim.missing))


def _unlike(workspace: Workspace, path: str, playbook: str) -> NotFound:
    """Return why a document cannot be read as the playbook that was named for it."""
    book = workspace.shelf.find(playbook)
    if len(book.documents) > 1:
        return NotFound(
            f"A `{book.name}` plan has {len(book.documents)} documents, and `{path}` is one",
            hint=Hint(
                "Begin one with ",
                run("new", "<goal>", {"playbook": book.name}),
                ", then ",
                run("write", {"all": True, "file": "<file>"}),
            ),
        )
    return NotFound(
        f"`{path}` has no heading that `{book.name}` declares",
        hint=Hint(run("playbook show", book.name), " lists its sections"),
    )


def _read(workspace: Workspace, name: str, snapshot: Snapshot, text: str) -> Claim | None:
    book = workspace.shelf.find(name)
    if len(book.documents) != 1:
        return None
    plan_id = make_plan_id()
    plan = read_plan(plan_id, "", book, {book.documents[0].name: (snapshot.path, text)})
    title = plan.title or _goal_of(plan) or snapshot.path
    others = list_plans(workspace)
    slug = make_slug(_name_from(snapshot.path, title), {known.slug for known in others})
    documents = {book.documents[0].name: snapshot.path}
    known = Known(
        plan_id,
        slug,
        title,
        book.name,
        documents,
        archived=False,
        history=read_history((), plan=plan_id),
        handle=slug if any(not known.archived for known in others) else "",
    )
    judgement = judge(plan, known.history, book, workspace.config)
    opened = OpenPlan(
        workspace, known, book, {book.documents[0].name: snapshot}, known.history, {}, judgement
    )
    missing = tuple(f.section for f in judgement.findings if f.code == "GP501")
    return Claim(opened, snapshot, _claimed_stage(plan, book), len(plan.sections), missing)


def _goal_of(plan: Plan) -> str:
    """Return the goal as a title, for documents whose heading names only their kind."""
    return next((make_title(said) for goal in plan.records("goal") if (said := goal.field("goal"))), "")


def _name_from(path: str, title: str) -> str:
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    folder = path.rsplit("/", 2)[-2] if "/" in path else ""
    return (folder or title) if stem.lower() in {"planning", "plan", "readme"} else stem


def _claimed_stage(plan: Plan, book: Playbook) -> StageSpec | None:
    document = plan.documents[0]
    labels = [label for label, name in book.documents[0].header.fields.items() if name == "stage"]
    said = next(
        (document.header_fields[label][0].strip() for label in labels if label in document.header_fields), ""
    )
    return next((stage for stage in book.stages[1:] if stage.name.casefold() == said.casefold()), None)


def adopt_foreign(claim: Claim, *, caller: Caller) -> Outcome:
    """Take the document in: its text and answers are the person's, what its header claims is not approved."""
    demand_person(caller, "adopt a document", hint=by_person(run("adopt", "<file>")))
    opened = claim.opened
    draft = Draft(opened, caller)
    name = opened.playbook.documents[0].name
    draft.texts[name] = _with_id(draft.texts[name], opened.known.id)
    inherited = _inherited(opened)
    plan = _with_computed(draft)
    draft.add(
        "created",
        {
            "playbook": opened.playbook.name,
            "version": opened.playbook.version,
            "playbook_digest": opened.playbook.digest,
            "title": opened.known.title,
            "slug": opened.known.slug,
            "documents": dict(opened.known.documents),
            "sections": {},
            "inherited": inherited,
        },
        speaker="user",
    )
    turn = draft.say("user", "idea", f"Adopted {claim.snapshot.path}: {opened.known.title}")
    sections = {key: {"before": "", "after": after} for key, after in plan.fingerprints().items()}
    seen = what_was_seen(draft, plan, sections)
    body = {"cause": "adopt", "sections": sections, "turns": [turn.id], **seen}
    draft.add("revised", body, speaker="user")
    add_written_answers(draft, plan, turn.id, sections)
    return save_first(draft, label="adopt")


def _inherited(opened: OpenPlan) -> list[str]:
    """Return the items of the document's own change log, which the computed one goes on from."""
    computed = {spec.key for spec in opened.playbook.sections if spec.computed == "change-log"}
    bodies = [section.body for section in opened.plan.sections if section.declared in computed]
    return [
        line[2:].strip() for body in bodies for line in body.splitlines() if line.startswith(("- ", "* "))
    ]


def _with_computed(draft: Draft) -> Plan:
    """Bring in the header fields that groundplan writes: they are part of what the person answers for."""
    opened = draft.opened
    plan = read_draft(draft)
    judgement = judge(plan, opened.history, opened.playbook, opened.workspace.config)
    standing = replace(judgement.standing, last_updated=opened.workspace.now())  # no entry says it yet
    case = replace(judgement.case, header=compute_header(judgement.plan, opened.playbook, standing))
    draft.texts = refresh(plan, replace(judgement, case=case), opened.playbook)
    return read_draft(draft)


def _with_id(text: str, plan_id: str) -> str:
    """Mark the document with its id, where other documents of groundplan carry it."""
    end = "\r\n" if "\r\n" in text else "\n"
    if text.startswith("---" + end):
        head, rest = text[: 3 + len(end)], text[3 + len(end) :]
        return f"{head}id: {plan_id}{end}{rest}"
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return f"{mark}<!-- groundplan: {plan_id} -->{end}{text.removeprefix(mark)}"


def claimed_checkpoints(claim: Claim) -> list[str]:
    """Return the checkpoints that a person approves before the plan is at the claimed stage, in order."""
    book = claim.opened.playbook
    wanted = set(claim.stage.passed) if claim.stage else set()
    for spec in reversed(book.checkpoints):
        if spec.id in wanted:
            wanted |= set(spec.needs)
    return [spec.id for spec in book.checkpoints if spec.id in wanted and spec.person]
