"""Plan text: whole sections written, and the last write taken back."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import Draft, commit, read_draft, save_text
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.plans.past import is_accounted, plan_before_last_write, why_not_found, witnessed_plan
from groundplan.markdown.reading import decode
from groundplan.markdown.splice import splice
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, Misused, NotFound, Refused, Unknown
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.store.recovery import copy_path, read_copy
from groundplan.store.undo import before_image, last_write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding
    from groundplan.plan.promises import Promises
    from groundplan.store.undo import Write


@dataclass(frozen=True, slots=True)
class Written:
    """Sections written: what changed, and the summary turn that tells the talk about it."""

    outcome: Outcome
    diffs: tuple[SectionDiff, ...]
    summary: str
    saved: tuple[str, ...] = ()  # where the text is that an undo took away

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what the rules find now and did not find before."""
        return new_findings(self.outcome.before, self.outcome.opened.judgement)


@dataclass(frozen=True, slots=True)
class Drafted:
    """Whole sections drafted: what would change, and the turns that the words come from."""

    draft: Draft
    keys: tuple[str, ...]
    diffs: tuple[SectionDiff, ...]
    summary: str
    turns: tuple[str, ...]


def draft_sections(
    opened: OpenPlan, sections: Mapping[str, str], *, caller: Caller, summary: str = ""
) -> Drafted:
    """Return whole sections as a change that is neither judged nor saved."""
    if not sections:
        raise Misused("There is nothing to write", hint=Hint(run("write", "<section>", {"file": "text.md"})))
    draft = Draft(opened, caller)
    keys = [resolve_key(opened, name) for name in sections]
    texts = dict(zip(keys, sections.values(), strict=True))
    for document in opened.plan.documents:
        mine = {key: text for key, text in texts.items() if document_of(opened, key) == document.name}
        if mine:
            draft.texts[document.name] = splice(document, opened.playbook, mine)
    diffs = compare_plans(opened.plan, read_draft(draft))
    told = summary or _summarise(diffs)
    turns = turns_since(opened.judgement.promises)
    # Who writes a section themselves has their say by that; anybody else sums up for them what was written.
    if caller.is_person:
        turns.append(draft.say("user", "reply", told).id)
    else:
        draft.say("planner", "summary", told)
    return Drafted(draft, tuple(keys), diffs, told, tuple(turns))


def write(opened: OpenPlan, sections: Mapping[str, str], *, caller: Caller, summary: str = "") -> Written:
    """Write whole sections; every rule of process is judged on the plan as it would stand."""
    drafted = draft_sections(opened, sections, caller=caller, summary=summary)
    if not drafted.diffs:
        named = ", ".join(f"`{key}`" for key in drafted.keys)
        told = f"Section {named} has" if len(drafted.keys) == 1 else f"Sections {named} have"
        raise Misused(f"{told} that text already", hint="Nothing was written")
    outcome = commit(drafted.draft, label=f"write {', '.join(drafted.keys)}", turns=drafted.turns)
    return Written(outcome, drafted.diffs, drafted.summary)


def new_findings(before: Judgement, after: Judgement) -> tuple[Finding, ...]:
    """Return the findings that a change raises, in their order."""
    known = {finding.identity for finding in before.findings}
    return tuple(finding for finding in after.findings if finding.identity not in known)


_LEAST_BEGINNING = 3  # letters of a key by which a section may be named


def resolve_key(opened: OpenPlan, name: str) -> str:
    """Return the section key a person means: the key itself, its title, or how only one of them begins."""
    wanted = " ".join(name.split()).casefold()
    keys = [section.key for section in opened.plan.sections]
    keys += [spec.key for spec in opened.playbook.sections if not spec.repeats and "{" not in spec.key]
    exact = next((key for key in keys if key.casefold() == wanted), None)
    if exact is not None:  # before any title: that of one section may be the key of another
        return exact
    for section in opened.plan.sections:
        if wanted == section.title.casefold():
            return section.key
    for spec in opened.playbook.sections:
        if wanted in {spec.key.casefold(), spec.title.casefold()} and "{" not in spec.key:
            return spec.key
        if spec.repeats and _fits(spec.key, name):
            return name
    begun = {key for key in keys if len(wanted) >= _LEAST_BEGINNING and key.casefold().startswith(wanted)}
    if len(begun) == 1:
        return begun.pop()
    raise Unknown(f"Plan `{opened.known.slug}` has no section `{name}`", name=name, known=dict.fromkeys(keys))


