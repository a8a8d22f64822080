"""How a cache in SQLite is opened: the index's own, and the history's beside it."""

from __future__ import annotations

import contextlib
import sqlite3
import time

_PATIENCE = 20.0  # seconds


def prepare_tables(name: str, schema: str, version: int, *, page_cache: int) -> sqlite3.Connection:
    """Return a database with the tables of a schema in it; raises where it holds those of somebody else."""
    # One thread at a time asks it, but any may close it: that of a surface that ends, or of the interpreter.
    database = sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        _write_ahead(database)
        database.execute("PRAGMA synchronous=NORMAL")  # enough for WAL: a lost tail is read anew
        database.execute(f"PRAGMA cache_size={page_cache}")
        database.execute("PRAGMA trusted_schema=OFF")
        _make_tables(database, schema, version)
    except BaseException:
        database.close()
        raise
    return database


def _write_ahead(database: sqlite3.Connection) -> None:
    """Let readers and a writer share the file; SQLite itself does not wait for the lock that this needs."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.005)
        else:
            return


def _make_tables(database: sqlite3.Connection, schema: str, wanted: int) -> None:
    if database.execute("PRAGMA user_version").fetchone()[0] == wanted:
        return
    database.execute("BEGIN IMMEDIATE")  # two processes may both find an empty file
    try:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version != wanted:
            if version or database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise sqlite3.DatabaseError("tables of somebody else")
            for statement in schema.split(";\n"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version={wanted}")
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
