"""Which plans a repository has: known by their ledgers, found by the name a person gives."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.plans.signing import is_given_up, verify
from groundplan.app.plans.whereabouts import find_carriers, find_copies, find_whereabouts, with_damage
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import canonical_json, read_entry
from groundplan.plan.errors import Ambiguous, GroundplanError, Misused, NotFound, Unknown, Unreadable
from groundplan.plan.hint import Hint, run
from groundplan.plan.history import Damage, read_history
from groundplan.plan.identity import read_identity
from groundplan.store.layout import LEDGER, ledger_folder, read_entry_name, shown
from groundplan.store.ledger import has_entries, list_plan_ids, read_ledger

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.app.workspace import Workspace
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History

_FIRST = 50  # entries in which a plan's beginning is looked for


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
    handle: str = ""  # what a command has to call it; empty where no other plan is open
    begun: frozenset[str] = frozenset()  # where the documents were first


def list_plans(workspace: Workspace) -> list[Known]:
    """Return every plan the ledger knows, oldest first."""
    known = (_know(workspace, plan_id) for plan_id in sorted(list_plan_ids(workspace.folder)))
    plans = sorted((plan for plan in known if plan), key=lambda plan: plan.history.entries[0].id)
    return _with_handles(plans)


def _with_handles(plans: list[Known]) -> list[Known]:
    """Return the plans with what commands call them: the slug, unless it also means another plan."""
    count = sum(not plan.archived for plan in plans)
    names = Counter(name for plan in plans for name in _names(plan))
    return [
        replace(plan, handle=plan.slug if names[plan.slug] == 1 else plan.id)
        if count > (not plan.archived)  # another one is open
        else plan
        for plan in plans
    ]


def _names(plan: Known) -> set[str]:
    return {plan.slug, plan.id, plan.title, *plan.documents.values()}


def find_plan(workspace: Workspace, name: str = "", *, archived: bool = False) -> Known:
    """Return the plan a person means: by slug, id, path or title; without a name, the only one there is."""
    every = list_plans(workspace)
    plans = [plan for plan in every if archived or not plan.archived]
    if not plans or (name and not any(_is_called(plan, name) for plan in plans)):
        _complain_of_lost(workspace, name)
    if every and not plans:
        raise NotFound(
            "Every plan in this repository is archived",
            hint=Hint(
                run("show", every[-1].slug),
                " and ",
                run("log", every[-1].slug),
                " read the last one; a person restores it: ",
                run("archive", {"restore": True}, every[-1].slug),
            ),
        )
    if not plans:
        raise NotFound(
            "There is no plan in this repository yet", hint=Hint("Start one: ", run("plan", "<goal>"))
        )
    if not name:
        if len(plans) == 1:
            return plans[0]
        names = ", ".join(f"`{plan.slug}`" for plan in plans[:6])
        raise Ambiguous(
            f"There are {len(plans)} plans: {names}",
            hint="Name one: `--plan <name>`",
            names=[plan.handle for plan in plans],
        )
    named = [plan for plan in plans if _is_called(plan, name)]
    if len(named) == 1:
        return named[0]
    if named:
        ids = ", ".join(f"`{plan.id}`" for plan in named)
        raise Misused(f"Several plans are called `{name}`: {ids}", hint="Name one by its id")
    raise Unknown(f"There is no plan `{name}`", name=name, known=[plan.slug for plan in plans])


def _complain_of_lost(workspace: Workspace, name: str) -> None:
    """Say that a plan is here without its ledger, before anybody says that there is no plan."""
    for place, error in find_lost(workspace, find_carriers(workspace)):
        if not name or name in {place, place.rsplit("/", 1)[-1].removesuffix(".md")}:
            raise error


def _is_called(plan: Known, name: str) -> bool:
    wanted = name.strip().removeprefix("./")
    return wanted in _names(plan) or any(
        path.startswith(wanted.rstrip("/") + "/") for path in plan.documents.values() if "/" in wanted
    )


def find_lost(workspace: Workspace, carriers: Mapping[str, list[str]]) -> list[tuple[str, Unreadable]]:
    """Return what no open plan can say: a beginning or a ledger is gone, an archived plan has a copy."""
    plans = list_plans(workspace)
    known = {plan.id for plan in plans}
    ids = list_plan_ids(workspace.folder)
    recorded = {plan_id for plan_id in ids if plan_id in known or has_entries(workspace.folder, plan_id)}
    carried = {plan_id: paths[0] for plan_id, paths in carriers.items()}
    homes = tuple(f"{name}/" for name in (workspace.config.folder, "requirements"))
    torn = [
        Unreadable(
            f"The ledger of plan `{plan_id}` has no readable beginning (GP210)",
            hint=f"Restore it from git: `git log -- {LEDGER}`; if it was never committed, whoever has it "
            f"runs `git add -f {ledger_folder(plan_id)}`",
            place=carried.get(plan_id, plan_id),
        )
        for plan_id in sorted(recorded - known)
    ]
    missing = [
        (plan_id, path)
        for plan_id, path in sorted(carried.items())
        if plan_id not in recorded and path.startswith(homes)
    ]
    gone = [explain_missing(workspace, plan_id, path) for plan_id, path in missing]
    vanished = [
        Unreadable(
            f"Plan `{name}` is on `{base}`, but its ledger is missing here (GP210)",
            hint="Restore `.groundplan/ledger` from git",
            place=name,
        )
        for base, name in find_vanished(workspace, recorded)
    ]
    copies = [
        (plan.slug, Unreadable(f"{copy.message} (GP210)", hint=copy.hint, place=copy.place))
        for plan in plans
        if plan.archived
        for copy in find_copies(plan.documents.values(), carriers.get(plan.id, ()))
    ]
    return [*((error.place, error) for error in (*torn, *vanished, *gone)), *copies]


def _know(workspace: Workspace, plan_id: str) -> Known | None:
    ledger = read_ledger(workspace.folder, plan_id)
    entries = [verify_entry(entry, workspace, plan_id) for entry in ledger.entries]
    damage = [Damage(found.message, place=found.place) for found in ledger.damage]
    damage += _find_unproven(entries, plan_id)
    history = read_history(entries, plan=plan_id, damage=damage)
    history = with_damage(history, find_removed(workspace, history, plan_id))
    identity = read_identity(history, workspace.config.policy)
    if identity is None:
        return None
    found = find_whereabouts(workspace, identity)
    return Known(
        id=plan_id,
        slug=found.slug,
        title=identity.created.title,
        playbook=identity.created.playbook,
        documents=found.documents,
        archived=identity.is_archived,
        history=with_damage(history, found.damage),
        begun=found.begun,
    )


def verify_entry(entry: Entry, workspace: Workspace, ledger: str = "") -> Entry:
    """Return the entry with its signer, once its signature was checked against the allowed signers."""
    if not entry.signature:
        return entry
    payload = canonical_json(entry.payload()).encode()
    return replace(
        entry,
        signer=verify(
            payload, entry.signature, workspace.allowed_signers, outside=workspace.root, ledger=ledger
        )
        or "",
    )


def _find_unproven(entries: Iterable[Entry], plan_id: str) -> Iterator[Damage]:
    """Yield what is wrong with a ledger that has more bad signatures than are worth a process each."""
    unproven = [each for each in entries if each.signature and not each.signer]
    if is_given_up(plan_id) and unproven:
        yield Damage(
            "So many signatures here prove nothing that no more are looked at, good ones among them",
            place=f"{ledger_folder(plan_id)}/{unproven[0].id}.json",
            entry=unproven[0].id,
            hint=f"Take out of `{ledger_folder(plan_id)}` what nobody signed, such as this entry",
        )


def explain_missing(workspace: Workspace, plan_id: str, path: str) -> Unreadable:
    """Return the error for a document that names a plan of which no entry is here."""
    folder = ledger_folder(plan_id)
    message = f"`{path}` is plan `{plan_id}`, but its ledger `{folder}` is not here (GP210)"
    if workspace.config.ledger == "local":
        hint = f'`ledger = "local"` keeps it on its author\'s machine{_author(workspace, path)}'
        return Unreadable(message, hint=hint, place=path)
    try:
        commit = workspace.repository.last_commit_with(folder) if workspace.repository.head else None
    except GroundplanError:
        commit = None  # a history that git cannot read has no answer to offer
    if commit is not None:
        hint = f"Restore it: `git checkout {commit[:12]} -- {folder}`"
    else:
        hint = f"It was never committed; whoever has it{_author(workspace, path)} runs `git add -f {folder}`"
        ignored = workspace.sharing.find_ignored([(plan_id, ())])
        hint += f". {ignored[0]}: {ignored[0].remedy[0].lower()}{ignored[0].remedy[1:]}" if ignored else ""
    return Unreadable(message, hint=hint, place=path)


def _author(workspace: Workspace, path: str) -> str:
    """Return who committed the document last, to be asked for the ledger."""
    repository = workspace.repository
    try:
        ids = repository.commits_touching([path], limit=1) if repository.head else ()
        commit = next(repository.read_commits(ids, renames=False), None)
    except GroundplanError:
        commit = None
    return f" ({shown(commit.author, limit=60)} committed the document)" if commit and commit.author else ""


# What a branch did to the ledger that it found on its base: entries are only ever added to it.


def find_removed(workspace: Workspace, history: History, plan_id: str) -> Iterator[Damage]:
    """Yield the entries of the base that are gone or altered, those too that no other entry follows."""
    base = workspace.base
    there = _names_by_id(workspace, plan_id)
    if base is None or not there:
        return
    where = ledger_folder(plan_id)
    hint = f"Restore it: `git checkout {base.name} -- {where}`"
    # Only files that are read as entries: another name with the same id holds nothing.
    here = {read_entry_name(name) for name in workspace.folder.names(where) if name.endswith(".json")}
    for entry_id in sorted(set(there) - here):
        path = f"{where}/{there[entry_id]}"
        yield Damage(f"Entry `{entry_id}` is on `{base.name}`, and gone here", path, hint=hint)
    # The base's newest entries bind all others of it, whatever the branch has them followed by.
    for entry in history.latest(entry for entry in history.entries if entry.id in there):
        path = f"{where}/{there[entry.id]}"
        if _text_at(workspace, base.entries[plan_id][there[entry.id]], path) != entry.to_json():
            yield Damage(f"Entry `{entry.id}` is not as it is on `{base.name}`", path, entry.id, hint)


def _names_by_id(workspace: Workspace, plan_id: str) -> dict[str, str]:
    """Return the ids of a plan's entries on the base, each with the name of its file there."""
    names = workspace.base.entries.get(plan_id, ()) if workspace.base else ()
    return {read_entry_name(name): name for name in sorted(names)}


