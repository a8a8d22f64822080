"""How a plan changes: drafted, judged as if it stood, refused or saved with its entries in one piece."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.mending import find_mends, is_mended, locate_mends
from groundplan.app.judgement.judging import Beside, expect, judge, refresh
from groundplan.app.plans.opened import find_ignored
from groundplan.markdown.reading import read_plan
from groundplan.plan.entry import Entry, digest_text, make_entry_id
from groundplan.plan.errors import Refused
from groundplan.plan.history import read_history
from groundplan.plan.promise import MENDED
from groundplan.rules.order import PAST
from groundplan.rules.secrets import find_secrets
from groundplan.rules.witness import IGNORED, ignored_finding
from groundplan.store.change import Change, DocumentChange, Notice
from groundplan.store.documents import Snapshot, save
from groundplan.store.recovery import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding
    from groundplan.plan.history import History

# Findings about an entry that this very change makes, or about words it would put down: those are refused.
_ABOUT_ENTRIES = frozenset({"GP201", "GP202", "GP207"})
CONFLICT = "GP507"  # until it is resolved, nothing else can be
_ABOUT_TEXT = frozenset({"GP506", "GP507", "GP605", "GP609"})
_NEVER_NEW = frozenset({"GP209", "GP216", "GP217"})


@dataclass
class Draft:
    """A change in the making: new texts by document name, entries in their order, turns to be kept."""

    opened: OpenPlan
    caller: Caller
    texts: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    talk: list[tuple[str, str]] = field(default_factory=list)
    is_composed: bool = False  # the planner's own composition of whole sections
    ledger: frozenset[str] | None = None  # its files, where nothing may be added to it meanwhile
    is_repeated: bool = False  # whoever made it makes it anew where somebody was quicker

    def __post_init__(self) -> None:
        """Start from the texts as they were read."""
        self.texts = self.opened.texts | self.texts

    def add(self, kind: str, body: dict[str, Any], *, speaker: str, channel: str = "") -> Entry:
        """Append an entry that follows everything seen so far."""
        entry = Entry(
            id=make_entry_id(self.opened.workspace.clock().timestamp()),
            plan=self.opened.known.id,
            kind=kind,
            at=self.opened.workspace.now(),
            by=self.caller.author(speaker, channel=channel),
            follows=self.follows(),
            body=body,
        )
        self.entries.append(entry)
        return entry

    def follows(self) -> dict[str, str]:
        """Return what the next entry follows."""
        if self.entries:
            return {self.entries[-1].id: self.entries[-1].digest}
        return self.opened.history.heads()

    def say(self, speaker: str, kind: str, text: str, **more: str) -> Entry:
        """Append a turn, its text kept in the talk; a text that holds a secret is refused."""
        refuse_secrets(text, "This message")
        turn = self.add("turn", {"kind": kind, "digest": digest_text(text), **more}, speaker=speaker)
        self.talk.append((turn.id, text))
        return turn


@dataclass(frozen=True, slots=True)
class Outcome:
    """What stood before a change and stands after it, and what the store noticed on the way."""

    before: Judgement
    opened: OpenPlan
    entries: tuple[Entry, ...]
    changed: tuple[str, ...]  # keys of the parts whose words changed
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A draft judged and not saved: the plan it would make, and for what it would be refused."""

    plan: Plan
    judgement: Judgement
    refusals: tuple[Finding, ...]


def weigh(draft: Draft, *, cause: str = "write", turns: Iterable[str] = ()) -> Weighed:
    """Judge the drafted plan, with the entry that would account for its words; nothing is saved."""
    plan = read_draft(draft)
    changed, cause = _account(draft, plan, cause, turns)
    return _weighed(draft, plan, changed, cause)


