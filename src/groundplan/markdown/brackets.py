"""Bracketed placeholders in words: `[Single sentence summary]`, `{What problem …}`, `<unknown>`."""

from __future__ import annotations

from groundplan.markdown.inline import code_spans
from groundplan.markdown.lines import fold
from groundplan.plan.late_regex import late_regex

_PAIRS = {"[": "]", "{": "}", "<": ">"}
# Tags people write on purpose; anything else in angle brackets is no HTML but a gap to be filled.
_TAGS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "a abbr b blockquote br center code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins "
        "kbd li mark ol p picture pre q s samp small source span strike strong sub summary sup table "
        "tbody td th thead tr u ul var video"
    ).split()
)
_TAG_NAME = late_regex(r"([A-Za-z][A-Za-z0-9-]*)")
_BEFORE_LINK = ("(", "[")


def find_brackets(text: str) -> list[tuple[int, int]]:
    """Return where the placeholders of a text stand, brackets included.

    Empty checkboxes, links, images, code spans, HTML, addresses and a skeleton's own `{{fields}}` are none.
    """
    code = dict(code_spans(text))
    closings = _closings(text, code)
    found = []
    position = 0
    while position < len(text):
        if position in code:
            position = code[position]
        elif text[position] == "\\":
            position += 2
        elif text[position] in _PAIRS:
            end = closings.get(position, 0)
            after = _after_markup(text, position, end)
            if end and not after:
                found.append((position, end))
            # What is no placeholder may hold one, unless it is a link as a whole.
            position = max(after, end, position + 1)
        else:
            position += 1
    return found


def is_bracketed(text: str) -> bool:
    """Tell whether the text is one placeholder and nothing else."""
    text = text.strip().strip("*_ ")
    return find_brackets(text) == [(0, len(text))]


def written(text: str, place: tuple[int, int]) -> str:
    """Return a placeholder as it is compared: white space folded."""
    return fold(text[place[0] : place[1]])


def _closings(text: str, code: dict[int, int]) -> dict[int, int]:
    """Return for each bracket that is closed the position behind its closing one, in one pass."""
    waiting: dict[str, list[int]] = {closing: [] for closing in _PAIRS.values()}
    found: dict[int, int] = {}
    position = 0
    while position < len(text):
        letter = text[position]
        if position in code:
            position = code[position]
            continue
        if letter == "\\":
            position += 2
            continue
        if letter in _PAIRS:
            waiting[_PAIRS[letter]].append(position)
        elif waiting.get(letter):
            found[waiting[letter].pop()] = position + 1
        position += 1
    return found


def _after_markup(text: str, start: int, end: int) -> int:
    """Return where to go on behind a bracket that is no placeholder, 0 where it is one."""
    if not end:
        return start + 1
    inside = text[start + 1 : end - 1]
    if not inside.strip() or "\n\n" in inside:
        return start + 1
    if text[start] == "[":
        return _after_link(text, start, end, inside)
    if text[start] == "{":
        return end if inside.startswith("{") else 0
    name = _TAG_NAME.match(inside)
    is_markup = inside[0] in "/!?" or (name and name[1].lower() in _TAGS) or "://" in inside or "@" in inside
    return end if is_markup or inside[0].isspace() or not name else 0


def _after_link(text: str, start: int, end: int, inside: str) -> int:
    if inside.startswith("^"):
        return end
    if text[start - 1 : start] == "!" or text[end : end + 1] in _BEFORE_LINK:
        closing = text.find(")" if text[end : end + 1] == "(" else "]", end)
        return closing + 1 if closing > 0 else end
    return 0
