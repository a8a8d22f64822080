"""Claims about files, lines and quoted code."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.desk import bare_name, is_name, unknown
from groundplan.code.citations.symbols import split_symbol
from groundplan.code.citations.texts import split_lines
from groundplan.code.outline import NAMES
from groundplan.plan.statement import BLOCK, LOOSE, Answer, Statement, Topic, Verdict
from groundplan.survey.stated.passages import Passage, find_passage, judge_calls, judge_held
from groundplan.survey.stated.places import judge_loose
from groundplan.survey.stated.quoted_blocks import judge_block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.judgement.claimed.desk import Desk, Found
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.consult.fact import Fact

_CLOSE = 10  # lines between two that are in one definition
_NEAR = 2  # lines beside the cited ones in which a reader still finds what is meant
_MOST_PLACES = 3
_MOST_LINES = 200  # that show what a reader says they show
_SHORTEST = 3  # letters of code that somebody quotes
_DEEP = 2  # calls through which a function may reach what it is said to call
_MOST_NAMESAKES = 3
_ENDS = "the file ends at line {}"
_BEGINS = re.compile(r"\b(?:defin|declar|begin|start)\w*", re.IGNORECASE)
_LONG_NAME = 5
_CODE = re.compile(r"[^\w\s]|_|\w[A-Z]")
_WORD = re.compile(r"[^\W\d]\w*")
_SHOWN = re.compile(r"`[^`]*:(\d+)` ")


def judge_file(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether a file or folder is there."""
    at = fact.at or fact.value
    stated = Statement(Topic.PRESENCE, at, at)
    found = desk.find(at.partition("::")[0])
    if found is None:
        return unknown(stated, "it is no path")
    return found.answer or Answer(stated, Verdict.HOLDS, f"`{found.path}` is there", at=(found.path,))


def judge_lines(desk: Desk, fact: Fact, quote: str) -> Answer:
    """Tell whether lines are there and show a name or code."""
    stated = Statement(Topic.QUOTE, fact.at, fact.value)
    found = desk.find(fact.at)
    if found is None or found.answer is not None or found.is_folder:
        return found.answer if found and found.answer else unknown(stated, "it names no lines")
    cited = found.citation
    lines = read_lines(desk.index, found.path)
    if not cited.first or not lines:
        return unknown(stated, "it names no lines")
    if cited.last > len(lines) + 1:
        if not re.search(rf"(?<!\d){cited.last}(?!\d)", quote):
            return unknown(stated, f"{_ENDS.format(len(lines))}, and the plan does not give these lines")
        ended = replace(stated, topic=Topic.PRESENCE, said="cited", citation=cited)
        return Answer(ended, Verdict.FALSE, _ENDS.format(len(lines)))
    if not fact.value:
        return Answer(stated, Verdict.HOLDS, at=(fact.at,))
    stated = replace(stated, text=fact.value, subject=fact.at, citation=cited)
    if is_name(fact.value):
        return desk.as_new(_name_in_lines(desk, stated, found, quote), fact.value)
    return _code_in_lines(desk, stated, found, quote)


def _name_in_lines(desk: Desk, stated: Statement, found: Found, quote: str) -> Answer:
    lines = read_lines(desk.index, found.path)
    cited, name = stated.citation, split_symbol(bare_name(stated.text))[-1]
    assert cited is not None
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    at = [number for number, line in enumerate(lines, 1) if word.search(line)]
    outline = desk.index.outline(found.path)
    defined = [each for each in (outline.definitions if outline else ()) if each.name == name]
    begins = [number for each in defined for number in (each.first, each.line)]
    shown = [each for each in (*at, *begins) if cited.first - _NEAR <= each <= cited.last + _NEAR]
    if shown and begins and cited.last > cited.first and not set(shown) & set(begins):
        return unknown(stated, f"it is used there; it begins at line {min(each.line for each in defined)}")
    if shown:
        return Answer(stated, Verdict.HOLDS, at=(f"{found.path}:{cited.first}",))
    inside = next((each for each in defined if each.first <= cited.last and cited.first <= each.last), None)
    if inside is not None:
        verdict = Verdict.FALSE if _BEGINS.search(quote) else Verdict.UNKNOWN
        return Answer(
            stated, verdict, f"`{name}` begins at line {inside.line}", at=_places(found.path, [inside.line])
        )
    if not at:
        folded = name.replace("_", "").casefold()
        if outline is None or any(folded in re.sub(r"\W|_", "", line).casefold() for line in lines):
            return unknown(stated, f"`{found.path}` has no `{name}` as it is written")
        return Answer(stated, Verdict.FALSE, f"nothing in `{found.path}` is called that")
    is_line = cited.first == cited.last  # a range is chosen
    if is_line and not defined and _is_close(outline, cited.first, at):
        return unknown(stated, f"it is near, in {_lines(at)}")
    around = _beginning(outline.definitions if outline else (), cited.first) if is_line else None
    if around and any(around.first <= number <= around.last for number in at):
        return unknown(stated, f"it is inside what begins there, in {_lines(at)}")
    shown = [each.line for each in defined] or at
    return Answer(stated, Verdict.FALSE, f"it is in {_lines(shown)}", at=_places(found.path, shown))


