"""The database is a cache: shared, replaceable, never where a repository could plant it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.code.database import remove_database
from groundplan.code.index import cache_folder, open_index
from groundplan.code.tables import prepare_tables
from groundplan.code.workers import Workers
from groundplan.git.repository import find_repository
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from worktree import IndexedWorktree

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes as POSIX has them")


@pytest.fixture
def filled(tree: IndexedWorktree) -> IndexedWorktree:
    for number in range(30):
        tree.put(f"m{number}.py", f"def f{number}(): return common()\n")
    tree.commit()
    return tree


def assert_answers(tree: IndexedWorktree) -> None:
    index = tree.index()
    assert len(index.paths()) == 30
    assert len(index.files_with("common")) == 30
    assert [each.path for each in index.symbols("f7")] == ["m7.py"]


@pytest.mark.parametrize("junk", [b"", b"not a database " * 999, b"SQLite format 3\0" + b"\xff" * 9000])
def test_a_file_that_is_no_database_is_replaced(filled: IndexedWorktree, junk: bytes) -> None:
    filled.open().close()
    file = filled.database
    remove_database(file)
    file.write_bytes(junk)
    assert_answers(filled)
    assert filled.open().notice == ""


@pytest.mark.parametrize("start", range(1, 12))
def test_a_torn_database_is_filled_anew(filled: IndexedWorktree, start: int) -> None:
    filled.index().close()
    file = filled.database
    pages = bytearray(file.read_bytes())
    pages[start * 4096 : (start + 1) * 4096] = b"\xa5" * 4096
    file.write_bytes(pages)
    index = filled.index()
    assert len(index.names()) == 30
    for number in range(30):
        assert [each.path for each in index.symbols(f"f{number}")] == [f"m{number}.py"]
        assert index.outline(f"m{number}.py") is not None


def test_tables_of_somebody_else_are_replaced(filled: IndexedWorktree) -> None:
    filled.open().close()
    file = filled.database
    remove_database(file)
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE text(id)")
        other.execute("PRAGMA user_version = 7")
    other.close()
    assert_answers(filled)


def test_a_row_that_makes_no_sense_is_read_anew(filled: IndexedWorktree) -> None:
    index = filled.index()
    index._records.database.execute("UPDATE text SET calls = '{', definitions = 'x'")
    outline = index.outline("m3.py")
    assert outline is not None
    assert [each.name for each in outline.definitions] == ["f3"]


@posix_only
def test_the_database_may_be_deleted_while_it_is_open(filled: IndexedWorktree) -> None:
    index = filled.index()
    remove_database(filled.database)
    filled.put("new.py", "def fresh(): ...\n")
    index.refresh()
    assert len(index.paths()) == 31
    assert [each.path for each in index.symbols("fresh")] == ["new.py"]
    assert index.notice == ""
    assert filled.database.exists()


@posix_only
def test_the_whole_cache_may_be_deleted_while_it_is_open(filled: IndexedWorktree) -> None:
    index = filled.index()
    shutil.rmtree(filled.cache)
    filled.put("new.py", "def fresh(): ...\n")
    index.refresh()
    assert [each.path for each in index.symbols("fresh")] == ["new.py"]
    assert index.notice == ""
    assert filled.database.parent.stat().st_mode & 0o077 == 0


def test_the_whole_cache_may_be_deleted_between_two_runs(filled: IndexedWorktree) -> None:
    filled.index().close()
    shutil.rmtree(filled.cache)
    assert_answers(filled)


@posix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_without_a_writable_cache_the_index_lives_in_memory(filled: IndexedWorktree) -> None:
    filled.cache.mkdir()
    filled.cache.chmod(0o500)
    try:
        assert_answers(filled)
        assert "is not saved" in filled.open().notice
    finally:
        filled.cache.chmod(0o700)


@posix_only
def test_on_a_full_disk_the_index_lives_in_memory(filled: IndexedWorktree) -> None:
    index = filled.open()
    index._records.database.execute("PRAGMA max_page_count = 1")  # no more than it has
    index.refresh()
    assert "is not saved" in index.notice
    assert "full" in index.notice
    assert len(index.files_with("common")) == 30


def test_a_cache_inside_the_worktree_is_not_used(filled: IndexedWorktree) -> None:
    cache = filled.root / "cache"
    with open_index(find_repository(filled.root), cache=cache) as index:
        index.refresh()
        assert "lies inside the repository" in index.notice
        assert len(index.paths()) == 30
    assert not cache.exists()


@posix_only
def test_a_cache_that_others_may_write_in_is_not_used(filled: IndexedWorktree) -> None:
    filled.cache.mkdir()
    filled.cache.chmod(0o777)
    assert "others may write" in filled.open().notice


@posix_only
def test_a_cache_folder_that_is_a_link_is_not_used(filled: IndexedWorktree, tmp_path: Path) -> None:
    filled.cache.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (filled.cache / "code").symlink_to(tmp_path / "elsewhere")
    assert "is not a folder" in filled.open().notice
    assert not list((tmp_path / "elsewhere").iterdir())


@posix_only
def test_the_cache_is_the_users_alone(filled: IndexedWorktree) -> None:
    filled.open()
    folders = [filled.cache, *(each for each in filled.cache.rglob("*") if each.is_dir())]
    assert {each.stat().st_mode & 0o777 for each in folders} == {0o700}


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"GROUNDPLAN_CACHE_DIR": "/c", "XDG_CACHE_HOME": "/x"}, "linux", "/c"),
        ({"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "linux", "/x/groundplan"),
        ({"XDG_CACHE_HOME": "x", "HOME": "/h"}, "linux", "/h/.cache/groundplan"),
        ({"GROUNDPLAN_CACHE_DIR": "c", "HOME": "/h"}, "linux", "/h/.cache/groundplan"),
        ({"HOME": "/h"}, "darwin", "/h/Library/Caches/groundplan"),
        ({}, "linux", None),
    ],
)
def test_the_cache_lies_where_the_platform_says(
    environ: dict[str, str], platform: str, folder: str | None
) -> None:
    assert cache_folder(environ, platform=platform) == (None if folder is None else Path(folder))


def test_old_databases_of_other_versions_go(filled: IndexedWorktree) -> None:
    filled.open().close()
    kept = filled.database
    for number in range(5):
        other = kept.with_name(f"index-{number}.sqlite")
        other.write_bytes(b"")
        os.utime(other, (number, number))
    filled.open()
    assert {file.name for file in kept.parent.glob("*.sqlite")} == {
        kept.name,
        "index-3.sqlite",
        "index-4.sqlite",
    }


def test_two_processes_may_fill_it_at_once(filled: IndexedWorktree) -> None:
    script = textwrap.dedent(f"""
        from pathlib import Path
        from groundplan.code.index import open_index
        from groundplan.git.repository import find_repository
        root, cache = Path({str(filled.root)!r}), Path({str(filled.cache)!r})
        for _ in range(5):
            with open_index(find_repository(root), cache=cache) as index:
                index.refresh()
                index._records.database.execute("UPDATE place SET size = -1")
                assert len(index.files_with("common")) == 30
                assert not index.notice, index.notice
    """)
    both = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    assert_answers(filled)


def test_a_new_file_that_another_process_fills_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, other.close)
    release.start()
    try:
        with contextlib.closing(prepare_tables(str(file), "", 0, page_cache=-100)) as database:
            assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        release.join()


def test_dead_texts_are_forgotten_once_they_outnumber_the_living(filled: IndexedWorktree) -> None:
    index = filled.index()
    for turn in range(3):
        for number in range(30):
            filled.put(f"m{number}.py", f"def f{number}(): return common({turn})\n")
        index.refresh()
    other = filled.open()
    assert index._records.prune(least=10)
    assert index._records.database.execute("SELECT count(*) FROM text").fetchone() == (30,)
    # neither the process that pruned nor one that did not know of it gives an incomplete answer
    assert len(other.files_with("common")) == 30
    assert len(index.files_with("common")) == 30
    assert len(index.symbols("f7")) == 1


def test_reading_again_after_pruning_needs_no_reader(filled: IndexedWorktree) -> None:
    index = filled.index()
    for turn in range(3):
        for number in range(30):
            filled.put(f"m{number}.py", f"def f{number}(): return common({turn})\n")
        index.refresh()
    index._records.prune(least=10)

    def fail(language: str, text: bytes) -> None:
        raise AssertionError(language)

    with filled.open(Workers(read=fail)) as again:  # type: ignore[arg-type]
        again.refresh()
        assert again.skipped() == ()
        assert len(again.files_with("common")) == 30


def test_a_worktree_that_is_gone_keeps_no_text_alive(filled: IndexedWorktree) -> None:
    other = filled.root.with_name("other")
    filled.git("worktree", "add", "-q", str(other))
    (other / "own.py").write_text("own = 1\n")
    with filled.open(root=other) as index:
        index.refresh()
    filled.git("worktree", "remove", "--force", str(other))
    filled.put("more.py", "more = 1\n")
    index = filled.index()
    assert index._records.database.execute("SELECT count(*) FROM worktree").fetchone() == (1,)


class TestDerived:
    SCHEMA = (
        "CREATE TABLE units_done(text INTEGER PRIMARY KEY)",
        "CREATE VIRTUAL TABLE units_words USING fts5(name)",
    )

    def test_tables_stay_for_the_next_process(self, filled: IndexedWorktree) -> None:
        index = filled.index()
        tables = index.derived("units", "1", self.SCHEMA)
        with tables.writing():
            tables.database.execute("INSERT INTO units_done VALUES (7)")
        index.close()
        again = filled.index().derived("units", "1", self.SCHEMA).database
        assert again.execute("SELECT text FROM units_done").fetchall() == [(7,)]

    def test_another_version_starts_empty(self, filled: IndexedWorktree) -> None:
        index = filled.index()
        database = index.derived("units", "1", self.SCHEMA).database
        database.execute("INSERT INTO units_done VALUES (7)")
        database.execute("INSERT INTO units_words VALUES ('fetch')")
        again = index.derived("units", "2", self.SCHEMA).database
        assert again.execute("SELECT count(*) FROM units_done").fetchone() == (0,)
        assert again.execute("SELECT count(*) FROM units_words").fetchone() == (0,)

    def test_after_pruning_it_starts_empty(self, filled: IndexedWorktree) -> None:
        index = filled.index()
        index.derived("units", "1", self.SCHEMA).database.execute("INSERT INTO units_done VALUES (7)")
        for number in range(30):
            filled.put(f"m{number}.py", f"def f{number}(): return other()\n")
        index.refresh()
        for number in range(30):
            filled.put(f"m{number}.py", f"def f{number}(): return another()\n")
        index.refresh()
        assert index._records.prune(least=1)
        again = index.derived("units", "1", self.SCHEMA).database
        assert again.execute("SELECT count(*) FROM units_done").fetchone() == (0,)

    def test_rows_join_with_places_and_texts(self, filled: IndexedWorktree) -> None:
        index = filled.index()
        tables = index.derived("units", "1", self.SCHEMA)
        rows = tables.database.execute(
            "SELECT text.id, place.path FROM place JOIN text ON text.id = place.text"
            " WHERE place.worktree = ? AND text.language = 'python'"
            " AND text.id NOT IN (SELECT text FROM units_done)",
            (tables.worktree,),
        ).fetchall()
        assert len(rows) == 30

    @pytest.mark.parametrize("name", ["text", "place", "words", "a b", "", "x;"])
    def test_the_indexs_own_tables_are_out_of_reach(self, filled: IndexedWorktree, name: str) -> None:
        with pytest.raises(Misused):
            filled.index().derived(name, "1", ())
