"""The last door before the disk: no write brings a secret into a plan, its talk or its ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.errors import Refused
from groundplan.rules.secrets import find_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.rules.secrets import Secret
    from groundplan.store.change import Change


def check_secrets(change: Change, before: Mapping[str, bytes | None]) -> None:
    """Refuse a change that brings a secret in; one that stood in the document before is no news."""
    if change.undoes:
        return
    for document in change.documents:
        if document.new is not None:
            old = before[document.rel] or b""
            _check(document.new.decode("utf-8", "replace"), document.rel, old.decode("utf-8", "replace"))
    for turn, text in change.talk:
        _check(text, f"turn {turn}")
    for entry in change.entries:
        for text in _words(entry.body):
            _check(text, f"entry {entry.id}")


def _check(text: str, place: str, before: str = "") -> None:
    found = list(_lines(text))
    known = {line for _, line in _lines(before)} if found else set()
    for secret, line in found:
        if line not in known:
            raise Refused(
                f"`{place}:{secret.line}:{secret.column}` holds a secret: {secret.kind}; nothing was written",
                hint="Name where the secret is kept instead, and revoke it if anybody could read it",
            )


def _words(value: object) -> Iterator[str]:
    """Give each text in an entry's body by itself: the names beside them are ours and no sign of a secret."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)


def _lines(text: str) -> Iterator[tuple[Secret, str]]:
    """Give each secret with the line it stands in, by which it is known again."""
    lines: list[str] | None = None
    for secret in find_secrets(text):
        lines = lines or text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        yield secret, lines[secret.line - 1].strip()
