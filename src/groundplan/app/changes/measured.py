"""What the receipts that a text cites ran, for whoever reads it away from the ledger."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.plan.probe import find_claims, tell_end
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.probe import Probe

_NAME = re.compile(r"\bP\d+\b")
_FILE = re.compile(r"^\+\+\+ (?:b/)?(\S+)", re.MULTILINE)
_MOST_FILES = 4
_LONGEST = 160  # letters of a word that somebody types


def tell_measured(probes: Iterable[Probe], text: str) -> str:
    """Return a list of the receipts that a text cites, or nothing where it cites none."""
    cited = {*find_claims(text), *_NAME.findall(text)}
    rows = [_row(each) for each in probes if each.id in cited]
    return "\n## What was run\n\n" + "\n".join(rows) + "\n" if rows else ""


def _row(each: Probe) -> str:
    told = [f"{_command(each.argv)}{''.join(_patched(each))}", tell_end(each.ended, each.code)]
    told += [_tool(each)] if each.tool else []
    return f"- {each.id}: {', '.join(told)}"


def _command(argv: Iterable[str]) -> str:
    """Return a command without the scripts in it: pages of code are no part of a plan."""
    words, lines = [], 0
    for word in argv:
        is_script = "\n" in word or len(word) > _LONGEST
        words.append("…" if is_script else shlex.quote(word))
        lines += (word.count("\n") + 1) * is_script
    ran = spell_out(" ".join(words)).replace("`", "'")
    return f"`{ran}` (a script of {lines} line{'s' * (lines > 1)})" if lines else f"`{ran}`"


def _tool(each: Probe) -> str:
    """Return the version with the tool's name: npm prints its number alone."""
    named = each.tool if any(map(str.isalpha, each.tool)) else f"{each.argv[0]} {each.tool}"
    return spell_out(named)


def _patched(each: Probe) -> Iterator[str]:
    if not each.patch:
        return
    yield " with a patch"
    files = list(dict.fromkeys(path for path in _FILE.findall(each.patch_text) if path != "/dev/null"))
    if files:
        more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
        yield " to " + ", ".join(f"`{path}`" for path in files[:_MOST_FILES]) + more
