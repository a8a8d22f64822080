"""What of a plan can be computed: files of the real fix that its steps name, what holds of it, its length.

A file is named when the text has its path, or an ending of it that no other file of the repository has, tests
aside. This does not ask the tool that wrote some of the plans, so no arm is measured by what it reads best.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

from blocks import heading_of, split_code

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written, check_document, cite_document
from groundplan.code.test_paths import is_test
from groundplan.plan.evidence import CitationState

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_PATH = re.compile(r"[\w@+./-]*[\w-]")
_STEPS = re.compile(
    r"\b(?:steps?|tasks?|phases?|implementation|design|changes?|work|commits?|milestones?|pull requests?)\b",
    re.IGNORECASE,
)
_NO_STEPS = re.compile(
    r"change ?log|out of scope|rejected|deferred|not change|alternative|options?\b", re.IGNORECASE
)
_WRONG_COMMANDS = ("GP114", "GP115")
_STATES = {CitationState.EXISTS: "hold", CitationState.PLANNED: "planned", CitationState.UNCLEAR: "unclear"}


def find_steps(text: str) -> str:
    """Return the sections whose headings announce work; the whole text where no heading does."""
    kept: list[str] = []
    inside = 0  # the level of the heading that announced the work, 0 outside
    for block in split_code(text):
        for line in block.text.splitlines():
            heading = None if block.is_code else heading_of(line)
            if heading and (not inside or heading.level <= inside):
                is_work = _STEPS.search(heading.words) and not _NO_STEPS.search(heading.words)
                inside = heading.level if is_work else 0
            if inside:
                kept.append(line)
    return "\n".join(kept) or text


def find_files(text: str, paths: Iterable[str]) -> set[str]:
    """Return the paths that the text names, in full or by an ending that only one of them has."""
    known = set(paths)
    endings: dict[str, set[str]] = {}
    for path in known:
        parts = path.split("/")
        for start in range(len(parts)):
            endings.setdefault("/".join(parts[start:]), set()).add(path)
    found = set()
    for word in {match[0].removeprefix("./") for match in _PATH.finditer(text)}:
        # `check` and `run` are words as well as files; `Makefile` is not.
        if "." in word or "/" in word or word[:1].isupper():
            meant = {word} & known or endings.get(word, set())
            if len(meant) > 1:
                meant = {path for path in meant if not is_test(path)}
            found |= meant if len(meant) == 1 else set()
    return found


def _share(part: set[str], whole: set[str]) -> float | None:
    return round(len(part & whole) / len(whole), 3) if whole else None


def compare_files(text: str, paths: Iterable[str], fix: dict[str, list[str]]) -> dict[str, Any]:
    """Return recall and precision of the files that the steps name, and recall of the whole text.

    The fix's tests and documents are under `also`: naming them is right, leaving them out is not counted. The
    same holds for a file that the fix creates, whose name nobody can know.
    """
    known = set(paths)
    code = known.intersection(fix["files"])
    also = {*fix["files"], *fix.get("also", ())} - code
    known |= also
    named, anywhere = find_files(find_steps(text), known), find_files(text, known)
    return {
        "recall": _share(named, code),
        "recall_anywhere": _share(anywhere, code),
        "precision": _share(code | also, named),
        "missed": sorted(code - anywhere),
        "beside": sorted(named - code - also),
    }


def measure(plan: Path, repo: Path, fix: Path | None = None) -> dict[str, Any]:
    """Return what can be computed of one plan."""
    text = plan.read_text("utf-8")
    document = Written("plan.md", text)
    with open_codebase(repo) as code:
        checked = check_document(code, document)
        states = Counter(_STATES.get(each.seen.state, "wrong") for each in cite_document(code, document))
    codes = Counter(finding.code for finding in checked.findings)
    commands = next((each for each in checked.looked if each.noun == "command"), None)
    measures: dict[str, Any] = {
        "plan": plan.name,
        "words": len(text.split()),
        "citations": {state: states[state] for state in ("hold", "wrong", "planned", "unclear")},
        "commands": {
            "resolve": (commands.checked if commands else 0) - sum(codes[code] for code in _WRONG_COMMANDS),
            "wrong": sum(codes[code] for code in _WRONG_COMMANDS),
            "cannot tell": commands.unknown if commands else 0,
        },
        "findings": dict(sorted(codes.items())),
    }
    if fix:
        listed = subprocess.run(
            ["git", "-C", repo, "ls-files", "-z"], capture_output=True, check=True, text=True
        )
        paths = listed.stdout.rstrip("\0").split("\0")
        measures["files"] = compare_files(text, paths, tomllib.loads(fix.read_text("utf-8")))
    return measures


HEAD = (
    "| plan | words | citations that hold | wrong | commands that resolve | wrong | cannot tell "
    "| findings | recall in steps | anywhere | precision |\n|--|--:|--:|--:|--:|--:|--:|--|--:|--:|--:|"
)


def row(measures: dict[str, Any]) -> str:
    """Return one plan as a row of the table under `HEAD`."""
    citations, commands, files = measures["citations"], measures["commands"], measures.get("files", {})
    findings = ", ".join(f"{code} {count}" for code, count in measures["findings"].items()) or "none found"
    shares = [files.get(name) for name in ("recall", "recall_anywhere", "precision")]
    cells = [
        measures["plan"],
        measures["words"],
        f"{citations['hold']} of {citations['hold'] + citations['wrong']}",
        citations["wrong"],
        commands["resolve"],
        commands["wrong"],
        commands["cannot tell"],
        findings,
        *("–" if share is None else f"{share:.2f}" for share in shares),
    ]
    return "| " + " | ".join(map(str, cells)) + " |"
