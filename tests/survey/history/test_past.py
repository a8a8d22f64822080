"""Churn, ownership, files that change together, and a file's life, from real commits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.git import streaming
from groundplan.survey.history import reading
from groundplan.survey.history.tables import FILE_NAME

if TYPE_CHECKING:
    from tests.survey.history.conftest import Past

TEXT = "".join(f"line {number} of a file that will be known again by its words\n" for number in range(20))

ADA = {"GIT_COMMITTER_NAME": "ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}


@pytest.mark.req("S4-08")
def test_churn_counts_all_commits_and_those_of_the_last_year(past: Past) -> None:
    past.commit("old", {"a.py": "1", "b.py": "1"})
    past.commit("newer", {"a.py": "2"}, after=400)
    past.commit("newest", {"a.py": "3"}, after=10)
    churn = past.load().churn()
    assert {path: (each.commits, each.recent) for path, each in churn.items()} == {
        "a.py": (3, 2),
        "b.py": (1, 0),
    }
    assert churn["a.py"].last > churn["b.py"].last
    assert set(past.load().churn(["b.py", "never.py"])) == {"b.py"}


@pytest.mark.req("S4-08")
def test_a_renamed_file_keeps_what_it_was_under_its_old_name(past: Past) -> None:
    made = past.commit("make", {"old/a.py": TEXT, "x.py": "x"})
    past.commit("with x", {"old/a.py": TEXT + "more\n", "x.py": "xx"})
    moved = past.move("old/a.py", "new/b.py", "move")
    history = past.load()
    assert history.churn()["new/b.py"].commits == 3
    assert "old/a.py" not in history.churn()
    assert [
        (step.commit.subject, step.status, step.path, step.old) for step in history.evolution("new/b.py")
    ] == [
        ("move", "R", "new/b.py", "old/a.py"),
        ("with x", "M", "old/a.py", None),
        ("make", "A", "old/a.py", None),
    ]
    assert history.files_of(moved) == ("new/b.py",)
    assert history.files_of(made) == ("new/b.py", "x.py")
    assert history.paths_of(made) == ("old/a.py", "x.py")
    assert history.cochanged("x.py") == [("new/b.py", 2)]


def test_a_commit_that_touches_two_names_of_a_file_counts_once(past: Past) -> None:
    past.commit("make", {"a.py": "short\n", "b.py": TEXT})
    past.commit("both", {"a.py": "longer\n", "b.py": TEXT + "more\n"})
    past.commit("drop", {"a.py": None})
    past.move("b.py", "a.py", "move")
    history = past.load()
    assert history.churn()["a.py"].commits == history.churn(["a.py"])["a.py"].commits == 4
    assert [step.commit.subject for step in history.evolution("a.py")] == ["move", "drop", "both", "make"]


def test_a_name_that_is_taken_again_is_another_file(past: Past) -> None:
    past.commit("make", {"a.py": TEXT})
    past.move("a.py", "b.py", "move")
    past.commit("again", {"a.py": "something else"})
    history = past.load()
    assert (history.churn()["a.py"].commits, history.churn()["b.py"].commits) == (2, 1)


def test_files_that_change_together_are_told_with_how_often(past: Past) -> None:
    for number in range(4):
        past.commit(f"both {number}", {"a.py": str(number), "test_a.py": str(number)})
    past.commit("alone", {"a.py": "alone"})
    past.commit("sweep", {f"f{number}.py": "" for number in range(60)} | {"a.py": "sweep"})
    history = past.load()
    assert history.cochanged("a.py") == [("test_a.py", 4)]
    (together,) = history.together("a.py")
    assert (together.confidence, together.backward) == (4 / 5, 1.0)
    assert history.cochanged("never.py") == []


@pytest.mark.req("S4-08")
def test_ownership_names_people_and_how_few_hold_half(past: Past) -> None:
    for number in range(6):
        past.commit(f"ann {number}", {"src/a.py": str(number)})
    past.commit("ben", {"src/b.py": "b"}, by="Ben Example")
    past.commit("bot", {"src/b.py": "c"}, by="renovate[bot]")
    history = past.load()
    whole = history.ownership()
    assert [(owner.name, owner.commits) for owner in whole.owners] == [
        ("Ann Example", 6), ("Ben Example", 1), ("renovate[bot]", 1),
    ]  # fmt: skip
    assert (whole.commits, whole.owners[0].share) == (8, 6 / 8)
    assert [owner.name for owner in history.ownership("src/b.py").owners] == ["Ben Example", "renovate[bot]"]
    assert history.ownership("src").commits == 8
    assert history.ownership("nowhere").owners == ()


def test_the_year_ends_with_the_newest_commit_and_says_which_day_that_is(past: Past) -> None:
    past.commit("old", {"a.py": "1"})
    newest = past.commit("new", {"a.py": "2"}, after=800)
    churn = past.load().churn(["a.py"])["a.py"]
    day = past.load().repository.read_commits([newest], renames=False)
    assert (churn.commits, churn.recent) == (2, 1)
    assert churn.until == next(iter(day)).day


def test_one_person_with_two_addresses_is_one(past: Past) -> None:
    past.commit("one", {"a.py": "1"})
    past.commit("two", {"a.py": "2"}, by="ann")  # another name, the same address
    past.commit("three", {"a.py": "3"}, by="Ben Example")
    assert [(owner.name, owner.commits) for owner in past.load().ownership().owners] == [
        ("Ann Example", 2), ("Ben Example", 1),
    ]  # fmt: skip


def test_commits_about_words_are_found_by_stem_and_by_part_of_an_identifier(past: Past) -> None:
    wanted = past.commit("Retried fetching in HttpClient\n\nBacking off on timeouts.", {"client.py": "1"})
    past.commit("Update the changelog", {"CHANGES": "1"})
    history = past.load()
    for words in ("retry fetch", "http_client", "client", ["backed", "off", "timeout"], "httpclient"):
        assert [commit.oid for commit, _ in history.commits_about(words)] == [wanted], words
    assert history.commits_about("the of and") == history.commits_about("") == []
    assert history.commits_about('" OR NEAR( * ^ body:') == []  # words, never a query


def test_only_new_commits_are_read(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    past.commit("one", {"a.py": "1"})
    past.load()
    two = past.commit("two", {"a.py": "2"})
    told: list[tuple[str, ...]] = []
    write = reading._Writer.write
    monkeypatch.setattr(
        reading._Writer,
        "write",
        lambda self, repository, ids: told.append(ids) or write(self, repository, ids),
    )
    assert past.load().churn()["a.py"].commits == 2
    assert past.load().count() == 2
    assert told == [(two,)]


def test_a_switch_of_branches_changes_the_answers_and_keeps_what_was_read(past: Past) -> None:
    past.commit("base", {"a.py": "1"})
    past.git("checkout", "-q", "-b", "side")
    past.commit("side", {"a.py": "2", "side.py": "s"})
    assert past.load().churn()["a.py"].commits == 2
    past.git("checkout", "-q", "main")
    past.commit("main", {"b.py": "1"})
    history = past.load()
    assert (history.churn()["a.py"].commits, "side.py" in history.churn()) == (1, False)
    assert history.commits_about("side") == []
    past.git("checkout", "-q", "side")
    assert past.load().churn()["a.py"].commits == 2


def test_a_rewritten_history_is_read_anew(past: Past) -> None:
    past.commit("one", {"a.py": "1"})
    past.commit("two", {"a.py": "2"})
    past.load()
    past.git("reset", "-q", "--hard", "HEAD~1")
    past.commit("other", {"b.py": "2"})
    past.git("reflog", "expire", "--expire=now", "--all")
    past.git("gc", "-q", "--prune=now")
    history = past.load()
    assert {path: each.commits for path, each in history.churn().items()} == {"a.py": 1, "b.py": 1}
    assert history.count() == 2


def test_many_branches_do_not_pile_up(past: Past) -> None:
    past.commit("base", {"a.py": "1"})
    for number in range(reading._MOST_TIPS + 2):
        past.git("checkout", "-q", "-b", f"b{number}", "main")
        past.commit(f"branch {number}", {f"b{number}.py": "1"})
        assert past.load().count() == 2


def test_a_repository_without_commits_has_no_history(past: Past) -> None:
    history = past.load()
    assert (history.count(), history.newest(), history.churn(), history.ownership().owners) == (0, 0, {}, ())
    assert history.notices == ("There is no commit yet",)


def test_a_shallow_clone_answers_with_a_notice(past: Past) -> None:
    for number in range(3):
        past.commit(f"commit {number}", {"a.py": str(number)})
    past.git("clone", "-q", "--depth", "1", f"file://{past.root}", str(past.root.parent / "shallow"))
    past.root = past.root.parent / "shallow"
    history = past.load()
    assert history.count() == 1
    assert "clone is shallow" in history.notices[0]


def test_a_clone_without_texts_answers_without_renames(past: Past) -> None:
    moves = reading._MOST_LOST + 2
    for number in range(moves):
        past.commit(f"make {number}", {f"a{number}.py": TEXT + str(number)})
        past.commit(f"move {number}", {f"a{number}.py": None, f"b{number}.py": TEXT + f"{number}\nmore\n"})
    past.git("config", "uploadpack.allowFilter", "true")
    past.git("clone", "-q", "--filter=blob:none", f"file://{past.root}", str(past.root.parent / "partial"))
    past.root = past.root.parent / "partial"
    history = past.load()
    assert len(history.churn()) == moves * 2
    assert history.count() == moves * 2
    assert "lacks the texts" in history.notices[0]
    assert past.load().notices == history.notices  # kept, so it is said again


def test_one_missing_text_hides_the_renames_of_its_own_commit_only(past: Past) -> None:
    for name in ("a", "b", "c"):
        past.commit(f"make {name}", {f"{name}.py": name + TEXT})
    for name in ("a", "b", "c"):
        past.commit(f"move {name}", {f"{name}.py": None, f"new/{name}.py": name + TEXT + "more\n"})
    oid = past.git("rev-parse", "HEAD~3:b.py").strip()
    (past.root / ".git/objects" / oid[:2] / oid[2:]).unlink()
    history = past.load()
    (notice,) = history.notices
    assert notice == "Renames with edits are not seen in 1 commit, of which this clone lacks a text"
    assert history.count() == 6
    assert {path: each.commits for path, each in history.churn().items()} == {
        "new/a.py": 2,
        "new/c.py": 2,
        "b.py": 2,
        "new/b.py": 1,
    }


def test_a_history_that_takes_too_long_answers_from_what_was_read(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        past.commit(f"commit {number}", {f"{number}.py": "x" * 50})
    monkeypatch.setattr(streaming, "OUTPUT_LIMIT", 1)
    history = past.load()
    assert "commits were read" in history.notices[0]


@pytest.mark.parametrize("damage", [b"", b"not a database at all", b"SQLite format 3\0" + b"\xff" * 500])
def test_a_torn_cache_is_made_anew(past: Past, damage: bytes) -> None:
    past.commit("one", {"a.py": "1"})
    past.load().close()
    (file,) = past.cache.rglob(FILE_NAME)
    for beside in file.parent.glob(f"{FILE_NAME}-*"):
        beside.unlink()
    file.write_bytes(damage)
    assert past.load().count() == 1


def test_days_and_names_that_no_calendar_has_do_no_harm(past: Past) -> None:
    past.commit("one", {os.fsdecode(b"caf\xe9\x1b.py"): "1"})
    when = {"GIT_AUTHOR_DATE": "@99999999999 +0000"}
    past.git("-c", "user.name=Eve", "-c", "user.email=", "commit", "-q", "--allow-empty", "-m", "far", **when)
    history = past.load()
    assert list(history.churn()) == [os.fsdecode(b"caf\xe9\x1b.py")]
    (far, _), *_ = history.commits_about("far")
    assert far.date == "5138-11-16"


def test_the_day_of_a_commit_is_the_authors_as_git_log_shows_it(past: Past) -> None:
    past.commit("first", {"a.py": "1"})
    past.git("commit", "-q", "--amend", "--no-edit", "--date", "2024-05-01T23:30:00-0500", **ADA)
    (step,) = past.load().evolution("a.py")
    assert step.commit.date == "2024-05-01"


def test_one_short_name_with_two_addresses_is_one(past: Past) -> None:
    past.commit("one", {"a.py": "1"}, by="ada")
    past.commit("two", {"a.py": "2"}, by="ada")
    past.git("commit", "-q", "--amend", "--no-edit", "--author", "ada <ada@elsewhere.org>", **ADA)
    assert [owner.commits for owner in past.load().ownership().owners] == [2]
