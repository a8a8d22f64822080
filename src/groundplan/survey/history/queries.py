"""What is asked of the history's tables. `temp.outside` holds the commits that HEAD does not have."""

from __future__ import annotations

COMMITS = """
SELECT id, time, author, files FROM past WHERE id NOT IN (SELECT past FROM temp.outside) ORDER BY id
"""

PATHS = "SELECT id, name FROM path"

PATHS_WITHIN = "SELECT id FROM path WHERE name >= ? AND name < ?"

PATH_OF_NUMBER = "SELECT name FROM path WHERE id = ?"

NUMBER_OF_PATH = "SELECT id FROM path WHERE name = ?"

TOUCHES = "SELECT id, touches FROM path"

NAMES = "SELECT id, name, email FROM author"

RENAMES = "SELECT past, old, new FROM rename WHERE past NOT IN (SELECT past FROM temp.outside) ORDER BY past"

RENAMES_WITH_LAST = """
SELECT rename.old, rename.new, substr(path.touches, 1, 4) FROM rename JOIN path ON path.id = rename.old
WHERE rename.past NOT IN (SELECT past FROM temp.outside) ORDER BY rename.past
"""

NEWEST = """
SELECT max(time), day FROM (
    SELECT time, day FROM past WHERE id NOT IN (SELECT past FROM temp.outside) ORDER BY id DESC LIMIT ?
)
"""

COUNT = "SELECT count(*) FROM past WHERE id NOT IN (SELECT past FROM temp.outside)"

ONE = """
SELECT time, author, files FROM past WHERE id = ? AND id NOT IN (SELECT past FROM temp.outside)
"""

COMMIT = """
SELECT lower(hex(past.oid)), past.time, past.day, author.name, author.email, past.subject, past.files
FROM past JOIN author ON author.id = past.author WHERE past.id = ?
"""

ABOUT = """
SELECT rowid, bm25(words, 2.0, 1.0) AS score FROM words
WHERE words MATCH ? AND rowid NOT IN (SELECT past FROM temp.outside) ORDER BY score, rowid DESC LIMIT ?
"""

REVERTS = """
SELECT past, oid, subject FROM revert WHERE past NOT IN (SELECT past FROM temp.outside) ORDER BY past DESC
"""

BY_SUBJECT = """
SELECT id, subject FROM past WHERE subject >= :start AND subject < :start || char(0x10FFFF)
    AND id NOT IN (SELECT past FROM temp.outside) ORDER BY id DESC
"""

BY_PREFIX = """
SELECT id, lower(hex(oid)) FROM past WHERE oid >= ? AND oid <= ?
    AND id NOT IN (SELECT past FROM temp.outside)
"""

NUMBER = "SELECT id FROM past WHERE oid = ?"
