"""Reads a goal, one line or a whole issue, into what can be looked up: words, names, paths, messages."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.survey.where.words import STOP_WORDS, identifiers_in, is_compound, names_in_span, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST_TERMS = 400
LONGEST_GOAL = 60_000  # characters; what follows is pasted output
_FENCE = re.compile(r"^[ \t]*(`{3,}+|~{3,}+)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]{1,200})`")
_BLOB = re.compile(
    r"https?://[^\s/]{1,100}/[^\s/]{1,100}/[^\s/]{1,100}/(?:-/)?(?:blob|tree|src|raw)/(?:[^\s#?()\[\]]{1,400})"
    r"(?:#L(\d{1,7})(?:-L?(\d{1,7}))?)?"
)
_URL = re.compile(r"https?://[^\s)>\]\"']{1,2000}")
_PATH = re.compile(r"(?<![\w/.])(?:[\w.@~+-]{1,100}/){0,20}[\w.@+-]{1,100}\.[A-Za-z]{1,6}\b(?::(\d{1,7}))?")
_DOTTED = re.compile(r"(?<![\w./])[A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){1,8}")
_CALL = re.compile(r"(?<![\w.])([A-Za-z_]\w{1,80})\(")
_FAILURE = re.compile(
    r"^[ >|]{0,8}(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception|Warning|panic|fatal)\b:? ?(.{4,300})$",
    re.MULTILINE,
)
# A quote opens before a word and closes after one: `a:"f" fails with "no such flag"` quotes `no such flag`.
_QUOTED = re.compile(
    r"(?<![\w\"])\"(?=\S)([^\"\n]{7,159}[^\s\"])\"(?!\w)|“([^”\n]{8,160})”"
    r"|(?<![\w'])'(?=\S)([^'\n]{7,159}[^\s'])'(?!\w)"
)
_VERSIONS = re.compile(
    r"^[ \t>*-]{0,6}[\w.\-\[\]]{1,60}[ \t]{0,30}(?:==|:|[ \t])[ \t]{0,30}v?\d+(?:\.\d+)+[^\n]{0,40}$",
    re.MULTILINE,
)
_BOILERPLATE = re.compile(r"^[ \t]*[-*] \[[ xX]\][^\n]{0,400}$", re.MULTILINE)
_MOST_FRAMES = 200
_PYTHON = re.compile(r'File "([^"\n]{1,300})", line (\d{1,7})(?:, in ([\w.<>]{1,100}))?')
_IPYTHON = re.compile(
    r"^(?:File )?([~/\w.\\:-]{1,300}\.pyx?)(?::(\d{1,7}))?,? in ([\w.<>]{1,100})\(", re.MULTILINE
)
_SCRIPT = re.compile(
    r"\bat (?:(?:async |new )?([\w.$<>\[\] ]{1,120}) \()?((?:file://|webpack:///)?[^\s()]{1,300}\.[a-z]{2,4}):(\d{1,7})(?::\d{1,7})?"
)
_JAVA = re.compile(r"\bat ([\w.$]{1,200})\.([\w$<>]{1,100})\(([\w$]{1,100}\.(?:java|kt|scala)):(\d{1,7})\)")
_RUBY = re.compile(r"([\w./~-]{1,300}\.rb):(\d{1,7}):in [`']([^'`\n]{1,100})'")
_PHP = re.compile(r"^#\d{1,3} ([\w./-]{1,300}\.php)\((\d{1,7})\): ([\w\\:>-]{1,200})\(", re.MULTILINE)
# The function is in the line above: `pkg.(*watches).remove(0x14000112080, 0x1)`.
_GO = re.compile(
    r"(?:^[^\n]{0,300}?\.(\w{1,100})\([^()\n]{0,300}\)\n)?^[ \t]*([\w./@~-]{1,300}\.go):(\d{1,7}) \+0x",
    re.MULTILINE,
)
_RUST = re.compile(r"^[ \t]*at ([\w./~-]{1,300}\.rs):(\d{1,7})", re.MULTILINE)
_NATIVE = re.compile(
    r"^#\d{1,3} .{0,200}? (?:in )?(\w{1,100}) .{0,200}?at ([\w./-]{1,300}\.(?:c|cc|cpp|h|hpp)):(\d{1,7})",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: the path as printed, its line (0 where unknown), the function, and how near the failure.

    `nearness` is 1.0 for the frame where it failed and falls with each frame outwards.
    """

    path: str
    line: int
    function: str
    nearness: float


