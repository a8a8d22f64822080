"""Finds parameters and return values without a type in TypeScript and JavaScript signatures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.rules.brace_code import read_code
from groundplan.rules.brace_functions import script_signatures

if TYPE_CHECKING:
    from groundplan.rules.brace_functions import Signature

_DOCUMENTED = late_regex(r"@(?:param|returns?)\s*\{")
_BARE = late_regex(r"(?:\.\.\.)?[\w$]+\??|[{\[].*", re.DOTALL)
_FUNCTION_TYPE = late_regex(r":$|\btype\s+[\w$<>, ]+=$")  # after it `=>` is followed by a type
_ACCESS = late_regex(r"^(?:(?:public|private|protected|readonly|override)\s+)+")


def find_untyped(code: str) -> list[tuple[int, str]]:
    """Return line (from 0) and name of each parameter and return value without a type."""
    if _DOCUMENTED.search(code):
        return []  # JavaScript says its types in comments
    read = read_code(code, "script")
    return sorted(
        (read.line_of(signature.opened), what)
        for signature in script_signatures(read)
        for what in _untyped_in(read.text, signature)
    )


def _untyped_in(text: str, signature: Signature) -> list[str]:
    before = text[max(signature.opened - 80, 0) : signature.opened].rstrip()
    if before.endswith(("(", ",")):
        return []  # a callback takes its types from where it goes
    owner = f"`{signature.name}`" if signature.name else "a function"
    found = [
        f"`{parameter.lstrip('.').rstrip('?')}` of {owner}"
        for parameter in _parameters(text[signature.opened + 1 : signature.closed])
        if parameter != "this" and _BARE.fullmatch(parameter) and not re.search(r"[}\]]\s*:", parameter)
    ]
    says_type = text[signature.closed + 1 : signature.closed + 40].lstrip().startswith(":")
    if not says_type and signature.name != "constructor" and not _FUNCTION_TYPE.search(before):
        found.append(f"The return value of {owner}")
    return found


def _parameters(text: str) -> list[str]:
    """Cut at the commas outside brackets; a parameter with a default has the default's type."""
    pieces, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[place - 1 : place] != "="):
            depth -= 1
        elif letter == "," and depth == 0:
            pieces.append(text[start:place])
            start = place + 1
    pieces.append(text[start:])
    named = (_ACCESS.sub("", piece.strip()) for piece in pieces)
    return [piece for piece in named if piece and not re.search(r"[^=<>!]=(?![=>])", piece)]
