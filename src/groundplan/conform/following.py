"""Files that follow a planned change: all that differs in them is about uses of the changed name."""

from __future__ import annotations

import difflib
import itertools
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.languages import language_of
from groundplan.code.tokens import read_tokens
from groundplan.conform.obeyed import Effect, find_examples
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from groundplan.conform.change import FileChange
    from groundplan.plan.conformance import TouchedName

_MOST_LINES = 20_000
_NAME = late_regex(r"[^\W\d]\w*")
_WAITING = frozenset({"await", "async"})
_DOING = frozenset({"import", "require", "include", "use", "using", "from", "@", ";", "`"})
_NO_TARGET = frozenset("=!<>")
_WORD = late_regex(r"\w+|[^\w\s]")
_STRUCTURE = late_regex(r"<\w+|NEWLINE|INDENT|DEDENT")  # tokens that nobody wrote
_QUOTED = late_regex(r"(?s)\w{0,3}([\"'`]).*\1")
_REMARK = late_regex(r"(?:#|//|--\s|/\*).*|\"[^\"]*\"|'[^']*'")


def why_follows(terms: Mapping[str, frozenset[str]], change: FileChange, names: Sequence[TouchedName]) -> str:
    """Return which changed name a file follows, where each piece of its change is about a use of it."""
    effect = change.effect if terms else Effect.NONE
    if change.before is None or change.after is None or effect not in {Effect.NONE, Effect.EXAMPLES}:
        return ""
    if not (terms and (names or effect)):
        return ""
    pieces = list(_pieces(change, change.before, change.after))
    for term, beside in sorted(terms.items()):
        if pieces and all(_is_about(term, beside, *each) for each in pieces):
            return f"follows the change of `{term}`"
    return ""


def _is_about(term: str, beside: frozenset[str], old: Sequence[str], new: Sequence[str]) -> bool:
    """Tell whether code used a name before, and now does nothing else than use it, or its new name.

    New names may be handed to it. What else is new has to be named in the step that changes the name;
    another call, import, assignment or decorator is none of it.
    """
    if old == new:
        return True
    if term not in old or _deeds(new) - _deeds(old):
        return False
    fresh = Counter(_outside(new, {term, *beside})) - Counter(old)
    return all(word in beside or word in _WAITING for word in fresh if _NAME.fullmatch(word))


def _deeds(words: Sequence[str]) -> Counter[str]:
    """Return how often code does something whose name does not count: assigns, decorates, calls a result."""
    found: Counter[str] = Counter()
    depth, before = 0, ""
    for word, after in itertools.pairwise((*words, "")):
        depth += (word in "([{") - (word in ")]}")
        if word in _DOING or (word == "=" and depth <= 0 and before not in _NO_TARGET and after != "="):
            found[word] += 1
        elif after == "(" and word in {")", "]", "!", "`"}:
            found[f"{word}("] += 1
        before = word
    return found


def _outside(words: Sequence[str], names: Container[str]) -> Iterator[str]:
    """Yield words without what is handed to one of some names; a call in there is yielded."""
    depth = 0
    for word, after in itertools.pairwise((*words, "")):
        if depth == 0 or after == "(":
            yield word
        if depth or (word in names and after == "("):
            depth += (after == "(") - (after == ")")


def _pieces(change: FileChange, before: bytes, after: bytes) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of each place where two texts differ, old and new ones; no comments, no strings."""
    old, new = before.split(b"\n"), after.split(b"\n")
    if max(len(old), len(new)) > _MOST_LINES:
        yield [], [""]
        return
    sides = [_words_by_line(change.old or change.path, before), _words_by_line(change.path, after)]
    for what, first, last, start, end in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if what != "equal":
            ranges = ((sides[0], first, last), (sides[1], start, end))
            was, now = (
                [word for at in range(a, b) for word in side.get(at + 1, ())] for side, a, b in ranges
            )
            yield was, now


def _words_by_line(path: str, text: bytes) -> dict[int, list[str]]:
    tokens = read_tokens(path, text)
    found: dict[int, list[str]] = {}
    if tokens is None:  # a language that is not parsed: what looks like a comment is taken for one
        for number, line in enumerate(text.decode("utf-8", "replace").split("\n"), 1):
            found[number] = _WORD.findall(_REMARK.sub("", line))
        return found
    for each in tokens:
        if not (each.is_comment or _STRUCTURE.fullmatch(each.text)):
            found.setdefault(each.line, []).extend(_WORD.findall(_QUOTED.sub("''", each.text)))
    for number, line in find_examples(language_of(path, text), text.decode("utf-8", "replace")).items():
        found.setdefault(number, []).extend(_WORD.findall(_REMARK.sub("", line)))
    return found