def _fits(pattern: str, name: str) -> bool:
    head = pattern.split("{", 1)[0]
    return bool(head) and name.startswith(head) and len(name) > len(head)


def document_of(opened: OpenPlan, key: str) -> str:
    """Return the name of the document that a section stands in, or would stand in."""
    section = opened.plan.section(key)
    if section is not None:
        spec = opened.playbook.section(section.declared)
    else:
        spec = opened.playbook.section(key) or next(
            (s for s in opened.playbook.sections if s.repeats and _fits(s.key, key)), None
        )
    if spec is None:
        raise NotFound(f"Plan `{opened.known.slug}` has no section `{key}`")
    if spec.computed:
        raise Misused(
            f"Section `{key}` is computed", hint=Hint(run("check", {"fix": True}), " brings it up to date")
        )
    return spec.document


def turns_since(promises: Promises) -> list[str]:
    """Return the turns since the last update: those the new text comes from."""
    is_before = promises.history.is_before
    updates = [revision.entry for revision in promises.revisions if revision.is_update]
    return [
        turn.entry.id
        for turn in promises.turns
        if turn.kind != "summary" and not any(is_before(turn.entry, update) for update in updates)
    ]


def _summarise(diffs: tuple[SectionDiff, ...]) -> str:
    told = ", ".join(f"{diff.key} (+{diff.added} −{diff.removed})" for diff in diffs)
    return f"Updated {told}."


def undo(opened: OpenPlan, *, caller: Caller) -> Written:
    """Take back the last write; hand edits since are a person's to throw away, and a copy is kept."""
    workspace = opened.workspace
    if any(finding.code == "GP206" for finding in opened.judgement.findings):
        return _undo_hand_edits(opened, caller)
    last = last_write(workspace.folder, opened.known.id)
    if last is not None and _is_planners(opened, last):
        # Alone it would leave an answer beside words or questions that follow from another one.
        raise Misused(
            f"The last change (`{last.label}`) follows from the answers and is not undone without them",
            hint=_answer_again(opened) or Hint(run("write", "<section>"), " changes the text"),
        )
    if last is not None and not last.label.startswith(("write", "undo", "adopt")):
        raise Misused(
            f"The last change was `{last.label}`, and only a write can be undone",
            hint=_reverse(opened, last.label),
        )
    if last is None:
        return _undo_from_history(opened, caller)
    if last.label.startswith("adopt"):
        demand_person(caller, "undo what a person adopted", hint=by_person(run("undo")))
    draft = Draft(opened, caller)
    for document in last.documents:
        name = _name_of(opened, document.path)
        if opened.snapshots[name].digest != document.after:
            raise Changed(
                f"`{document.path}` changed since the last write", hint=Hint(run("diff"), " shows how")
            )
        data = before_image(workspace.folder, document)
        if data is not None:
            draft.texts[name] = decode(data, document.path)
    _refuse_unknown_text(opened, read_draft(draft))
    outcome = commit(draft, label="undo", cause="undo", undoes=last.id)
    diffs = compare_plans(opened.plan, outcome.opened.plan)
    return Written(outcome, diffs, f"Undid `{last.label}`", _saved(opened, outcome))


def _is_planners(opened: OpenPlan, last: Write) -> bool:
    """Tell whether the planner itself wrote or asked: that follows from the goal and the answers."""
    made = [entry for entry in map(opened.history.get, last.entries) if entry is not None]
    return all(entry.by.speaker == "planner" for entry in made) and any(
        entry.body.get("voice") == "analyst" for entry in made
    )


def _answer_again(opened: OpenPlan) -> str:
    """Return how the newest answer is changed: back to the one it replaced, where it replaced one."""
    order = {entry.id: number for number, entry in enumerate(opened.history.told())}
    answered = [each for each in opened.judgement.promises.questions if each.answer is not None]
    if not answered:
        return ""
    newest = max(answered, key=lambda each: order[each.answer.entry.id] if each.answer else 0)
    old = opened.history.get(newest.answer.replaces[-1]) if newest.answer and newest.answer.replaces else None
    if old is None:
        return Hint("Answer again, and the text follows: ", run("answer", newest.name, WORDS))
    return Hint("Go back to the earlier answer: ", run("answer", newest.name, str(old.body.get("text", ""))))


