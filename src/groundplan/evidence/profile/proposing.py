"""`propose`: the profile that a repository itself shows, and the TOML that sets it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from groundplan.evidence.commands import find_commands, line_of
from groundplan.evidence.profile.declared import find_extras, find_markers, find_name, find_technologies
from groundplan.evidence.profile.files import Profiled, Value, find_generated, find_guides, find_twins
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.rules.secrets import find_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.view import CodeView
    from groundplan.survey.manifest.facts import Script
    from groundplan.survey.spot import Spot

LONGEST_VALUE = 400
_HEAD = """\
# Proposed from what this repository declares; each value names the line it comes from. What is commented out
# is not in force: whether it should be is for a person to say.
"""
_STANDARDS = """\
# Rules that the notes for agents spell out. To make one a standard, remove the `# ` of its lines; with lists
# of words as `forbid` or `require` it is checked, too (GP804).
"""
_SINGLE = ("name", "commands", "pairs")  # keys with one value; others hold lists
_BARE = late_regex(r"[A-Za-z0-9_-]+")
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
MOST_RULES = 10
SHORTEST, LONGEST = 12, 240
NOTES = ("AGENTS.md", "CLAUDE.md")
# `don't` orders at the start of a clause; `so that users don't need it` orders nothing.
_RULE = late_regex(
    r"\b(?:never|always|must)\b|(?:^|[.;:,(!*]\s*|\b(?:and|but|or|please|then)\s+)(?:do\s+not|don't)\b",
    re.IGNORECASE,
)
_ITEM = late_regex(r"\s{0,20}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_FENCE = late_regex(r"\s{0,20}(?:```|~~~)")
_NO_PROSE = ("#", "|", ">", "<", "    ", "\t", "---")
_SENTENCE_END = late_regex(r"(?<=[.!?])\s+(?=[A-Z`*])")
# What a script is called that does one thing for the whole project, the usual name first.
_NAMES = {
    "test": ("test", "tests"),
    "lint": ("lint",),
    "format": ("format", "fmt"),
    "types": ("types", "typecheck", "type-check", "type_check", "typing", "check-types", "check:types"),
    "docs": ("docs", "doc", "docs:build", "build:docs", "docs-build", "build-docs", "build_docs"),
}
_STARTED = {
    "make": "make {}",
    "just": "just {}",
    "task": "task {}",
    "npm": "{} run {}",
    "tox": "tox -e {}",
    "nox": "nox -s {}",
    "poe": "poe {}",
    "composer": "composer {}",
}
_LANGUAGES = ("npm", "composer")  # scripts that a manifest of one language holds
_RUNNERS = {"pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun"}
# Words of a call for one platform, what changed or single files; and of one for some tests, or some settings.
_NARROW = late_regex(r"(?:\s|^)(?:\+nightly|--target|--changed|--since|cd|\S*/\S*\.\w{1,5})(?:[\s=]|$)")
_CHANGED = late_regex(r"(?:^|[;&|\n:\"']|\s)cd\s+\S")
_PARTIAL = late_regex(r"(?:\s|^)(?:-[mkcp]|--package|--test|--features|--config\S*|\S*/\S*)(?:[\s=]|$)")


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a repository shows for its profile, and the text that would set it; empty if it shows nothing."""

    values: tuple[Value, ...]
    toml: str


def propose(index: CodeView) -> Proposal:
    """Return the profile that the manifests, notes and files of a repository show."""
    code = Profiled(index)
    found = [
        *_at_a_glance(code),
        *find_technologies(code),
        *find_generated(code),
        *find_twins(code),
        *find_rules(code),
    ]
    values = tuple(each for each in found if _is_fit(each))
    return Proposal(values, write_toml(values) if values else "")


def glance(index: CodeView) -> tuple[Value, ...]:
    """Return what a look at manifests and names alone shows, for whoever cannot wait for the index."""
    return tuple(each for each in _at_a_glance(Profiled(index)) if _is_fit(each))


