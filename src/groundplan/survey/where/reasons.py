"""Says why a file was ranked: only what was found, the weightiest first; the words are in `wording`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.features import PACKAGE_FILES
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from groundplan.survey.where.evidence import Evidence

_MOST_REASONS = 4
_MOST_WORDS = 4
_FEWEST_FILES = 10  # in fewer, that most of them have a word may be chance
_TOLD = 2  # words of the goal that a name of several words needs: `CURRENT_TIME` is not about time
_COMMENT = late_regex(
    r"(?:[ \t]*(?:#|//|--|;|%)[^\n]*\n|[ \t]*\n|\s*/\*.*?\*/|\s*<!--.*?-->){1,400}", re.DOTALL
)
_LICENCE = late_regex(r"\b(?:licen[cs]ed?|copyright|SPDX)\b", re.IGNORECASE)
_GLOBAL = late_regex(r"\btypeof \w+|(?<![\w.$])(?:process|window|document|console|global|module)(?=\.)")
_SCRIPTS = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte")


@dataclass(frozen=True, slots=True)
class Reason:
    """What points at a file: a kind that `wording/reasons.py` spells, and what it is about."""

    kind: str
    values: tuple[str, ...] = ()


def find_reasons(
    evidence: Evidence, path: str, parts: Mapping[str, float], text: bytes | None
) -> tuple[Reason, ...]:
    """Return why a file was ranked, at most four reasons, in the order of what each added to its score."""
    added: dict[Callable[[Evidence, str], Iterator[Reason]], float] = {}
    for feature, part in parts.items():
        if part > 0.0 and (teller := _TELLERS.get(feature)) is not None:
            added[teller] = added.get(teller, 0.0) + part
    told = [
        reason for teller in sorted(added, key=lambda each: -added[each]) for reason in teller(evidence, path)
    ]
    written = Written(_own_text(path, text or b""), evidence.goal.spelling)
    said = (written.say(each) if each.kind == "words" else each for each in dict.fromkeys(told))
    return tuple(each for each in said if each is not None)[:_MOST_REASONS]


def _own_text(path: str, text: bytes) -> str:
    """Return what a file says itself: not the licence at its top, nor what a platform gives to any script."""
    said = text.decode(errors="replace")
    top = _COMMENT.match(said)
    if top and _LICENCE.search(top[0]):
        said = said[top.end() :]
    return _GLOBAL.sub("", said) if path.endswith(_SCRIPTS) else said


class Written:
    """The words of a file: the ranking compares stems, and only what the file has may be said of it."""

    def __init__(self, text: str, spelling: Mapping[str, str]) -> None:
        self._names = Counter(identifiers_in(text))
        self._spelling = spelling

    def say(self, reason: Reason) -> Reason | None:
        """Return the reason with the words of the file that have its stems; None where it has none."""
        words = tuple(word for stem in reason.values if (word := self._find(stem)))
        return Reason(reason.kind, tuple(dict.fromkeys(words))) if words else None

    def _find(self, stem: str) -> str:
        """Return the word as the goal spells it, else the one-word name that is there most, else any."""
        spelled = self._spelling.get(stem, "")
        having = [name for name in self._names if stem in words_of(name) and self._tells(name, spelled)]
        return max(
            having,
            key=lambda name: (
                name == spelled,
                name.lower() == spelled.lower(),
                words_of(name) == (stem,),
                self._names[name],
            ),
            default="",
        )

    def _tells(self, name: str, spelled: str) -> bool:
        words = set(words_of(name))
        return name == spelled or len(words) == 1 or len(words & self._spelling.keys()) >= _TOLD


def _tell_words(evidence: Evidence, path: str) -> Iterator[Reason]:
    units = [unit for unit in evidence.ground.units.get(path, ()) if unit in evidence.alike.units]
    best = sorted(units, key=lambda unit: -evidence.alike.units[unit])[:3]
    postings = evidence.ground.code.postings
    held = {
        word: evidence.goal.terms[word] * evidence.ground.code.rarity(word)
        for word in evidence.goal.terms
        if any(unit in postings.get(word, ()) for unit in best) and not _is_in_most(evidence, word)
    }
    # The parts of `delete_many` are terms as well, but nobody wrote `delet`.
    written = [word for word in held if word in evidence.goal.spelling] or list(held)
    words = sorted(written, key=lambda word: (-held[word], word))[:_MOST_WORDS]
    if words:
        yield Reason("words", tuple(words))


def _is_in_most(evidence: Evidence, word: str) -> bool:
    """Tell whether most files have a word: it says nothing of any."""
    units, held = evidence.ground.units, evidence.ground.code.postings.get(word, {})
    code = [each for path, each in units.items() if part_of(path) is Part.CODE]
    return len(code) >= _FEWEST_FILES and 2 * sum(any(one in held for one in each) for each in code) > len(
        code
    )


def _tell_symbols(evidence: Evidence, path: str) -> Iterator[Reason]:
    strengths = evidence.named.symbols.get(path, {})
    for name in sorted(strengths, key=lambda name: (-strengths[name], name))[:2]:
        yield Reason("declares" if (path, name) in evidence.named.declared else "defines", (name,))


def _tell_qualified(evidence: Evidence, path: str) -> Iterator[Reason]:
    strengths = evidence.named.qualified.get(path, {})
    for name in sorted(strengths, key=lambda name: (-strengths[name], name))[:1]:
        yield Reason("leads-here", (name,))


def _tell_module(evidence: Evidence, path: str) -> Iterator[Reason]:
    if path in evidence.named.modules:
        yield Reason("module")


def _tell_path(evidence: Evidence, path: str) -> Iterator[Reason]:
    if path in evidence.named.paths:
        yield Reason("path")


def _tell_frame(evidence: Evidence, path: str) -> Iterator[Reason]:
    if path in evidence.named.frames:
        yield Reason("frame")


def _tell_message(evidence: Evidence, path: str) -> Iterator[Reason]:
    if path in evidence.messages:
        yield Reason("message")


def _tell_file_name(_: Evidence, path: str) -> Iterator[Reason]:
    name = path.rpartition("/")[2]
    if name.partition(".")[0] in PACKAGE_FILES:
        name = path.rpartition("/")[0].rpartition("/")[2] + "/"
    yield Reason("file-name", (name,))


def _tell_folders(_: Evidence, path: str) -> Iterator[Reason]:
    if folder := path.rpartition("/")[0]:
        yield Reason("folder", (folder,))


def _tell_tests(evidence: Evidence, path: str) -> Iterator[Reason]:
    if path in evidence.tests:
        yield Reason("tests")


def _tell_imports(evidence: Evidence, path: str) -> Iterator[Reason]:
    for each in evidence.good:
        if each != path and path in evidence.imports.get(each, ()):
            yield Reason("imported-by", (each,))
            return


def _tell_commits(evidence: Evidence, path: str) -> Iterator[Reason]:
    if subject := evidence.past.subjects.get(path, "").replace("`", "'"):  # what it names may be gone by now
        yield Reason("commit", (subject,))


def _tell_together(evidence: Evidence, path: str) -> Iterator[Reason]:
    counts = {
        each: evidence.past.together.get(each, {}).get(path, 0) for each in evidence.good if each != path
    }
    if counts and (most := max(counts, key=lambda each: (counts[each], each))) and counts[most] > 1:
        yield Reason("together", (most, str(counts[most])))


_TELLERS: dict[str, Callable[[Evidence, str], Iterator[Reason]]] = {
    "all_words": _tell_words,
    "best_unit": _tell_words,
    "whole_file": _tell_words,
    "title_words": _tell_words,
    "code_words": _tell_words,
    "coverage": _tell_words,
    "symbols": _tell_symbols,
    "best_symbol": _tell_symbols,
    "symbol_in_title": _tell_symbols,
    "qualified": _tell_qualified,
    "module": _tell_module,
    "path": _tell_path,
    "frame": _tell_frame,
    "message": _tell_message,
    "file_name": _tell_file_name,
    "file_name_in_title": _tell_file_name,
    "folder_names": _tell_folders,
    "tests": _tell_tests,
    "imported_by_likely": _tell_imports,
    "alike_commits": _tell_commits,
    "alike_for_its_changes": _tell_commits,
    "changed_with_likely": _tell_together,
}
