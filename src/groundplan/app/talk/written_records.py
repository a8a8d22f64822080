"""Questions and decisions that a text lists: recorded as `ask` and `decide` would, and never a second time.

Whoever is no person writes them as they would in any document. What the ledger already has is left out, so
that a text can be handed in again after a change.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.app.changes.holding import declared_key
from groundplan.app.talk.deciding import Choice, decide, find_decision
from groundplan.app.talk.listed_questions import REWORDED, ask_listed, likeness
from groundplan.app.talk.talking import Put
from groundplan.markdown.lines import split_lines
from groundplan.markdown.reading import read_plan
from groundplan.plan.accounts import words_of
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Shape, Tick
from groundplan.planner.inert import make_inert
from groundplan.planner.phrases import shortened
from groundplan.playbooks.forms import heading_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Section
    from groundplan.plan.promise import Decision
    from groundplan.plan.questions import QuestionState
    from groundplan.plan.record import Record

# Writers number their own as well: `D: D1. The check raises`.
_ID = late_regex(r"(?:\[[ xX]\]\s*)?(?:(?:Q|D|Question|Decision)\s{0,2}\d{0,4}\s{0,2}[:.]\s+){1,2}")
_LABEL = late_regex(r"(?:^|(?<=[.?!;,)])\s)\**(Default|Why|Who|Reason|Because|Rejected|Supersedes)\**:\**\s+")
_NAMES = {"because": "reason"}


@dataclass(slots=True)
class Listed:
    """What a text lists, and the text without it."""

    texts: dict[str, str]
    questions: list[tuple[Put, str]] = field(default_factory=list)  # and the id that each is listed with
    decisions: list[tuple[Choice, Decision | None]] = field(default_factory=list)  # and what each replaces
    # section -> its words that are no records, those before the first record and the others
    besides: dict[str, tuple[str, str]] = field(default_factory=dict)
    said_again: set[str] = field(default_factory=set)  # ids of questions that the text has as they are
    asks: bool = False  # whether the text lists questions at all
    decides: bool = False  # and decisions
    decided_again: set[str] = field(
        default_factory=set
    )  # entries of decisions that the text has, or replaces


@dataclass(frozen=True, slots=True)
class RecordsMade:
    """The plan after its records were made, what is left to write, the ids given and what was withdrawn."""

    opened: OpenPlan
    texts: dict[str, str]
    ids: tuple[str, ...]
    withdrawn: tuple[str, ...] = ()  # words of the caller's own questions that the text has no more
    left: tuple[str, ...] = ()  # ids of the caller's own decisions that the text has no more


def record_listed(opened: OpenPlan, texts: Mapping[str, str], *, caller: Caller) -> RecordsMade:
    """Ask the questions and make the decisions that texts list; a person's own text is left as it is."""
    if caller.is_person:
        return RecordsMade(opened, dict(texts), ())
    listed = _list(opened, texts, caller)
    left = _place_reworded(opened, listed, caller) if listed.decides else ()
    ids: list[str] = []
    for choice, replaced in listed.decisions:
        made = decide(opened, choice, caller=caller, is_own=True, replaces=replaced)
        opened = made.outcome.opened
        ids += filter(None, [made.id])
    gone: tuple[str, ...] = ()
    if listed.asks:
        opened, asked, gone = ask_listed(opened, listed, caller)
        ids += asked
    for key, (before, behind) in listed.besides.items():
        section = opened.plan.section(key)
        heading, _, rest = (section.text if section else "").partition("\n")
        parts = (heading, before, rest, behind)
        listed.texts[key] = "\n\n".join(filter(None, map(str.strip, parts))) + "\n"
    return RecordsMade(opened, listed.texts, tuple(ids), gone, left)


def _place_reworded(opened: OpenPlan, listed: Listed, caller: Caller) -> tuple[str, ...]:
    """Let new decisions take the place of own ones that the list has no more; return the ids that are left.

    A list that is handed in is the whole list, so what shares its words with one that is gone is that one.
    """
    gone = [
        each
        for each in opened.judgement.promises.live_decisions
        if each.entry.id not in listed.decided_again and _may_replace(opened, each, caller)
    ]
    for number, (choice, replaced) in enumerate(listed.decisions):
        near = max(gone, key=lambda each: likeness(each.title, choice.title), default=None)
        if replaced is None and near is not None and likeness(near.title, choice.title) >= REWORDED:
            listed.decisions[number] = (choice, near)
            gone.remove(near)
    return tuple(each.id for each in gone)


