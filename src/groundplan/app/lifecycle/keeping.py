"""A plan's files renamed, or put away with its ledger kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import Draft, bring_up_to_date, refuse_ignored
from groundplan.app.lifecycle.approving import sign_last
from groundplan.app.lifecycle.starting import make_slug
from groundplan.app.plans.known import list_plans
from groundplan.app.plans.whereabouts import archived_path
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.hint import Hint, run
from groundplan.plan.standing import State, owed_tasks
from groundplan.rules.plan_lines import cut
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.walk import drop_empty_folders, list_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.entry import Entry
    from groundplan.plan.standing import CheckpointStanding
    from groundplan.store.documents import Snapshot


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


def archive(opened: OpenPlan, *, caller: Caller, abandon: str = "", key: Path | None = None) -> Moved:
    """Put a finished plan away, or abandon one with a reason; nobody checks it then, so a person does it.

    Who began a plan may abandon it as long as nobody else has touched it.
    """
    if not abandon:
        _demand_finished(opened)
    is_own = bool(abandon) and _is_own(opened, caller)
    if not is_own:
        again = run("archive", {"abandon": abandon}) if abandon else run("archive")
        demand_person(caller, "archive a plan", hint=by_person(again))
    if not is_own and key is None and opened.workspace.config.policy.approvals == "signed":
        raise Misused(
            "The policy requires a signature to archive a plan, and no key was given",
            hint=Hint(run("archive", {"sign": "~/.ssh/id_ed25519"})),
        )
    paths = {document.name: _archived_path(document.path) for document in opened.plan.documents}
    draft = Draft(opened, caller)
    body = {"reason": abandon or "finished", "abandoned": bool(abandon)}
    speaker = "user" if key or caller.is_person else "planner"
    draft.add("archived", body, speaker=speaker, channel="signed" if key else "")
    if key is not None:
        sign_last(draft, key)
    entry = draft.add("moved", {"documents": paths, "slug": opened.known.slug}, speaker="planner")
    return _relocate(draft, entry, paths, opened.known.slug, label="archive")


def _demand_finished(opened: OpenPlan) -> None:
    """Refuse to put away what nobody abandons and is not finished."""
    waiting = [c for c in opened.judgement.standing.checkpoints if c.state is not State.PASSED]
    if waiting:
        named = "; ".join(_missing(c) for c in waiting)
        raise Refused(
            f"Plan `{opened.known.slug}` is not finished: {named}",
            findings=[finding for c in waiting for finding in c.findings][:10],
            hint=Hint("A person abandons it with ", run("archive", {"abandon": "<reason>"})),
        )
    owed = owed_tasks(opened.plan, opened.playbook, opened.judgement.promises)
    if owed:
        raise Refused(
            f"Plan `{opened.known.slug}` is not finished: {_tell_owed(owed)}",
            hint=Hint(
                run("next"),
                " shows them; a person closes those that nothing proves with ",
                run("waive", {"all": True, "reason": "<why>"}),
            ),
        )


def is_finished(opened: OpenPlan) -> bool:
    """Tell whether every checkpoint has passed and no task is owed, so that nothing is abandoned."""
    is_passed = all(c.state is State.PASSED for c in opened.judgement.standing.checkpoints)
    return is_passed and not owed_tasks(opened.plan, opened.playbook, opened.judgement.promises)


def _is_own(opened: OpenPlan, caller: Caller) -> bool:
    """Tell whether a caller, and nobody else, made every entry of a plan."""
    first = opened.history.entries[0].by
    return opened.history.is_by_one_hand() and (first.name, first.channel) == (caller.name, caller.channel)


def restore(opened: OpenPlan, *, caller: Caller, key: Path | None = None) -> Moved:
    """Bring an archived plan back to where it was, and its approvals with it; a person does it."""
    if not opened.known.archived:
        raise Misused(f"Plan `{opened.known.slug}` is not archived", hint="Only an archived plan is restored")
    again = {"restore": True}
    slug = opened.known.slug  # without a name it means an open plan
    demand_person(caller, "restore a plan", hint=by_person(run("archive", again).on(slug)))
    if key is None and opened.workspace.config.policy.approvals == "signed":
        raise Misused(
            "The policy requires a signature to restore a plan, and no key was given",
            hint=Hint(run("archive", again | {"sign": "~/.ssh/id_ed25519"}).on(slug)),
        )
    paths = {document.name: document.path.replace("/archive/", "/", 1) for document in opened.plan.documents}
    draft = Draft(opened, caller)
    draft.add("restored", {}, speaker="user", channel="signed" if key else "")
    if key is not None:
        sign_last(draft, key)
    entry = draft.add("moved", {"documents": paths, "slug": opened.known.slug}, speaker="planner")
    return _relocate(draft, entry, paths, opened.known.slug, label="restore")


def _missing(checkpoint: CheckpointStanding) -> str:
    named = f"checkpoint `{checkpoint.spec.id}` has not passed"
    owed = len(checkpoint.owed)
    return f"{named}, {owed} task{'s are' if owed != 1 else ' is'} not done" if owed else named


def _tell_owed(owed: tuple[str, ...]) -> str:
    named = ", ".join(f"“{cut(key, 40)}”" for key in owed[:5]) + (" …" if len(owed) > 5 else "")
    return f"{len(owed)} task{'s are' if len(owed) != 1 else ' is'} not done ({named})"


def _archived_path(path: str) -> str:
    archived = archived_path(path)
    if not archived:
        raise Misused(
            f"`{path}` is at the top of the repository",
            hint=Hint("Move it into a folder first: ", run("move", "<name>")),
        )
    return archived


def _relocate(draft: Draft, entry: Entry, paths: Mapping[str, str], slug: str, *, label: str) -> Moved:
    opened = draft.opened
    bring_up_to_date(draft)  # the header tells when the plan last changed, and that is now
    targets = (replace(document, path=paths[document.name]) for document in opened.plan.documents)
    refuse_ignored(draft, replace(opened.plan, documents=tuple(targets)))
    documents = []
    for document in opened.plan.documents:
        snapshot = opened.snapshots[document.name]
        if not snapshot.is_there:
            continue
        data = draft.texts[document.name].encode("utf-8")
        if paths[document.name] == snapshot.path:
            documents.append(DocumentChange(snapshot.path, snapshot.digest, data))
        else:
            documents += _moved(snapshot, paths[document.name], data)
    folder = opened.workspace.folder
    home = _own_folder(opened)
    first = opened.plan.documents[0]
    new_home = paths[first.name].removesuffix(first.path.removeprefix(home)) if home else ""
    for path in _files_beside(opened, home) if home != new_home else ():
        snapshot = read_document(folder, path)
        documents += _moved(snapshot, new_home + path.removeprefix(home), snapshot.data)
    save(folder, Change(opened.known.id, documents, draft.entries, (), label=label))
    if home != new_home:
        drop_empty_folders(folder, home)
    return Moved(slug, {opened.snapshots[name].path: path for name, path in paths.items()}, entry)


def _moved(snapshot: Snapshot, path: str, data: bytes) -> list[DocumentChange]:
    here = snapshot.path
    return [DocumentChange(path, None, data, moved_from=here), DocumentChange(here, snapshot.digest, None)]


def _own_folder(opened: OpenPlan) -> str:
    """Return the folder that the playbook gives this plan alone; empty: it shares one with others."""
    fields = {"folder": opened.workspace.config.folder, "slug": opened.known.slug}
    homes = {spec.path.partition("{slug}/") for spec in opened.playbook.documents}
    found = {f"{before}{{slug}}".format(**fields) for before, slug, _ in homes if slug}
    home = found.pop() if len(found) == 1 and all(slug for _, slug, _ in homes) else ""
    for each in (home, _archived_path(home)) if "/" in home else ():
        if all(document.path.startswith(f"{each}/") for document in opened.plan.documents):
            return each
    return ""


def _files_beside(opened: OpenPlan, home: str) -> list[str]:
    """Return the files in the plan's own folder that are no documents: findings of research, for one."""
    if not home:
        return []
    listing = list_files(opened.workspace.folder, home)
    if listing.special:
        raise Refused(
            f"`{listing.special[0]}` is no plain file, and groundplan moves no other",
            hint=f"Take it out of `{home}/`, then put it back by hand",
        )
    if not listing.is_complete:
        raise Refused(
            f"`{home}/` holds more than groundplan moves", hint="Take out what is not part of the plan"
        )
    known = {document.path for document in opened.plan.documents}
    return [path for path in listing.paths if path not in known]
