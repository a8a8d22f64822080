"""The analyst's turn: facts are written where the playbook wants them, what is open is asked.

What others proposed for a section comes before what the analyst would write there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.analysing import analyse_plan, named_files
from groundplan.app.analyst.filling import fill_fields
from groundplan.app.analyst.leading import DRIFT, is_drafted
from groundplan.app.analyst.questions import new_questions, put_questions, with_ids, word_challenge
from groundplan.app.changes.changing import Draft, commit, read_draft
from groundplan.app.changes.holding import closed_before, held_back, is_anothers, is_approved, wants_writing
from groundplan.app.changes.records import write_answer
from groundplan.app.changes.writing import document_of, turns_since
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.talk.talking import ANALYST, Put, ask_all
from groundplan.markdown.splice import splice
from groundplan.markdown.writing import set_field
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused
from groundplan.plan.hint import Hint, run
from groundplan.plan.promise import EVIDENCE
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.inert import make_inert
from groundplan.store.proposals import Proposal, keep_proposals, read_proposals

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.evidence.pack import EvidencePack
    from groundplan.plan.document import Section
    from groundplan.planner.analyst import Analysis
    from groundplan.planner.brief import SectionDraft

MOST_CHALLENGES = 3  # said in the talk; the others stand in the plan as risks
# A citation whose place is gone, has moved, or reads otherwise than when it was cited.
_DRIFT = frozenset({"GP101", "GP102", "GP103"})
REWRITE, KEEP = "rewrite", "keep"


@dataclass(frozen=True, slots=True)
class Drift:
    """Sections of the analyst's own whose cited code has changed, at one commit."""

    subject: str
    keys: tuple[str, ...]
    words: tuple[str, ...]  # what was found, one sentence each
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Advanced:
    """What a turn of the analyst changed, and what it left waiting."""

    opened: OpenPlan
    analysis: Analysis
    diffs: tuple[SectionDiff, ...]
    asked: tuple[str, ...]  # ids of the questions put in this turn
    proposals: tuple[Proposal, ...]
    notices: tuple[str, ...] = ()


def advance(
    opened: OpenPlan,
    pack: EvidencePack,
    *,
    caller: Caller,
    first: Analysis | None = None,
    asks: bool = True,
) -> Advanced:
    """Take the analyst's turn: write, ask, and keep what waits.

    `first` is the analysis of a plan that was just begun: its challenges are said now. Where somebody else
    drafts the plan, what is to be asked is theirs to ask: nobody is asked the same thing twice.
    """
    analysis = first or analyse_plan(opened, pack)
    others = _proposed_by_others(opened)
    fresh = new_questions(analysis, opened) if asks and not (others or is_drafted(opened)) else ()
    if caller.channel == "agent":  # it reads the code and names the places in what it writes
        fresh = tuple(each for each in fresh if each.subject != PLACE)
    analysis = analysis.after(with_ids(analysis, fresh, opened))
    taken = {each.key for each in others}
    drafts = tuple(draft for draft in analysis.compose() if draft.key not in taken)
    drifted = find_drift(opened)
    touched = _touched(opened, pack, drafts) | _accepted(drifted, analysis)
    start, notices = opened.plan, list(pack.notices)
    wanted = [draft for draft in drafts if wants_writing(opened, draft, touched)]
    opened = _write_all(opened, wanted, caller, notices)
    opened = _write_answers(opened, caller, notices)
    theirs = (key for key in touched if is_anothers(opened, key))
    notices += [_left_alone(opened, key) for key in sorted(theirs)]
    challenges = [word_challenge(each) for each in analysis.challenges] if first else []
    asked = put_questions(opened, fresh, challenges[:MOST_CHALLENGES], caller, notices)
    opened = asked[0] if asked else opened
    if drifted and not drifted.is_asked:
        opened = ask_about_drift(opened, drifted, caller=caller)
    tasks = [draft for draft in analysis.propose() if draft.key not in taken]
    opened = _write_all(opened, _settled(opened, tasks), caller, notices, "write")
    diffs = compare_plans(start, opened.plan)
    proposals = (
        *list_waiting(opened, drafts),
        *list_waiting(opened, tasks, _open_questions(opened)),
        *others,
    )
    keep_proposals(opened.workspace.folder, opened.known.id, proposals)
    ids = asked[1] if asked else ()
    return Advanced(opened, analysis, diffs, ids, proposals, tuple(notices))


