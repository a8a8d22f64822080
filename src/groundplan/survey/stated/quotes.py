"""Code quoted beside the lines it is said to be in."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import split_lines
from groundplan.code.nearest import nearest
from groundplan.code.outline import NAMES, Kind
from groundplan.plan.statement import EXACT, Answer, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.outline import Definition
    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation
    from groundplan.plan.statement import Statement

_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#|->)[^\W\d][\w$]*)*(?:\((?:\.\.\.|…)?\))?")
_ALIKE = 0.75  # a quoted line and the line that was meant
_HALF_ALIKE = 0.5  # above it, words may have been left out
_MOST_SHOWN = 80
_MOST_PLACES = 8
_WORD = re.compile(r"[^\W\d][\w$]*")
_LITERAL = r"-?[\d_.]+\w*|'[^']*'|\"[^\"]*\"|[Tt]rue|[Ff]alse|None|null|nil"
_VALUE = re.compile(
    rf"(?:(?:const|let|var|final|static|pub)\s+)*([^\W\d][\w$]*)\s*(?::\s*\w+\s*)?(?::=|=|:)\s*({_LITERAL})"
)
_ASSIGNED = re.compile(r"((?:[A-Za-z]+\s+){0,3}[^\W\d][\w$.]*)\s*:?=(?!=)\s*(\S.*)")
_LEFT_OFF = frozenset(("let", "const", "var", "mut", "pub", "&", ";"))
_SHORTEST = 5  # letters of a name that no other spelling is likely to hide
_FEWEST_WORDS = 4
_NEAR = 2  # lines beside the cited ones in which code is close enough for a reader


def judge_quote(index: CitedCode, statement: Statement, path: str, made: frozenset[str]) -> Answer:
    """Tell whether the quoted code is in the cited lines of a file, unless the plan makes what it names."""
    answer = _judge(index, statement, path)
    if answer.verdict is Verdict.FALSE and _shows_another(index, statement, path):
        return Answer(statement, Verdict.UNKNOWN)
    name = re.split(r"\.|::|#|->", statement.text.partition("(")[0])[-1].strip()
    is_made = bool(made.intersection((statement.text, name))) and not index.symbols(name)
    return Answer(statement, Verdict.PLANNED) if answer.verdict is Verdict.FALSE and is_made else answer


def _shows_another(index: CitedCode, statement: Statement, path: str) -> bool:
    """Tell whether the one cited line has another name of the same sentence: it may be cited for that."""
    cited, text = statement.citation, index.text(path)
    if cited is None or text is None or cited.first != cited.last:
        return False
    line = b"".join(split_lines(text)[cited.first - 1 : cited.first]).decode("utf-8", "replace")
    words = set(_WORD.findall(line))
    return any(len(each) >= _SHORTEST and each in words for each in statement.by.split("\n"))


def _judge(index: CitedCode, statement: Statement, path: str) -> Answer:
    text, citation = index.text(path), statement.citation
    if text is None or citation is None:
        return Answer(statement, Verdict.UNKNOWN)
    lines = [line.decode("utf-8", "replace") for line in split_lines(text)]
    if citation.last > len(lines):
        return Answer(statement, Verdict.UNKNOWN)  # the citation itself is at fault, and that is said
    cited = lines[citation.first - 1 : citation.last]
    place = f"{path}:{citation.text.rpartition(':')[2]}"
    if statement.said == EXACT and not re.search(r"\.\.\.|…", statement.text):
        return _judge_exact(statement, cited, place)
    if _NAME.fullmatch(statement.text):
        return _judge_name(index, statement, path, lines)
    quoted = _folded(statement.text)
    if quoted in _folded(" ".join(cited)):
        return Answer(statement, Verdict.HOLDS, at=(place,))
    found = [number for number, line in enumerate(lines, 1) if quoted in _folded(line)]
    if near := _near(citation, found):
        return Answer(statement, Verdict.HOLDS, _at(near))
    if found:
        return Answer(statement, Verdict.FALSE, _at(found))
    return _judge_likeness(statement, cited)


def _judge_exact(statement: Statement, cited: list[str], place: str) -> Answer:
    """Tell whether lines read as they are quoted; one that is nearly so may be shortened."""
    if _folded(statement.text) in _folded(" ".join(cited)):
        return Answer(statement, Verdict.HOLDS, at=(place,))
    near = _judge_likeness(statement, cited)
    if near.verdict is not Verdict.UNKNOWN:
        return near
    text = " ".join(line.strip() for line in cited).strip()
    likeness = difflib.SequenceMatcher(None, _folded(statement.text), _folded(text)).ratio()
    if likeness > _HALF_ALIKE:
        return near
    shown = f"reads `{text[:_MOST_SHOWN].replace('`', '')}`" if text else "is empty"
    return Answer(statement, Verdict.FALSE, f"`{place}` {shown}", at=(place,))


def _judge_name(index: CitedCode, statement: Statement, path: str, lines: list[str]) -> Answer:
    citation = statement.citation
    assert citation is not None
    name = re.split(r"\.|::|#|->", statement.text.partition("(")[0])[-1]
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    found = [number for number, line in enumerate(lines, 1) if word.search(line)]
    if not found:
        return _judge_absent(statement, name, lines)
    outline = index.outline(path)
    defined = [each for each in (outline.definitions if outline else ()) if each.name == name]
    if statement.said == "word" and not defined:
        return Answer(statement, Verdict.UNKNOWN)  # a mere word may be anything
    only = defined[0] if len(defined) == 1 and _is_shape_of(statement, defined[0]) else None
    if any(each.first <= citation.last and citation.first <= each.last for each in defined):
        is_shifted = only is not None and abs(only.first - citation.first) > _NEAR
        right = f"it is in lines {only.first}-{only.last}" if only is not None and is_shifted else ""
        return Answer(statement, Verdict.HOLDS, right)
    near = _near(citation, found)
    is_inside = any(citation.first <= number <= citation.last for number in found)
    if near and only is None:
        return Answer(statement, Verdict.HOLDS, "" if is_inside else _at(near))
    if not is_inside and _is_about(name, citation, lines, outline.definitions if outline else ()):
        return Answer(statement, Verdict.UNKNOWN)
    if near and only is not None:
        return Answer(statement, Verdict.FALSE, _at([only.line]))
    if len(found) > _MOST_PLACES and not defined:
        return Answer(statement, Verdict.UNKNOWN)  # a word that is everywhere says nothing of a line
    if outline is None:
        # Nobody knows where a function begins here, so lines of its body may well be cited by its name.
        is_before = any(number < citation.first for number in found)
        return Answer(statement, Verdict.UNKNOWN if is_before else Verdict.FALSE, _at(found))
    shown = [each.line for each in defined] or found
    return Answer(statement, Verdict.FALSE, _at(shown if len(found) > _MOST_PLACES else found))


def _is_about(name: str, citation: Citation, lines: Sequence[str], definitions: Sequence[Definition]) -> bool:
    """Tell whether cited lines may well be about a name that is not in them.

    They have it in other letters (`save` of a public `Save`), or are a part of a function whose head has it:
    what such a function does with its own subject is cited by lines of its body.
    """
    plain = _plain(name)
    if any(plain in map(_plain, _WORD.findall(line)) for line in lines[citation.first - 1 : citation.last]):
        return True
    around = [each for each in definitions if each.first <= citation.first and citation.last <= each.last]
    inner = min(around, key=lambda each: each.size, default=None)
    if inner is None or inner.kind not in {Kind.FUNCTION, Kind.METHOD}:
        return False
    return name in _WORD.findall(inner.header)


def _is_shape_of(statement: Statement, definition: Definition) -> bool:
    """Tell whether several lines are cited as the whole of a definition that is not among them."""
    citation = statement.citation
    assert citation is not None
    size = citation.last - citation.first + 1
    is_whole = definition.kind not in NAMES and definition.size > 2
    return statement.said in {"whole", "word"} and is_whole and size > 2 and abs(size - definition.size) <= 1


def _judge_absent(statement: Statement, name: str, lines: list[str]) -> Answer:
    """Tell what to say of a name that its file has nowhere: a spelling of another language may be meant."""
    plain = _plain(name)
    if statement.said == "word" or len(plain) < _SHORTEST or any(plain in _plain(line) for line in lines):
        return Answer(statement, Verdict.UNKNOWN)
    near = nearest(name, {word for line in lines for word in _WORD.findall(line)}, most=2)
    return Answer(statement, Verdict.FALSE, "nothing in the file is called that", near)


def _judge_likeness(statement: Statement, cited: list[str]) -> Answer:
    quoted = _folded(statement.text)
    is_told = re.search(r"=\d[\d_.]{0,20}[A-Za-z%]{1,12}$", quoted)  # in words: `= 10MB`
    if is_told or not re.search(r"[=(]", quoted) or re.search(r"\.\.\.(?!\w)|…", quoted):
        return Answer(statement, Verdict.UNKNOWN)
    alike = [
        (
            max(difflib.SequenceMatcher(None, quoted, _folded(line)).ratio(), _shared(statement.text, line)),
            line.strip(),
        )
        for line in cited
        if line.strip()
    ]
    if any(_core(line) == _core(statement.text) for line in cited):
        return Answer(statement, Verdict.HOLDS)  # it is the line, without what its language asks for
    best, line = max(alike, default=(0.0, ""))
    other = next((line.strip() for line in cited if _differs(statement.text, line)), "")
    if other:
        best, line = 1.0, other
    if best < _ALIKE or len(line) > _MOST_SHOWN:
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"the line reads `{line.replace('`', '')}`")


def _core(code: str) -> list[str]:
    return [each for each in re.findall(r"\w+|[^\w\s]", code) if each not in _LEFT_OFF]


def _shared(one: str, other: str) -> float:
    """Return how much two lines have the same words, in whatever order."""
    words, others = Counter(_WORD.findall(one)), Counter(_WORD.findall(other))
    if words.total() < _FEWEST_WORDS:
        return 0.0
    return 2 * (words & others).total() / (words.total() + others.total())


def _differs(quoted: str, line: str) -> bool:
    """Tell whether a line gives the quoted name another value: `limit = 5` where it is 3."""
    one, two = (_ASSIGNED.fullmatch(each.strip().rstrip(";,")) for each in (quoted, line))
    if one and two and one[1] == two[1] and _is_closed(one[2]) and _is_closed(two[2]):
        return not _folded(two[2]).startswith(_folded(one[2]))
    given = _VALUE.fullmatch(quoted.strip().rstrip(";,"))
    if given is None:
        return False
    there = re.search(
        rf"(?<![\w$.]){re.escape(given[1])}\s*(?::[^=,)]{{1,30}})?[:=]\s*({_LITERAL})\s*[;,)}}]*\s*(?:$|//|#)",
        line,
    )
    return there is not None and _folded(there[1]) != _folded(given[2])


def _is_closed(text: str) -> bool:
    """Tell whether a text closes each bracket that it opens: then nothing of it follows."""
    return all(text.count(one) == text.count(other) for one, other in ("()", "[]", "{}"))


def _near(citation: Citation, numbers: list[int]) -> list[int]:
    return [each for each in numbers if citation.first - _NEAR <= each <= citation.last + _NEAR]


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text).rstrip(";,").replace('"', "'")


def _at(numbers: list[int]) -> str:
    shown = ", ".join(str(each) for each in numbers[:3])
    more = f" and {len(numbers) - 3} more" if len(numbers) > 3 else ""
    return f"it is in line{'' if len(numbers) == 1 else 's'} {shown}{more}"
