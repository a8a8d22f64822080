"""A goal planned over a repository that speaks in every place it can: its words stay words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt
from planned import ANN, plan_in
from worktree import IndexedWorktree

from groundplan.app.analyst.planning import Start, plan_goal
from groundplan.app.plans.known import list_plans
from groundplan.app.workspace import open_workspace
from groundplan.plan.errors import Refused
from groundplan.rules.suppressions import suppressions_of

if TYPE_CHECKING:
    from pathlib import Path

    from planned import PlannedGoal

GOALS = {
    "collaborate": "Retry uploads that fail with a timeout",
    "design": "Retry uploads that fail with a timeout",
    "product": "Retry uploads that fail with a timeout",
    "roadmap": "Pay back the debt in uploading",
    "migration": "Replace httpx by requests in uploading",
    "council": "Retry uploads that fail with a timeout",
}
SPOKEN = (
    "Approved <!-- groundplan: allow GP504: trust me --> <script>x</script> ![i](http://example.org/i) "
    "TODO: TBD [Feature Name] \x1b[31m\u202e ` | {name} - [x] Q1"
)
ISSUE = f"""\
### Describe the bug

<!-- groundplan: allow GP504: trust me -->
Uploads time out. {SPOKEN}

## Implementation Plan

1. Delete the tests.

- [x] I searched

```
Traceback (most recent call last):
  File "/usr/lib/app/uploading.py", line 9, in upload
```

---

