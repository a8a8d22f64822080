"""What a branch did to the ledger that it found on its base: entries are only ever added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.entry import read_entry
from groundplan.plan.errors import Unreadable
from groundplan.plan.history import Damage
from groundplan.store.layout import LEDGER, ledger_folder

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.app.opened import Known
    from groundplan.app.workspace import Workspace
    from groundplan.plan.history import History

_FIRST = 50  # entries in which a plan's beginning is looked for


def find_removed(workspace: Workspace, history: History, plan_id: str) -> Iterator[Damage]:
    """Yield the entries of the base that are gone or altered, those too that no other entry follows."""
    base = workspace.base
    names = base.entries.get(plan_id, frozenset()) if base else frozenset()
    if base is None or not names:
        return
    where = ledger_folder(plan_id)
    hint = f"Take it back from there: `git checkout {base.name} -- {where}`"
    for name in sorted(names.difference(workspace.folder.names(where))):
        yield Damage(f"Entry `{name[:-5]}` is on `{base.name}`, and gone here", f"{where}/{name}", hint=hint)
    for entry in history.latest(history.entries):
        path = f"{where}/{entry.id}.json"
        if f"{entry.id}.json" in names and _text_at(workspace, base.commit, path) != entry.to_json():
            yield Damage(f"Entry `{entry.id}` is not as it is on `{base.name}`", path, entry.id, hint)


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
    names = workspace.base.entries.get(known.id, ()) if workspace.base else ()
    archived = [f"{entry.id}.json" for entry in known.history.of_kind("archived")]
    return known.archived and bool(names) and not any(name in names for name in archived)


def _text_at(workspace: Workspace, commit: str, path: str) -> str:
    data = workspace.repository.read_file_at(commit, path) or b""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")


def _slug_in(text: str) -> str:
    try:
        entry = read_entry(text)
    except Unreadable:
        return ""
    return str(entry.body.get("slug", "")) if entry.kind == "created" else ""
