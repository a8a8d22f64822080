"""Which files are a plan's own: where the ledger says they are, as far as the files bear it out.

Whoever can write to the repository can write an entry that names any path. So a path from the ledger counts
only where the playbook would put the document, or where the file itself carries the plan's id.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.plan_mark import HEAD, read_mark
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Refused
from groundplan.plan.history import Damage
from groundplan.store.layout import OWN, shown, split_path
from groundplan.store.walk import is_markdown, list_markdown_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.app.workspace import Workspace
    from groundplan.plan.history import History
    from groundplan.plan.identity import Identity
    from groundplan.plan.promise import Created, Moved

_MOST_ELSEWHERE = 1000  # Markdown files outside the plans' folders that are looked into


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A plan's documents by name, what it is called, and the entries that name what is not its own."""

    documents: Mapping[str, str]
    slug: str
    begun: frozenset[str]  # where the documents were first: there they may have lost their mark
    damage: tuple[Damage, ...]


def find_whereabouts(workspace: Workspace, identity: Identity) -> Whereabouts:
    """Follow the plan's moves, from its beginning, as far as each leads to documents that can be its own."""
    created = identity.created
    documents: dict[str, str] = {}
    slug = created.slug or created.entry.plan
    taken: set[str] = set()  # where the documents were at any time
    damage: list[Damage] = []
    steps: list[Created | Moved] = [created, *identity.moves]
    for each in steps:
        named = {name: path for name, path in each.documents.items() if name in created.documents}
        wrong = [path for name, path in named.items() if not _may_be(workspace, each, name, created)]
        if wrong:
            message = f"Entry `{each.entry.id}` names `{shown(wrong[0])}`, which is no document of this plan"
            damage.append(Damage(message, entry=each.entry.id))
            continue
        documents |= named
        taken |= set(named.values())
        slug = each.slug or slug
    begun = frozenset(created.documents.values())
    damage += (
        Damage(
            f"`{shown(path)}` is where a document of this plan was, and is none of its documents",
            place=path,
            hint="Remove it, or move the plan back",
        )
        for path in sorted(taken - {*documents.values()})
        if is_markdown(path) and mark_of(workspace, path) == ""
    )
    return Whereabouts(documents, slug, begun, tuple(damage))


def _may_be(workspace: Workspace, named: Created | Moved, name: str, created: Created) -> bool:
    """Tell whether a path that an entry names can be the plan's document."""
    path = named.documents[name]
    try:
        parts = split_path(path)
    except Refused:
        return False
    if any(part.casefold() == OWN for part in parts):
        return False
    mark = mark_of(workspace, path)
    if mark:
        return mark == created.entry.plan
    # Missing, it can do no harm: whoever opens the plan is told that it is gone.
    return path in _usual_paths(workspace, named, name, created) or (mark is None and is_markdown(path))


def _usual_paths(workspace: Workspace, named: Created | Moved, name: str, created: Created) -> Iterator[str]:
    """Yield where the playbook puts the document, and where it lies once it is archived."""
    try:
        playbook = workspace.shelf.find_pinned(created.playbook, created.playbook_digest)
    except GroundplanError:
        return
    for spec in playbook.documents:
        if spec.name == name and named.slug:
            path = spec.path.format(folder=workspace.config.folder, slug=named.slug)
            yield path
            yield archived_path(path)


def archived_path(path: str) -> str:
    """Return where a document lies once its plan is archived; empty: it has no folder to be put away in."""
    folder, _, rest = path.partition("/")
    return path if rest.startswith("archive/") else f"{folder}/archive/{rest}" if rest else ""


def mark_of(workspace: Workspace, path: str) -> str | None:
    """Return the plan id that a file carries, empty where it carries none; None: there is no such file."""
    try:
        return read_mark(workspace.folder.head(path, size=HEAD))
    except FileNotFoundError:
        return None
    except (OSError, GroundplanError):
        return ""


def find_carriers(workspace: Workspace) -> dict[str, list[str]]:
    """Return each plan id that Markdown files carry, with these files, those in the plans' folders first."""
    homes = [name for name in (workspace.config.folder, "requirements") if workspace.folder.names(name)]
    inside = list_markdown_files(workspace.folder, homes).paths if homes else ()
    tracked = [path for path in workspace.repository.tracked_files() if is_markdown(path)]
    found: dict[str, list[str]] = {}
    for path in dict.fromkeys((*inside, *tracked[:_MOST_ELSEWHERE])):
        mark = mark_of(workspace, path)
        if mark:
            found.setdefault(mark, []).append(path)
    return found


def find_copies(documents: Iterable[str], carriers: Iterable[str]) -> tuple[Damage, ...]:
    """Report the files that carry a plan's id and are none of its documents."""
    own = sorted(documents)
    kept = shown(own[0] if own else "")
    return tuple(
        Damage(
            f"`{shown(path)}` carries the id of this plan, whose document is `{kept}`",
            place=path,
            hint="Keep one of them: remove the other, or take the id out of its header",
        )
        for path in carriers
        if path not in own
    )


def with_damage(history: History, damage: Iterable[Damage]) -> History:
    """Return the history with more that is wrong with it."""
    return replace(history, damage=(*history.damage, *damage))
