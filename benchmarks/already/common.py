"""Counts in how many repositories each word is used: in documents, comments, defined names, subject lines.

    .venv/bin/python benchmarks/already/common.py LIST > src/groundplan/evidence/common_words.txt

LIST has a git directory on each line. Repositories of the labelled sets `fifth` and later are not among them.
Words that `tests/architecture` allows in no file are taken out of the table by hand.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter, defaultdict
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.evidence.asked import root
from groundplan.wording.terms import GRAMMAR

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES, LARGEST, MOST_COMMITS = 6_000_000, 250_000, 6_000
LEAST_SHARE = 0.018
_DOCUMENT = re.compile(r"\.(?:md|mdx|rst|adoc|txt)$", re.IGNORECASE)
_CODE = re.compile(r"\.(?:py|[jt]sx?|go|rs|rb|java|kt|php|[ch]|cc|cpp|hpp|cs|swift|ex|scala)$")
_SKIPPED = re.compile(
    r"(?:^|/)(?:_?vendor|node_modules|third_party|dist|locales?|translations|i18n|fixtures?|testdata|generated)/"
    r"|licen[cs]e|\.min\.|package-lock|requirements",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^\s*(?://|#(?!\[|!)|/?\*|--|\"\"\"|''')(.*)$", re.MULTILINE)
_DEFINED = re.compile(
    r"^\s*(?:\w+ ){0,3}(?:def|class|func|function|fn|struct|enum|interface|trait|type|fun|module|const|let"
    r"|var|val)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)",
    re.MULTILINE,
)
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_LINK = re.compile(r"https?://\S+")


def git(folder: str, *words: str, given: bytes = b"") -> bytes:
    """Return what git says, nothing where it fails."""
    return subprocess.run(["git", "-C", folder, *words], input=given, capture_output=True, check=False).stdout


def chosen(folder: str) -> Iterator[tuple[str, bytes]]:
    """Return the files to read, each with its object: those next to the top first, up to a limit."""
    rows = (row.partition(b"\t") for row in git(folder, "ls-tree", "-rlz", "HEAD").split(b"\0") if row)
    files = [(path.decode("utf-8", "replace"), *meta.split()[2:4]) for meta, _, path in rows]
    left = MOST_BYTES
    for path, oid, size in sorted(files, key=lambda each: (each[0].count("/"), each[0])):
        is_read = (_DOCUMENT.search(path) or _CODE.search(path)) and not _SKIPPED.search(path)
        if is_read and size.isdigit() and int(size) <= min(LARGEST, left):
            left -= int(size)
            yield path, oid


def texts(folder: str) -> Iterator[str]:
    """Return what a repository says in words."""
    files = list(chosen(folder))
    objects = git(folder, "cat-file", "--batch", given=b"".join(oid + b"\n" for _, oid in files))
    at = 0
    for path, _ in files:
        end = objects.index(b"\n", at)
        size = objects[at:end].split()[-1]
        at = end + 1
        if size.isdigit():  # some repositories lack objects
            text = objects[at : at + int(size)].decode("utf-8", "replace")
            at += int(size) + 1
            is_document = _DOCUMENT.search(path)
            yield text if is_document else " ".join((*_COMMENT.findall(text), *_DEFINED.findall(text)))
    yield git(folder, "log", "--no-merges", "-n", str(MOST_COMMITS), "--format=%s").decode("utf-8", "replace")


def roots(folder: str) -> set[str]:
    """Return the roots of the words that a repository uses."""
    words = {piece.lower() for text in texts(folder) for piece in _PIECES.findall(_LINK.sub(" ", text))}
    return {root(word) for word in words if len(word) > 1 and word not in GRAMMAR}


def main() -> None:
    """Count, and put out the table."""
    folders = Path(sys.argv[1]).read_text("utf-8").split()
    counts: Counter[str] = Counter()
    with Pool(2) as pool:
        for found in pool.imap_unordered(roots, folders):
            counts.update(found)
    by_share: defaultdict[int, list[str]] = defaultdict(list)
    for word, count in sorted(counts.items()):
        if count >= LEAST_SHARE * len(folders) and 2 <= len(word) <= 20:
            by_share[round(100 * count / len(folders))].append(word)
    print("# In how many of a hundred projects words are used, then the words; rarer words are left out.")
    print(f"# Counted by benchmarks/already/common.py in {len(folders)} public repositories.")
    for share, words in sorted(by_share.items(), reverse=True):
        print(share, *words)


if __name__ == "__main__":
    main()