def _account(draft: Draft, plan: Plan, cause: str, turns: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Add the entry that accounts for the drafted words; return the parts that change, and for what cause."""
    opened = draft.opened
    changed = _changed_parts(opened.plan, plan)
    if changed:
        mends = _mends(draft, plan) if cause == "write" and not draft.is_composed else {}
        cause = MENDED if mends else cause
        before, after = opened.plan.fingerprints(), plan.fingerprints()
        sections = {
            key: {"before": before.get(key, ""), "after": after.get(key, "")}
            | ({"mends": mends[key]} if mends else {})
            for key in changed
        }
        draft.add(
            "revised",
            {
                "cause": cause,
                "sections": sections,
                "turns": list(turns),
                **({"composed": True} if draft.is_composed else {}),
                **what_was_seen(draft, plan, changed),
            },
            speaker="user" if cause == "adopt" or _is_own_writing(draft, cause) else "planner",
        )
    return changed, cause


def _weighed(draft: Draft, plan: Plan, changed: tuple[str, ...], cause: str) -> Weighed:
    judgement = _judge(draft, plan)
    found = _foreign_words(draft.opened, changed)
    if cause != "adopt":
        found += _refusals(draft, judgement, changed)
    return Weighed(plan, judgement, tuple(found))


def commit(
    draft: Draft, *, label: str, cause: str = "write", turns: Iterable[str] = (), undoes: str = ""
) -> Outcome:
    """Judge the drafted plan, refuse it where the rules say no, else save it whole."""
    drafted, plan = draft.texts, read_draft(draft)
    changed, cause = _account(draft, plan, cause, turns)
    draft.texts = _expected(draft, plan)
    weighed = _weighed(draft, read_draft(draft), changed, cause)
    if weighed.refusals:  # a refusal names the lines of the words as they were handed in
        draft.texts = drafted
        refuse(draft, _weighed(draft, plan, changed, cause).refusals or weighed.refusals)
    draft.texts = refresh(weighed.plan, weighed.judgement, draft.opened.playbook)
    return _save(draft, label=label, changed=changed, undoes=undoes, judgement=weighed.judgement)


def refuse(draft: Draft, found: Sequence[Finding]) -> None:
    """Refuse a draft for what was found in it, if anything was."""
    if found:
        first = next((each for each in found if each.code == CONFLICT), found[0])
        raise Refused(_refusal_message(draft, found), findings=found, hint=first.hint)


def _mends(draft: Draft, plan: Plan) -> dict[str, list[dict[str, Any]]]:
    """Return what the draft puts right by section, if that is all it does and nothing new is found by it."""
    known = draft.opened.judgement.findings
    mends = find_mends(draft.opened.plan, plan, known)
    if not mends:
        return {}
    found = [finding for finding in _judge(draft, plan).findings if finding.code != "GP206"]
    return locate_mends(draft.opened.plan, plan, mends) if is_mended(mends, known, found) else {}


def _is_own_writing(draft: Draft, cause: str) -> bool:
    """Tell whether a person wrote the words themselves."""
    return cause == "write" and draft.caller.is_person and not draft.is_composed


def what_was_seen(draft: Draft, plan: Plan, keys: Iterable[str]) -> dict[str, Any]:
    """Return what an entry keeps of the code that sections cite: digests by citation, and the commit."""
    opened = draft.opened
    code = opened.workspace.code
    evidence = code.gather(plan, opened.playbook, opened.history, opened.workspace.config)
    citations = {key: digests for key in keys if (digests := evidence.digests(key))}
    return {"citations": citations, "commit": evidence.commit} if citations else {}


def read_draft(draft: Draft) -> Plan:
    """Return the plan as the draft would have it."""
    opened = draft.opened
    files = {document.name: (document.path, draft.texts[document.name]) for document in opened.plan.documents}
    return read_plan(opened.known.id, opened.known.slug, opened.playbook, files)


def _history(draft: Draft) -> History:
    opened = draft.opened
    entries = [*opened.history.entries, *draft.entries]
    return read_history(entries, plan=opened.known.id, damage=opened.history.damage)


def _expected(draft: Draft, plan: Plan) -> dict[str, str]:
    opened = draft.opened
    return expect(plan, _history(draft), opened.judgement, opened.workspace.config)


def _judge(draft: Draft, plan: Plan) -> Judgement:
    opened = draft.opened
    history = _history(draft)
    talk = dict(opened.talk) | dict(draft.talk)
    workspace = opened.workspace
    evidence = workspace.code.gather(plan, opened.playbook, history, workspace.config)
    beside = Beside(talk, evidence, find_ignored(workspace, plan))
    return judge(plan, history, opened.playbook, workspace.config, beside)


def _changed_parts(old: Plan, new: Plan) -> tuple[str, ...]:
    before, after = old.fingerprints(), new.fingerprints()
    keys = [*after, *(key for key in before if key not in after)]
    return tuple(key for key in keys if before.get(key) != after.get(key))


def _foreign_words(opened: OpenPlan, changed: tuple[str, ...]) -> list[Finding]:
    """Return the hand edits in changed sections: a new entry would account for them without showing them."""
    return [f for f in opened.judgement.findings if f.code == "GP206" and f.section in changed]


def _refusals(draft: Draft, judgement: Judgement, changed: tuple[str, ...]) -> list[Finding]:
    """Return the findings for which this change is refused rather than reported later."""
    before = {finding.identity for finding in draft.opened.judgement.findings}
    made = {entry.id for entry in draft.entries}
    written = set(changed)
    return [
        finding
        for finding in judgement.findings
        if finding.blocks
        and (
            (finding.code in _ABOUT_ENTRIES and finding.subject in made)
            or (finding.subject.startswith(PAST) and finding.section in written)
            or (finding.code in _ABOUT_TEXT and finding.section in written)
            or (finding.code in _NEVER_NEW and finding.identity not in before)
        )
    ]


def _refusal_message(draft: Draft, found: Sequence[Finding]) -> str:
    rules = (
        "1 rule" if len({each.code for each in found}) == 1 else f"{len({each.code for each in found})} rules"
    )
    return f"Plan `{draft.opened.known.slug}` was not changed: blocked by {rules}"


def _save(
    draft: Draft,
    *,
    label: str,
    changed: tuple[str, ...],
    undoes: str = "",
    judgement: Judgement | None = None,
) -> Outcome:
    opened = draft.opened
    documents = []
    data = {}
    for document in opened.plan.documents:
        seen = opened.snapshots.get(document.name)  # none: the document must not exist yet
        data[document.name] = draft.texts[document.name].encode("utf-8")
        if seen is None or seen.is_there:
            documents.append(
                DocumentChange(document.path, seen.digest if seen else None, data[document.name])
            )
    change = Change(
        opened.known.id,
        documents,
        draft.entries,
        draft.talk,
        label=label,
        talk_policy=opened.workspace.config.policy.talk,
        undoes=undoes,
        ledger=draft.ledger,
        keeps_refused=not draft.is_repeated,
    )
    saved = save(opened.workspace.folder, change)
    now = _reopened(draft, data, judgement)
    # The words are safe on this machine: to refuse them would lose more than to warn of what git does.
    found = [finding for finding in now.judgement.findings if finding.code == IGNORED]
    unshared = tuple(Notice("ignored", f"{each.message}. {each.hint}") for each in found)
    return Outcome(opened.judgement, now, tuple(draft.entries), changed, (*saved.notices, *unshared))


def _reopened(draft: Draft, data: dict[str, bytes], judgement: Judgement | None) -> OpenPlan:
    """Return the plan as saved, without reading it back; judged anew only where its text changed since."""
    opened = draft.opened
    if judgement is None or draft.texts != {d.name: d.text for d in judgement.plan.documents}:
        judgement = _judge(draft, read_draft(draft))
    history = judgement.promises.history
    snapshots = {
        document.name: Snapshot(document.path, data[document.name], digest_bytes(data[document.name]))
        for document in opened.plan.documents
    }
    return replace(
        opened,
        known=replace(opened.known, history=history),
        snapshots=snapshots,
        history=history,
        talk=judgement.case.talk,
        judgement=judgement,
    )


def save_first(draft: Draft, *, label: str) -> Outcome:
    """Save a plan's first entries, with everything computed brought up to date."""
    refuse_ignored(draft, read_draft(draft))
    judgement = bring_up_to_date(draft)
    changed = tuple(judgement.plan.fingerprints())
    return _save(draft, label=label, changed=changed, judgement=judgement)


def refuse_ignored(draft: Draft, plan: Plan) -> None:
    """Refuse to begin or move a plan where git would leave it out of every commit: nothing is lost by it."""
    before = {finding.identity for finding in draft.opened.judgement.findings}
    findings = map(ignored_finding, find_ignored(draft.opened.workspace, plan))
    found = [each for each in findings if each.identity not in before]
    if found:
        message = f"Plan `{plan.slug}` would be left out of every commit; nothing was written"
        raise Refused(message, findings=found, hint=found[0].hint)


def bring_up_to_date(draft: Draft) -> Judgement:
    """Put into the drafted texts what is computed from the draft's own entries; return the last judgement."""
    draft.texts = _expected(draft, read_draft(draft))
    judgement = _judge(draft, read_draft(draft))
    # What is computed tells of findings, and a tick or field put right is one finding less: so look again.
    for _ in range(3):
        texts = refresh(judgement.plan, judgement, draft.opened.playbook)
        if texts == draft.texts:
            break
        draft.texts = texts
        judgement = _judge(draft, read_draft(draft))
    return judgement


def save_computed(opened: OpenPlan, caller: Caller) -> Outcome:
    """Write what is computed into the documents, and nothing else."""
    draft = Draft(opened, caller)
    return _save(draft, label="fix", changed=(), judgement=bring_up_to_date(draft))


def save_entry(draft: Draft, *, label: str, changed: tuple[str, ...]) -> Outcome:
    """Save a draft whose own entries account for its words, with everything computed brought up to date."""
    return _save(draft, label=label, changed=changed, judgement=bring_up_to_date(draft))


def save_text(draft: Draft, *, label: str) -> Outcome:
    """Save text that the ledger already accounts for, so that it needs no entry."""
    return _save(draft, label=label, changed=())


def refuse_secrets(text: str, what: str) -> None:
    """Refuse a text that holds a secret; name its kind and place, never the secret."""
    for secret in find_secrets(text):
        raise Refused(
            f"{what} holds what looks like {secret.kind} (line {secret.line}, column {secret.column})",
            hint="Take it out, and revoke the key if it was real",
        )