def leave_out_listed(opened: OpenPlan, texts: Mapping[str, str], *, caller: Caller) -> dict[str, str]:
    """Return the texts without what would be recorded instead of written."""
    return dict(texts) if caller.is_person else _list(opened, texts, caller).texts


def _list(opened: OpenPlan, texts: Mapping[str, str], caller: Caller) -> Listed:
    found = Listed(dict(texts))
    for key, text in texts.items():
        section = _read(opened, key, text)
        records = [each for each in (section.records if section else ()) if each.kind in _READ]
        _refuse_bare(records)
        if section is None or not records or any(_is_left(opened, each, caller) for each in records):
            continue
        for record in records:
            if record.kind == "question":
                found.asks = True
                found.questions.extend(_question(opened, record, found.said_again))
            else:
                found.decides = True
                found.decisions.extend(_decision(opened, record, caller, found.decided_again))
        del found.texts[key]
        words = _without(section, records)
        new = tuple("" if _is_said(opened, key, each) else each for each in words)
        if any(map(str.strip, new)):
            found.besides[key] = (new[0], new[1])
    return found


def _refuse_bare(records: Sequence[Record]) -> None:
    """Refuse a list in which one decision lacks the reason that the others have: all of it would be text."""
    decisions = [each for each in records if each.kind == "decision" and not each.is_placeholder]
    bare = [each for each in decisions if not _parts(each).get("reason")]
    if bare and len(bare) < len(decisions):
        words = " ".join(bare[0].text.split())
        raise Misused(
            f"`{words[:_SHOWN]}{'…' if len(words) > _SHOWN else ''}` has no reason",
            hint="Write `Reason: …` behind or below it",
        )


_READ = ("question", "decision")
_SHOWN = 80  # letters of a decision in a message


def _read(opened: OpenPlan, key: str, text: str) -> Section | None:
    """Read a section that holds questions or decisions, by its heading or without one."""
    spec = opened.playbook.section(declared_key(opened, key))
    if spec is None or spec.repeats or not any(each.kind in _READ for each in spec.records):
        return None
    whole = text if text.lstrip().startswith("#") else f"{heading_of(spec)}\n\n{text}"
    # Every item of the list counts, also one without an id or a box: that is how people write them.
    loose = tuple(
        replace(each, shape=Shape.LIST, label="", id="", id_required=False, tick=Tick.NONE, required=())
        if each.kind in _READ
        else each
        for each in spec.records
    )
    sections = tuple(
        replace(each, records=loose) if each is spec else each for each in opened.playbook.sections
    )
    playbook = replace(opened.playbook, sections=sections)
    return read_plan(opened.known.id, opened.known.slug, playbook, {spec.document: ("", whole)}).section(key)


def _is_left(opened: OpenPlan, record: Record, caller: Caller) -> bool:
    """Tell whether a record is the rules' to judge: a placeholder, a decision without reason or reworded."""
    if record.kind == "question":
        return record.is_placeholder
    words, made = _parts(record), _made(opened, record)
    is_reworded = made is not None and words_of(made.title) != words_of(words["text"])
    return (is_reworded and not _may_replace(opened, made, caller)) or not words.get("reason")


def _made(opened: OpenPlan, record: Record) -> Decision | None:
    """Return the decision whose id a listed one begins with."""
    said = record.text.partition(":")[0].strip()
    decisions = opened.judgement.promises.decisions
    return next((each for each in reversed(decisions) if each.id == said), None)


def _may_replace(opened: OpenPlan, made: Decision | None, caller: Caller) -> bool:
    """Tell whether a decision is the caller's own, and no person has confirmed it yet."""
    if made is None or made not in opened.judgement.promises.live_decisions:
        return False
    by = made.entry.by
    is_own = by.speaker == "planner" and (by.name, by.channel) == (caller.name, caller.channel)
    return is_own and opened.judgement.promises.is_relayed(made.entry)