def _settled(opened: OpenPlan, tasks: Sequence[SectionDraft]) -> list[SectionDraft]:
    """Return the tasks that the code determines, once all that was asked about the goal is answered."""
    if _open_questions(opened):
        return []
    ready = (each for each in tasks if not held_back(opened, each.key))
    return [each for each in ready if wants_writing(opened, each, set())]


def _open_questions(opened: OpenPlan) -> tuple[str, ...]:
    return tuple(each.name for each in opened.judgement.promises.questions if each.is_open)


def _proposed_by_others(opened: OpenPlan) -> tuple[Proposal, ...]:
    """Return what others have ready for this plan: there the planner has nothing to propose."""
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    return tuple(each for each in kept if each.is_anothers)


def _left_alone(opened: OpenPlan, key: str) -> str:
    """Say that an answer does not change words that somebody else wrote."""
    section = opened.plan.section(key)
    title = section.title if section else key
    return Hint(
        f"{title} has words that the planner did not write, so it is left as it is; ",
        run("write", key).on(opened.known.handle),
        " changes it",
    )


def _accepted(drift: Drift | None, analysis: Analysis) -> set[str]:
    """Return the sections that the user agreed to have composed again after the code moved."""
    answer = analysis.brief.settled.get(drift.subject) if drift else None
    return set(drift.keys) if drift and answer and answer.choice == REWRITE else set()


def _composed(opened: OpenPlan) -> frozenset[str]:
    """Return the entries of the analyst's own writing."""
    revisions = opened.judgement.promises.revisions
    return frozenset(revision.entry.id for revision in revisions if revision.is_composed)


def _touched(opened: OpenPlan, pack: EvidencePack, drafts: Iterable[SectionDraft]) -> set[str]:
    """Return the sections whose facts are of other places, named since the analyst last wrote."""
    composed = _composed(opened)
    before = named_files(opened, pack.index, until=composed)
    is_same = (set(pack.named), pack.is_more) == (set(before.files or pack.cited), before.is_more)
    if not composed or is_approved(opened) or is_same:
        return set()
    return {draft.key for draft in drafts}


def _write_all(
    opened: OpenPlan,
    drafts: Sequence[SectionDraft],
    caller: Caller,
    notices: list[str],
    cause: str = EVIDENCE,
) -> OpenPlan:
    """Write what the facts say: evidence waits for nobody, and a rule that refuses anything says why."""
    if not drafts:
        return opened
    try:
        return _write_group(opened, drafts, caller, cause)
    except Refused as refusal:
        why = refusal.findings[0].message if refusal.findings else refusal.message
        notices.append(f"{', '.join(draft.key for draft in drafts)} stays a proposal: {why}")
        return opened


def _write_answers(opened: OpenPlan, caller: Caller, notices: list[str]) -> OpenPlan:
    """Write what the user answered where the playbook has a place for it."""
    if is_approved(opened):
        return opened
    draft = Draft(opened, caller, is_composed=True)
    for question in opened.judgement.promises.questions:
        if question.asked and question.asked.subject and question.answer and not question.is_withdrawn:
            write_answer(draft, question.asked.subject, make_inert(" ".join(question.answer.text.split())))
    try:
        return _commit(draft)
    except Refused as refusal:
        notices.append(f"An answer is not in the plan yet: {refusal.message}")
        return opened


def _write_group(opened: OpenPlan, group: Sequence[SectionDraft], caller: Caller, cause: str) -> OpenPlan:
    draft = Draft(opened, caller, is_composed=True)
    for document in opened.plan.documents:
        mine = [each for each in group if document_of(opened, each.key) == document.name]
        texts = {each.key: each.text for each in mine if each.text}
        if texts:
            draft.texts[document.name] = splice(document, opened.playbook, texts)
        for each in mine:
            _fill(draft, document.name, each)
    return _commit(draft, cause)


def _commit(draft: Draft, cause: str = EVIDENCE) -> OpenPlan:
    opened = draft.opened
    diffs = compare_plans(opened.plan, read_draft(draft))
    if not diffs:
        return opened
    draft.say("planner", "summary", _summarise(diffs), **ANALYST)
    turns = turns_since(opened.judgement.promises)
    return commit(draft, label=f"write {', '.join(d.key for d in diffs)}", cause=cause, turns=turns).opened


