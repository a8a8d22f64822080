"""Takes from a plan what gives its arm away, and nothing that it says about code.

Code is left as it is, but for the folders of a run and the commands of the tool; what cannot be taken out
safely is listed by `find_tells` for a person to look at.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blocks import Block, heading_of, split_code

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)\1(?!`)", re.DOTALL)
_FRONT = re.compile(r"\A(---|\+\+\+)\n.*?\n\1[ \t]*(?:\n|\Z)", re.DOTALL)
# A tool that prints documents one after the other leaves the front matter of the later ones inside.
_INNER_FRONT = re.compile(
    r"^---\n(?=(?:\w+:.*\n)*?(?:title|status|id):)(?:\w+:.*\n)+---[ \t]*(?:\n|\Z)", re.MULTILINE
)
_UNDERLINED = re.compile(r"(?m)^(?![ \t]*(?:[-*+>|#]|\d+[.)][ \t]))(\S.*)\n(=+|-{2,})[ \t]*$")
_RULE = re.compile(r"[ \t]*(?:-[ \t]*){3,}$|[ \t]*(?:\*[ \t]*){3,}$|[ \t]*(?:_[ \t]*){3,}$")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+]|\d+[.)])[ \t]+")
# A box without a label may be a choice: `[ ] needs a migration` says that none is needed.
_BOX = re.compile(
    r"(?P<item>[ \t]*\d+[.)][ \t]+)\[[ xX~-]\][ \t]+"
    r"|(?P<label>[ \t]*[-*+][ \t]+)\[[ xX~-]\][ \t]+(?=\**(?:[A-Z]{1,3}-?|[A-Z][a-z]+ )?\d+(?:\.\d+)*\b)"
)

_COMMENT_LINES = re.compile(r"^[ \t]*<!--.*?-->[ \t]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FIELDS = "(?:document )?status|last updated|date|approved by|current phase|playbook|(?:plan )?id|author"
_FIELD = re.compile(rf"[ \t]*(?:[-*][ \t]+)?\**(?:{_FIELDS})\**:\**(?:[ \t].*)?$", re.IGNORECASE)
_STATUS = re.compile(
    r"[ \t]*(?:[-*][ \t]+)?\**status\**:\**[ \t]*\W*"
    r"(?:draft|proposed|open|todo|to do|pending|not started|not confirmed|in progress|done|approved)\W*$",
    re.IGNORECASE,
)
_MARKS = "proposed|person|computed|history|relayed|withdrawn|not confirmed(?: by a person)?|unconfirmed"
_MARK = re.compile(rf"[ \t]*\((?:(?:{_MARKS})(?:, )?)+\)|(?:, (?:{_MARKS}))+(?=\))", re.IGNORECASE)
_LOGGED = re.compile(
    r"[ \t]*[-*][ \t]+\**\[[\d :-]+\]\**[ \t]+"
    r"(?:Plan created|Revised sections?|[^`]* approved checkpoint)\b.*$"
)
_PROPOSED = re.compile(r"\S.*[ \t]{2}proposed by .*$")
_HEADER = re.compile(
    r"[ \t]*\**(?:document status|last updated|approved by|current phase)\**:\**(?:[ \t].*)?$", re.IGNORECASE
)
_NOISE = (_RULE, _STATUS, _LOGGED, _PROPOSED, _HEADER)
_CODES = re.compile(r"[ \t]*[(\[]`?GP\d{3}`?(?:[,; ]+(?:and )?`?GP\d{3}`?)*[)\]]")
_CODE = re.compile(r"\bGP\d{3}\b")
_FROM_TOOL = re.compile(r"[ \t]*\((?:from|by|with|via) groundplan\)", re.IGNORECASE)
_TOOL = re.compile(r"(?:\b[Tt]he )?\bgroundplan\b", re.IGNORECASE)
_TOOL_COMMAND = re.compile(r"[ \t]*(?:\$[ \t]+)?(?:\S*/)?(?:groundplan|gp)(?:[ \t]|$)")
_PLAYBOOK = re.compile(r"\bplaybook(s?)\b", re.IGNORECASE)
_LEDGER = r"(?:[a-zA-Z]{1,2}-)?01[0-9A-HJKMNP-TV-Z]{24}|gp-[0-9a-z]{10}"
_LEDGER_MARK = re.compile(rf"[ \t]*[(\[]`?(?:{_LEDGER})`?[)\]]")
_LEDGER_ID = re.compile(rf"`?\b(?:{_LEDGER})\b`?")
_LABEL = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+|#{1,6}[ \t]+|\|[ \t]*)?"
    r"(?:\[[ xX~-]\][ \t]+)?\**([A-Z]{1,3})-0*(\d+)\b(?=\**[:.)|]|\*\*|[ \t]+\|)",
    re.MULTILINE,
)
TELLS = re.compile(
    r"groundplan|playbook|\bGP\d{3}\b|\barm [a-e]\b|\bplan-[a-e]\b|\btry-[a-e]\b|\brefut|\bobjection"
    r"|\brelayed\b|\bthe tool\b|\bthe skill\b|\bledger\b|\bcheckpoint\b",
    re.IGNORECASE,
)


def normalise(text: str, folder: str = "", keep: Collection[str] = ()) -> str:
    """Return a plan as every arm could have written it; `folder` is where the goal's plans were made.

    A word of `keep` is left alone: `playbook` where the goal itself is about playbooks.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    text = _FRONT.sub("", text.lstrip("\n"), count=1)
    if folder:
        text = re.sub(rf"{re.escape(folder)}/src(?![\w-])", "REPO", text)
        text = re.sub(rf"{re.escape(folder)}/(?:[a-e]|try-[\w-]+)(?![\w-])", "COPY", text)
    blocks = [
        Block(_without_tool_commands(each.text) if each.is_code else _neutral(each.text, keep), each.is_code)
        for each in split_code(text)
    ]
    return _titled(_without_header(blocks))


