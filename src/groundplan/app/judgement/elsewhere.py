"""Receipts whose work is not in what is checked out: its commits are not, or it was taken back."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.git.gaps import SHALLOW
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.receipt import ABSENT, Receipt, Started

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from groundplan.git.repository import Repository
    from groundplan.plan.history import History


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Ids of receipts for work that HEAD does not have, and of those whose history is too short to tell."""

    elsewhere: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    gap: str = ""  # what would bring the rest of the history


def find_elsewhere(repository: Repository, history: History) -> Whereabouts:
    """Tell which receipts are for work that HEAD does not have.

    A commit that was squashed or rebased away counts as here if HEAD's history has the contents it left.
    """
    receipts = [each for each in _read(history) if each.commit]
    head = repository.head
    if not receipts or not head:
        return Whereabouts()
    unreached, gap = _find_unreached(repository, head, receipts)
    reverted = _find_reverted(repository, head, history, receipts)
    return Whereabouts(reverted, unreached - reverted, gap) if gap else Whereabouts(unreached | reverted)


def _find_unreached(repository: Repository, head: str, receipts: list[Receipt]) -> tuple[frozenset[str], str]:
    """Return receipts whose work is not in HEAD's history, and what that history lacks."""
    gap = ""
    lost = receipts
    known = frozenset[str]()
    try:
        away = repository.find_unreached({each.commit for each in receipts}, head)
        lost = [each for each in receipts if each.commit in away]
        if lost:
            known = frozenset(repository.file_ids(head).values())
            gap = SHALLOW if repository.is_shallow() else ""
            known |= repository.past_ids({path for each in lost for path in each.files})
    except GroundplanError as error:
        gap = gap or error.hint or error.message
    return frozenset(each.entry.id for each in lost if not _is_left(each, known)), gap


def _find_reverted(
    repository: Repository, head: str, history: History, receipts: list[Receipt]
) -> frozenset[str]:
    """Return the ids of receipts whose files are again as they were at the start of the task."""
    starts = {each.entry.id: each for each in _read_starts(history)}
    begun = [(each, starts[each.started].files) for each in receipts if each.started in starts]
    suspects = [(each, files) for each, files in begun if any(path in files for path in each.files)]
    if not suspects:
        return frozenset()
    try:
        now = repository.file_ids(head)
    except GroundplanError:
        return frozenset()
    later = {
        each.entry.id: {
            path for other in receipts if history.is_before(each.entry, other.entry) for path in other.files
        }
        for each, _ in suspects
    }
    return frozenset(
        each.entry.id for each, files in suspects if _is_taken_back(each, files, now, later[each.entry.id])
    )


def _is_taken_back(
    receipt: Receipt, start: Mapping[str, str], now: Mapping[str, str], later: Container[str]
) -> bool:
    """Tell whether what a task changed is as at its start; tests that stay, or a later task, do not tell."""
    changed = [path for path, content in receipt.files.items() if content != start.get(path, content)]
    own = [path for path in changed if not is_test(path)] or changed
    return bool(own) and all(now.get(path, ABSENT) == start[path] and path not in later for path in own)


def _is_left(receipt: Receipt, known: frozenset[str]) -> bool:
    """Tell whether every content that the work left was once in this history."""
    contents = [content for content in receipt.files.values() if content]
    return bool(contents) and all(content in known for content in contents)


def _read(history: History) -> Iterable[Receipt]:
    return (each for each in _read_kind(history, "receipt") if isinstance(each, Receipt))


def _read_starts(history: History) -> Iterable[Started]:
    return (each for each in _read_kind(history, "started") if isinstance(each, Started))


def _read_kind(history: History, kind: str) -> Iterator[object]:
    for entry in history.of_kind(kind):
        with contextlib.suppress(TypeError):
            yield read_promise(entry)