def _at_a_glance(code: Profiled) -> Iterator[Value]:
    yield from find_name(code)
    yield from find_calls(code)
    yield from find_extras(code)
    yield from find_markers(code)
    yield from find_guides(code)


def _is_fit(value: Value) -> bool:
    """Tell whether a value can be shown whole: no secret, nothing endless."""
    return len(value.text) <= LONGEST_VALUE and not find_secrets(value.text)


def write_toml(values: Sequence[Value]) -> str:
    """Return the `[profile]` table in TOML, each value with its source as a comment."""
    plain = [each for each in values if len(each.key) == 1]
    parts = [_HEAD + "[profile]\n" + "".join(_entries(plain))]
    tables: dict[tuple[str, ...], list[Value]] = {}
    for each in values:
        if len(each.key) > 1 and each.key[0] != "standards":
            tables.setdefault(each.key[:-1], []).append(each)
    ordered = sorted(tables, key=lambda key: (key[0] != "axes", key[0] == "commands"))
    parts += [
        f"[{'.'.join(map(_key, ('profile', *table)))}]\n" + "".join(_entries(tables[table]))
        for table in ordered
    ]
    standards = [each for each in values if each.key[0] == "standards"]
    if standards:
        parts.append(_STANDARDS + "\n".join(map(_standard, standards)))
    return "\n".join(parts)


def _entries(values: list[Value]) -> Iterator[str]:
    keys = dict.fromkeys(each.key[-1] for each in values)
    for key in keys:
        own = [each for each in values if each.key[-1] == key]
        if own[0].key[0] in _SINGLE:
            yield from (f"{_off(each)}{_key(key)} = {_single(each)}{_source(each)}" for each in own)
        else:
            yield f"{_key(key)} = [\n"
            yield from (f"  {_off(each)}{_text(each.text)},{_source(each)}" for each in own)
            yield "]\n"


def _single(value: Value) -> str:
    if value.key[0] != "pairs":
        return _text(value.text)
    return f"{{ source = {_text(f'`{value.key[-1]}`')}, target = {_text(f'`{value.text}`')} }}"


def _off(value: Value) -> str:
    return "" if value.is_on else "# "


def _standard(value: Value) -> str:
    head = f"# [[profile.standards]]\n# id = {_text(value.key[-1])}\n"
    return f"{head}# text = {_text(value.text)}{_source(value)}"


def _source(value: Value) -> str:
    return _shown(f" # {value.at}{f', {value.note}' if value.note else ''}") + "\n"


def _shown(text: str) -> str:
    """Return a comment without what would end it, or what a terminal obeys."""
    return _UNSHOWN.sub("?", text)


def _key(text: str) -> str:
    return text if _BARE.fullmatch(text) else _text(text)


def _text(text: str) -> str:
    """Return a basic TOML string; JSON spells it alike but for what is not to be seen."""
    spelled = json.dumps(text.replace("\ufeff", ""), ensure_ascii=False)
    return _UNSHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", spelled)


def find_rules(code: Profiled) -> Iterator[Value]:
    """Return sentences of the notes for agents that order or forbid something; none is switched on."""
    found: dict[str, Value] = {}
    for path in NOTES:
        source = code.lines(path)
        for number, text in _sentences(source.lines) if source else ():
            if source and SHORTEST <= len(text) <= LONGEST and _RULE.search(text):
                key = ("standards", f"{path.partition('.')[0].lower()}-{len(found) + 1}")
                found.setdefault(text, Value(key, text, source.spot(number), is_on=False))
    yield from list(found.values())[:MOST_RULES]