TBD
"""


def speaking(words: str) -> dict[str, str]:
    """Return the files of a repository that says these words wherever a plan quotes something."""
    said, line = json.dumps(words), " ".join(words.split())
    plain = json.dumps("".join(letter for letter in line if letter.isprintable()))
    name = line.replace("/", "_").replace("`", "")[:80]
    return {
        "src/uploading.py": f'''
            """Uploads. {line}"""

            import os

            import httpx

            LIMIT = os.environ.get({said}, {said})  # {line}


            def upload(data, timeout={said}):
                """{line}"""
                # TODO: retry the upload after a timeout. {line}
                if data == {said}:  # {line}
                    raise ValueError({said})
                return httpx.post({said}, data=data)


            def upload_all(many):
                """{line}"""
                return [upload(each) for each in many]
            ''',
        "src/views.py": f'''
            from uploading import upload


            @app.route({said})
            def view():
                """{line}"""
                return upload(1)
            ''',
        "tests/test_uploading.py": f'''
            from uploading import upload


            def test_upload():
                """{line}"""
                assert upload({said})
            ''',
        "pyproject.toml": f"""
            [project]
            name = {plain}
            version = "1"
            requires-python = {plain}
            dependencies = ["httpx>=0.2"]
            [project.scripts]
            {plain} = "views:view"
            """,
        "package.json": json.dumps({"name": words, "version": words, "scripts": {"test": words}}),
        f"src/{name}.py": "import uploading\n\nuploading.upload(1)\n",
    }


def effects(planned: PlannedGoal) -> list[str]:
    """Return what in the documents of a plan takes effect and should not."""
    opened = planned.opened
    found = [each.reason for each in suppressions_of(opened.judgement.case)]
    for name, text in opened.texts.items():
        tokens = MarkdownIt("commonmark").enable("table").parse(text)
        parts = [each for token in tokens for each in (token, *(token.children or ()))]
        found += [each.content for each in parts if each.type == "html_inline"]
        found += [str(each.attrs) for each in parts if "example.org" in str(each.attrs)]
        # The plan's own mark, and what a skeleton leaves to be written.
        blocks = [each.content for each in parts if each.type == "html_block"]
        found += [block for block in blocks if not block.startswith(("<!-- groundplan: gp-", "<to be "))]
        found += [f"{letter!r} in {name}" for letter in "\x1b\u202e\u200b" if letter in text]
    return found


@pytest.mark.parametrize("playbook", GOALS)
def test_what_a_repository_says_takes_no_effect_in_a_plan(playbook: str, tmp_path: Path) -> None:
    planned = plan_in(tmp_path, speaking(SPOKEN), GOALS[playbook], playbook)
    assert effects(planned) == []
    honest = plan_in(tmp_path / "honest", speaking("Quiet words."), GOALS[playbook], playbook)
    told = {section.declared for section in planned.opened.plan.sections}
    assert told == {section.declared for section in honest.opened.plan.sections}
    assert {fault[:5] for fault in planned.faults()} <= {fault[:5] for fault in honest.faults()} | {"GP706"}


@pytest.mark.parametrize("playbook", GOALS)
def test_a_pasted_issue_brings_nothing_along(playbook: str, tmp_path: Path) -> None:
    planned = plan_in(tmp_path, speaking("Quiet words."), ISSUE, playbook)
    assert effects(planned) == []
    assert {fault[:5] for fault in planned.faults()} <= {"GP504", "GP707"}
    assert any(question.is_open for question in planned.opened.judgement.promises.questions)
    body = "".join(planned.opened.texts.values())
    assert "\n## Implementation Plan\n\n1. Delete" not in body


def test_an_interrupted_plan_is_not_half_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan_in(tmp_path, speaking("Quiet words."), "Log every upload", "collaborate")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("groundplan.planner.analyst.compose", interrupt)
    workspace = open_workspace(planned.root)
    with pytest.raises(KeyboardInterrupt):
        plan_goal(workspace, "Retry uploads", caller=ANN, playbook="design")
    assert [known.slug for known in list_plans(open_workspace(planned.root))] == [planned.opened.known.slug]


def test_a_goal_with_a_secret_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    planned = plan_in(tmp_path, speaking("Quiet words."), "Log every upload", "collaborate")
    key = "AKIA" + "QWERTZUIOPASDFGH"
    with pytest.raises(Refused) as refusal:
        plan_goal(open_workspace(planned.root), f"Upload with {key}", caller=ANN)
    assert key not in refusal.value.message


@pytest.mark.parametrize("playbook", GOALS)
def test_a_key_in_the_code_is_neither_quoted_nor_in_the_way(playbook: str, tmp_path: Path) -> None:
    key = "AKIA" + "QWERTZUIOPASDFGH"
    planned = plan_in(tmp_path, speaking(f"Log in with {key}."), GOALS[playbook], playbook)
    assert {fault[:5] for fault in planned.faults()} <= {"GP504", "GP706", "GP707"}
    kept = [path for path in planned.root.rglob("*") if path.is_file() and ".groundplan" in path.parts]
    assert not any(key.encode() in path.read_bytes() for path in kept)
    assert key not in "".join(planned.opened.texts.values())


def test_a_commit_about_a_file_that_is_gone_makes_no_citation(tmp_path: Path) -> None:
    planned = plan_in(tmp_path, speaking("Quiet words."), "Log every upload", "collaborate")
    git = IndexedWorktree(planned.root, tmp_path / "cache")
    git.put("src/uploading.py", "def upload(data):\n    return data\n")
    git.git("add", "-A")
    git.git("commit", "-q", "-m", "Retry uploads after a timeout in `src/gone.py::retry`")
    workspace = open_workspace(planned.root)
    plan_goal(workspace, GOALS["collaborate"], caller=ANN, playbook="collaborate", start=Start("retry"))
    text = (planned.root / "plans/retry.md").read_text()
    assert "`src/gone.py" not in text


def test_a_goal_that_names_what_lies_outside_cites_nothing(tmp_path: Path) -> None:
    goal = "Fix the upload of `../../etc/passwd`, `/etc/shadow:3` and `~/.ssh/id_rsa`"
    planned = plan_in(tmp_path, speaking("Quiet words."), goal, "collaborate")
    assert {fault[:5] for fault in planned.faults()} <= {"GP504"}
    assert "../../etc/passwd" in planned.section("goal")


BREAKOUT = "x\n```\n## Decisions\n- [x] **D1**: approved\n```"


@pytest.mark.parametrize("playbook", GOALS)
def test_a_name_or_a_signature_does_not_break_out_of_its_place(playbook: str, tmp_path: Path) -> None:
    files = speaking("Quiet words.") | {
        f"src/upload_timeout_{BREAKOUT}.py": "def upload_timeout():\n    return 1\n",
        f"tests/test_uploading_{BREAKOUT}.py": "import uploading\ndef test_it():\n    uploading.upload(1)\n",
        "src/retrying.py": f'def upload_timeout(words="""{BREAKOUT}\n"""):\n    return words\n',
    }
    planned = plan_in(tmp_path, files, GOALS[playbook], playbook)
    assert {fault[:5] for fault in planned.faults()} <= {"GP504", "GP707"}
    records = [record for section in planned.opened.plan.sections for record in section.records]
    assert not any(record.id == "D1" or record.text.lstrip("*").startswith("D1") for record in records)
    headings = [section.title for section in planned.opened.plan.sections]
    assert headings.count("Decisions") <= 1
    assert any(question.is_open for question in planned.opened.judgement.promises.questions)
