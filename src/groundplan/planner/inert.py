"""Words of a repository or a goal, quoted in what the planner composes: shown there, and of no effect.

A commit's subject, an author's name or a manifest's value may hold HTML, a comment that suppresses a rule,
a picture to be loaded, a key, or letters that a terminal obeys. Writers quote them; all of that is taken away
here from the finished words, so that no writer has to think of it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.rules.phrases import find_open_ends, find_placeholders
from groundplan.rules.prose import read_prose
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.brief import SectionDraft
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Question

_TAG = late_regex(r"<(?=[A-Za-z/!?])")
_FENCE = late_regex(r"[ \t]{0,40}(?:(?:[-*+>]|\d{1,9}[.)])[ \t]{1,8}){0,4}(`{3,}|~{3,})")
_TICKS = late_regex(r"`+")
_ACTIVE = late_regex(r"[<`\[]")
_LEFT_OPEN = late_regex(r"\b(?:TODO|FIXME|XXX|T\.?B\.?[DAC]|to\s+be|lorem|etc)\b|[\[{]", re.IGNORECASE)


def make_inert(text: str) -> str:
    """Return Markdown in which no HTML, comment or link works and no letter is obeyed; the rest stays."""
    text = spell_out(leave_out_secrets(text.replace("\r\n", "\n")))
    if _ACTIVE.search(text):
        text = "\n".join(_inert_lines(text.split("\n")))
    return _speak_of(text) if _LEFT_OPEN.search(text) else text


def _speak_of(text: str) -> str:
    """Return a text in which a quoted `TODO:` or `[Name]` is spoken of: to our rules it is a gap of ours."""
    prose = read_prose(text).lines
    found = {
        (each.line, each.column): each.text for each in (*find_placeholders(prose), *find_open_ends(prose))
    }
    lines = text.split("\n")
    for number, column in sorted(found, reverse=True):
        line, words = lines[number - 1], found[number, column]
        bare = words.lstrip(" :=(|–—-")
        start = column - 1 + len(words) - len(bare)
        end = start + len(bare)
        told = f"\\{bare[:-1]}\\{bare[-1]}" if bare[0] in "[{" else f"“{bare}”"
        if line[start:end] == bare:
            lines[number - 1] = line[:start] + told + line[end:]
    return "\n".join(lines)


def _inert_lines(lines: list[str]) -> Iterator[str]:
    fence = ""
    for line in lines:
        if fence:
            yield _inert_code(line)
            bare = line.strip(" \t>")
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
            continue
        opened = _FENCE.match(line)
        # Ticks behind ticks that open a fence make it none.
        if opened and not (opened[1][0] == "`" and "`" in line[opened.end() :]):
            fence = opened[1]
            yield _inert_code(line)
        else:
            yield _inert_line(line)


def _inert_line(line: str) -> str:
    if "\\`" in line:  # what looks like code may be none
        return _inert_words(line.replace("\\`", "'").replace("`", "'"))
    return "".join(
        _inert_code(part) if is_code else _inert_words(part).replace("`", "'")
        for is_code, part in split_code(line)
    )


def split_code(line: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a line and whether each is a code span; a span that is not closed here is none."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(line)]
    later: dict[int, list[int]] = {}
    for number in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[number][1] - runs[number][0], []).append(number)
    done, number = 0, 0
    while number < len(runs):
        start, end = runs[number]
        same = later[end - start]
        while same and same[-1] <= number:
            same.pop()
        if same:
            yield False, line[done:start]
            number = same[-1]
            done = runs[number][1]
            yield True, line[start:done]
        number += 1
    yield False, line[done:]


def _inert_words(words: str) -> str:
    return _TAG.sub("&lt;", words).replace("](", "]\\(")


def _inert_code(words: str) -> str:
    return words.replace("<!--", "<! --")


def inert_draft(draft: SectionDraft) -> SectionDraft:
    """Return a section's words as ones that take no effect."""
    fields = tuple(replace(each, value=make_inert(each.value)) for each in draft.fields)
    return replace(draft, text=make_inert(draft.text), fields=fields)


def inert_question(question: Question) -> Question:
    """Return a question whose words, choices and evidence take no effect where they are written down."""
    choices = tuple(replace(each, text=make_inert(each.text)) for each in question.choices)
    return replace(
        question,
        text=make_inert(question.text),
        why=make_inert(question.why),
        choices=choices,
        recommended=make_inert(question.recommended),
        assumption=make_inert(question.assumption),
    )


def inert_challenge(challenge: Challenge) -> Challenge:
    """Return a challenge whose words take no effect where they are said or written down."""
    return replace(
        challenge,
        claim=make_inert(challenge.claim),
        advice=make_inert(challenge.advice),
        mitigation=make_inert(challenge.mitigation),
        question=inert_question(challenge.question) if challenge.question else None,
    )