def _sentences(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each sentence of prose with the line it starts on; a paragraph may go over several lines."""
    for block in _blocks(lines):
        starts, joined = [], ""
        for number, text in block:
            starts.append((len(joined), number))
            joined += text + " "
        at = 0
        for sentence in _SENTENCE_END.split(joined.strip()):
            at = joined.index(sentence, at)
            yield max(number for start, number in starts if start <= at), sentence.strip()


def _blocks(lines: list[str]) -> Iterator[list[tuple[int, str]]]:
    """Yield the items and paragraphs that are no code, heading, table or quotation."""
    block: list[tuple[int, str]] = []
    is_code = False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            is_code = not is_code
        item = _ITEM.match(line)
        is_prose = bool(line.strip()) and not is_code and not _FENCE.match(line)
        is_prose = is_prose and (bool(item) or bool(block) or not line.startswith(_NO_PROSE))
        is_prose = is_prose and not line.startswith(_NO_PROSE[:4])
        if block and (item or not is_prose):
            yield block
            block = []
        if is_prose:
            block.append((number, (line[item.end() :] if item else line).strip()))
    if block:
        yield block


def find_calls(code: Profiled) -> Iterator[Value]:
    """Return one call per role, as its own script or the build server makes it; others only as remarks."""
    calls = [each for each in find_commands(code) if not each.is_usual]  # the rest is only configured
    for role, names in _NAMES.items():
        own = next(iter(_scripts(code, names)), None)
        if own:
            is_on = own.kind not in _LANGUAGES or _has_one_language(code)
            yield Value(("commands", role), _start(code, own), own.at, is_on=is_on)
        said = {_start(code, own).replace(" run ", " ")} if own else set()
        is_known = own is not None
        for each in calls:
            if each.role != role or each.at is None:
                continue
            line = _typed(code, each.line, each.at)
            if line.replace(" run ", " ") not in said:
                said.add(line.replace(" run ", " "))
                is_on = not is_known and _is_whole(code, each.line, each.at)
                is_known |= is_on
                yield Value(("commands", role), line, each.at, is_on=is_on)


def _typed(code: Profiled, line: str, at: Spot) -> str:
    """Return a call as a person types it: what a `package.json` runs is found through its script alone."""
    scripts = (each for each in code.manifest.scripts if each.kind == "npm" and each.at == at)
    script = next(scripts, None)
    return _start(code, script) if script and not script.folder else line


def _is_whole(code: Profiled, line: str, at: Spot) -> bool:
    """Tell whether a call is the one for the whole project: it names its tool, and is no part of several."""
    calls = {line_of(each): each for tool in code.manifest.tools for each in tool.calls if each.at == at}
    if line not in calls or calls[line].through or calls[line].folder or _NARROW.search(line):
        return False
    if _runs_elsewhere(code, at) or not _has_one_language(code):
        return False
    tool = next(tool for tool in code.manifest.tools if calls[line] in tool.calls)
    others = {line_of(each) for each in tool.calls if each.source is calls[line].source}
    return len(others) == 1 or not _PARTIAL.search(line)


def _runs_elsewhere(code: Profiled, at: Spot) -> bool:
    """Tell whether the lines of a call go into a folder first."""
    source = code.lines(at.path)
    texts = [each.text for each in code.manifest.scripts if each.at == at]
    texts += source.lines[at.line - 1 : at.line] if source and at.line else []
    return any(_CHANGED.search(text) for text in texts)


def _has_one_language(code: Profiled) -> bool:
    """Tell whether one manifest rules the top of the repository: of two, neither's tool checks the whole."""
    return len({each.ecosystem for each in code.manifest.projects if not each.folder}) < 2


def _scripts(code: Profiled, names: tuple[str, ...]) -> list[Script]:
    found = [
        each
        for each in code.manifest.scripts
        if each.name in names and each.kind in _STARTED and not each.folder and (each.calls or each.needs)
    ]
    return sorted(found, key=lambda each: (list(_STARTED).index(each.kind), names.index(each.name)))


def _start(code: Profiled, script: Script) -> str:
    if script.kind != "npm":
        return _STARTED[script.kind].format(script.name)
    runner = next((name for lock, name in _RUNNERS.items() if lock in code.paths), "npm")
    return _STARTED["npm"].format(runner, script.name)
