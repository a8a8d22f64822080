"""Code that is said to be in a place or to be missing there: lines, a definition, a file, a folder, all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import find_member, same_name, split_symbol
from groundplan.code.citations.texts import split_lines
from groundplan.code.code_words import CodeWords
from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.names import PROSE
from groundplan.survey.stated.quotes import judge_quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.outline import Definition
    from groundplan.code.view import CodeView
    from groundplan.plan.citation import Citation
    from groundplan.plan.statement import Statement

_NEAR = 2  # lines beside the cited ones in which code is close enough for a reader
_SHOWN = 60
_SHORTEST = 5  # letters of a name that no other spelling is likely to hide
_FEWEST = 3  # tokens that a shortened line is known by
_MOST_LINES = 6  # that one statement is broken into
_NAME = re.compile(r"[^\W\d]\w*")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_CUT = re.compile(r"\.\.\.|…")


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a file, and the definition that they are in or are."""

    path: str
    first: int
    last: int
    name: str = ""  # of the definition, qualified
    is_whole: bool = False  # the definition or the file is meant, not some lines of it


def find_passage(index: CodeView, citation: Citation, path: str) -> Passage | None:
    """Return the lines that a citation means; None where there are none such, or several definitions."""
    lines = _lines(index, path)
    if not lines or citation.last > len(lines):
        return None
    if citation.symbol:
        member = find_member(index, path, citation.symbol)
        several = same_name(_defined(index, path), split_symbol(citation.symbol))
        if member is None or member.path != path or len(several) > 1:
            return None
        return Passage(path, member.first, member.last, member.qualified, is_whole=True)
    if not citation.first:
        return Passage(path, 1, len(lines), is_whole=True)
    around = _around(index, path, citation.first, citation.last)
    return Passage(path, citation.first, citation.last, around.qualified if around else "")


def shows(index: CodeView, passage: Passage, name: str) -> bool:
    """Tell whether lines hold a name, in code, a comment or a string."""
    last = split_symbol(name)[-1]
    if last in split_symbol(passage.name):
        return True
    slack = _NEAR if passage.first == passage.last else 0  # one line is miscounted, a range is chosen
    lines = _lines(index, passage.path)[max(0, passage.first - 1 - slack) : passage.last + slack]
    return bool(_word(last).search("\n".join(lines)))


def judge_held(index: CodeView, statement: Statement, passage: Passage, words: str) -> Answer:
    """Tell whether code is in a place; `words` are those of the claim, to know what it says it of."""
    lines, quoted = _lines(index, passage.path), statement.text
    near = range(max(1, passage.first - _NEAR), min(len(lines), passage.last + _NEAR) + 1)
    line = _line_with(lines, near, quoted)
    if line is None and not passage.is_whole:
        own = _around(index, passage.path, passage.first, passage.last)
        line = _line_with(lines, range(own.first, own.last + 1), quoted) if own else None
    if line is not None:
        return _told(statement, Verdict.HOLDS, f"`{passage.path}:{line}` has `{_cut(quoted)}`", passage, line)
    line = _line_with(lines, range(1, len(lines) + 1), quoted)
    if line is not None:
        # Lines are miscounted easily; code that a claim puts into a definition is in it or is not.
        other = _around(index, passage.path, line, line)
        is_said = _names(words, passage.name) and not (other and _names(words, other.qualified))
        verdict = Verdict.FALSE if is_said else Verdict.UNKNOWN
        found = f"`{_cut(quoted)}` is not there but in `{passage.path}:{line}`"
        return _told(statement, verdict, found, passage, line)
    text = "\n".join(lines)
    missing = [each for each in _NAME.findall(quoted) if len(each) >= _SHORTEST and each not in text]
    if missing:
        found = f"`{passage.path}` has no `{max(missing, key=len)}`"
        return Answer(statement, Verdict.FALSE, found, at=(passage.path,))
    answer = judge_quote(index, statement, passage.path, frozenset())
    if answer.verdict is Verdict.FALSE:
        return answer
    meant = next((number for number in near if _begins_alike(quoted, lines[number - 1])), None)
    if meant is None or _CUT.search(quoted):
        return Answer(statement, Verdict.UNKNOWN, f"`{passage.path}` does not have `{_cut(quoted)}` as it is")
    found = f"`{passage.path}:{meant}` reads `{_cut(lines[meant - 1].strip())}`"
    return _told(statement, Verdict.FALSE, found, passage, meant)


def judge_calls(index: CodeView, statement: Statement, passage: Passage) -> Answer:
    """Tell whether code calls a name, looking at it without its comments and strings."""
    name = split_symbol(statement.subject)[-1]
    code = CodeWords(index).code(passage.path).split("\n")[passage.first - 1 : passage.last]
    call = re.compile(rf"(?<![\w$]){re.escape(name)}[!?]?\s*(?:::)?(?:<[^<>()]*>|\[[^\[\]()]*\])?\s*[({{]")
    own = {each.line for each in _defined(index, passage.path) if each.name == name}
    numbered = ((number, each) for number, each in enumerate(code, passage.first) if number not in own)
    line = next((number for number, each in numbered if call.search(each)), None)
    if line is not None:
        return _told(statement, Verdict.HOLDS, f"`{passage.path}:{line}` calls `{name}`", passage, line)
    is_silent = any(code) and not shows(index, passage, name)
    where = f"{passage.path}::{passage.name}" if passage.name else passage.path
    found = f"`{where}` has no `{name}`" if is_silent else ""
    return Answer(statement, Verdict.FALSE if is_silent else Verdict.UNKNOWN, found)


