"""A plan found, read and judged: what every use case starts from."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judging import Beside, judge
from groundplan.app.signing import verify
from groundplan.markdown.reading import decode, read_plan
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import canonical_json
from groundplan.plan.errors import Misused, NotFound, Unknown, Unreadable
from groundplan.plan.history import Damage, read_history
from groundplan.plan.late_regex import late_regex
from groundplan.plan.promise import Created
from groundplan.plan.promise_reading import read_promise
from groundplan.store.documents import read_document
from groundplan.store.layout import LARGEST_DOCUMENT
from groundplan.store.ledger import has_entries, list_plan_ids, read_ledger
from groundplan.store.lock import reading
from groundplan.store.talk import read_turn
from groundplan.store.walk import list_markdown_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.judging import Judgement
    from groundplan.app.workspace import Workspace
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History
    from groundplan.plan.playbook import Playbook
    from groundplan.store.documents import Snapshot


# How a document carries its plan's id: a front matter key, or a comment on its first line.
_CARRIED = late_regex(r"^(?:id: |<!-- groundplan: )(gp-[0-9a-z]{10})\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Known:
    """A plan as the ledger knows it, before its documents are read."""

    id: str
    slug: str
    title: str
    playbook: str
    documents: Mapping[str, str]  # document name -> path
    archived: bool
    history: History


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A plan with its files as they were read; a save compares with exactly these."""

    workspace: Workspace
    known: Known
    playbook: Playbook
    snapshots: Mapping[str, Snapshot]
    history: History
    talk: Mapping[str, str]
    judgement: Judgement

    @property
    def plan(self) -> Plan:
        """Return the words."""
        return self.judgement.plan

    @property
    def texts(self) -> dict[str, str]:
        """Return the text of each document by name."""
        return {document.name: document.text for document in self.plan.documents}


def list_plans(workspace: Workspace) -> list[Known]:
    """Return every plan the ledger knows, oldest first."""
    known = (_know(workspace, plan_id) for plan_id in sorted(list_plan_ids(workspace.folder)))
    return sorted((plan for plan in known if plan), key=lambda plan: plan.history.entries[0].id)


def find_lost(workspace: Workspace) -> list[tuple[str, Unreadable]]:
    """Return the plans that cannot even be named: their beginning, or their whole ledger, is gone."""
    known = {plan.id for plan in list_plans(workspace)}
    ids = list_plan_ids(workspace.folder)
    recorded = {plan_id for plan_id in ids if plan_id in known or has_entries(workspace.folder, plan_id)}
    carried = _carried_ids(workspace)
    hint = "Restore `.groundplan/ledger` from git"
    torn = [
        (carried.get(plan_id, plan_id), f"The ledger of plan `{plan_id}` has no readable beginning (GP210)")
        for plan_id in sorted(recorded - known)
    ]
    gone = [
        (path, f"`{path}` is plan `{plan_id}`, but the ledger knows no such plan (GP210)")
        for plan_id, path in sorted(carried.items())
        if plan_id not in recorded
    ]
    return [(name, Unreadable(message, hint=hint, place=name)) for name, message in (*torn, *gone)]


def _carried_ids(workspace: Workspace) -> dict[str, str]:
    """Return the plan ids that documents carry, where plans are kept, each with its document."""
    found: dict[str, str] = {}
    under = [name for name in (workspace.config.folder, "requirements") if workspace.folder.names(name)]
    for path in list_markdown_files(workspace.folder, under).paths if under else ():
        data = workspace.folder.read(path, limit=LARGEST_DOCUMENT)[:2000]
        mark = _CARRIED.search(data.decode("utf-8", "replace"))
        if mark:
            found.setdefault(mark.group(1), path)
    return found


def _know(workspace: Workspace, plan_id: str) -> Known | None:
    ledger = read_ledger(workspace.folder, plan_id)
    entries = [verify_entry(entry, workspace) for entry in ledger.entries]
    damage = [Damage(found.message, place=found.place) for found in ledger.damage]
    history = read_history(entries, plan=plan_id, damage=damage)
    created = next((c for c in map(_created, history.of_kind("created")) if c), None)
    if created is None:
        return None
    documents = dict(created.documents)
    slug = str(created.entry.body.get("slug", plan_id))
    for entry in history.of_kind("moved"):  # sorted by id: the newest name wins, and ties prove nothing
        documents |= {
            name: path for name, path in entry.body.get("documents", {}).items() if name in documents
        }
        slug = str(entry.body.get("slug", slug))
    return Known(
        id=plan_id,
        slug=slug,
        title=created.title,
        playbook=created.playbook,
        documents=documents,
        archived=any(entry.is_a_persons for entry in history.of_kind("archived")),
        history=history,
    )


def _created(entry: Entry) -> Created | None:
    try:
        promise = read_promise(entry)
    except (KeyError, TypeError, AttributeError, ValueError):
        return None
    return promise if isinstance(promise, Created) else None


def verify_entry(entry: Entry, workspace: Workspace) -> Entry:
    """Return the entry with its signer, once its signature was checked against the allowed signers."""
    if not entry.signature:
        return entry
    payload = canonical_json(entry.payload()).encode()
    return replace(
        entry,
        signer=verify(payload, entry.signature, workspace.allowed_signers, outside=workspace.root) or "",
    )


