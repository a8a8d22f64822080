"""What is asked of the history's tables.

`temp.outside` holds the commits that HEAD does not have, `temp.asked` the numbers of the paths in question.
A change of status `G` is the old name's half of a rename, counted under the new name.
"""

from __future__ import annotations

COUNT = "SELECT count(*) FROM past WHERE id NOT IN (SELECT past FROM temp.outside)"

NEWEST = """
SELECT max(time) FROM (
    SELECT time FROM past WHERE id NOT IN (SELECT past FROM temp.outside) ORDER BY id DESC LIMIT ?
)
"""

CHURN = """
SELECT path, count(*), sum(time >= ?), max(time) FROM change
WHERE status <> 'G' AND past NOT IN (SELECT past FROM temp.outside) GROUP BY path
"""

CHURN_OF_ASKED = """
SELECT path, count(*), sum(time >= ?), max(time) FROM change
WHERE path IN (SELECT path FROM temp.asked) AND status <> 'G'
    AND past NOT IN (SELECT past FROM temp.outside) GROUP BY path
"""

AUTHORS = "SELECT author, time FROM past WHERE id NOT IN (SELECT past FROM temp.outside)"

AUTHORS_OF_ASKED = """
SELECT author, time FROM past WHERE id IN (
    SELECT past FROM change WHERE path IN (SELECT path FROM temp.asked) AND status <> 'G'
) AND id NOT IN (SELECT past FROM temp.outside)
"""

AUTHORS_WITHIN = """
SELECT author, time FROM past WHERE id IN (
    SELECT past FROM change WHERE path IN (SELECT id FROM path WHERE name >= ? AND name < ?) AND status <> 'G'
) AND id NOT IN (SELECT past FROM temp.outside)
"""

NAMES = "SELECT id, name, email FROM author"

TOGETHER = """
SELECT other.path, count(*) FROM change AS mine
JOIN past ON past.id = mine.past JOIN change AS other ON other.past = mine.past
WHERE mine.path IN (SELECT path FROM temp.asked) AND mine.status <> 'G' AND other.status <> 'G'
    AND past.files <= ? AND mine.past NOT IN (SELECT past FROM temp.outside) GROUP BY other.path
"""

SMALL_COMMITS = """
SELECT change.path, count(*) FROM change JOIN past ON past.id = change.past
WHERE change.path IN (SELECT path FROM temp.asked) AND change.status <> 'G' AND past.files <= ?
    AND past.id NOT IN (SELECT past FROM temp.outside) GROUP BY change.path
"""

ABOUT = """
SELECT past.oid, past.time, author.name, author.email, past.subject, past.files, found.score FROM (
    SELECT rowid, bm25(words, 2.0, 1.0) AS score FROM words
    WHERE words MATCH ? AND rowid NOT IN (SELECT past FROM temp.outside) ORDER BY score LIMIT ?
) AS found JOIN past ON past.id = found.rowid JOIN author ON author.id = past.author
ORDER BY found.score, past.id DESC
"""

FILES = """
SELECT change.path FROM change JOIN past ON past.id = change.past
WHERE past.oid = ? AND change.status <> 'G'
"""

LIFE = """
SELECT past.oid, past.time, author.name, author.email, past.subject, past.files,
    change.status, change.path, change.other
FROM change JOIN past ON past.id = change.past JOIN author ON author.id = past.author
WHERE change.path IN (SELECT path FROM temp.asked) AND change.status <> 'G'
    AND past.id NOT IN (SELECT past FROM temp.outside) ORDER BY past.id DESC
"""

RENAMES = """
SELECT gone.path, gone.other FROM change AS gone INDEXED BY change_gone
WHERE gone.status = 'G' AND gone.past NOT IN (SELECT past FROM temp.outside) AND gone.past = (
    SELECT max(past) FROM change WHERE path = gone.path AND past NOT IN (SELECT past FROM temp.outside)
)
"""
