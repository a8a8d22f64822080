"""Documents that a call names as files: found, read as text, with the documents they belong with."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written
from groundplan.files.plain import read_named, read_plain
from groundplan.git.repository import find_repository
from groundplan.markdown.reading import decode
from groundplan.plan.errors import Misused, Outside, Unreadable
from groundplan.store.layout import LEDGER

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase, Watch

STDIN = "-"
_SHOWN_STDIN = "stdin"
_LARGEST = 5_000_000
_ENDINGS = (".md", ".markdown", ".mdx", ".txt")
# What other planners put side by side: what one of them creates is nothing that another one misses.
_SETS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "plan tasks design proposal spec research data-model quickstart requirements"
    ).split()
)


def looks_like_file(word: str) -> bool:
    """Tell a file from the name of a plan."""
    return word == STDIN or "/" in word or word.lower().endswith(_ENDINGS) or Path(word).exists()


def has_ledger(start: Path) -> bool:
    """Tell whether there can be plans of ours: looking for them may finish a write that was cut off."""
    try:
        return (find_repository(start).root / LEDGER).is_dir()
    except Outside:
        return False


def open_code(repo: str, word: str, watch: Watch | None = None) -> Codebase:
    """Open the code that a document is about: the repository that is named, the current one, or its own."""
    if repo or word == STDIN:
        return open_codebase(Path(repo or "."), watch)
    try:
        return open_codebase(Path(), watch)
    except Outside:
        return open_codebase(Path(word).resolve().parent, watch)


def read_written(word: str) -> Written:
    """Read a document; what is no text is refused with what to name instead."""
    if word == STDIN:
        return Written(_SHOWN_STDIN, _decode(sys.stdin.buffer.read(_LARGEST + 1), _SHOWN_STDIN))
    path = Path(word)
    if path.is_dir():
        raise Misused(f"`{word}` is a folder", hint=f"Name the files: `{word.rstrip('/')}/*.md`")
    try:
        data = read_named(word, most=_LARGEST + 1)
    except FileNotFoundError as error:
        hint = "Name a Markdown file, or `-` for standard input"
        raise Misused(f"There is no file `{word}`", hint=hint) from error
    except OSError as error:
        hint = "Name a file that can be read"
        raise Misused(f"`{word}` cannot be read: {error.strerror}", hint=hint) from error
    return Written(word, _decode(data, word), _read_beside(path))


def placed(code: Codebase, document: Written) -> Written:
    """Return a document with its path from the root where it lies in the repository."""
    if document.path == _SHOWN_STDIN:
        return document
    try:
        inside = Path(document.path).resolve().relative_to(code.repository.root.resolve())
    except ValueError:
        return document
    return replace(document, path=inside.as_posix())


def _decode(data: bytes, name: str) -> str:
    if b"\0" in data[:8192] and data[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
        raise Misused(f"`{name}` is not text", hint="Name a Markdown file")
    try:
        return decode(data, name)
    except Unreadable as error:
        raise Misused(error.message, hint=error.hint) from error


def _read_beside(path: Path) -> tuple[str, ...]:
    if path.stem.lower() not in _SETS:
        return ()
    others = (
        each for each in sorted(path.parent.glob("*.md")) if each.stem.lower() in _SETS and each != path
    )
    return tuple(_read_other(each) for each in others)


def _read_other(path: Path) -> str:
    try:
        return read_plain(path, most=_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""
