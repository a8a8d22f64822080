"""Commands of build servers: GitHub workflows and actions, GitLab, CircleCI, Azure, Travis."""

from __future__ import annotations

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


def read_workflow(source: Lines) -> Part:
    """Return every command of a build server's file, one script per line of shell, with its own line."""
    tree = read_tree(source.text)
    found: list[Script] = []
    for job, node, folder in _runs(tree):
        for text, line in _bodies(node):
            for offset, argv in split_script(text):
                found.append(
                    Script(job, "ci", source.spot(line + offset), " ".join(argv), (argv,), folder=folder)
                )
        if len(found) > MOST_STEPS:
            break
    return Part(scripts=tuple(found))


def _bodies(node: Node) -> Iterator[tuple[str, int]]:
    for each in node.items or [node]:
        if each.text:
            yield each.text, each.line


def _runs(tree: Node) -> Iterator[tuple[str, Node, str]]:
    """Return the shell texts of a tree in their order: job, node, folder it runs in."""
    waiting: list[tuple[str, Node, str]] = [("", tree, "")]
    while waiting:
        job, node, folder = waiting.pop()
        place = node.child("working-directory") or node.child("defaults", "run", "working-directory")
        if place and "$" not in place.text:  # a folder only the server knows is the checkout's root
            folder = place.text.removeprefix("./").rstrip("/")
        later: list[tuple[str, Node, str]] = []
        for key, child in node.children.items():
            if key in _KEYS and (child.text or (child.items and any(each.text for each in child.items))):
                yield job, child, folder
            elif key not in {"with", "env", "on", "matrix"}:
                later.append((job or ("" if key in {"jobs", "stages", "runs"} else key), child, folder))
        later.extend((job, child, folder) for child in node.items)
        waiting.extend(reversed(later))


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
