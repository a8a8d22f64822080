"""What the code says to a plan: gathered lazily, kept in the ledger, and never a reason to crash."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundplan.app.changes.checking import check
from groundplan.app.changes.writing import write
from groundplan.app.talk.talking import say
from groundplan.plan.entry import read_entry
from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Severity

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Office

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.finding import Finding

LINES = "src/upload.py:10-24"


def written(office: Office, **sections: str) -> OpenPlan:
    """Begin a plan and write sections of it, each after a round of talk."""
    opened = office.begin()
    for key, text in sections.items():
        opened = say(opened, "How?", caller=office.agent, speaker="planner", kind="question").outcome.opened
        opened = say(opened, "So.", caller=office.ann, speaker="user", kind="reply").outcome.opened
        opened = write(opened, {key.replace("_", "-"): text}, caller=office.agent).outcome.opened
    return opened


def found(opened: OpenPlan, code: str) -> list[Finding]:
    return [finding for finding in opened.judgement.findings if finding.code == code]


def cache(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / ".cache").rglob("*") if path.is_file()]


def insert(office: Office, path: str, line: int, text: str) -> None:
    lines = office.read(path).splitlines(keepends=True)
    (office.root / path).write_text("".join([*lines[:line], text, *lines[line:]]))


def remove_a_file(office: Office) -> None:
    (office.root / "src/gone.py").write_text("LIMIT = 1\n")
    office.commit()
    office.git("rm", "-q", "src/gone.py")
    office.commit()


def test_a_plan_that_says_nothing_about_code_never_opens_the_index(office: Office, tmp_path: Path) -> None:
    opened = written(office, context="2 % of uploads fail.\n")
    assert not cache(tmp_path)
    assert opened.judgement.case.evidence is not None
    written(office, context="2 % of uploads fail in `src/upload.py`.\n")
    assert cache(tmp_path)


@pytest.mark.req("S1-06")
def test_citations_are_typed_and_missing_ones_block_with_the_nearest_name(office: Office) -> None:
    opened = written(
        office,
        context=f"See `{LINES}`, `src/upload.py::upload`, `src/upload.py::uplod` and `src/retry.py` (new).\n",
    )
    evidence = opened.judgement.case.evidence
    assert evidence is not None
    assert [seen.state for seen in evidence.citations] == [
        CitationState.EXISTS,
        CitationState.EXISTS,
        CitationState.MISSING,
        CitationState.PLANNED,
    ]
    (finding,) = found(opened, "GP101")
    assert "`src/upload.py::upload`" in finding.hint
    assert finding.blocks


@pytest.mark.parametrize(
    "words",
    [
        "Add `src/upload.py::retry`. It calls `src/upload.py::ghost`.\n",
        "See `src/upload.py::retry` (new). It calls `src/upload.py::ghost`.\n",
        "Add `src/upload.py` to the list. It calls `src/upload.py::ghost`.\n",
    ],
)
def test_a_name_or_file_that_is_added_excuses_no_other_name_of_a_file_that_stands(
    office: Office, words: str
) -> None:
    opened = written(office, context=words)
    assert [finding.subject for finding in found(opened, "GP101")] == ["src/upload.py::ghost"]
    assert not found(opened, "GP106")


@pytest.mark.parametrize(
    "words",
    [
        "The `files` list has `src/types.py`, which does not exist.\n",
        "`src/gone.py` was deleted with the revert; nothing replaced it.\n",
        "Drop the missing `src/types.py` from the list.\n",
        "A search for `timers` in its `dist/Pool.js` returns nothing.\n",
        "Scenario: a folder with `notes.md` and `drafts/one.md` gives two uploads.\n",
        "Somebody has a file (e.g. `src/notes.txt`) that git does not know.\n",
        "Somebody has files like `src/notes.txt` in the folder.\n",
        "Suppose `src/notes.txt` is open: it is sent last.\n",
        "A script `src/compare.sh` runs both. Done when `src/compare.sh all` exits 0.\n",
    ],
)
def test_a_sentence_that_says_a_file_is_not_here_is_not_contradicted(office: Office, words: str) -> None:
    remove_a_file(office)
    assert not found(written(office, context=words), "GP101")


@pytest.mark.parametrize(
    "words",
    [
        "`src/uploads.py` sends the file, and a log is missing.\n",
        "See `src/gone.py`.\n",
        "The retry lives in `src/retries.py`.\n",
        "It reads a file `src/retries.py`, i.e. the same twice.\n",
        "The missing check belongs at `src/types.py:10`.\n",
        "The missing check belongs into `src/upload.py::ghost`.\n",
    ],
)
def test_a_file_or_line_that_is_claimed_to_be_here_still_blocks(office: Office, words: str) -> None:
    remove_a_file(office)
    (finding,) = found(written(office, context=words), "GP101")
    assert finding.blocks


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Write unit tests.\n   - Run `pytest src tests/test_nothing.py`.\n", ["GP115"]),
        ("Write unit tests.\n   - Run `pytest tests/test_upload.py::test_nothing`.\n", ["GP115"]),
        ("Tests: `tests/test_later.py`\n   - Run `pytest tests/test_later.py`.\n", []),
        ("Unit tests: twice, then an error (`test_later`).\n   - Run `pytest -k test_later`.\n", []),
        ("Tests: `test_later`\n   - Run `pytest tests/test_upload.py::test_later`.\n", []),
        ("Done: `pytest tests/test_later.py` passes; the file does not exist today.\n", []),
        ("Done: `pytest src/test_later.py`, which fails today, passes.\n", []),
    ],
)
def test_a_command_selects_a_test_that_is_there_or_that_the_plan_writes(
    office: Office, words: str, wrong: list[str]
) -> None:
    (office.root / "tests/test_upload.py").write_text("def test_upload(): ...\n")
    office.commit()
    plan = f"1. Retry in `src/upload.py`.\n   - {words}"
    opened = written(office, context="Words.\n", implementation_plan=plan)
    assert [finding.code for finding in found(opened, "GP115")] == wrong


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Tests: `tests/test_upload.py::test_retries_twice`\n", []),
        ("Unit tests in `tests/test_retry.py`: twice, then an error\n", []),
        ("Retry. Tests: `tests/test_upload.py::test_retries_twice`\n", []),
        ("Cases for twice and never go into `tests/test_retry.py`\n", []),
        ("Tests: `tests/test_upload.py::test_uplod`\n", ["tests/test_upload.py::test_uplod"]),
        ("Read `tests/test_upload.py::test_retries_twice`\n", ["tests/test_upload.py::test_retries_twice"]),
    ],
)
def test_a_test_that_a_step_writes_is_not_missing(office: Office, words: str, wrong: list[str]) -> None:
    (office.root / "tests/test_upload.py").write_text("def test_upload(): ...\n")
    office.commit()
    opened = written(office, context="Words.\n", implementation_plan=f"1. Retry.\n   - {words}")
    assert [finding.subject for finding in found(opened, "GP101")] == wrong


def test_a_name_added_to_a_file_that_is_added_with_it_is_planned(office: Office) -> None:
    opened = written(office, context="Add `src/retry.py::retry`, which `src/retry.py::later` calls.\n")
    assert not found(opened, "GP101")


@pytest.mark.parametrize(
    "words",
    [
        "`src/queue.py` holds what waits. Phase 2 adds `src/queue.py`.\n",
        "`src/queue.py` holds what waits.\n\nThe waiting moves into a module of its own, `src/queue.py`.\n",
        "`src/queue/store.py` holds what waits. Move the sources to `src/queue/` (new).\n",
        "Built files are in the package's `lib/`; its own sources are elsewhere.\n",
        "Somebody has `old/logo.css` in the site and in both themes: it is built three times.\n",
    ],
)
def test_what_the_plan_makes_somewhere_is_planned_everywhere(office: Office, words: str) -> None:
    for path in ("assets/old/a.css", "lib/a.py"):
        (office.root / path).parent.mkdir(parents=True, exist_ok=True)
        (office.root / path).write_text("a\n")
    office.commit()
    office.git("rm", "-qr", "lib")
    office.commit()
    assert not found(written(office, context=words), "GP101")


def test_the_nearest_file_of_a_missing_one_is_there(office: Office) -> None:
    opened = written(office, context="See `src/uploda.py`. Add `src/uplod.py` (new).\n")
    (finding,) = found(opened, "GP101")
    assert finding.hint == "Nearest: `src/upload.py`"


def test_a_member_that_other_words_of_the_plan_describe_is_planned(office: Office) -> None:
    (office.root / "src/vault.py").write_text("class Vault:\n    def load(self):\n        return 1\n")
    (office.root / "tests/test_vault.py").write_text("class TestVault:\n    def test_load(self): ...\n")
    office.commit()
    (finding,) = found(written(office, context="`src/vault.py` calls `Vault.forget` today.\n"), "GP112")
    assert finding.subject == "Vault.forget Vault.forget"
    words = (
        "In `src/vault.py`, `Vault.forget` drops one.\n\n`Vault.forget` returns it: `TestVault.test_gone`.\n"
    )
    assert not found(written(office, context=words), "GP112")


def test_a_wrong_name_that_two_sections_share_is_found_in_both(office: Office) -> None:
    (office.root / "src/vault.py").write_text("class Vault:\n    def load(self):\n        return 1\n")
    office.commit()
    one, other = "`Vault.forget` drops one.\n", "- [ ] Task 1.1: Call `Vault.forget` once, at the end\n"
    opened = written(office, context=one, implementation_plan=f"### Phase 1\n\n{other}")
    assert {each.section for each in found(opened, "GP112")} == {"context", "implementation-plan"}


def test_a_slip_in_a_members_name_is_found_on_every_line_with_what_is_meant(office: Office) -> None:
    (office.root / "src/vault.py").write_text("class Vault:\n    def forgets(self):\n        return 1\n")
    office.commit()
    words = "`Vault.forgetz` drops one.\n\n`Vault.forgetz` returns it.\n"
    (finding,) = found(written(office, context=words), "GP112")
    assert finding.hint == "Nearest: `Vault.forgets`"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Sort in `shelf.py:2`.\n", 1),
        ("See `src/a/shelf.py` and `src/b/shelf.py`. Sort in `shelf.py:2`.\n", 1),
        ("Sort in `shelf.py:2` of `src/a/`.\n", 0),
        ("The folder `a` sorts in `shelf.py:2`.\n", 0),
        ("`src/b/shelf.py:1` loads.\n\nSort in `shelf.py:2`.\n", 0),
        ("`src/b/shelf.py:1` loads.\n\n`src/a/shelf.py` has it in `shelf.py:2`.\n", 0),
        ("Sort in `shelf.py:3`, which one file has.\n", 0),
        ("Sort in `shelf.py::only_b`.\n", 0),
        ("Sort in `shelf.py::load`.\n", 1),
        ("Every `shelf.py` sorts.\n", 0),
    ],
)
def test_a_short_name_of_several_files_is_ambiguous_unless_words_name_the_folder(
    office: Office, words: str, told: int
) -> None:
    for path, more in (("src/a/shelf.py", ""), ("src/b/shelf.py", "def only_b(): ...\n")):
        (office.root / path).parent.mkdir()
        (office.root / path).write_text(f"def load(): ...\nLIMIT = 1\n{more}")
    office.commit()
    findings = found(written(office, context=words), "GP101")
    assert len(findings) == told
    for finding in findings:
        assert finding.message.endswith("may be any of 2 files: `src/a/shelf.py`, `src/b/shelf.py`")
        assert not finding.blocks


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("`load_all` (`src/shelf.py:1-3`) reads.\n", ["it is in line 5"]),
        ("`load_all` (`src/shelf.py:4`) reads.\n", ["it is in line 5"]),
        ("`load_all` (`src/shelf.py:2-7`) reads.\n", ["it is in lines 5-10"]),
        ("`load_all` (`src/shelf.py:5-10`) reads.\n", []),
        ("`load_all` (`src/shelf.py:4-10`) reads.\n", []),
        ("`load_all` (`src/shelf.py:7`) reads.\n", []),
        ("`load_all()` is called at `src/shelf.py:12`.\n", []),
    ],
)
def test_lines_beside_what_they_should_show_are_given_right(
    office: Office, words: str, told: list[str]
) -> None:
    body = "".join(f"    n{each} = {each}\n" for each in range(5))
    (office.root / "src/shelf.py").write_text(f"A = 1\nB = 2\nC = 3\n\ndef load_all():\n{body}\nload_all()\n")
    office.commit()
    findings = found(written(office, context=words), "GP111")
    assert [finding.message.rpartition(": ")[2] for finding in findings] == told
    assert not any(finding.blocks for finding in findings)


def test_a_file_of_somebody_s_own_disk_lies_outside(office: Office) -> None:
    opened = written(office, context="See `/Users/ann/app/src/upload.py:10`, and `/files` on the server.\n")
    (finding,) = found(opened, "GP104")
    assert "`/Users/ann/app/src/upload.py:10`" in finding.message


def test_a_skeletons_own_words_are_no_claims(office: Office) -> None:
    opened = office.begin(playbook="design", slug="retry")
    assert not [finding for finding in opened.judgement.findings if finding.code.startswith("GP1")]


def test_a_revision_keeps_what_its_citations_named_and_at_which_commit(office: Office) -> None:
    opened = written(office, context=f"See `{LINES}`.\n")
    entry = [entry for entry in opened.history.entries if entry.kind == "revised"][-1]
    assert list(entry.body["citations"]["context"]) == [LINES]
    assert entry.body["commit"] == office.git("rev-parse", "HEAD").strip()


def test_code_that_changed_since_is_a_warning_until_the_section_is_written_anew(office: Office) -> None:
    written(office, context="See `src/upload.py::upload`.\n")
    text = office.read("src/upload.py").replace("status != 200", "status >= 300")
    (office.root / "src/upload.py").write_text(text)
    (finding,) = found(office.open(), "GP103")
    assert finding.severity is Severity.WARNING
    assert office.git("rev-parse", "HEAD")[:12] in finding.message
    opened = office.open()
    opened = say(opened, "Again?", caller=office.agent, speaker="planner", kind="question").outcome.opened
    opened = say(opened, "Yes.", caller=office.ann, speaker="user", kind="reply").outcome.opened
    opened = write(
        opened, {"context": "Look at `src/upload.py::upload`.\n"}, caller=office.agent
    ).outcome.opened
    assert not found(opened, "GP103")


def test_an_old_ledger_without_digests_still_reads(office: Office) -> None:
    opened = written(office, context=f"See `{LINES}`.\n")
    folder = office.root / ".groundplan/ledger" / opened.known.id
    assert folder.is_dir()
    insert(office, "src/upload.py", 2, "# moved\n")
    assert found(office.open(), "GP102")
    # An entry of a version that kept no digests: the citation is measured against nothing.
    for path in folder.glob("*.json"):
        if '"citations"' in path.read_text():
            _without_digests(path)
    codes = {finding.code for finding in office.open().judgement.findings}
    assert not codes & {"GP102", "GP103"}


def _without_digests(path: Path) -> None:
    entry = read_entry(path.read_text())
    body = {key: value for key, value in entry.body.items() if key not in {"citations", "commit"}}
    path.write_text(type(entry)(**{**_fields(entry), "body": body}).to_json())


def _fields(entry: object) -> dict[str, object]:
    names = ("id", "plan", "kind", "at", "by", "follows", "body", "signature", "version")
    return {name: getattr(entry, name) for name in names}


@pytest.mark.req("S0-05")
def test_occurrences_of_a_renamed_name_are_counted_and_must_be_covered_or_dismissed(office: Office) -> None:
    (office.root / "docs").mkdir()
    (office.root / "docs/history.md").write_text("`post_file` came in 1.0\n")
    step = "1. Rename `post_file` to `store_file` in `src/routes.py`\n"
    opened = written(office, context="Words.\n", implementation_plan=step)
    (finding,) = found(opened, "GP121")
    assert finding.message == (
        "`post_file` appears in 4 files; not covered: "
        "`docs/history.md` (1), `src/main.py` (2), `tests/test_routes.py` (2)"
    )
    opened = say(opened, "All?", caller=office.agent, speaker="planner", kind="question").outcome.opened
    opened = say(opened, "Yes.", caller=office.ann, speaker="user", kind="reply").outcome.opened
    whole = (
        "1. Rename `post_file` to `store_file` in `src/routes.py`, `src/main.py` and `tests/`\n\n"
        "Occurrences of `post_file`: 6 in 4 files; dismissed: `docs/history.md` (history of releases)\n"
    )
    opened = write(opened, {"implementation-plan": whole}, caller=office.agent).outcome.opened
    assert not found(opened, "GP121")
    assert not found(opened, "GP122")


def test_of_a_plain_word_only_the_uses_that_are_known_count(office: Office) -> None:
    (office.root / "src/pool.py").write_text("class Pool:\n    def reload(self):\n        return 1\n")
    (office.root / "src/serve.py").write_text("from pool import Pool\n\n\ndef go():\n    Pool().reload()\n")
    (office.root / "src/page.py").write_text("def show(window):\n    window.reload()\n")
    (office.root / "README.md").write_text("Send HUP to reload, and reload again.\n")
    office.commit()
    step = "1. Make `src/pool.py::Pool.reload` take the pids first\n"
    (finding,) = found(written(office, context="Words.\n", implementation_plan=step), "GP121")
    assert finding.message == "`reload` appears in 2 files; not covered: `src/serve.py` (1)"
    only = "1. Take the pids first\n   - Files: `src/pool.py::Pool.reload`\n"
    assert not found(written(office, context="Words.\n", implementation_plan=only), "GP121")


def test_covering_everything_with_one_folder_is_shown(office: Office) -> None:
    for name in "abcd":
        (office.root / f"src/{name}.py").write_text("from routes import post_file\n")
    step = "1. Rename `post_file` to `store_file` in `src/` and `tests/test_routes.py`\n"
    opened = written(office, context="Words.\n", implementation_plan=step)
    (finding,) = found(opened, "GP121")
    assert finding.message == "`src/` alone covers 6 of 7 files where `post_file` appears"
    assert not finding.blocks


def test_dismissing_everything_with_one_pattern_dismisses_nothing(office: Office) -> None:
    step = (
        "1. Rename `post_file` to `store_file` in `src/routes.py`\n\n"
        "Occurrences of `post_file`: 5 in 3 files; dismissed: `**` (not relevant)\n"
    )
    opened = written(office, context="Words.\n", implementation_plan=step)
    assert found(opened, "GP121")
    assert found(opened, "GP122")


@pytest.mark.req("S2-08")
def test_editing_a_generated_file_and_half_a_pair_are_found(office: Office) -> None:
    (office.root / ".groundplan").mkdir(exist_ok=True)
    (office.root / ".groundplan/config.toml").write_text(
        'version = 1\n[profile]\ngenerated = ["store/_sync.py"]\n'
        '[profile.axes]\npairs = ["store/_async.py"]\n'
        '[profile.pairs]\n"store/_async.py" = { source = "`store/_async.py`", target = "`_sync.py`" }\n'
    )
    one = "**Modified files:**\n- `store/_sync.py` – add it\n\n1. Do it\n"
    opened = written(office, context="Words.\n", implementation_plan=one)
    (finding,) = found(opened, "GP109")
    assert "out of `store/_async.py`" in finding.message
    office.pass_time()
    other = "**Modified files:**\n- `store/_async.py` – add it\n\n1. Do it\n"
    opened = say(opened, "So?", caller=office.agent, speaker="planner", kind="question").outcome.opened
    opened = say(opened, "Yes.", caller=office.ann, speaker="user", kind="reply").outcome.opened
    opened = write(opened, {"implementation-plan": other}, caller=office.agent).outcome.opened
    (finding,) = found(opened, "GP110")
    assert finding.blocks
    assert not found(opened, "GP109")


def test_an_index_that_cannot_be_kept_or_read_crashes_nothing(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no").write_text("a file, not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no"))
    opened = written(office, context="See `src/upload.py` and `src/nope.py`.\n")
    assert [finding.message for finding in found(opened, "GP101")]


def test_a_repository_without_a_commit_is_looked_at_all_the_same(office: Office) -> None:
    office.git("update-ref", "-d", "HEAD")
    opened = written(office, context="See `src/upload.py` and `src/nope.py`.\n")
    (finding,) = found(opened, "GP101")
    assert "src/nope.py" in finding.message


def test_check_re_anchors_moved_citations_and_changes_no_other_byte(office: Office) -> None:
    opened = written(office, context=f"See `{LINES}`, and again `{LINES}`;\n`src/settings.py` is read.\n")
    path = opened.plan.documents[0].path
    before = office.read(path)
    insert(office, "src/upload.py", 2, "# one\n# two\n")
    (finding,) = found(office.open(), "GP102")
    assert finding.message == f"`{LINES}` moved to `src/upload.py:12-26`"
    done = check(office.open(), caller=office.agent, fix=True)
    assert [fixed.code for fixed in done.fixed if fixed.code == "GP102"] == ["GP102"]
    assert office.read(path).replace("src/upload.py:12-26", LINES) == before
    kinds = [json.loads(path.read_text())["kind"] for path in office.root.glob(".groundplan/ledger/*/*.json")]
    assert kinds.count("reanchored") == 1
    codes = office.codes()
    assert not codes & {"GP102", "GP103", "GP206"}