def _without_tool_commands(code: str) -> str:
    return "".join(line for line in code.splitlines(keepends=True) if not _TOOL_COMMAND.match(line))


def _neutral(prose: str, keep: Collection[str]) -> str:
    prose = _INNER_FRONT.sub("", _COMMENT_LINES.sub("", prose))
    prose = _numbered(_LEDGER_MARK.sub("", _CODES.sub("", prose)))
    prose = _short_labels(prose)
    prose = _outside_spans(prose, lambda words: _plain_words(words, keep))
    prose = _UNDERLINED.sub(_marked_heading, prose)
    return _joined(_plain_lines(prose))


def _plain_words(words: str, keep: Collection[str]) -> str:
    for pattern in (_COMMENT, _MARK, _FROM_TOOL):
        words = pattern.sub("", words)
    words = _TOOL.sub("the tool", _CODE.sub("a check", words))
    return words if "playbook" in keep else _PLAYBOOK.sub(r"form\1", words)


def _outside_spans(prose: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    for match in _SPAN.finditer(prose):
        parts += [change(prose[at : match.start()]), _plain_span(match[0])]
        at = match.end()
    return "".join([*parts, change(prose[at:])])


def _plain_span(span: str) -> str:
    inner = span.strip("`").strip()
    return "the tool" if _TOOL_COMMAND.match(inner) else "a check" if _CODE.fullmatch(inner) else span


def _numbered(prose: str) -> str:
    names: dict[str, str] = {}
    return _LEDGER_ID.sub(lambda match: names.setdefault(match[0].strip("`"), f"ref {len(names) + 1}"), prose)


def _short_labels(prose: str) -> str:
    """Write `D-03` as `D3`, where something carries it as its label; `UTF-8` labels nothing."""
    labels = {(match[1], match[2]) for match in _LABEL.finditer(prose)}
    for letters, number in labels:
        prose = re.sub(rf"(?<![\w-]){letters}-0*{number}(?![\w-]|\.\d)", letters + number, prose)
    return prose


def _marked_heading(match: re.Match[str]) -> str:
    return f"{'#' if match[2][0] == '=' else '##'} {match[1]}"


def _plain_lines(prose: str) -> Iterator[str]:
    for line in prose.split("\n"):
        if any(pattern.match(line) for pattern in _NOISE):
            continue
        heading = heading_of(line)
        if heading:
            yield f"{'#' * heading.level} {heading.words}"
            continue
        box = _BOX.match(line)
        if box:
            line = (box["item"] or box["label"]) + line[box.end() :]  # noqa: PLW2901 - as it is from here on
        item = _ITEM.match(line)
        if item and item["mark"] in "*+":
            line = f"{item['indent']}- {line[item.end() :]}"  # noqa: PLW2901 - same
        yield line.rstrip() + ("  " if line.endswith("  ") and line.strip() else "")


def _joined(lines: Iterator[str]) -> str:
    """Write each paragraph on one line: where a writer's lines end is a habit, not content."""
    joined: list[str] = []
    for line in lines:
        before = joined[-1] if joined else ""
        # Below an item, a line at the margin was meant as a paragraph, whatever Markdown makes of it.
        is_inside = line.startswith(" ") or not _ITEM.match(before)
        if before and line and is_inside and _goes_on(before) and _is_continuation(line):
            joined[-1] = f"{before} {line.strip()}"
        else:
            joined.append(line)
    return "\n".join(joined)


def _goes_on(line: str) -> bool:
    is_code = line.startswith("    ") and not _ITEM.match(line)
    return not (heading_of(line) or "|" in line or line.endswith(("  ", "\\")) or is_code)


def _is_continuation(line: str) -> bool:
    starts = line.lstrip().startswith((">", "<", "**"))
    return not (starts or _ITEM.match(line) or heading_of(line) or "|" in line)


def _without_header(blocks: list[Block]) -> list[Block]:
    """Drop the fields between the title and the next heading: date, status, version, who approved."""
    first, *rest = blocks
    kept: list[str] = []
    headings = 0
    for line in first.text.split("\n"):
        headings += heading_of(line) is not None
        if headings > 1 or not _FIELD.match(line):
            kept.append(line)
    return [Block("\n".join(kept), is_code=False), *rest]


def _titled(blocks: list[Block]) -> str:
    """Give every plan the same title, and its sections the second level."""
    levels = [
        heading.level
        for block in blocks
        if not block.is_code
        for line in block.text.split("\n")
        if (heading := heading_of(line))
    ]
    has_title = bool(levels) and levels[0] < min(levels[1:], default=2)
    shift = 2 - min(levels[has_title:], default=2)
    out: list[str] = []
    for block in blocks:
        for line in block.text.split("\n"):
            heading = None if block.is_code else heading_of(line)
            if heading and has_title:
                has_title = False
            elif heading:
                out += ["", f"{'#' * min(heading.level + shift, 6)} {heading.words}", ""]
            else:
                out.append(line)
        if out and not out[-1]:
            out.pop()  # the block's own last line end
    return "# Plan\n\n" + _tidy("\n".join(out)).strip("\n") + "\n"


def _tidy(text: str) -> str:
    return "".join(
        block.text if block.is_code else re.sub(r"\A\n{2,}", "\n", re.sub(r"\n{3,}", "\n\n", block.text))
        for block in split_code(text)
    )


def find_tells(text: str) -> list[tuple[int, str]]:
    """Return the lines that may still give the arm away."""
    return [(number, line) for number, line in enumerate(text.split("\n"), 1) if TELLS.search(line)]
