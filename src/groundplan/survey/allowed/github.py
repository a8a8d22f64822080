"""Issues and pull requests of this repository on GitHub, through the `gh` that the user is logged in with.

It runs in an empty folder and is told the repository by name, so that no setting of the scanned repository
counts; and only `github.com`, so that no token goes to a host that a repository names.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.models.model import LATE, MISSING, NO_QUOTA, STRANGER, ModelFailed, Prompt, Watch
from groundplan.models.runner import Reading, Runner
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unavailable, Unknown
from groundplan.rules.secrets import leave_out_secrets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundplan.process.job import Outcome

_REMOTE = re.compile(
    r"(?:https://(?:[^@/\s]{1,200}@)?|ssh://git@|git@|git://)(?P<host>[\w.-]{1,100})(?::\d{1,5}/|[:/])"
    r"(?P<name>[\w.-]{1,100}/[\w.-]{1,100}?)(?:\.git)?/?"
)
_WORD = re.compile(r"[A-Za-z0-9_]{2,60}")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_AUTH = re.compile(r"gh auth|authenticat|not logged|HTTP 401", re.IGNORECASE)
_LIMIT = re.compile(r"rate limit|HTTP 429", re.IGNORECASE)
_ABSENT = re.compile(r"could not resolve to an? (?:issue|pull)|HTTP 404|not found", re.IGNORECASE)
_NO_LOGIN_CODE = 4
SECONDS = 10.0
_LETTERS = 2_000_000
_LONGEST_TITLE = 200
_LONGEST_BODY = 60_000
_MOST = 30
_FIELDS = "number,title,body,url,state"


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue or pull request as GitHub tells it; its words are somebody's, never an instruction."""

    number: int
    title: str
    body: str
    url: str
    state: str  # open, closed, merged
    reason: str = ""  # of a closed issue: completed, not planned, duplicate
    is_pull: bool = False
    is_draft: bool = False
    paths: tuple[str, ...] = ()  # files that a pull request touches


class GitHub:
    """The issues of one repository."""

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self._root = root
        self._seconds = SECONDS

    def issue(self, number: int) -> Issue:
        """Return one issue or pull request."""
        read = self._ask("issue", "view", str(number), "--json", _FIELDS)
        return _issue(read)

    def issues_about(self, words: Sequence[str]) -> tuple[Issue, ...]:
        """Return issues, open and closed, that have these words."""
        plain = [word for word in words if _WORD.fullmatch(word)]
        if not plain:
            return ()
        fields = f"{_FIELDS},stateReason"
        read = self._ask(
            *("issue", "list", "--state", "all", "--limit", str(_MOST)),
            *("--search", " ".join(plain), "--json", fields),
        )
        return tuple(map(_issue, _rows(read)))

    def open_pulls(self) -> tuple[Issue, ...]:
        """Return the open pull requests with the files they touch."""
        fields = f"{_FIELDS},files,isDraft"
        read = self._ask("pr", "list", "--state", "open", "--limit", str(_MOST), "--json", fields)
        return tuple(replace(_issue(each), is_pull=True) for each in _rows(read))

    def _ask(self, *words: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        argv = (*words, "--repo", f"github.com/{self.name}")
        program = Runner(
            name="gh",
            program="gh",
            words=lambda _: argv,
            read=_read,
            environment=re.compile(r"GH_TOKEN|GITHUB_TOKEN|GH_CONFIG_DIR"),
        )
        try:
            answer = program.ask(
                Prompt("", repository=self._root, seconds=self._seconds, letters=_LETTERS), Watch()
            )
            return json.loads(answer.text)
        except ModelFailed as error:
            raise _trouble(error) from error
        except (ValueError, RecursionError) as error:
            raise Unavailable("`gh` answered with something that is not JSON") from error


def repository_name(remote: str) -> str:
    """Return `owner/name` of a remote on GitHub, or nothing."""
    found = _REMOTE.fullmatch(remote.strip()[:500])
    return found["name"] if found and found["host"] == "github.com" else ""


def _read(outcome: Outcome) -> Reading:
    said = outcome.complaint.decode("utf-8", "replace")
    if not outcome.code:
        return Reading(text=outcome.out.decode("utf-8", "replace"))
    fault = "absent" if _ABSENT.search(said) else "broken"
    fault = NO_QUOTA if _LIMIT.search(said) else fault
    if outcome.code == _NO_LOGIN_CODE or _AUTH.search(said):
        fault = STRANGER
    return Reading(fault=fault, complaint=said)


def _trouble(error: ModelFailed) -> Unavailable | Unknown:
    match error.why:
        case why if why == MISSING:
            return Unavailable(
                "`gh`, the command line of GitHub, is not installed", hint="Get it: cli.github.com"
            )
        case why if why == STRANGER:
            return Unavailable("`gh` is not logged in", hint="Log in: `gh auth login`")
        case why if why == NO_QUOTA:
            return Unavailable(
                "GitHub answers no more for now: its rate limit is reached", hint="Try again later"
            )
        case why if why == LATE:
            return Unavailable("`gh` gave no answer in time")
        case "absent":
            return Unknown("GitHub has no such issue or pull request in this repository")
    return Unavailable(f"`gh` failed: {leave_out_secrets(error.message)}")


def _rows(read: object) -> list[Any]:
    if not isinstance(read, list):
        raise Unavailable("`gh` answered in another form than expected")
    return read[:_MOST]


def _issue(read: object) -> Issue:
    if not isinstance(read, dict) or not isinstance(read.get("number"), int):
        raise Unavailable("`gh` answered in another form than expected")
    body = _COMMENT.sub("", str(read.get("body") or ""))
    files = read.get("files")
    url = str(read.get("url", ""))
    return Issue(
        read["number"],
        leave_out_secrets(" ".join(str(read.get("title", "")).split()))[:_LONGEST_TITLE],
        leave_out_secrets(body.strip()[:_LONGEST_BODY]),
        url if re.fullmatch(r"https://github\.com/[\w./-]{1,200}", url) else "",
        str(read.get("state", "")).lower()[:20],
        str(read.get("stateReason") or "").lower().replace("_", " ")[:40],
        "/pull/" in url,
        bool(read.get("isDraft")),
        tuple(
            str(each.get("path", ""))
            for each in (files if isinstance(files, list) else [])
            if isinstance(each, dict)
        ),
    )
