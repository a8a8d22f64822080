"""Issues and pull requests on GitHub, asked for only where the user's own configuration allows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError, Misused, NotFound, Refused
from groundplan.planner.inert import make_inert
from groundplan.survey.allowed.github import GitHub, repository_name
from groundplan.survey.allowed.settings import read_allowed
from groundplan.survey.where.telling import telling_words

if TYPE_CHECKING:
    from groundplan.git.repository import Repository
    from groundplan.survey.allowed.github import Issue
    from groundplan.survey.where.goal import Goal

_NUMBER = re.compile(r"#?([1-9]\d{0,8})")
_SEARCHED = 2  # words; GitHub finds only what has all of them


def read_issue(repository: Repository, said: str) -> str:
    """Return an issue as a goal: its title, its words made harmless, and where it is from."""
    number = _NUMBER.fullmatch(said.strip())
    if number is None:
        raise Misused(f"`{said[:40]}` is no number of an issue", hint="Such as `--issue 123`")
    allowed = read_allowed()
    if not allowed.github:
        raise Refused(
            "Issues are read through `gh`, which asks GitHub, and you have not allowed that",
            hint=f"Write `github = true` into `{allowed.file}`, then try again",
        )
    found = _tracker(repository).issue(int(number[1]))
    parts = (found.title, found.body, f"Source: {found.url or f'issue #{found.number}'}")
    return make_inert("\n\n".join(filter(None, parts)))


def issues_about(repository: Repository, goal: Goal) -> tuple[tuple[Issue, ...] | None, tuple[str, ...]]:
    """Return issues on a goal's words and open pull requests, None where nobody may ask; and notes."""
    try:
        if not read_allowed().github:
            return None, ()
        tracker = _tracker(repository)
        words = [goal.spelling.get(word, word) for word in telling_words(goal)]
        pulls = tracker.open_pulls()
        found = tracker.issues_about(words[:_SEARCHED])
    except GroundplanError as error:
        return None, (f"Issues and pull requests were not taken into account: {error.message}",)
    return tuple({each.number: each for each in (*found, *pulls)}.values()), ()


def _tracker(repository: Repository) -> GitHub:
    name = repository_name(repository.setting("remote.origin.url"))
    if not name:
        raise NotFound("The remote `origin` is not a repository on github.com", hint="Only that one is asked")
    return GitHub(name, repository.root)
