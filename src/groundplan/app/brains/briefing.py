"""The brief of a plan: all that whoever fills it needs, computed from its words, its ledger and the code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import by_number
from groundplan.app.brains.briefing_steps import find_steps
from groundplan.app.brains.briefing_text import render_brief
from groundplan.app.changes.checking import look_over
from groundplan.app.changes.holding import closed_before, is_anothers
from groundplan.app.changes.writing import resolve_key
from groundplan.app.consult.telling import brief_council
from groundplan.app.judgement.computed import one_line
from groundplan.app.plans.goal import read_goal_text
from groundplan.app.queries.context import Asked, context
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.fact import FactKind
from groundplan.plan.hint import about
from groundplan.plan.standing import State
from groundplan.planner.brains.brief import (
    OPEN,
    WAITING,
    WRITTEN,
    Brief,
    DecisionBrief,
    FieldForm,
    Mend,
    QuestionBrief,
    RecordForm,
    RuleBrief,
    SectionBrief,
    Utterance,
)
from groundplan.playbooks.forms import as_handed_in, count_of, heading_of, skeleton_of, sketch
from groundplan.rules.catalogue import RULES
from groundplan.rules.secrets import leave_out_secrets
from groundplan.store.proposals import read_proposals
from groundplan.wording.inert import spell_out
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.playbook import RecordSpec, SectionSpec

BUDGET = 12_000
FACTS = 1_500  # tokens for whoever can read the code: seven of eleven writers used none of more
# What reading the code does not show, first; what is about a place, last.
_NOT_IN_THE_CODE = (
    FactKind.AGAINST,
    FactKind.ALREADY,
    FactKind.OPEN_PLAN,
    FactKind.COMMIT,
    FactKind.DOCUMENT,
    FactKind.STANDARDS,
    FactKind.ENVIRONMENT,
    FactKind.CALLERS,
    FactKind.TEST,
    FactKind.FAMILY,
)
LEAST_BUDGET = 1_000
_MOST_FINDINGS = 20  # that say something else
_MOST_TALK = 40
_SECTIONS = " sections"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a brief is asked for: these sections or all, how much it may be, and how it is spelled."""

    sections: tuple[str, ...] = ()
    budget: int = 0  # 0: as much as a writer needs who can read the code
    spell: Callable[[Brief], str] = render_brief
    as_json: bool = False


def brief(opened: OpenPlan, wanted: Wanted | None = None) -> Brief:
    """Return the brief within its budget: fixed parts first, then the facts, best first."""
    wanted = wanted or Wanted()
    is_short = not wanted.budget
    wanted = replace(wanted, budget=wanted.budget or BUDGET)
    if wanted.budget < LEAST_BUDGET:
        raise Misused(
            f"A brief of {wanted.budget:,} tokens would say too little", hint=f"At least {LEAST_BUDGET:,}"
        )
    whole = _compute(opened, wanted)
    fitted = _fit(whole, wanted)
    return _with_facts(opened, fitted, wanted, is_short=is_short)


def _compute(opened: OpenPlan, wanted: Wanted) -> Brief:
    standing = opened.judgement.standing
    only = tuple(resolve_key(opened, name) for name in wanted.sections)
    findings = _mends(opened, only)
    sections = tuple(_sections(opened, only, {each.section for each in findings}))
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    return Brief(
        slug=opened.known.slug,
        title=one_line(leave_out_secrets(opened.known.title)),
        playbook=opened.playbook.name,
        own_playbook=not opened.workspace.shelf.is_bundled(opened.playbook.name),
        stage=standing.stage,
        position=one_line(leave_out_secrets(standing.resume), 300),
        goal=_quoted(read_goal_text(opened)),
        sections=sections,
        steps=find_steps(opened),
        findings=findings,
        questions=tuple(_questions(opened)),
        decisions=_decisions(opened),
        talk=tuple(_talk(opened)),
        council=brief_council(opened),
        proposals=tuple(each.key for each in kept if each.kind == "section"),
        rules=() if only else tuple(_rules(opened)),
        budget=wanted.budget,
    )


def _quoted(text: str) -> str:
    """Return words of others without keys, and without letters that hide or turn what is there."""
    return spell_out(leave_out_secrets(text.replace("\r\n", "\n"))).strip("\n")


