"""Public plan documents as the wording rules see them: one plan per file, one section per heading."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.plan.case import Case
from groundplan.plan.config import Config
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.history import read_history
from groundplan.plan.playbook import DocumentSpec, Playbook
from groundplan.plan.promises import read_promises
from groundplan.rules import function_bodies, wording  # noqa: F401  (importing them registers their rules)
from groundplan.rules.prose import read_prose, split_lines
from groundplan.rules.registry import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODES = ("GP601", "GP602", "GP603", "GP604", "GP605")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]")
_WORD = re.compile(r"`(.+?)`")


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """One finding of one rule in one public document."""

    repo: str
    path: str
    line: int
    rule: str
    word: str


def documents(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield repository, path and text of each document under `<folder>/<owner>+<name>/<path>`."""
    for file in sorted(path for path in folder.rglob("*.md") if path.is_file()):
        owner, *path = file.relative_to(folder).parts
        yield owner.replace("+", "/", 1), "/".join(path), file.read_bytes().decode("utf-8", "replace")


def find_all(repo: str, path: str, text: str) -> list[Found]:
    """Return what the wording rules find in one document."""
    case = _case(path, text)
    found = []
    for code in CODES:
        for finding in RULES[code].check(case):
            word = _WORD.search(finding.message)
            found.append(Found(repo, path, finding.place.line, code, word[1] if word else ""))
    return sorted(found)


def _case(path: str, text: str) -> Case:
    header = Section("plan#header", "plan#header", "", path, 1, "", "", "")
    plan = Plan("P", "p", path, (Document("plan", path, text, header, tuple(_sections(path, text))),))
    playbook = Playbook(
        name="public",
        version=1,
        title="",
        summary="",
        digest="",
        triggers=(),
        documents=(DocumentSpec("plan", path, ""),),
        sections=(),
        checkpoints=(),
        stages=(),
        rules={code: {} for code in CODES},
    )
    history = read_history([], plan="P")
    return Case(plan, playbook, read_promises(plan, history, playbook, Config()), Config())


def _sections(path: str, text: str) -> Iterator[Section]:
    """Cut at every heading outside code; what stands before the first one, front matter apart, is one too."""
    lines = split_lines(text)
    first = 0
    if lines and lines[0] == "---" and "---" in lines[1:]:
        first = lines.index("---", 1) + 1
    starts = {line.number - 1 for line in read_prose(text).lines if _HEADING.match(line.raw)}
    bounds = [first, *sorted(start for start in starts if start > first), len(lines)]
    for number, (start, end) in enumerate(itertools.pairwise(bounds)):
        heading = lines[start] + "\n" if start in starts else ""
        body = "\n".join(lines[start + 1 if heading else start : end])
        yield Section(f"s{number}", f"s{number}", heading.strip("# \n"), path, start + 1, heading, body, body)
