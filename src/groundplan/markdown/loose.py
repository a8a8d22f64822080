"""Any Markdown document as a plan of one section, so that the readers of our own plans read it too."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from groundplan.markdown.command_lines import is_command, is_made_command, is_shell
from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.inline import code_spans
from groundplan.markdown.lines import split_bom, split_lines
from groundplan.markdown.mentions import find_mentions
from groundplan.markdown.passages import Aim, fences_of, find_passages
from groundplan.plan.citation import KNOWN_ENDINGS
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.markdown.blocks import Span
    from groundplan.markdown.passages import Passage
    from groundplan.plan.mention import Mention

KEY = "document"
_Stretch: TypeAlias = "tuple[Passage, Span, int]"  # where the span begins in the passage's source
_WORDS = late_regex(r"[\w$][\w$./@-]*[\w$]|\w")
_PART = late_regex(r"#{1,3}\s")
_ON_DISK = late_regex(r"(?<![\w.])/(?:Users|home)/[\w.-]+(?:/[\w.-]+)+")
_WITH_LINES = late_regex(r"\s*\(`?[\w./@-]+:\d+")
_BEFORE = 60  # letters before a name within which it is said to be renamed
_RENAMED = late_regex(r"\brenam(?:e|es|ing)\s+(?:the\s+)?(?:\w+\s+)?$", re.IGNORECASE)
_UNDECIDED = frozenset({Intent.NAMES, Intent.IN_TASK, Intent.TOUCHES})
_CLAIMING = frozenset({Aim.CLAIMS, Aim.BEHIND})
_MAKING = frozenset({Aim.MAKES, Aim.EXAMPLE, Aim.WITHIN})
_PART_OF_SPAN = late_regex(r"[\"'](?P<quoted>[^\"'\n]{2,80})[\"']|[^\s\"'`,;(){}\[\]]{2,120}")
_PATH_WORD = late_regex(
    rf"(?<![\w.@-])[\w.@-]{{1,200}}\.(?:{'|'.join(sorted(KNOWN_ENDINGS))})", re.IGNORECASE
)


def read_loose(path: str, text: str) -> Plan:
    """Return a document as a plan: all of it is one section, and any of its lines may be a step."""
    text = split_bom(text)[1]
    lines = split_lines(text)
    front = read_front_matter(text).lines
    body = "".join(lines[front:])
    step = Record("step", KEY, place=Place(path, front + 1), last_line=len(lines))
    section = Section(KEY, KEY, "", path, front + 1, "", body, "", records=(step,))
    header = Section(f"{KEY}#header", KEY, "", path, 1, "", "".join(lines[:front]), "")
    return Plan("", "", "", (Document(KEY, path, text, header, (section,)),))


def lines_of_elsewhere(text: str, root: str) -> frozenset[int]:
    """Return the lines of the parts that work in a folder of somebody's disk which is not this repository."""
    found: set[int] = set()
    part: list[int] = []
    is_elsewhere = False
    for number, line in enumerate((*text.split("\n"), "# "), 1):
        if _PART.match(line):
            found.update(part if is_elsewhere else ())
            part, is_elsewhere = [], False
        part.append(number)
        is_elsewhere = is_elsewhere or any(
            root not in match[0].split("/") for match in _ON_DISK.finditer(line)
        )
    return frozenset(found)


def find_loose_mentions(section: Section) -> tuple[Mention, ...]:
    """Return the files a section names, paths without backticks included, with what is meant to happen."""
    by_line = _by_line(find_passages(section))
    return tuple(_aimed(mention, by_line) for mention in find_mentions(section, bare=True))


def _by_line(passages: Iterable[Passage]) -> dict[int, list[_Stretch]]:
    """Return what lies on each line, so that a long document is walked once and not once for each name."""
    found: dict[int, list[_Stretch]] = {}
    for passage in passages:
        at = 0
        for span in passage.spans:
            found.setdefault(span.line, []).append((passage, span, at))
            at += len(span.text) + 1
    return found


