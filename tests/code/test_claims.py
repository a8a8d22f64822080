"""Words that look like a path are missing only where they can be a file of this repository."""

from __future__ import annotations

import pytest
from made_index import MadeCode

from groundplan.code.citing import look_up
from groundplan.plan.citation import parse_citation
from groundplan.plan.evidence import CitationState

FILES = {
    "src/app/service.py": "TARGET = '.agent/workflows/run.md'\nNAME = \"plan.toml\"\nMAIN = 'origin/main'\n",
    "src/app/readme.md": "See `src/app/nowhere.py` and `ghost.py`.\n",
    "docs/guide.md": "",
    "src/app/paths.py": "FOLDER = 'docs/made/'\n",
    "package.json": '{"dependencies": {"commander": "^1"}}\n',
    ".gitignore": "# made\n/dist/\nnode_modules\n*.log\nbuild/out\napp\n",
}


def state_of(text: str) -> tuple[CitationState, str]:
    citation = parse_citation(text)
    assert citation is not None
    seen = look_up(MadeCode(FILES), citation)
    return seen.state, seen.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".agent/workflows/run.md", "no file of this repository; `src/app/service.py:1` mentions it"),
        ("docs/made/for/you.md", "no folder `docs/made` here; `src/app/paths.py:1` mentions it"),
        (
            ".src/app/a.py",
            "no folder `.src` here: it may be a branch, a package or a place of another repository",
        ),
        ("plan.toml", "no file of this repository; `src/app/service.py:2` mentions it"),
        ("origin/main", "no file of this repository; `src/app/service.py:3` mentions it"),
        ("commander.js", "no file of this repository; `package.json` mentions it"),
        ("dist/main.js", "git ignores such a path, so nobody else has it"),
        ("docs/node_modules/.bin/tool", "git ignores such a path, so nobody else has it"),
        ("build/out/a.js", "git ignores such a path, so nobody else has it"),
        (
            "feature/retry-policy",
            "no folder `feature` here: it may be a branch, a package or a place of another repository",
        ),
        (
            ".cursor/rules/a.md",
            "no folder `.cursor` here: it may be a branch, a package or a place of another repository",
        ),
        (
            "refs/tags/",
            "no folder `refs` here: it may be a branch, a package or a place of another repository",
        ),
    ],
)
def test_words_that_name_something_else_are_unclear(text: str, reason: str) -> None:
    assert state_of(text) == (CitationState.UNCLEAR, reason)


@pytest.mark.parametrize(
    "text",
    [
        "lib/handlers/user.py",  # a file with an ending is a claim wherever it is said to be
        "src/app/nowhere.py",  # prose that speaks of it proves nothing: a plan could vouch for itself
        "ghost.py",
        "src/app/handlers",
        "src/handlers/",
        "scr/app/",
        "dcos/guide",
        "Readme.md",
        "src/App/service.py",
        ".agent/workflows/run.md:10",
        "dist/main.js::run",
    ],
)
def test_words_that_can_be_a_file_of_here_are_missing(text: str) -> None:
    assert state_of(text)[0] is CitationState.MISSING
