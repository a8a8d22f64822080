"""What a model answered, read as a turn: Markdown under the plan's headings, a block of JSON beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.brains.manuscript import cut_manuscript
from groundplan.app.brains.records_given import edited, read_given, render_given
from groundplan.markdown.lines import split_lines
from groundplan.plan.errors import Misused
from groundplan.plan.json_text import read_json
from groundplan.plan.late_regex import late_regex
from groundplan.planner.brains.turn import NAMES, Turn, read_turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.app.plans.opened import OpenPlan

_FENCE = late_regex(r" {0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*\n?")
_TURN = late_regex(rf"\s*{{\s*\"(?:say\"\s*:|(?:{'|'.join(sorted(NAMES))})\"\s*:\s*\[)")
_WRAPPED = frozenset({"markdown", "md", ""})


def read_answer(opened: OpenPlan, text: str, so_far: Mapping[str, str] | None = None) -> Turn:
    """Return the turn that an answer holds, its sections as Markdown; Misused says what no form allows.

    A few words may be changed in what it wrote `so_far`, or in the plan.
    """
    text = _unwrapped(text.replace("\r\n", "\n").strip())
    if text.startswith("{"):
        return _rendered(opened, read_given(opened, text, so_far))
    words, beside = _apart(text)
    turn = read_turn(beside) if beside is not None else Turn({})
    if turn.sections:
        raise Misused("The block of JSON has `sections`", hint="Write them as Markdown, under their headings")
    if not words.strip() or (beside is not None and not _has_heading(words)):
        return _not_empty(edited(opened, turn, so_far))
    cut = cut_manuscript(opened, words).sections
    # What is around a section depends on its neighbours, and the same words are to be the same text.
    whole = replace(turn, sections={key: text.strip("\n") + "\n" for key, text in cut.items()})
    return edited(opened, whole, so_far)


def read_object(text: str) -> dict[str, object]:
    """Return the JSON object that an answer is, or has in its one block; Misused says why there is none."""
    text = text.replace("\r\n", "\n").strip()
    blocks = [text] if text.startswith("{") else list(_blocks_of_json(text))
    if len(blocks) != 1:
        raise Misused(f"The answer has {len(blocks) or 'no'} blocks of JSON", hint="Give one JSON object")
    try:
        value = read_json(blocks[0])
    except (ValueError, RecursionError) as error:
        raise Misused(f"The JSON cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise Misused("The JSON is not an object")
    return value


def _blocks_of_json(text: str) -> Iterator[str]:
    """Yield what is inside the fences of JSON."""
    mark, inside, is_json = "", "", False
    for line in split_lines(text):
        fence = _FENCE.fullmatch(line)
        if not mark and fence:
            mark, inside, is_json = fence[1], "", fence[2].lower() in {"json", ""}
        elif mark and fence and fence[1].startswith(mark) and not fence[2]:
            if is_json and inside.lstrip().startswith("{"):
                yield inside
            mark = ""
        else:
            inside += line


def _rendered(opened: OpenPlan, turn: Turn) -> Turn:
    return _not_empty(replace(turn, sections=render_given(opened, turn.sections)))


def _not_empty(turn: Turn) -> Turn:
    if not turn.sections and turn.is_sections_alone:
        raise Misused("The answer has neither sections nor questions")
    return turn


def _has_heading(text: str) -> bool:
    return any(line.startswith("#") for line in text.split("\n"))


def _unwrapped(text: str) -> str:
    """Return an answer without the fence that some put around all of it."""
    lines = text.split("\n")
    first = _FENCE.fullmatch(lines[0] + "\n")
    if first and first[2].lower() in _WRAPPED and lines[-1].strip() == first[1]:
        return "\n".join(lines[1:-1])
    return text


def _apart(text: str) -> tuple[str, dict[str, object] | None]:
    """Return the Markdown and the one block of JSON that is a turn; other JSON is the plan's."""
    kept: list[str] = []
    found: dict[str, object] | None = None
    block: list[str] = []
    mark = language = ""
    for line in split_lines(text):
        fence = _FENCE.fullmatch(line)
        if not mark:
            if fence:
                mark, language, block = fence[1], fence[2].lower(), [line]
            else:
                kept.append(line)
            continue
        block.append(line)
        if not (fence and fence[1].startswith(mark) and not fence[2]):
            continue
        turn = _turn_in("".join(block[1:-1])) if language in {"json", ""} else None
        if turn is None:
            kept += block
        elif found is not None:
            raise Misused("The answer has two blocks of JSON", hint="Put all of it into one")
        else:
            found = turn
        mark = ""
    return "".join([*kept, *(block if mark else [])]), found


def _turn_in(text: str) -> dict[str, object] | None:
    """Return the turn that a block holds; `{"code": 404}` is an example of the plan's own."""
    try:
        value = read_json(text)
    except (ValueError, RecursionError) as error:
        if _TURN.match(text):
            raise Misused(f"The block of JSON cannot be read: {error}") from error
        return None
    if not isinstance(value, dict):
        return None
    has_parts = any(isinstance(value.get(name), list | dict) for name in NAMES)
    return value if has_parts or isinstance(value.get("say"), str) else None