def _aimed(mention: Mention, passages: dict[int, list[_Stretch]]) -> Mention:
    if mention.intent not in _UNDECIDED:
        return mention
    aim = _aim(mention.place, mention.citation.text, passages)
    if aim is Aim.MAKES and mention.citation.first:
        return replace(mention, intent=Intent.IN_TASK)  # a file that is still to be made has no lines yet
    intents = {
        **dict.fromkeys((Aim.MAKES, Aim.EXAMPLE), Intent.MAY_CREATE),
        Aim.CLAIMS: Intent.IN_TASK,
        Aim.BEHIND: Intent.TOUCHES,
    }
    return replace(mention, intent=intents.get(aim, Intent.NAMES))


def _aim(place: Place, text: str, passages: dict[int, list[_Stretch]]) -> Aim:
    for passage, span, at in passages.get(place.line, ()):
        if span.column <= place.column - 1 <= span.end:
            start = at + place.column - 1 - span.column
            return passage.aim_at(start, passage.source.find(text, start) + len(text) + 1)
    return Aim.PLAIN


def find_made_words(section: Section, *, in_parts: bool = True) -> frozenset[str]:
    """Return every word that the section makes or may make: in fences, and in code it is about to write.

    Without `in_parts` a path counts as a whole: who makes `tests/test_a.py` makes no script called `tests`.
    """
    found: set[str] = set()
    for block in fences_of(section):
        # What a shell is told to run is asked for, not made.
        if not is_shell(block):
            found.update(_words_in(block.content, in_parts=in_parts))
    for passage in find_passages(section):
        source = passage.source
        run: list[range] = []  # where commands are: what they name is asked for, not made
        for match in re.finditer(r"`+([^`\n]+)`+", source):
            if is_command(match[1]):
                run.append(range(*match.span()))
            # What has lines is there, whatever the sentence makes.
            before = max(0, match.start() - _BEFORE)
            is_there = _WITH_LINES.match(source, match.end()) or _RENAMED.search(
                source, before, match.start()
            )
            if not is_there and _is_made(passage, match):
                found.update(_words_in(match[1], in_parts=in_parts))
        for match in _PATH_WORD.finditer(source):
            before = bisect_right(run, match.start(), key=lambda each: each.start) - 1
            is_run = before >= 0 and match.start() in run[before]
            if not is_run and passage.aim_at(match.start(), match.end()) in _MAKING:
                found.add(match[0])
    return frozenset(found)


def find_named_words(section: Section, *, but: frozenset[Place]) -> frozenset[str]:
    """Return what code spans name beside commands without a word that it is there already.

    A step says in many ways that it adds a script or a test; what it names itself is not known to be wrong.
    """
    found: set[str] = set()
    for passage in find_passages(section):
        for start, end in code_spans(passage.source):
            text = passage.source[start:end].strip("`").strip()
            is_there = (
                passage.place(start, section.document) in but or passage.aim_at(start, end) in _CLAIMING
            )
            if not is_there and not is_command(text):
                found.update(_parts_of(text))
    return frozenset(found)


def _parts_of(span: str) -> Iterator[str]:
    for match in _PART_OF_SPAN.finditer(span):
        part = (match["quoted"] or match[0]).rstrip(":")
        yield from (part, *part.split("::"))
        name = part.partition("::")[0].rpartition("/")[2]
        yield from (name, name.partition(".")[0])


def _is_made(passage: Passage, match: re.Match[str]) -> bool:
    if is_command(match[1]):
        return is_made_command(passage, match.start(), match.end())
    return passage.aim_at(match.start(), match.end()) in _MAKING


def _words_in(text: str, *, in_parts: bool = True) -> Iterator[str]:
    for match in _WORDS.finditer(text):
        yield match[0]
        yield from re.split(r"[./@-]", match[0]) if in_parts else ()
