"""Dialogue first, and talk apart from plan text: the rules of the conversation layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.promise import EVIDENCE
from groundplan.rules.message_shape import measure
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.entry import Entry
    from groundplan.plan.promise import Revision, Turn
    from groundplan.plan.promises import Promises

_ASK_FIRST = Hint(
    "Ask first: ", run("say", {"as": "planner", "kind": "question"}, WORDS), "; then the user replies"
)
_DEFAULT_LIMITS = {
    "headings": 0,
    "list_items": 8,
    "fence_lines": 15,
    "table_rows": 3,
    "words": 350,
    "shared": 40,
}
LONGEST_COPY = _DEFAULT_LIMITS["shared"]


@rule("GP201", "dialogue-first")
def dialogue_first(case: Case) -> Iterator[Finding]:
    """Each update by the planner follows its question, challenge or proposal and a user's reply to it."""
    for revision in case.promises.revisions:
        if revision.cause == EVIDENCE:
            yield from _more_than_evidence(revision, case)
        if revision.is_update and not find_round(revision, case.promises):
            yield Finding(
                "GP201",
                f"{_name_sections(revision)} written {_why_not(revision, case.promises)}",
                section=next(iter(revision.sections), ""),
                subject=revision.entry.id,
                hint=_what_first(case),
            )


def _what_first(case: Case) -> Hint:
    """Return what comes before an update: the answer to what is open, else a question."""
    waiting = [each for each in case.promises.questions if each.is_open]
    if not waiting:
        return _ASK_FIRST
    return Hint("The user answers first: ", run("answer", waiting[0].name, WORDS))


def _more_than_evidence(revision: Revision, case: Case) -> Iterator[Finding]:
    """Yield the sections that computed evidence alone may not fill, whatever an entry calls it."""
    for key in revision.sections:
        section = case.plan.section(key)
        spec = case.playbook.section(section.declared if section else key)
        if not (spec and spec.evidence):
            yield Finding(
                "GP201",
                f"Section `{key}` is written as evidence, which it is not: no dialogue came before it",
                section=key,
                subject=revision.entry.id,
                hint=_what_first(case),
            )


def find_round(revision: Revision, promises: Promises) -> tuple[Turn, Turn] | None:
    """Return the planner's turn and the user's reply that no earlier update has used up, if there are any."""
    is_before = promises.history.is_before
    earlier = _updates_before(revision, promises)
    openings = [
        turn
        for turn in promises.turns
        if turn.opens_dialogue
        and is_before(turn.entry, revision.entry)
        and not any(is_before(turn.entry, update) for update in earlier)
    ]
    for reply in promises.turns:
        if reply.replies and is_before(reply.entry, revision.entry):
            opening = next((turn for turn in openings if is_before(turn.entry, reply.entry)), None)
            if opening is not None:
                return opening, reply
    return None


def _updates_before(revision: Revision, promises: Promises) -> tuple[Entry, ...]:
    """Return the newest updates before this one: what came before any update came before one of these."""
    is_before = promises.history.is_before
    return promises.history.latest(
        r.entry for r in promises.revisions if r.is_update and is_before(r.entry, revision.entry)
    )


def _why_not(revision: Revision, promises: Promises) -> str:
    if _updates_before(revision, promises):
        return "on talk that an earlier update has used up: each update takes a round of its own"
    return "without a dialogue round before it"


def find_silence(promises: Promises) -> tuple[str, Turn | None]:
    """Return who has to speak before the next update (`planner`, `user`, or nobody), and to which turn."""
    is_before = promises.history.is_before
    updates = promises.history.latest(r.entry for r in promises.revisions if r.is_update)
    openings = [
        turn
        for turn in promises.turns
        if turn.opens_dialogue and not any(is_before(turn.entry, update) for update in updates)
    ]
    if not openings:
        return "planner", None
    replies = [turn.entry for turn in promises.turns if turn.replies]
    if any(is_before(opening.entry, reply) for opening in openings for reply in replies):
        return "", None
    return "user", openings[-1]


def _name_sections(revision: Revision) -> str:
    keys = [key for key in revision.sections if not key.endswith("#header")]
    if not keys:
        return "The text before the first section is"
    named = ", ".join(f"`{key}`" for key in keys[:3]) + (" …" if len(keys) > 3 else "")
    return f"Section {named} is" if len(keys) == 1 else f"Sections {named} are"


@rule("GP202", "layers-apart")
def layers_apart(case: Case) -> Iterator[Finding]:
    """A planner turn is talk: it carries no plan Markdown."""
    for turn in case.promises.turns:
        text = case.talk.get(turn.entry.id, "")
        if turn.speaker != "planner" or not text:
            continue
        for reason in find_plan_text(text, case):
            yield Finding(
                "GP202",
                f"Planner turn `{turn.entry.id}` carries plan text: {reason}",
                subject=turn.entry.id,
                hint=Hint("Say it in a few sentences; plan text goes through ", run("write")),
            )


def find_plan_text(text: str, case: Case) -> list[str]:
    """Return what makes a planner's message plan text rather than talk; empty: it is talk."""
    limits = _DEFAULT_LIMITS | dict(case.options("GP202"))
    shape = measure(text)
    counts = {
        "headings": ("heading", "headings", shape.headings),
        "list_items": ("list item", "list items", shape.list_items),
        "fence_lines": ("line of fenced code", "lines of fenced code", shape.fence_lines),
        "table_rows": ("table row", "table rows", shape.table_rows),
        "words": ("word", "words", shape.words),
    }
    reasons = [
        f"{count} {one if count == 1 else many}, at most {limits[key]} allowed"
        for key, (one, many, count) in counts.items()
        if count > limits[key]
    ]
    copied = _copied_section(text, case, int(limits["shared"]))
    if copied:
        reasons.append(f"it repeats {limits['shared']} words or more of section `{copied}`")
    return reasons


def _copied_section(text: str, case: Case, length: int) -> str:
    """Return the key of a section of which the text repeats a run of that many words."""
    if len(text.split()) < length:
        return ""
    for section in case.plan.sections:
        spec = case.playbook.section(section.declared)
        if spec and any(record.kind == "question" for record in spec.records):
            continue  # what is asked is written there as it was asked
        if is_copied(text, section.body, length):
            return section.key
    return ""


def is_copied(text: str, other: str, length: int) -> bool:
    """Tell whether a text repeats a run of that many words of another."""
    words, theirs = text.split(), other.split()
    runs = {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}
    return any(tuple(theirs[i : i + length]) in runs for i in range(len(theirs) - length + 1))