@dataclass(frozen=True, slots=True)
class Mention:
    """A path named in a goal, with the lines it points at; `first` is 0 where it names none."""

    path: str
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Goal:
    """What a goal says, ready to be looked up. `terms` are words with how much each counts."""

    terms: Mapping[str, float]
    title: frozenset[str]  # the words of the first line
    title_names: frozenset[str]  # identifiers of the first line, as written
    code_words: frozenset[str]  # the words of what is written as code
    spelling: Mapping[str, str]  # how the goal spells each term, for reasons
    names: Mapping[str, float]  # identifiers written as code, as written, with how plainly they are meant
    dotted: tuple[str, ...]  # `package.module.Class`, as written
    mentions: tuple[Mention, ...]
    frames: tuple[Frame, ...]
    messages: tuple[str, ...]  # quoted texts and error messages, to be found as strings in code


# How much a word counts by where it stands.
_MEANT = 0.35  # names worth less are plain words, or only stand in a code block


_IN_TITLE, _IN_SPAN, _IN_PROSE, _IN_BLOCK = 2.0, 1.5, 1.0, 0.5


def read_goal(text: str) -> Goal:
    """Return what a goal says; any text is a goal, Markdown is understood."""
    text = text[:LONGEST_GOAL].replace("\r\n", "\n")
    text = _BOILERPLATE.sub(" ", without_comments(text))
    frames = read_frames(text)
    mentions = _read_mentions(text, frozenset(frame.path for frame in frames))
    plain = _VERSIONS.sub(" ", _URL.sub(" ", text))
    blocks = [each[2] for each in _FENCE.finditer(plain)]
    prose = _FENCE.sub("\n", plain)
    title, _, body = prose.strip().partition("\n")
    spans = _SPAN.findall(prose)
    names = _read_names(title, body, spans, blocks)
    return Goal(
        terms=_weigh_terms(title, body, spans, blocks),
        code_words=frozenset(
            word for name, worth in names.items() if worth >= _MEANT for word in words_of(name)
        ),
        title=frozenset(_content_words(title)),
        title_names=frozenset(identifiers_in(title)),
        spelling=_spell(plain),
        names=names,
        dotted=tuple(dict.fromkeys(_DOTTED.findall(plain)))[:200],
        mentions=mentions,
        frames=frames,
        messages=_read_messages(prose, blocks),
    )


def without_comments(text: str) -> str:
    """Return a text without its HTML comments; one that never ends is text."""
    kept, start = [], 0
    while (opened := text.find("<!--", start)) >= 0 and (closed := text.find("-->", opened)) >= 0:
        kept.append(text[start:opened])
        start = closed + len("-->")
    return " ".join((*kept, text[start:]))


def _content_words(text: str) -> list[str]:
    words: list[str] = []
    for each in identifiers_in(text):
        if each.lower() not in STOP_WORDS:
            words.extend(words_of(each))
    return words


def _spell(text: str) -> dict[str, str]:
    spelling: dict[str, str] = {}
    for each in identifiers_in(text):
        words = words_of(each)
        if len(words) == 1 or is_compound(each):
            spelling.setdefault(words[-1] if words else "", each.strip("_"))
    return spelling


