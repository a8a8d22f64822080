"""Every text that some paths had in the history, found in three questions however long it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from groundplan.git.gaps import expect
from groundplan.git.question import Inquiry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from groundplan.git.command import Answer

MOST_COMMITS = 2_000
MOST_TEXTS = 300
MOST_BYTES = 10_000_000  # of all texts together


def past_texts(
    ask: Callable[[Inquiry], Answer], head: str, paths: Iterable[str], *, largest: int
) -> Iterator[tuple[str, bytes]]:
    """Give path and text of each version on the way to a commit, newest first, as far as the limits reach."""
    found = _versions(ask, head, tuple(paths))
    chosen = list(_within_limits(_sizes(ask, found), largest))
    if chosen:
        answer = ask(Inquiry("cat-file", ("--batch",), told=tuple(chosen)))
        for oid, text in _read_batch(expect(answer, "the history")):
            yield found[oid], text


def read_blobs(
    ask: Callable[[Inquiry], Answer], ids: Iterable[str], *, largest: int
) -> Iterator[tuple[str, bytes]]:
    """Give id and content of each object that is here and not larger, however many there are."""
    waiting: list[str] = []
    total = 0
    sizes = [(oid, size) for oid, size in _sizes(ask, dict.fromkeys(ids, "")) if size <= largest]
    for oid, size in [*sizes, ("", MOST_BYTES)]:
        if waiting and total + size > MOST_BYTES:
            yield from _read_batch(
                expect(ask(Inquiry("cat-file", ("--batch",), told=tuple(waiting))), "the history")
            )
            waiting, total = [], 0
        waiting, total = [*waiting, oid], total + size


def _versions(ask: Callable[[Inquiry], Answer], head: str, paths: tuple[str, ...]) -> dict[str, str]:
    """Return the ids of all versions, newest first, each with its path."""
    # a partial clone lacks texts, and a version that is not here is no reason to leave out the others
    options = ("--objects", "--missing=allow-any", "--full-history", f"--max-count={MOST_COMMITS}")
    listed = expect(ask(Inquiry("rev-list", options, (head,), paths)), "the history")
    pairs = (line.partition(" ") for line in os.fsdecode(listed).splitlines())
    return {oid: path for oid, _, path in pairs if path in paths}


def _sizes(ask: Callable[[Inquiry], Answer], versions: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    if not versions:
        return
    answer = ask(Inquiry("cat-file", ("--batch-check",), told=tuple(versions)))
    for line in os.fsdecode(expect(answer, "the history")).splitlines():
        oid, kind, *size = line.split()
        if kind == "blob":  # or `missing`
            yield oid, int(size[0])


def _within_limits(sizes: Iterable[tuple[str, int]], largest: int) -> Iterator[str]:
    count = total = 0
    for oid, size in sizes:
        if size <= largest and count < MOST_TEXTS and total + size <= MOST_BYTES:
            count, total = count + 1, total + size
            yield oid


def _read_batch(out: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        oid, _, size = out[at:end].decode("ascii").split()
        at = end + 1 + int(size) + 1
        yield oid, out[end + 1 : at - 1]
