"""A document whose ledger is not here: what is missing, why, and who can bring it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError, Unreadable
from groundplan.store.layout import ledger_folder, shown

if TYPE_CHECKING:
    from groundplan.app.workspace import Workspace


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