def find_plan(workspace: Workspace, name: str = "", *, archived: bool = False) -> Known:
    """Return the plan a person means: by slug, id, path or title; without a name, the only one there is."""
    plans = [plan for plan in list_plans(workspace) if archived or not plan.archived]
    if not plans:
        raise NotFound(
            "There is no plan in this repository yet", hint='Start one: `groundplan plan "<goal>"`'
        )
    if not name:
        if len(plans) == 1:
            return plans[0]
        names = ", ".join(f"`{plan.slug}`" for plan in plans[:6])
        raise Misused(f"There are {len(plans)} plans: {names}", hint="Name one: `--plan <name>`")
    named = [plan for plan in plans if _is_called(plan, name)]
    if len(named) == 1:
        return named[0]
    if named:
        ids = ", ".join(f"`{plan.id}`" for plan in named)
        raise Misused(f"Several plans are called `{name}`: {ids}", hint="Name one by its id")
    raise Unknown(f"There is no plan `{name}`", name=name, known=[plan.slug for plan in plans])


def _is_called(plan: Known, name: str) -> bool:
    wanted = name.strip().removeprefix("./")
    return wanted in {plan.slug, plan.id, plan.title, *plan.documents.values()} or any(
        path.startswith(wanted.rstrip("/") + "/") for path in plan.documents.values() if "/" in wanted
    )


def open_plan(workspace: Workspace, name: str = "", *, archived: bool = False) -> OpenPlan:
    """Find, read and judge a plan."""
    with reading(workspace.folder):  # ledger and documents of one moment, not of two
        loaded = load(workspace, find_plan(workspace, name, archived=archived))
    return judge_loaded(workspace, loaded)


def read_known(workspace: Workspace, known: Known) -> OpenPlan:
    """Read and judge a plan the ledger knows."""
    return judge_loaded(workspace, load(workspace, known))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A plan as it lies on the disk, not yet judged."""

    known: Known
    playbook: Playbook
    snapshots: Mapping[str, Snapshot]
    plan: Plan
    talk: Mapping[str, str]


def load(workspace: Workspace, known: Known) -> Loaded:
    """Read a plan's files, all that must be of one moment."""
    playbook = workspace.shelf.find(known.playbook)
    snapshots = {}
    for document in playbook.documents:
        path = known.documents.get(document.name)
        if path is None:
            raise Unreadable(
                f"Plan `{known.slug}` has no document `{document.name}`, which `{playbook.name}` wants",
                hint="`groundplan doctor` shows what the ledger knows",
            )
        snapshots[document.name] = _read(workspace, known, path)
    files = {name: (snap.path, decode(snap.data, snap.path)) for name, snap in snapshots.items()}
    plan = read_plan(known.id, known.slug, playbook, files)
    if plan.title in {"", known.slug}:
        plan = replace(plan, title=known.title)
    return Loaded(known, playbook, snapshots, plan, _read_talk(workspace, known))


def judge_loaded(workspace: Workspace, loaded: Loaded) -> OpenPlan:
    """Judge a plan that was read; a first look into much code takes long, and nobody need wait for it."""
    known, playbook, talk = loaded.known, loaded.playbook, loaded.talk
    evidence = workspace.code.gather(loaded.plan, playbook, known.history, workspace.config)
    judgement = judge(loaded.plan, known.history, playbook, workspace.config, Beside(talk, evidence))
    return OpenPlan(workspace, known, playbook, loaded.snapshots, known.history, talk, judgement)


def _read_talk(workspace: Workspace, known: Known) -> dict[str, str]:
    """Return the turns whose text is on this machine and is the one the ledger knows."""
    found = {}
    for entry in known.history.of_kind("turn"):
        turn = read_turn(workspace.folder, known.id, entry.id, str(entry.body.get("digest", "")))
        if turn.text is not None:
            found[entry.id] = turn.text
    return found


def _read(workspace: Workspace, known: Known, path: str) -> Snapshot:
    """Read a document; one that was renamed by hand is found again by the id it carries."""
    try:
        return read_document(workspace.folder, path)
    except NotFound:
        found = _find_renamed(workspace, known, path.rsplit("/", 1)[-1])
        if len(found) == 1:
            return found[0]
        if found:
            named = ", ".join(f"`{snapshot.path}`" for snapshot in found)
            raise Unreadable(
                f"Document `{path}` of plan `{known.slug}` is gone, and several files carry its id: {named}",
                hint="Keep one of them, or restore the document",
            ) from None
        raise NotFound(
            f"Document `{path}` of plan `{known.slug}` is gone",
            hint=f"Restore it with `git checkout -- {path}` or `groundplan undo`; the ledger is whole",
        ) from None


def _find_renamed(workspace: Workspace, known: Known, name: str) -> list[Snapshot]:
    """Return every file that carries the plan's id and may be the document; of several, none is taken."""
    found = []
    for candidate in list_markdown_files(workspace.folder).paths:
        if len(known.documents) == 1 or candidate.rsplit("/", 1)[-1] == name:
            snapshot = read_document(workspace.folder, candidate)
            if known.id.encode() in snapshot.data[:2000]:
                found.append(snapshot)
    return found
