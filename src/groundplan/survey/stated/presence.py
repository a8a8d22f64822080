"""Whether a file or a name is there as words say, or is not, and how many files a folder has."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.languages import language_of
from groundplan.code.test_paths import is_test
from groundplan.plan.citation import parse_citation
from groundplan.plan.statement import DEFINED, PLACED, Answer, Verdict
from groundplan.survey.stated.here import settle
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.view import CitedCode, CodeView
    from groundplan.plan.statement import Statement

_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*(?:\(\s*\))?[!?]?")
_BINDS = (
    rb"def|class|func|function|fn|const|let|var|type|struct|interface|trait|enum|module|macro_rules!|alias"
)
_SHORTEST = 3  # letters of a name that no text has by chance
_NEAR = 2  # lines above and below a definition in which a reader still finds it


def judge_presence(index: CitedCode, statement: Statement, path: str) -> Answer:
    """Tell whether what is named is there; `path` is the existing file that the words put it in."""
    return settle(statement, _judge(index, statement, path))


def _judge(index: CitedCode, statement: Statement, path: str) -> Answer:
    cited = parse_citation(statement.subject)
    if cited is not None and not cited.symbol and (statement.citation is None or not path):
        return _judge_file(index, statement, cited.path)
    if cited is not None and cited.symbol:
        return _judge_in_file(index, replace(statement, subject=cited.symbol), cited.path)
    if not _NAME.fullmatch(statement.subject):
        return Answer(statement, Verdict.UNKNOWN)
    if statement.citation is not None:
        return _judge_in_file(index, statement, path)
    return _judge_name(index, statement)


def _judge_file(index: CitedCode, statement: Statement, path: str) -> Answer:
    """Look a file or folder up by its whole path or, where it is a mere name, anywhere."""
    wanted = posixpath.normpath(path.replace("\\", "/"))
    if wanted.startswith(("/", "..", "~")):
        return Answer(statement, Verdict.UNKNOWN)
    there = sorted({*index.paths(), *(index.repository.tracked_files() if index.repository else ())})
    found = [each for each in there if each == wanted or each.startswith(f"{wanted}/")]
    found = found or [each for each in there if f"/{each}".endswith(f"/{wanted}")]
    if found:
        shown = wanted if found[0].startswith(f"{wanted}/") else found[0]
        return Answer(statement, Verdict.HOLDS, f"`{shown}` is there", at=(shown,))
    if index.root and (index.root / wanted).exists():
        return Answer(statement, Verdict.UNKNOWN)  # on this disk, and not in the repository
    return Answer(statement, Verdict.FALSE, f"no file or folder of the repository is `{wanted}`")


def _judge_in_file(index: CitedCode, statement: Statement, path: str) -> Answer:
    text = index.text(path) if path else None
    if text is None:
        missing = _judge_file(index, statement, statement.citation.path) if statement.citation else None
        is_gone = missing is not None and missing.verdict is Verdict.FALSE
        return missing if missing and is_gone else Answer(statement, Verdict.UNKNOWN)
    name, outline = _plain(statement.subject), index.outline(path)
    dotted = f".{'.'.join(split_symbol(name))}"
    defined = [
        each for each in (outline.definitions if outline else ()) if f".{each.qualified}".endswith(dotted)
    ]
    if not defined:
        return _judge_absent(index, statement, path, text)
    places = tuple(f"{path}:{each.line}" for each in defined[:3])
    cited = statement.citation
    has_lines = cited is not None and cited.first and not statement.is_denied
    is_there = not has_lines or any(_is_in(statement, each) for each in defined)
    found = f"`{name}` is defined in {', '.join(f'`{each}`' for each in places)}"
    return Answer(statement, Verdict.HOLDS if is_there else Verdict.FALSE, found, at=places)


def _is_in(statement: Statement, definition: Definition) -> bool:
    """Tell whether the cited lines are a definition's: one "defined at" a line begins there."""
    cited = statement.citation
    assert cited is not None
    is_start = statement.said == DEFINED and cited.first == cited.last
    end = definition.line + _NEAR if is_start else definition.last
    return definition.first - _NEAR <= cited.last and cited.first <= end