def _fill(draft: Draft, document: str, composed: SectionDraft) -> None:
    """Set the fields of a section's records; the others stay open."""
    opened, section = draft.opened, read_draft(draft).section(composed.key)
    if composed.fields and section is not None and _is_begun(opened, section):
        document_now = next(one for one in read_draft(draft).documents if one.name == document)
        text = fill_fields(opened.playbook, opened.workspace.config.profile, section, composed.fields)
        draft.texts[document] = splice(document_now, opened.playbook, {section.key: text})
        return
    for each in composed.fields:
        plan = read_draft(draft)
        section = plan.section(composed.key)
        spec = draft.opened.playbook.section(section.declared) if section else None
        records = [one for one in (section.records if section else ()) if one.kind == each.record]
        specs = [one for one in (spec.records if spec else ()) if one.kind == each.record]
        if records and specs:
            text = next(one.text for one in plan.documents if one.name == document)
            draft.texts[document] = set_field(text, records[0], specs[0], each.name, each.value)


def _is_begun(opened: OpenPlan, section: Section) -> bool:
    """Tell whether only the analyst wrote in a section, and all that it says is what was known."""
    line = opened.judgement.case.open_lines.get(section.key, "")
    return bool(line) and line in section.body and not is_anothers(opened, section.key)


def _summarise(diffs: Sequence[SectionDiff]) -> str:
    named = ", ".join(f"{diff.title} (+{diff.added} −{diff.removed})" for diff in diffs[:6])
    rest = f" and {len(diffs) - 6} more" if len(diffs) > 6 else ""
    return f"Updated {named}{rest}."


def find_drift(opened: OpenPlan) -> Drift | None:
    """Return which composed sections no longer agree with the code, where there are any."""
    promises = opened.judgement.promises
    composed = {key for revision in promises.revisions if revision.is_composed for key in revision.sections}
    ours = {key for key in composed if not is_anothers(opened, key)}  # others may cite what never was there
    found = [f for f in opened.judgement.findings if f.code in _DRIFT and f.section in ours]
    if not found:
        return None
    keys = tuple(dict.fromkeys(finding.section for finding in found))
    subject = f"{DRIFT}{opened.workspace.code.commit[:12]}:{','.join(keys)}"
    is_asked = any(q.asked is not None and q.asked.subject == subject for q in promises.questions)
    return Drift(subject, keys, tuple(dict.fromkeys(finding.message for finding in found)), is_asked)


def ask_about_drift(opened: OpenPlan, drift: Drift, *, caller: Caller) -> OpenPlan:
    """Say what moved, and offer to compose just those sections again."""
    titles = [section.title for section in opened.plan.sections if section.key in drift.keys]
    named = ", ".join(titles[:4]) + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")
    more = f" (and {len(drift.words) - 2} more)" if len(drift.words) > 2 else ""
    these = "it" if len(titles) == 1 else "them"
    put = Put(
        f"The code moved under {named}: compose {these} again from the code as it is?",
        blocking=False,
        subject=drift.subject,
        choices={REWRITE: f"Compose {named} again", KEEP: "Keep the words as they are"},
        recommended=REWRITE,
        why="; ".join(drift.words[:2]) + more + ".",
    )
    return ask_all(opened, [put], caller=caller)[-1].outcome.opened


def list_waiting(
    opened: OpenPlan, drafts: Sequence[SectionDraft], open_questions: tuple[str, ...] = ()
) -> tuple[Proposal, ...]:
    """Return what is not in the plan yet, with the checkpoints it waits for, or the answers."""
    titles = _titles(opened)
    return tuple(
        Proposal(
            draft.key,
            _title(draft, titles),
            _words(opened, draft),
            closed_before(opened, draft.key) or open_questions,
        )
        for draft in drafts
        if _is_proposal(opened, draft)
    )


def _words(opened: OpenPlan, draft: SectionDraft) -> str:
    spec = opened.playbook.section(draft.key)
    labels = (
        {(record.kind, name): label for record in spec.records for name, label in record.fields.items()}
        if spec
        else {}
    )
    lines = [f"- {labels.get((each.record, each.name), each.name)}: {each.value}" for each in draft.fields]
    return "\n".join(filter(None, (draft.text, *lines)))


def _is_proposal(opened: OpenPlan, draft: SectionDraft) -> bool:
    section = opened.plan.section(draft.key)
    created = opened.judgement.promises.created
    skeleton = created.sections.get(draft.key, "") if created else ""
    return section is None or section.fingerprint == skeleton


def _title(draft: SectionDraft, titles: Mapping[str, str]) -> str:
    """Return what a proposed section is called: its own heading where it brings one."""
    first = draft.text.lstrip().split("\n", 1)[0]
    return first.lstrip("#").strip() if first.startswith("#") else titles.get(draft.key, draft.key)


def _titles(opened: OpenPlan) -> Mapping[str, str]:
    declared = {spec.key: spec.title for spec in opened.playbook.sections}
    return declared | {section.key: section.title for section in opened.plan.sections}
