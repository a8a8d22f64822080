"""A plan's files renamed, or put away with its ledger kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.app.callers import demand_person
from groundplan.app.changing import Draft, bring_up_to_date
from groundplan.app.naming import make_slug
from groundplan.app.opened import list_plans
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.standing import State
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import save

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.callers import Caller
    from groundplan.app.opened import OpenPlan
    from groundplan.plan.entry import Entry
    from groundplan.plan.standing import CheckpointStanding


@dataclass(frozen=True, slots=True)
class Moved:
    """Where the documents are now."""

    slug: str
    paths: Mapping[str, str]  # old path -> new path
    entry: Entry


def move(opened: OpenPlan, name: str, *, caller: Caller) -> Moved:
    """Rename the plan: its documents move together, its ledger stays."""
    slug = make_slug(name, {plan.slug for plan in list_plans(opened.workspace)})
    fields = {"folder": opened.workspace.config.folder, "slug": slug}
    paths = {spec.name: spec.path.format(**fields) for spec in opened.playbook.documents}
    draft = Draft(opened, caller)
    entry = draft.add(
        "moved", {"documents": paths, "slug": slug}, speaker="user" if caller.is_person else "planner"
    )
    return _relocate(draft, entry, paths, slug, label=f"move to {slug}")


def archive(opened: OpenPlan, *, caller: Caller, abandon: str = "") -> Moved:
    """Put a finished plan away; an unfinished one only when a person abandons it with a reason."""
    waiting = [c for c in opened.judgement.standing.checkpoints if c.state is not State.PASSED]
    if waiting and not abandon:
        named = "; ".join(_missing(c) for c in waiting)
        raise Refused(
            f"Plan `{opened.known.slug}` is not finished: {named}",
            findings=[finding for c in waiting for finding in c.findings][:10],
            hint='A person gives it up with `groundplan archive --abandon "<reason>"`',
        )
    if abandon:
        demand_person(caller, "abandon a plan", hint="The person runs it in a terminal")
    paths = {document.name: _archived_path(document.path) for document in opened.plan.documents}
    draft = Draft(opened, caller)
    body = {"reason": abandon or "finished", "abandoned": bool(abandon)}
    draft.add("archived", body, speaker="user" if caller.is_person else "planner")
    entry = draft.add("moved", {"documents": paths, "slug": opened.known.slug}, speaker="planner")
    return _relocate(draft, entry, paths, opened.known.slug, label="archive")


def _missing(checkpoint: CheckpointStanding) -> str:
    named = f"checkpoint `{checkpoint.spec.id}` has not passed"
    owed = len(checkpoint.owed)
    return f"{named}, {owed} task{'s have' if owed != 1 else ' has'} no receipt" if owed else named


def _archived_path(path: str) -> str:
    folder, _, rest = path.partition("/")
    if not rest:
        raise Misused(
            f"`{path}` stands at the top of the repository", hint="`groundplan move` it into a folder first"
        )
    return f"{folder}/archive/{rest}"


def _relocate(draft: Draft, entry: Entry, paths: Mapping[str, str], slug: str, *, label: str) -> Moved:
    opened = draft.opened
    bring_up_to_date(draft)  # the header tells when the plan last changed, and that is now
    documents = []
    for document in opened.plan.documents:
        snapshot = opened.snapshots[document.name]
        data = draft.texts[document.name].encode("utf-8")
        if paths[document.name] == snapshot.path:
            documents.append(DocumentChange(snapshot.path, snapshot.digest, data))
        else:
            documents.append(DocumentChange(paths[document.name], None, data))
            documents.append(DocumentChange(snapshot.path, snapshot.digest, None))
    change = Change(opened.known.id, documents, draft.entries, (), label=label)
    save(opened.workspace.folder, change)
    return Moved(slug, {opened.snapshots[name].path: path for name, path in paths.items()}, entry)