def find_vanished(workspace: Workspace, recorded: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each plan of the base that has no ledger here: the base's name, and what it was called there."""
    base = workspace.base
    for plan_id in sorted(set(base.entries) - set(recorded) if base else ()):
        assert base is not None
        texts = (
            _text_at(workspace, commit, f"{LEDGER}/{plan_id}/{name}")
            for name, commit in sorted(base.entries[plan_id].items())[:_FIRST]
        )
        yield base.name, next(filter(None, map(_slug_in, texts)), plan_id)


def is_archived_since(workspace: Workspace, known: Known) -> bool:
    """Tell whether a plan of the base was put away by this branch."""
    there = _names_by_id(workspace, known.id)
    archivings = known.history.of_kind("archived")
    return known.archived and bool(there) and not any(entry.id in there for entry in archivings)


def _is_carried_out_since(workspace: Workspace, known: Known) -> bool:
    """Tell whether a plan was begun, finished and put away by this branch: the base knows nothing of it."""
    if workspace.base is None or workspace.config.ledger == "local" or _names_by_id(workspace, known.id):
        return False
    archivings = known.history.of_kind("archived")
    return bool(archivings) and not any(entry.body.get("abandoned") for entry in archivings)


def plans_of_a_change(workspace: Workspace) -> list[Known]:
    """Return the plans that a change answers to: the open ones, and those it archives itself."""
    found = [
        each
        for each in list_plans(workspace)
        if not each.archived or is_archived_since(workspace, each) or _is_carried_out_since(workspace, each)
    ]
    if not found:
        _complain_of_lost(workspace, "")
    return found


def _text_at(workspace: Workspace, commit: str, path: str) -> str:
    data = workspace.repository.read_file_at(commit, path) or b""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")


def _slug_in(text: str) -> str:
    try:
        entry = read_entry(text)
    except Unreadable:
        return ""
    return str(entry.body.get("slug", "")) if entry.kind == "created" else ""