def judge_missing(
    index: CodeView, statement: Statement, passages: Sequence[Passage], folder: str = ""
) -> Answer:
    """Tell whether a text is in none of some places; one in a comment, a string or a test proves nothing."""
    pattern = _spaced(statement.text)
    words, unsure = CodeWords(index), False
    for each in passages:
        text = "\n".join(_lines(index, each.path)[each.first - 1 : each.last])
        if not pattern.search(text):
            continue
        code = words.code(each.path).split("\n")[each.first - 1 : each.last]
        line = next((number for number, line in enumerate(code, each.first) if pattern.search(line)), None)
        if line is not None and not is_test(each.path):
            found = f"`{_cut(statement.text)}` is in `{each.path}:{line}`"
            return _told(statement, Verdict.FALSE, found, each, line)
        unsure = True
    if unsure or not passages:
        return Answer(statement, Verdict.UNKNOWN)
    found = f"`{_cut(statement.text)}` is not in {_where(passages, folder)}"
    return Answer(statement, Verdict.HOLDS, found, at=(passages[0].path,) if len(passages) == 1 else ())


def list_files(index: CodeView, folder: str) -> tuple[Passage, ...]:
    """Return the files of a folder, or all of the code: without prose, and what groundplan has written."""
    inside = f"{folder.strip('/')}/" if folder.strip("./") else ""
    return tuple(
        Passage(path, 1, len(_lines(index, path)), is_whole=True)
        for path in index.paths()
        if path.startswith(inside)
        and not path.lower().endswith(PROSE)
        and not path.startswith(".groundplan/")
    )


def _where(passages: Sequence[Passage], folder: str) -> str:
    if len(passages) > 1:
        return f"any of the {len(passages)} files{f' of `{folder}`' if folder else ''} that were searched"
    (only,) = passages
    if only.is_whole:
        return f"`{only.path}::{only.name}`" if only.name else f"`{only.path}`"
    return f"`{only.path}:{only.first}-{only.last}`"


def _line_with(lines: list[str], numbers: range, quoted: str) -> int | None:
    """Return the line in which quoted code begins: as it is, over several lines, or shortened."""
    pieces = [_folded(each) for each in _CUT.split(quoted) if _folded(each)]
    chosen = [lines[number - 1] for number in numbers]
    folded = [_folded(each) for each in chosen]
    if not pieces or any(piece not in "".join(folded) for piece in pieces):
        tokens = _TOKEN.findall(quoted)
        if len(tokens) < _FEWEST or len(pieces) > 1:
            return None
        windows = ((n, "\n".join(chosen[at : at + _MOST_LINES])) for at, n in enumerate(numbers))
        return next((n for n, text in windows if _is_part(tokens, text)), None)
    for number, at in zip(numbers, range(len(folded)), strict=True):
        if pieces[0] in folded[at]:
            return number
    # It begins in a line that does not hold all of it.
    ends = (at for at in range(len(folded)) if pieces[0] in "".join(folded[: at + 1]))
    return numbers[next(ends)]


def _is_part(tokens: Sequence[str], line: str) -> bool:
    """Tell whether a line has some tokens in their order, and begins as they do."""
    rest = iter(_TOKEN.findall(line))
    return line.strip().startswith(tokens[0]) and all(each in rest for each in tokens)


def _begins_alike(quoted: str, line: str) -> bool:
    """Tell whether a line is the one that is quoted, with something else behind its beginning."""
    one, other = _TOKEN.findall(quoted)[:_FEWEST], _TOKEN.findall(line)[:_FEWEST]
    return one == other or (one[:2] == other[:2] and one[1:2] in (["="], [":"]))


def _names(words: str, definition: str) -> bool:
    last = definition.rpartition(".")[2]
    return bool(last and _word(last).search(words))


def _around(index: CodeView, path: str, first: int, last: int) -> Definition | None:
    """Return the smallest definition with code of its own that holds some lines."""
    holding = [
        each for each in _defined(index, path) if each.first <= first and last <= each.last and each.size > 1
    ]
    return min(holding, key=lambda each: each.size, default=None)


def _defined(index: CodeView, path: str) -> Sequence[Definition]:
    outline = index.outline(path)
    return outline.definitions if outline else ()


def _told(statement: Statement, verdict: Verdict, found: str, passage: Passage, line: int) -> Answer:
    return Answer(statement, verdict, found, at=(f"{passage.path}:{line}",))


def _lines(index: CodeView, path: str) -> list[str]:
    return [each.decode("utf-8", "replace") for each in split_lines(index.text(path) or b"")]


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")


def _spaced(text: str) -> re.Pattern[str]:
    """Return what finds a text whatever its spaces; a word is found as a whole one."""
    inner = r"\s*".join(map(re.escape, _TOKEN.findall(text)))
    before = r"(?<![\w$])" if re.match(r"\w", text) else ""
    behind = r"(?![\w$])" if re.search(r"\w\Z", text) else ""
    return re.compile(f"{before}{inner}{behind}")


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text).rstrip(";,").replace('"', "'")


def _cut(text: str) -> str:
    plain = text.replace("`", "'")
    return plain if len(plain) <= _SHOWN else f"{plain[: _SHOWN - 1]}…"
