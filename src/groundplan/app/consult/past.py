"""Whether a claim that does not hold was true in an earlier commit: its advisor may know an old version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.past_code import PastCode
from groundplan.plan.citation import parse_citation
from groundplan.plan.errors import GroundplanError
from groundplan.plan.statement import Topic, Verdict
from groundplan.survey.stated.presence import judge_presence
from groundplan.survey.stated.quotes import judge_quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.consult.answer import Claim
    from groundplan.git.repository import Repository
    from groundplan.plan.statement import Statement

_MOST_COMMITS = 12
_SHORT = 10


def find_when_true(code: Codebase, statement: Statement | None, claim: Claim) -> str:
    """Return the newest commit, shortened, in which a statement held; empty: none of those looked at."""
    try:
        return _find(code.repository, statement, claim)
    except GroundplanError:
        return ""  # no history, or a shallow one: then nothing is known of the past


def _find(repository: Repository, statement: Statement | None, claim: Claim) -> str:
    if statement is None:
        return _gone_file(repository, claim)
    path = _path(statement)
    if not path or statement.is_denied:
        return ""
    if statement.topic is Topic.PRESENCE and statement.citation is None:
        return (repository.last_commit_with(path) or "")[:_SHORT]
    for commit in _commits(repository, path):
        past = PastCode(repository, commit)
        if past.text(path) is not None and _holds(past, statement, path):
            return commit[:_SHORT]
    return ""


def _commits(repository: Repository, path: str) -> Iterator[str]:
    """Yield the commits that changed a file, without the one whose text is that of today."""
    yield from repository.commits_touching((path,), limit=_MOST_COMMITS)[1:]


def _path(statement: Statement) -> str:
    if statement.topic not in {Topic.PRESENCE, Topic.QUOTE}:
        return ""
    cited = statement.citation or parse_citation(statement.subject)
    return cited.path if cited else ""


def _holds(past: PastCode, statement: Statement, path: str) -> bool:
    if statement.topic is Topic.QUOTE:
        return judge_quote(past, statement, path, frozenset()).verdict is Verdict.HOLDS
    return judge_presence(past, statement, path).verdict is Verdict.HOLDS


def _gone_file(repository: Repository, claim: Claim) -> str:
    """Return the last commit that had a file which a claim cites and which is gone."""
    for cite in claim.cites:
        cited = parse_citation(cite.strip("` "))
        if cited is not None and cited.path not in repository.tracked_files():
            found = repository.last_commit_with(cited.path)
            if found:
                return found[:_SHORT]
    return ""
