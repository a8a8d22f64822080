"""Functions, classes and members that a plan names as if they were there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import find_inherited, find_member, split_symbol
from groundplan.code.nearest import distance
from groundplan.code.outline import Kind
from groundplan.plan.statement import Answer, Verdict

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CitedCode
    from groundplan.plan.statement import Statement

PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc", ".markdown")
_MOST_READ = 60
_SHORTEST = 6  # letters of a name that can be a slip of another
_OPEN_ENDED = (b"__getattr__", b"Proxy(", b"setattr(", b"[key: string]")


def is_in_code(index: CitedCode, name: str, *, but: str = "") -> bool:
    """Tell whether a word is anywhere in the code, prose and one file apart."""
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    files = [path for path in index.files_with(name) if path != but and not path.lower().endswith(PROSE)]
    if len(files) > _MOST_READ:
        return True
    return any(word.search(index.text(path) or b"") for path in files)


def judge_name(index: CitedCode, statement: Statement, path: str, made: frozenset[str]) -> Answer:
    """Tell whether what is named can be there; `path` is the existing file that the words put it in."""
    parts = split_symbol(statement.subject)
    last = parts[-1]
    if made.intersection((*parts, statement.subject)):
        return Answer(statement, Verdict.PLANNED)
    owner = _owner(index, parts)
    if owner is not None:
        return _judge_member(index, statement, owner, last)
    if is_in_code(index, last, but=statement.place.document):
        return Answer(statement, Verdict.HOLDS)
    near = _slips(index, last)
    if near and (len(parts) == 1 or path):
        return Answer(statement, Verdict.FALSE, near=near)
    if path and index.outline(path) is not None:
        return Answer(statement, Verdict.FALSE, found=f"nothing in `{path}` is called that")
    return Answer(statement, Verdict.UNKNOWN)


def _judge_member(index: CitedCode, statement: Statement, owner: Symbol, last: str) -> Answer:
    symbol = f"{owner.definition.qualified}.{last}"
    if find_member(index, owner.path, symbol) or find_inherited(index, owner.path, symbol):
        return Answer(statement, Verdict.HOLDS)
    text = index.text(owner.path) or b""
    is_open = any(each in text for each in _OPEN_ENDED)
    # What a base, a decorator or a mixin outside this repository gives a class, nobody here can see.
    if owner.definition.bases or owner.definition.decorators or is_open or is_in_code(index, last):
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(
        statement, Verdict.FALSE, found=f"`{owner.path}::{owner.definition.qualified}` has no `{last}`"
    )


def _owner(index: CitedCode, parts: tuple[str, ...]) -> Symbol | None:
    """Return the one class of this repository that a dotted name begins with."""
    if len(parts) != 2 or not parts[0][:1].isupper():
        return None
    found = index.symbols(parts[0])
    return found[0] if len(found) == 1 and found[0].definition.kind is Kind.CLASS else None


def _slips(index: CitedCode, name: str) -> tuple[str, ...]:
    """Return the defined names that a name is one slip away from."""
    if len(name) < _SHORTEST:
        return ()
    close = (each for each in index.names() if abs(len(each) - len(name)) <= 1 and len(each) >= _SHORTEST)
    return tuple(each for each in close if distance(name.lower(), each.lower(), 1) <= 1)[:3]