def _reverse(opened: OpenPlan, label: str) -> str:
    """Return the command that takes back what no undo does: the ledger keeps it, and says that it changed."""
    what, _, name = label.partition(" ")
    if what == "answer":
        return _answer_again(opened)
    if what in {"revoke", "changes"}:  # no word changed: what is wanted back is in the write before
        text = Hint(
            run("diff"), " shows the last change to the text, ", run("write", "<section>"), " edits it"
        )
        return Hint(text, "; ", run("approve", name), " approves it")
    commands = {
        "ask": run("ask", {"withdraw": name.split(",")[-1].strip()}, "<reason>"),
        "approve": run("revoke", name, WORDS),
        "decide": run("supersede", name, WORDS, {"because": "<reason>"}),
        "move": run("move", "<name>"),
        "new": run("archive", {"abandon": "<reason>"}),
        "restore": run("archive", {"abandon": "<reason>"}),
    }
    if what not in commands:
        return Hint(run("log"), " shows it")
    again = " (an agent hands in its own list again, in other words)" if what in {"ask", "decide"} else ""
    return Hint("Change it with ", commands[what], again)


def _saved(opened: OpenPlan, outcome: Outcome) -> tuple[str, ...]:
    """Return where the documents lie as they were before: the store keeps a copy of all that it replaces."""
    now = outcome.opened.snapshots
    return tuple(
        copy_path(was.digest) for name, was in opened.snapshots.items() if was.digest != now[name].digest
    )


def _undo_from_history(opened: OpenPlan, caller: Caller) -> Written:
    """Take back the newest write where another machine made it, if the text before it was committed."""
    newest = opened.history.latest(revision.entry for revision in opened.judgement.promises.revisions)
    if len(newest) != 1 or newest[0].body.get("cause") != "write":
        raise NotFound(f"Plan `{opened.known.slug}` has no write to undo")
    past = plan_before_last_write(opened)
    if past is None:
        raise NotFound(
            f"The text of plan `{opened.known.slug}` before its last write is neither on this machine nor in "
            "the history",
            hint=why_not_found(opened),
        )
    texts = {document.name: document.text for document in past.documents}
    draft = Draft(opened, caller, texts)
    outcome = commit(draft, label="undo", cause="undo")
    diffs = compare_plans(opened.plan, outcome.opened.plan)
    return Written(outcome, diffs, "Undid the last write", _saved(opened, outcome))


def _name_of(opened: OpenPlan, path: str) -> str:
    """Return the document that a write found at a path; it may have been renamed by hand since."""
    for name, snapshot in opened.snapshots.items():
        if path in {snapshot.path, opened.known.documents.get(name)}:
            return name
    raise Changed(
        f"`{path}`, which the last write changed, is no document of plan `{opened.known.slug}` now",
        hint=f"Look in git instead: `git log -p -- {quote(path)}`",
    )


def _refuse_unknown_text(opened: OpenPlan, restored: Plan) -> None:
    """Go back only to words the ledger once accounted for: the local record is anybody's to rewrite."""
    promises = opened.judgement.promises
    known: dict[str, set[str]] = {key: set(prints) for key, prints in promises.witnessed.items()}
    for created in filter(None, (promises.created, promises.pinned)):
        for key, after in created.sections.items():
            known.setdefault(key, set()).add(after)
    for revision in promises.revisions:
        for key, (_, after) in revision.sections.items():
            known.setdefault(key, set()).add(after)
    unknown = [part.key for part in restored.parts if part.fingerprint not in known.get(part.key, ())]
    if unknown:
        raise Refused(
            f"The text to go back to is none the ledger knows: section `{unknown[0]}`",
            hint="Restore it from git instead",
        )


def _undo_hand_edits(opened: OpenPlan, caller: Caller) -> Written:
    demand_person(
        caller, "throw hand edits away", hint=Hint(run("adopt"), " accepts them; either needs a person")
    )
    last = last_write(opened.workspace.folder, opened.known.id)
    draft = Draft(opened, caller)
    for document in last.documents if last else ():
        name = _name_of(opened, document.path)
        data = read_copy(opened.workspace.folder, document.after) if document.after else None
        if data is not None:
            draft.texts[name] = decode(data, document.path)
    restored = read_draft(draft)
    if not is_accounted(restored, opened.judgement.promises.witnessed):
        past = witnessed_plan(opened)
        if past is None:
            raise NotFound(
                "The last text that the ledger accounts for is neither on this machine nor in the history",
                hint=Hint(why_not_found(opened), "; or accept the edit: ", run("adopt")),
            )
        draft.texts = {document.name: document.text for document in past.documents}
        restored = past
    diffs = compare_plans(opened.plan, restored)
    outcome = save_text(draft, label="undo hand edits")
    return Written(outcome, diffs, "Undid the hand edits", _saved(opened, outcome))
