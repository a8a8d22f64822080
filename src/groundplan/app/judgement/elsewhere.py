"""Receipts whose commits are not in the history that is checked out: their work is not here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.receipt import Receipt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.git.repository import Repository
    from groundplan.plan.history import History


def find_elsewhere(repository: Repository, history: History) -> frozenset[str]:
    """Return the ids of receipts for work that HEAD does not have; a shallow clone cannot tell.

    A commit that was squashed or rebased away counts as here if HEAD's history has the contents it left.
    """
    receipts = [each for each in _read(history) if each.commit]
    head = repository.head
    if not receipts or not head:
        return frozenset()
    try:
        away = repository.find_unreached({each.commit for each in receipts}, head)
        if not away or repository.is_shallow():
            return frozenset()
        lost = [each for each in receipts if each.commit in away]
        known = repository.past_ids({path for each in lost for path in each.files})
    except GroundplanError:
        return frozenset()
    return frozenset(each.entry.id for each in lost if not _is_left(each, known))


def _is_left(receipt: Receipt, known: frozenset[str]) -> bool:
    """Tell whether every content that the work left was once in this history."""
    contents = [content for content in receipt.files.values() if content]
    return bool(contents) and all(content in known for content in contents)


def _read(history: History) -> Iterable[Receipt]:
    for entry in history.of_kind("receipt"):
        try:
            promise = read_promise(entry)
        except TypeError:
            continue
        if isinstance(promise, Receipt):
            yield promise