def _is_close(outline: Outline | None, line: int, others: Sequence[int]) -> bool:
    """Tell whether a line is in the same small definition as others and near one: its part may be meant."""
    around = outline.at(line) if outline else None
    return around is not None and any(
        around.first <= each <= around.last and abs(each - line) <= _CLOSE for each in others
    )


def _beginning(definitions: Sequence[Definition], line: int) -> Definition | None:
    """Return the definition that begins at a line: who cites it may mean anything in it."""
    found = [
        each for each in definitions if each.first - 1 <= line <= each.line + 1 and each.kind not in NAMES
    ]
    return max(found, key=lambda each: each.size, default=None)


def has_code(desk: Desk, found: Found, code: str) -> bool:
    """Tell whether cited lines have some code, lines of it in their order."""
    cited, wanted = found.citation, _folded(code)
    if not cited.first or cited.last - cited.first > _MOST_LINES or len(wanted) < _SHORTEST:
        return False
    lines = read_lines(desk.index, found.path)[max(cited.first - 1 - _NEAR, 0) : cited.last + _NEAR]
    return wanted in _folded("\n".join(lines))


def judge_quoted(desk: Desk, fact: Fact, quote: str) -> Answer:
    """Tell whether code is in its place as it is quoted."""
    stated = Statement(Topic.QUOTE, fact.value, fact.at or "the code")
    if not fact.value.strip():
        return unknown(stated, "it quotes no code")
    found = desk.find(fact.at) if fact.at else None
    if found and found.answer:
        return found.answer
    path = found.path if found and not found.is_folder else ""
    named = [path] if path else list(dict.fromkeys(each.path for each in desk.sayings.mentions))
    if "\n" in fact.value:
        cited = found.citation if found else None
        return _judged_block(desk, replace(stated, said=BLOCK, citation=cited), path, named)
    if path and found:
        return _code_in_lines(desk, replace(stated, citation=found.citation), found, quote)
    loose = replace(stated, said=LOOSE, subject="", by="\n".join(named))
    return _new_code(desk, judge_loose(desk.index, loose, named))


def _judged_block(desk: Desk, stated: Statement, path: str, named: list[str]) -> Answer:
    answer = judge_block(desk.index, stated, path, named)
    return _new_code(desk, replace(answer, statement=replace(answer.statement, place=stated.place)))


def _code_in_lines(desk: Desk, stated: Statement, found: Found, quote: str) -> Answer:
    """Tell whether code is in lines, a definition or a file; code that is like none of it may be to come."""
    index, cited = desk.index, found.citation
    passage = find_passage(index, cited, found.path)
    if passage is None:
        return unknown(stated, f"`{cited.text}` was not found")
    lines = read_lines(index, found.path)
    exact = [number for number, line in enumerate(lines, 1) if _folded(stated.text) in _folded(line)]
    held = [each for each in exact if passage.first - _NEAR <= each <= passage.last + _NEAR]
    if held:
        return Answer(stated, Verdict.HOLDS, at=(f"{found.path}:{held[0]}",))
    if exact and not passage.is_whole:
        return _beside(desk, stated, found, exact)
    answer = judge_held(index, stated, passage, quote)
    if answer.verdict is Verdict.HOLDS:
        return _as_written(stated, answer, lines)
    if exact:
        return _elsewhere(stated, found, exact)
    if answer.verdict is Verdict.FALSE and answer.found.startswith(f"`{found.path}` has no "):
        answer = _as_elsewhere(desk, answer, found.path)
    if answer.verdict is not Verdict.FALSE and passage.is_whole:
        loose = replace(stated, said=LOOSE, by=found.path)
        answer = judge_loose(index, loose, [found.path])
        answer = replace(answer, statement=stated)
    return _new_code(desk, answer)


def _as_written(stated: Statement, answer: Answer, lines: Sequence[str]) -> Answer:
    """Return that code is there; unknown where its line has the same words, and other signs between them."""
    shown = _SHOWN.match(answer.found)
    there = lines[int(shown[1]) - 1] if shown and int(shown[1]) <= len(lines) else ""
    is_alike = _WORD.findall(there) == _WORD.findall(stated.text) and "…" not in stated.text
    if is_alike and len(stated.text) > _LONG_NAME and _folded(stated.text) not in _folded(there):
        return unknown(stated, f"its line has other signs: `{there.strip()}`")
    return answer


