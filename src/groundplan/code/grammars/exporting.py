"""What a module gives out by name: `export`, `module.exports`, or everything where it is a mere script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.grammars.grammar import Public

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.grammars.gathered import Gathered
    from groundplan.code.grammars.grammar import Grammar
    from groundplan.code.grammars.importing import Statements
    from groundplan.code.outline import Definition, Import

_GIVEN = re.compile(rb"[{,]\s*+([\w$]++)\s*+(?=[,}:(])")
_NAME = re.compile(rb"[\w$]++")
_OBJECT_LIMIT = 20_000


class Names(NamedTuple):
    """What a file says of its names as a whole."""

    exported: frozenset[str] = frozenset()
    imported: frozenset[int] = frozenset()  # places of names that an import binds: they are not defined here
    is_script: bool = False  # neither imports nor exports: all its names are global


def read_names(gathered: Gathered, grammar: Grammar, statements: Statements) -> Names:
    """Return what a file says of its names, where its language exports by name."""
    if grammar.public is not Public.MODULE:
        return Names()
    exported = {gathered.word(each.name) for each in statements.local if each.name}
    exported.update(_read_commonjs(gathered))
    imported = frozenset(each.alias[0] for each in gathered.requires if each.alias)
    is_module = gathered.imports or gathered.exports or gathered.exported or exported
    return Names(frozenset(exported), imported, is_script=not is_module)


def read_exports(
    gathered: Gathered, names: Names, imports: Sequence[Import], definitions: Sequence[Definition]
) -> tuple[str, ...] | None:
    """Return the names under which others may import from a module, or None where it is no module."""
    if names.is_script:
        return None
    given = {each.alias for each in imports if each.is_reexport and each.alias}
    # What is exported under another name alone is not to be had under its own.
    renamed = {each.name for each in imports if not each.module}
    marked = {gathered.word(each.name) for each in gathered.found.values() if each.start in gathered.exported}
    for each in definitions:
        if (
            each.is_exported
            and "." not in each.qualified
            and (each.name not in renamed or each.name in marked)
        ):
            given.add(each.name)
    return tuple(sorted(given))


def _read_commonjs(gathered: Gathered) -> set[str]:
    given: set[str] = set()
    for holder, name, (start, end) in gathered.commonjs:
        if holder == "exports":
            given.add(name)
        elif holder != "module" or name != "exports":
            continue
        value = gathered.text[start : min(end, start + _OBJECT_LIMIT)]
        if value.startswith(b"{"):
            given.update(word.decode("utf-8", "replace") for word in _GIVEN.findall(value))
        elif _NAME.fullmatch(value):
            given.add(value.decode("utf-8", "replace"))
    return given