def _sections(opened: OpenPlan, only: tuple[str, ...], faulty: set[str]) -> Iterator[SectionBrief]:
    paths = {document.name: document.path for document in opened.plan.documents}
    for spec in opened.playbook.sections:
        present = opened.plan.sections_of(spec.key)
        keys = tuple(section.key for section in present)
        if spec.computed or spec.container or (only and not {spec.key, *keys} & {*only}):
            continue
        complete = opened.judgement.standing.complete
        # What a skeleton says of itself, such as the goal as it was typed, nobody has written yet; and
        # facts alone are what somebody is to write from.
        is_written = bool(keys) and all(
            key in complete and (spec.given or is_anothers(opened, key)) for key in keys
        )
        waits = closed_before(opened, spec.key)
        state = WRITTEN if is_written else WAITING if _needs_person(opened, spec.key) else OPEN
        wants_text = bool(only) or any(key in faulty for key in keys)
        shown = [part for part in present if wants_text and (not only or {spec.key, part.key} & {*only})]
        words = "\n".join(_quoted(part.text) for part in shown if _has_words(opened, part.key))
        yield SectionBrief(
            key=spec.key,
            heading=one_line(heading_of(spec)),
            document=paths.get(spec.document, ""),
            state=state,
            required=spec.required,
            keys=keys if spec.repeats else (),
            waits_for=waits if not is_written else (),
            guidance=_quoted(spec.guidance),
            words=spec.words,
            model=one_line(spec.model, 40),
            records=_record_forms(opened, spec),
            text=words,
        )


def _has_words(opened: OpenPlan, key: str) -> bool:
    """Tell whether a section says more than its skeleton."""
    created = opened.judgement.promises.created
    section = opened.plan.section(key)
    skeleton = created.sections.get(key, "") if created else ""
    return section is not None and section.fingerprint != skeleton


def _needs_person(opened: OpenPlan, key: str) -> bool:
    """Tell whether a person's approval comes before a section; other checkpoints pass by its side."""
    passed = {each.spec.id for each in opened.judgement.standing.checkpoints if each.state is State.PASSED}
    specs = {spec.id: spec for spec in opened.playbook.checkpoints}
    left = [need for spec in specs.values() if key in spec.covers for need in spec.needs][:1]
    while left:
        spec = specs.get(left.pop())
        if spec is None or spec.id in passed:
            continue
        if spec.person:
            return True
        left += spec.needs
    return False


def _record_forms(opened: OpenPlan, section: SectionSpec) -> tuple[RecordForm, ...]:
    body = skeleton_of(section, opened.playbook.document(section.document).skeleton)
    labels = {spec.under for spec in section.records if spec.under and not spec.part}
    return tuple(_record_form(spec, body, labels - {spec.under}) for spec in section.records)


def _record_form(spec: RecordSpec, skeleton: str, elsewhere: set[str]) -> RecordForm:
    return RecordForm(
        kind=spec.kind,
        form=tuple(map(_quoted, as_handed_in(spec, sketch(spec, skeleton, elsewhere)))),
        count=_quoted(count_of(spec)),
        fields=tuple(
            FieldForm(name, spec.fields.get(name, ""), name in spec.required, spec.allowed.get(name, ()))
            for name in spec.given_fields
        ),
        part=spec.part,
        under=spec.under,
    )


def _rules(opened: OpenPlan) -> Iterator[RuleBrief]:
    """Yield what the playbook's rules want of the words; process has its own place in a brief."""
    for code, options in sorted(opened.playbook.rules.items()):
        rule = RULES.get(code)
        if rule is not None and not rule.is_process:
            told = ", ".join(
                f"{name} {_plain(value)}" for name, value in options.items() if name != "severity"
            )
            yield RuleBrief(code, rule.summary, one_line(_quoted(told), 200))


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _mends(opened: OpenPlan, only: tuple[str, ...]) -> tuple[Mend, ...]:
    done = look_over(opened)
    found = [each for each in done.findings if each.blocks and each not in done.unfinished]
    mends = tuple(
        Mend(
            each.code,
            each.section,
            str(done.place_of(each)),
            one_line(_quoted(each.message), 300),
            about(each.hint, opened.known.handle),
        )
        for each in found
        if not only or each.section in {"", *only}
    )
    told = list(dict.fromkeys((each.code, each.message) for each in mends))[:_MOST_FINDINGS]
    return tuple(each for each in mends if (each.code, each.message) in told)


def _questions(opened: OpenPlan) -> Iterator[QuestionBrief]:
    promises = opened.judgement.promises
    for each in by_number(promises.questions):
        asked, answer = each.asked, each.answer
        if each.is_withdrawn:
            continue
        yield QuestionBrief(
            each.id,
            one_line(_quoted(each.text), 400),
            each.blocking,
            {name: one_line(_quoted(words), 200) for name, words in asked.choices.items()} if asked else {},
            one_line(_quoted(asked.recommended), 200) if asked else "",
            one_line(_quoted(asked.why), 300) if asked else "",
            one_line(_quoted(answer.text), 400) if answer else "",
            relayed=answer is not None and promises.is_relayed(answer.entry),
        )


