"""Files that only declare what the file beside them implements: `a.d.ts` for `a.js`, `a.pyi` for `a.py`.

Who imports or uses what is declared gets the implementation, so that is where the answers are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundplan.code.view import CodeView

_IMPLEMENTED = {
    ".d.ts": (".js", ".jsx", ".mjs", ".cjs"),
    ".d.mts": (".mjs",),
    ".d.cts": (".cjs",),
    ".pyi": (".py",),
}
DECLARING = tuple(_IMPLEMENTED)


def implementation(path: str, paths: Collection[str]) -> str:
    """Return the file that implements what a file declares, or nothing."""
    for ending, others in _IMPLEMENTED.items():
        if path.endswith(ending):
            stem = path.removesuffix(ending)
            return next((stem + each for each in others if stem + each in paths), "")
    return ""


def implemented(index: CodeView, symbol: Symbol) -> Symbol | None:
    """Return the definition that a declaration in a file of declarations stands for."""
    path = implementation(symbol.path, index.paths())
    outline = index.outline(path) if path else None
    found = outline.find(symbol.definition.qualified) if outline is not None else ()
    return Symbol(path, found[0]) if found else None


def defined(index: CodeView, symbol: Symbol) -> Symbol:
    """Return the one definition of what C or C++ only declares where it was found, as in a header."""
    if not symbol.definition.is_declared:
        return symbol
    named = (each for each in index.symbols(symbol.definition.name) if not each.definition.is_declared)
    found = [each for each in named if each.definition.qualified == symbol.definition.qualified]
    return found[0] if len(found) == 1 else symbol
