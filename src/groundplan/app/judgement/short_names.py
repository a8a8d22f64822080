"""Which of several files a short name such as `mod.rs:154` means, by the folder that words around it name."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.finding import Place
    from groundplan.plan.mention import Mention


def find_meant(code: Looking, mentions: Sequence[Mention]) -> dict[Place, str]:
    """Return the file that each short name means where one folder only is named beside it, or before it."""
    found: dict[Place, str] = {}
    for mention in mentions:
        if mention.is_file:
            continue
        placed = code.place(mention.citation, by_ending=True)
        if not placed.others:
            continue
        files = (placed.path, *placed.others)
        same = [each for each in mentions if each.section == mention.section and each is not mention]
        beside = [each for each in same if each.words == mention.words]
        meant = _named(files, mention.words, beside) or _named(files, "", same)
        if meant:
            found[mention.place] = meant
    return found


def _named(files: Iterable[str], words: str, mentions: Sequence[Mention]) -> str:
    """Return the one file whose folder is named by words or by other paths, or nothing."""
    named = [path for path in files if _is_named(posixpath.dirname(path), words, mentions)]
    return named[0] if len(named) == 1 else ""


def _is_named(folder: str, words: str, mentions: Iterable[Mention]) -> bool:
    last = re.escape(posixpath.basename(folder))
    if folder and re.search(rf"`{last}/?`", words):
        return True
    paths = (each.path.rstrip("/") for each in mentions)
    return any(path == folder or posixpath.dirname(path) == folder for path in paths)