def _decisions(opened: OpenPlan) -> tuple[DecisionBrief, ...]:
    promises = opened.judgement.promises
    return tuple(
        DecisionBrief(
            each.id,
            one_line(_quoted(each.title), 200),
            one_line(_quoted(each.reason), 300),
            relayed=promises.is_relayed(each.entry),
            by="" if each.entry.by.speaker == "user" else "an agent",
        )
        for each in promises.live_decisions
    )


def _talk(opened: OpenPlan) -> Iterator[Utterance]:
    """Yield what was said, without the planner's words that decisions and questions repeat."""
    promises = opened.judgement.promises
    listed = {each.entry.body.get("turn") for each in promises.decisions if each.entry.by.speaker != "user"}
    listed |= {each.asked.entry.body.get("turn") for each in promises.questions if each.asked}
    told = (each for each in promises.turns if each.speaker == "user" or each.entry.id not in listed)
    turns = [turn for turn in told if turn.kind not in {"idea", "summary"}]
    for turn in turns[-_MOST_TALK:]:
        text = _quoted(opened.talk.get(turn.entry.id, "(the text is on another machine)"))
        relayed = turn.speaker == "user" and promises.is_relayed(turn.entry)
        yield Utterance(turn.speaker, turn.kind, text, relayed=relayed)


def _fit(whole: Brief, wanted: Wanted) -> Brief:
    """Leave out what is needed least until the rest fits; what is left out is said."""
    fitted = whole
    for reduce in (
        _fewer_turns,
        _no_forms_of_written,
        _no_rules,
        _no_texts,
        _no_turns,
        _short_waiting,
        _short_goal,
    ):
        if count_tokens(wanted.spell(fitted)) <= wanted.budget:
            return fitted
        fitted = reduce(fitted)
    kept = len(fitted.sections)
    while kept and count_tokens(wanted.spell(fitted)) > wanted.budget:
        kept = kept * 3 // 4
        count = len(whole.sections) - kept
        left = (*(each for each in fitted.left_out if not each.endswith(_SECTIONS)), f"{count}{_SECTIONS}")
        fitted = replace(fitted, sections=fitted.sections[:kept], left_out=left)
    return fitted


def _less(brief: Brief, what: str, **changes: object) -> Brief:
    return replace(brief, left_out=(*brief.left_out, what), **changes)  # type: ignore[arg-type]


def _fewer_turns(brief: Brief) -> Brief:
    count = len(brief.talk) - 6
    return _less(brief, f"{count} earlier messages of the talk", talk=brief.talk[-6:]) if count > 0 else brief


def _no_turns(brief: Brief) -> Brief:
    return _less(brief, "the talk", talk=()) if brief.talk else brief


def _no_forms_of_written(brief: Brief) -> Brief:
    sections = tuple(
        replace(each, guidance="", records=()) if each.state == WRITTEN else each for each in brief.sections
    )
    return replace(brief, sections=sections)


def _no_rules(brief: Brief) -> Brief:
    return _less(brief, "the rules", rules=()) if brief.rules else brief


def _no_texts(brief: Brief) -> Brief:
    if not any(each.text for each in brief.sections):
        return brief
    sections = tuple(replace(each, text="") for each in brief.sections)
    return _less(brief, "the texts so far", sections=sections)


def _short_waiting(brief: Brief) -> Brief:
    """Name what waits without its form; a brief of one section tells it."""
    sections = tuple(
        replace(each, guidance="", records=()) if each.state == WAITING or not each.required else each
        for each in brief.sections
    )
    return _less(brief, "the forms of optional and waiting sections", sections=sections)


def _short_goal(brief: Brief) -> Brief:
    most = brief.budget  # letters: a quarter of what may be put out
    cut = f"{brief.goal[:most]}\n… {len(brief.goal) - most:,} more letters"
    return _less(brief, "the end of the goal", goal=cut) if len(brief.goal) > most else brief


def _with_facts(opened: OpenPlan, fitted: Brief, wanted: Wanted, *, is_short: bool) -> Brief:
    """Fill the rest of the budget with facts, best first; what was left out is said."""
    room = wanted.budget - count_tokens(wanted.spell(fitted)) - 60  # for the lines around them
    room = min(room, FACTS) if is_short else room
    if room < 200:
        return _less(fitted, "all facts")
    asked = Asked(
        read_goal_text(opened),
        budget=room,
        as_json=wanted.as_json,
        besides=opened.known.id,
        kinds=_NOT_IN_THE_CODE if is_short else (),
    )
    found = context(opened.workspace, asked)
    some = replace(fitted, facts=found.facts, certainty=found.verdict.certainty.value)
    left = found.left_out
    while some.facts and count_tokens(wanted.spell(some)) > wanted.budget:
        some, left = replace(some, facts=some.facts[:-1]), left + 1
    return _less(some, f"{left} fact{'' if left == 1 else 's'}") if left else some