def _beside(desk: Desk, stated: Statement, found: Found, exact: Sequence[int]) -> Answer:
    """Return that code is not in the cited lines; who cites where a definition begins may mean all of it."""
    cited, outline = found.citation, desk.index.outline(found.path)
    is_line = cited.first == cited.last
    if is_line and _is_close(outline, cited.first, exact):
        return unknown(stated, f"it is near, in {_lines(exact)}")
    around = _beginning(outline.definitions if outline else (), cited.first) if is_line else None
    if around and any(around.first <= number <= around.last for number in exact):
        return unknown(stated, f"it is inside what begins there, in {_lines(exact)}")
    return _elsewhere(stated, found, exact)


def _elsewhere(stated: Statement, found: Found, exact: Sequence[int]) -> Answer:
    is_telling = len(exact) <= _MOST_PLACES and _CODE.search(stated.text)
    verdict = Verdict.FALSE if is_telling else Verdict.UNKNOWN
    return Answer(stated, verdict, f"it is in {_lines(exact)}", at=_places(found.path, exact))


def _as_elsewhere(desk: Desk, answer: Answer, path: str) -> Answer:
    """Return that a file lacks a name of a quotation; a quotation in words proves nothing."""
    if not _CODE.search(answer.statement.text):
        return replace(answer, verdict=Verdict.UNKNOWN)
    words = sorted(_WORD.findall(answer.statement.text), key=len)
    for other in desk.index.files_with(words[-1]) if words else ():
        lines = read_lines(desk.index, other)
        at = [n for n, line in enumerate(lines, 1) if _folded(answer.statement.text) in _folded(line)]
        if at and other != path:
            return replace(answer, found=f"it is in `{other}:{at[0]}`", at=(f"{other}:{at[0]}",))
    return answer


def _new_code(desk: Desk, answer: Answer) -> Answer:
    """Return a false quotation; unknown where its names are to come, or only the plan has the words."""
    names = [each for each in _WORD.findall(answer.statement.text) if len(each) >= _LONG_NAME]
    missing = [each for each in names if not desk.is_anywhere(each)]
    if answer.verdict is Verdict.FALSE and " reads `" not in answer.found and desk.is_new(*missing):
        return replace(answer, verdict=Verdict.PLANNED, found="a step makes it")
    return answer


def judge_called(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether a function calls a name, itself or through those it calls."""
    stated = Statement(Topic.COUNT, fact.value, fact.value, said="callers", by=fact.at)
    if not is_name(fact.value):
        return unknown(stated, "it names no function")
    symbols = desk.symbols(fact.at)
    found = desk.find(fact.at) if parse_path(fact.at) else None
    if found and found.answer:
        return found.answer
    if len(symbols) != 1:
        return unknown(stated, "more than one definition may be meant" if symbols else "it was not found")
    passage = passage_of(symbols[0].path, symbols[0].definition)
    answer = judge_calls(desk.index, replace(stated, subject=bare_name(fact.value)), passage)
    if answer.verdict is Verdict.FALSE and reaches(desk.index, passage, _last_of(fact.value)):
        return unknown(stated, "it may do so through what it calls")
    return answer if desk.symbols(fact.value) else desk.as_new(answer, fact.value)


def reaches(index: CodeView, passage: Passage, name: str, depth: int = _DEEP) -> bool:
    """Tell whether some code has a name, or what it calls does."""
    lines = read_lines(index, passage.path)[passage.first - 1 : passage.last]
    if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", "\n".join(lines)):
        return True
    outline = index.outline(passage.path)
    if outline is None or not depth:
        return False
    called = {
        words.rpartition(".")[2]
        for words, at in outline.calls.items()
        if any(passage.first <= line <= passage.last for line in at)
    }
    return any(
        reaches(index, passage_of(each.path, each.definition), name, depth - 1)
        for one in called
        if len(symbols := index.symbols(one)) <= _MOST_NAMESAKES
        for each in symbols
        if each.path != passage.path or each.definition.first != passage.first
    )


def passage_of(path: str, definition: Definition) -> Passage:
    """Return the lines of a definition."""
    return Passage(path, definition.first, definition.last, definition.qualified, is_whole=True)


def read_lines(index: CodeView, path: str) -> list[str]:
    """Return the lines of a file."""
    return [each.decode("utf-8", "replace") for each in split_lines(index.text(path) or b"")]


def parse_path(at: str) -> bool:
    """Tell whether a place begins with a path, and is not a mere name."""
    return "/" in at or "." in at.partition("::")[0].partition(":")[0]


def _last_of(text: str) -> str:
    return split_symbol(bare_name(text))[-1]


def _lines(numbers: Sequence[int]) -> str:
    some = ", ".join(str(each) for each in numbers[:_MOST_PLACES])
    more = f" and {len(numbers) - _MOST_PLACES} more" if len(numbers) > _MOST_PLACES else ""
    return f"line{'' if len(numbers) == 1 else 's'} {some}{more}"


def _places(path: str, numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"{path}:{each}" for each in numbers[:_MOST_PLACES])


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text).rstrip(";,").replace('"', "'")