def _parts(record: Record) -> dict[str, str]:
    """Return the words of an item and what follows its labels, on the same line or below."""
    text = _ID.sub("", record.field("text") or record.text, count=1)
    pieces = _LABEL.split(text)
    found = {"text": pieces[0].strip()}
    labelled = dict(zip(map(str.lower, pieces[1::2]), pieces[2::2], strict=True))
    labelled |= {name: value for name, value in record.fields.items() if value}
    for name, value in labelled.items():
        found.setdefault(_NAMES.get(name, name), value.strip().rstrip(".;"))
    return found


def _question(opened: OpenPlan, record: Record, said_again: set[str]) -> Iterator[tuple[Put, str]]:
    """Yield a question that was not asked yet; an answer beside it is the user's to give."""
    said = _parts(record)
    same = [
        each for each in opened.judgement.promises.questions if words_of(each.text) == words_of(said["text"])
    ]
    given = [words_of(each.answer.text) for each in same if each.answer]
    if said.get("answer") and words_of(said["answer"]) not in given and not _is_withdrawn(same):
        raise Refused(
            f"`{said['text']}` has an answer that nobody gave",
            hint="Leave the answer out; write what you would take as `Default:`",
        )
    # One that was withdrawn and comes without its mark is asked again: its writer wants it back.
    kept = [
        each
        for each in same
        if each.answers or (said.get("answer") if each.is_withdrawn else _is_as_asked(each, said))
    ]
    said_again |= {each.id for each in kept}
    if not kept:
        default, why, who = (make_inert(said.get(name, "")) for name in ("default", "why", "who"))
        named = record.text.removeprefix("[ ]").partition(":")[0].strip()
        yield Put(said["text"], recommended=default, why=why, who=who), named


def _is_as_asked(question: QuestionState, said: Mapping[str, str]) -> bool:
    """Tell whether a listed question has the default and the reason that it was asked with, or has none."""
    asked = question.asked
    if asked is None:
        return True
    was = {"default": asked.recommended, "why": asked.why, "who": asked.who}
    return all(words_of(make_inert(said[name])) == words_of(was[name]) for name in was if name in said)


def _is_withdrawn(questions: Sequence[QuestionState]) -> bool:
    return any(each.is_withdrawn for each in questions)


def _superseded(opened: OpenPlan, said: Mapping[str, str], caller: Caller) -> Decision | None:
    """Return the caller's own decision that an item says it supersedes."""
    name = said.get("supersedes", "").strip("` ")
    if not name:
        return None
    old = find_decision(opened, name)
    if not _may_replace(opened, old, caller):
        raise Refused(
            f"{old.id} is not yours to supersede",
            hint=Hint("A person changes it: ", run("supersede", old.id, WORDS, {"because": WORDS})),
        )
    return old


def _decision(
    opened: OpenPlan, record: Record, caller: Caller, decided_again: set[str]
) -> Iterator[tuple[Choice, Decision | None]]:
    said = _parts(record)
    title = said["text"].rstrip(".")
    known = {tuple(words_of(each.title)): each for each in opened.judgement.promises.live_decisions}
    made = known.get(tuple(words_of(title)))
    named = _made(opened, record)
    replaced = made or (named if _may_replace(opened, named, caller) else _superseded(opened, said, caller))
    decided_again |= {each.entry.id for each in (made, named, replaced) if each is not None}
    if made is not None:
        if words_of(said["reason"]) == words_of(made.reason):
            return
        if not _may_replace(opened, made, caller):
            raise Refused(
                f"{made.id} was decided for another reason: `{shortened(made.reason)}`",
                hint=Hint("Write it back, or a person changes it: ", run("supersede", made.id, WORDS)),
            )
    option, _, why = said.get("rejected", "").partition(": ")
    yield Choice(title, said["reason"], rejected=[(option, why)] if option else []), replaced


def _without(section: Section, records: list[Record]) -> tuple[str, str]:
    """Return the words of a section besides these records: those before the first one, and the others."""
    lines = list(enumerate(split_lines(section.body), section.line + 1))
    gone = {number for each in records for number in range(each.place.line, each.last_line + 1)}
    before = "".join(line for number, line in lines if number < min(gone))
    return before, "".join(line for number, line in lines if number > min(gone) and number not in gone)


def _is_said(opened: OpenPlan, key: str, words: str) -> bool:
    section = opened.plan.section(key)
    return section is not None and words.strip() in section.body