def _weigh_terms(title: str, body: str, spans: Iterable[str], blocks: Iterable[str]) -> dict[str, float]:
    terms: dict[str, float] = {}
    for texts, worth in (((title,), _IN_TITLE), ((body,), _IN_PROSE), (spans, _IN_SPAN), (blocks, _IN_BLOCK)):
        for word, count in Counter(word for text in texts for word in _content_words(text)).items():
            # The third time a word stands there says less than the first.
            terms[word] = terms.get(word, 0.0) + worth * (1.0 + 0.5 * min(count - 1, 3))
    return dict(sorted(terms.items(), key=lambda item: (-item[1], item[0]))[:_MOST_TERMS])


def _read_names(title: str, body: str, spans: Iterable[str], blocks: Iterable[str]) -> dict[str, float]:
    names: dict[str, float] = {}

    def note(name: str, worth: float) -> None:
        if len(name) > 2 and name.lower() not in STOP_WORDS:
            names[name] = max(names.get(name, 0.0), worth)

    for span in spans:
        for each in names_in_span(span):
            note(each, 1.0)
    for text, worth in ((title, 1.0), (body, 0.8)):
        for each in identifiers_in(text):
            note(each, worth if is_compound(each) else 0.3 * worth)
        for each in _CALL.findall(text):
            note(each, worth)
    for block in blocks:
        for each in identifiers_in(block):
            note(each, 0.4 if is_compound(each) else 0.15)
    return names


def _read_mentions(text: str, ran: frozenset[str]) -> tuple[Mention, ...]:
    """Return the paths that are named, those left out that a stack trace alone prints."""
    found: dict[str, Mention] = {}
    for each in _BLOB.finditer(text):
        path = each[0].partition("#")[0].split("//", 1)[1].split("/", 4)[-1]
        path = (
            path.split("/", 1)[-1] if "/" in path else path
        )  # what is left begins with the branch or commit
        first = int(each[1] or 0)
        found.setdefault(path, Mention(path, first, int(each[2] or first)))
    for each in _PATH.finditer(_URL.sub(" ", text)):
        path = each[0].partition(":")[0]
        line = int(each[1] or 0)
        if not any(frame.endswith(path) for frame in ran):
            found.setdefault(path, Mention(path, line, line))
    return tuple(found.values())[:300]


def _read_messages(prose: str, blocks: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for text in (prose, *blocks):
        found.extend(each[1].strip() for each in _FAILURE.finditer(text))
    found.extend((each[1] or each[2] or each[3]).strip() for each in _QUOTED.finditer(prose))
    return tuple(dict.fromkeys(each for each in found if " " in each))[:40]


def read_frames(text: str) -> tuple[Frame, ...]:
    """Return the frames of every stack trace in a text, those nearest the failure first."""
    # Python prints the failing frame last, the other languages first.
    outer_first = [
        (each[1], int(each[2] or 0), each[3] or "")
        for each in (*_PYTHON.finditer(text), *_IPYTHON.finditer(text))
    ]
    inner_first = [
        *((each[2], int(each[3]), each[1] or "") for each in _SCRIPT.finditer(text)),
        *((_java_path(each[1], each[3]), int(each[4]), each[2]) for each in _JAVA.finditer(text)),
        *((each[1], int(each[2]), each[3]) for each in _RUBY.finditer(text)),
        *((each[1], int(each[2]), each[3]) for each in _PHP.finditer(text)),
        *((each[2], int(each[3]), each[1] or "") for each in _GO.finditer(text)),
        *((each[1], int(each[2]), "") for each in _RUST.finditer(text)),
        *((each[2], int(each[3]), each[1]) for each in _NATIVE.finditer(text)),
    ]
    ordered = [*reversed(outer_first), *inner_first][:_MOST_FRAMES]
    return tuple(
        Frame(path.replace("\\", "/"), line, function.rpartition(".")[2].strip(), 1.0 / (1.0 + 0.25 * depth))
        for depth, (path, line, function) in enumerate(ordered)
    )


def _java_path(qualified: str, name: str) -> str:
    package = qualified.rpartition(".")[0]
    return f"{package.replace('.', '/')}/{name}" if package else name
