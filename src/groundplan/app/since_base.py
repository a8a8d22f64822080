"""What a branch did to the ledger that it found on its base: entries are only ever added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.entry import read_entry
from groundplan.plan.errors import Unreadable
from groundplan.plan.history import Damage
from groundplan.store.layout import LEDGER, ledger_folder, read_entry_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.app.known_plans import Known
    from groundplan.app.workspace import Workspace
    from groundplan.plan.history import History

_FIRST = 50  # entries in which a plan's beginning is looked for


def find_removed(workspace: Workspace, history: History, plan_id: str) -> Iterator[Damage]:
    """Yield the entries of the base that are gone or altered, those too that no other entry follows."""
    base = workspace.base
    there = _names_by_id(workspace, plan_id)
    if base is None or not there:
        return
    where = ledger_folder(plan_id)
    hint = f"Restore it: `git checkout {base.name} -- {where}`"
    here = set(map(read_entry_name, workspace.folder.names(where)))
    for entry_id in sorted(set(there) - here):
        path = f"{where}/{there[entry_id]}"
        yield Damage(f"Entry `{entry_id}` is on `{base.name}`, and gone here", path, hint=hint)
    # The base's newest entries bind all others of it, whatever the branch has them followed by.
    for entry in history.latest(entry for entry in history.entries if entry.id in there):
        path = f"{where}/{there[entry.id]}"
        if _text_at(workspace, base.commit, path) != entry.to_json():
            yield Damage(f"Entry `{entry.id}` is not as it is on `{base.name}`", path, entry.id, hint)


def _names_by_id(workspace: Workspace, plan_id: str) -> dict[str, str]:
    """Return the ids of a plan's entries on the base, each with the name of its file there."""
    names = workspace.base.entries.get(plan_id, frozenset()) if workspace.base else frozenset()
    return {read_entry_name(name): name for name in sorted(names)}


def find_vanished(workspace: Workspace, recorded: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each plan of the base that has no ledger here: the base's name, and what it was called there."""
    base = workspace.base
    for plan_id in sorted(set(base.entries) - set(recorded) if base else ()):
        assert base is not None
        texts = (
            _text_at(workspace, base.commit, f"{LEDGER}/{plan_id}/{name}")
            for name in sorted(base.entries[plan_id])[:_FIRST]
        )
        yield base.name, next(filter(None, map(_slug_in, texts)), plan_id)


def is_archived_since(workspace: Workspace, known: Known) -> bool:
    """Tell whether a plan of the base was put away by this branch."""
    there = _names_by_id(workspace, known.id)
    archivings = known.history.of_kind("archived")
    return known.archived and bool(there) and not any(entry.id in there for entry in archivings)


def _text_at(workspace: Workspace, commit: str, path: str) -> str:
    data = workspace.repository.read_file_at(commit, path) or b""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")


def _slug_in(text: str) -> str:
    try:
        entry = read_entry(text)
    except Unreadable:
        return ""
    return str(entry.body.get("slug", "")) if entry.kind == "created" else ""