def _judge_absent(index: CitedCode, statement: Statement, path: str, text: bytes) -> Answer:
    last = split_symbol(_plain(statement.subject))[-1]
    others = [each for each in index.symbols(last) if not is_test(each.path)]
    if len(last) < _SHORTEST or (
        _word(last).search(text) and not _is_elsewhere(statement, path, text, others)
    ):
        return Answer(statement, Verdict.UNKNOWN)  # the word is there, and nobody can tell as what
    places = tuple(f"{each.path}:{each.definition.line}" for each in others[:2])
    instead = f"; it is in {', '.join(f'`{each}`' for each in places)}" if places else ""
    told = f"`{path}` does not define `{last}`" if _word(last).search(text) else f"`{path}` has no `{last}`"
    return Answer(statement, Verdict.FALSE, f"{told}{instead}", at=places)


def _is_elsewhere(statement: Statement, path: str, text: bytes, others: Sequence[Symbol]) -> bool:
    """Tell whether a name that is said to be defined in a file is only used there: another one defines it."""
    if statement.said not in {DEFINED, PLACED} or {each.path for each in others} in (set(), {path}):
        return False
    name = others[0].definition.name.encode()
    stem = posixpath.basename(path).partition(".")[0]
    is_hub = stem in {"index", "__init__", "mod", "lib"}  # what passes on what others define
    binds = re.compile(
        rb"(?:%s)[ \t]+(?:\([^)\n]*\)[ \t]*)?(?:self\.)?%s\b|^[ \t]*%s[ \t]*[:=]" % (_BINDS, name, name),
        re.MULTILINE,
    )
    return not is_hub and len({each.path for each in others}) == 1 and not binds.search(text)


def _judge_name(index: CitedCode, statement: Statement) -> Answer:
    """Look a name up everywhere: one definition is enough, and that no text has the word is as sure."""
    parts = split_symbol(_plain(statement.subject))
    if len(parts[-1]) < _SHORTEST:
        return Answer(statement, Verdict.UNKNOWN)
    dotted = ".".join(parts)
    known = index.symbols(parts[-1])
    found = [each for each in known if f".{each.definition.qualified}".endswith(f".{dotted}")]
    if found:
        places = tuple(f"{each.path}:{each.definition.line}" for each in found[:3])
        return Answer(statement, Verdict.HOLDS, f"`{dotted}` is defined in `{places[0]}`", at=places)
    texts = (index.text(path) or b"" for path in _code_with(index, parts[-1]))
    if any(_word(parts[-1]).search(text) for text in texts):
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"no code here has `{parts[-1]}`")


def _code_with(index: CitedCode, word: str) -> Iterable[str]:
    return (path for path in index.files_with(word) if not path.lower().endswith(PROSE))


def _plain(subject: str) -> str:
    return subject.partition("(")[0].strip()


def _word(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))


# How many files a folder has.


def judge_files(index: CodeView, statement: Statement) -> Answer:
    """Count the files of a folder, those below its own folders and not: either may be meant."""
    folder = posixpath.normpath(statement.subject.replace("\\", "/"))
    inside = [each for each in index.repository.tracked_files() if each.startswith(f"{folder}/")]
    kept = _of_kind(index, inside, statement.said)
    if not inside or kept is None:
        return Answer(statement, Verdict.UNKNOWN)
    flat = [each for each in kept if "/" not in each[len(folder) + 1 :]]
    found = f"`{folder}` has {len(kept)}, {len(flat)} of them directly in it"
    is_so = statement.number in {len(kept), len(flat)}
    return Answer(statement, Verdict.HOLDS if is_so else Verdict.FALSE, found, at=(folder,))


def _of_kind(index: CodeView, paths: list[str], kind: str) -> list[str] | None:
    """Return the files that words such as `Python` or `test` mean, or None where one is not known."""
    kept = paths
    for word in kind.casefold().split():
        if word in {"test", "tests"}:
            kept = [each for each in kept if is_test(each)]
        else:
            kept = [each for each in kept if language_of(each, index.text(each) or b"") == word]
        if not kept:
            return None
    return kept
