"""Commands of build servers: GitHub workflows and actions, GitLab, CircleCI, Azure, Travis."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Part, Script
from groundplan.survey.manifest.shell import split_script
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.manifest.yaml_tree import Node

MOST_STEPS = 2_000
_KEYS = frozenset(("run", "script", "before_script", "command", "bash", "install", "after_script"))
_OTHER_SYSTEMS = ("windows", "macos", "darwin")
_OTHER_LANGUAGES = frozenset(("python", "python3", "perl", "ruby", "node", "Rscript", "julia"))
_NEGATED = re.compile(r"!=|!\s*(?:startswith|endswith|contains)\b")
_FOLDER = re.compile(r"[A-Za-z0-9_.@/-]{1,200}")
_WORD = re.compile(r"[^a-z0-9]")
_ELSEWHERE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "release releases publish deploy nightly miri wasm wasm32 cross bench benchmark benchmarks "
        "windows macos msvc mingw android ios fuzz fuzzing emscripten downstream"
    ).split()
)


def read_workflow(source: Lines) -> Part:
    """Return every command of a build server's file, one script per line of shell, with its own line."""
    tree = read_tree(source.text)
    found: list[Script] = []
    named = bound_name(source.name.rpartition(".")[0])
    for step in _runs(tree):
        for text, line in _bodies(step.node):
            folder = step.folder
            for offset, argv in split_script(text):
                if argv[0] == "cd":
                    folder = _moved(folder, argv[1:])
                    continue
                call = _with_settings(argv, step.settings)
                bound = (
                    named or step.bound or ("runs in a folder made while it runs" if folder is None else "")
                )
                found.append(
                    Script(
                        step.job,
                        "ci",
                        source.spot(line + offset),
                        " ".join(call),
                        (call,),
                        folder=folder or "",
                        bound=bound,
                    )
                )
        if len(found) > MOST_STEPS:
            break
    return Part(scripts=tuple(found))


def _moved(folder: str | None, words: tuple[str, ...]) -> str | None:
    """Return the folder after a `cd`, or None where it cannot be known or leaves the repository."""
    if folder is None or len(words) != 1 or not _FOLDER.fullmatch(words[0]):
        return None
    moved = posixpath.normpath(posixpath.join(folder, words[0]))
    return None if moved.startswith("..") else moved.removeprefix(".")


def _with_settings(argv: tuple[str, ...], settings: tuple[str, ...]) -> tuple[str, ...]:
    if not settings:
        return argv
    return ("env", *settings, *(argv[1:] if argv[0] == "env" else argv))


def _bodies(node: Node) -> Iterator[tuple[str, int]]:
    for each in node.items or [node]:
        if each.text:
            yield each.text, each.line


@dataclass(frozen=True, slots=True)
class _Step:
    """A shell text, the job and folder it runs in, what the step sets, and why it may run only there."""

    job: str
    node: Node
    folder: str | None = ""
    bound: str = ""
    settings: tuple[str, ...] = ()


def _runs(tree: Node) -> Iterator[_Step]:
    """Return the shell texts of a tree in their order."""
    waiting = [_Step("", tree)]
    while waiting:
        above = waiting.pop()
        node = above.node
        place = node.child("working-directory") or node.child("defaults", "run", "working-directory")
        folder = above.folder
        if place:
            folder = _moved("", (place.text,))
        bound = above.bound or bound_name(above.job) or _bound(node)
        later: list[_Step] = []
        for key, child in node.children.items():
            if key in _KEYS and _text(node, "shell").split(" ")[0] in _OTHER_LANGUAGES:
                continue
            if key in _KEYS and (child.text or (child.items and any(each.text for each in child.items))):
                yield _Step(above.job, child, folder, bound, _settings(node))
            elif key not in {"with", "env", "on", "matrix"}:
                job = above.job or ("" if key in {"jobs", "stages", "runs"} else key)
                later.append(_Step(job, child, folder, bound))
        later.extend(_Step(above.job, child, folder, bound) for child in node.items)
        waiting.extend(reversed(later))


def _settings(step: Node) -> tuple[str, ...]:
    """Return the plain values a step sets for its own commands."""
    found = step.child("env")
    values = found.children.items() if found else ()
    return tuple(f"{name}={each.text}" for name, each in values if each.text and "$" not in each.text)[:5]


def _bound(node: Node) -> str:
    """Return why the commands under a node run only on their build server; empty: they do not."""
    system = _text(node, "runs-on").lower()
    if any(each in system for each in _OTHER_SYSTEMS) and "matrix" not in system:
        return f"runs on {system[:60]}"
    if _text(node, "shell").lower() in {"pwsh", "powershell", "cmd"}:
        return "is written for another shell"
    condition = _text(node, "if").lower()
    if any(each in condition for each in (*_OTHER_SYSTEMS, "refs/tags", "nightly")) and not _NEGATED.search(
        condition
    ):
        return "runs for another system or for a release"
    for key, reason in (
        ("services", "needs services"),
        ("container", "runs in a container"),
        ("environment", "deploys"),
    ):
        if node.child(key):
            return reason
    # What a whole workflow or job is given says nothing about which step needs it.
    values = None if node.child("jobs") or node.child("steps") else node.child("env")
    is_secret = any("secrets." in each.text for each in values.children.values()) if values else False
    return "needs a secret" if is_secret else ""


def _text(node: Node, key: str) -> str:
    found = node.child(key)
    return found.text if found else ""


def bound_name(name: str) -> str:
    """Return why a job or workflow of that name tests nothing here: it releases, measures, goes elsewhere."""
    return f"belongs to `{name[:60]}`" if _ELSEWHERE & set(_WORD.split(name.lower())) else ""


def scheduled(source: Lines) -> list[tuple[str, int]]:
    """Return the cron expressions of a GitHub workflow with their lines."""
    if "schedule" not in source.text:  # most have none
        return []
    schedule = read_tree(source.text).child("on", "schedule")
    return [
        (cron.text, cron.line)
        for each in (schedule.items if schedule else [])
        if (cron := each.child("cron"))
    ]
