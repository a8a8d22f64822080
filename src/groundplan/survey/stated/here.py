"""What commands and tests of a plan are held against, and the answers they get."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.nearest import distance, nearest
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import NAMED_TEST, Answer, Topic, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement
    from groundplan.survey.manifest.facts import Manifest

_MOST_READ = 3_000
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Here:
    """What commands are held against: the code, its manifests, and the words that steps of the plan make."""

    index: CodeView
    manifest: Manifest
    made: frozenset[str]
    named: frozenset[str] = frozenset()  # beside the commands, without a word that it is there
    created: frozenset[str] = frozenset()  # what a step surely makes

    def is_made(self, *names: str) -> bool:
        """Tell whether a step of the plan may make one of the names."""
        bare = [name.rstrip("/") for name in names if name]
        return any(name in self.made or posixpath.basename(name) in self.made for name in bare)

    def has_path(self, path: str, folder: str) -> bool:
        """Tell whether a path is there, from the root, from a folder, or as the end of a longer one."""
        wanted = posixpath.normpath(path)
        whole = posixpath.normpath(posixpath.join(folder, path))
        name = posixpath.basename(wanted)
        return any(
            each == whole
            or f"/{each}".endswith(f"/{wanted}")
            or f"/{each}".startswith(f"/{wanted}/")
            or f"/{wanted}/" in f"/{each}"
            for each in self.index.paths()
            if name in each
        )

    def files(self, *names: str) -> list[str]:
        """Return the files of these names, in any folder."""
        return [path for path in self.index.paths() if posixpath.basename(path) in names]

    def ending(self, *endings: str) -> list[str]:
        """Return the files whose path ends so."""
        return [path for path in self.index.paths() if path.endswith(endings)]

    def texts(self, paths: Iterable[str]) -> Iterator[str]:
        """Yield what files say; of very many, only the first."""
        for path in list(paths)[:_MOST_READ]:
            text = self.index.text(path) or b""
            if len(text) < _LARGEST:
                yield text.decode("utf-8", "replace")

    def scripts(self, *kinds: str) -> set[str]:
        """Return the names of the scripts of some kinds."""
        return {each.name for each in self.manifest.scripts if each.kind in kinds}

    def gone(self, statement: Statement, name: str, found: str, known: Iterable[str] = ()) -> Answer:
        """Return the answer for a name that is not here: planned where a step makes it, false otherwise.

        What the plan names itself may be what a step adds in other words, unless it is a slip of the pen.
        """
        # A test that words say is there is made only by a word that makes this very test.
        is_made = name in self.created if statement.said == NAMED_TEST else self.is_made(name)
        if is_made:
            return Answer(statement, Verdict.PLANNED)
        near = nearest(name, sorted(known))
        is_slip = any(distance(name, each, 1) <= 1 for each in near)
        is_own = self._is_named(statement, name) and not is_slip
        return Answer(statement, Verdict.UNKNOWN if is_own else Verdict.FALSE, found, near)

    def _is_named(self, statement: Statement, name: str) -> bool:
        if statement.said == NAMED_TEST:
            return False
        if statement.topic is Topic.TEST:  # runners select by a part of the name
            return any(name in each for each in self.named)
        return name in self.named


def unknown(statement: Statement) -> Answer:
    """Return the answer where nothing here can tell."""
    return Answer(statement, Verdict.UNKNOWN)


def holds(statement: Statement) -> Answer:
    """Return the answer where all that is named is here."""
    return Answer(statement, Verdict.HOLDS)


def settle(statement: Statement, found: Answer) -> Answer:
    """Turn an answer to what is said to be into one to what is said, denied or said with more."""
    verdict = found.verdict
    if statement.is_denied and verdict in {Verdict.HOLDS, Verdict.FALSE}:
        verdict = Verdict.FALSE if verdict is Verdict.HOLDS else Verdict.HOLDS
    if statement.is_open and verdict is Verdict.HOLDS:
        verdict = Verdict.UNKNOWN
    return replace(found, statement=statement, verdict=verdict)


def no_file(here: Here, statement: Statement, *names: str) -> Answer:
    """Return the answer where the file that a program reads is not here; another folder may have it."""
    if here.is_made(*names) or statement.folder:
        return unknown(statement)
    return Answer(statement, Verdict.FALSE, f"there is no `{names[0]}`")


def has_word(texts: Iterable[str], word: str) -> bool:
    """Tell whether one of the texts has a word."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    return any(pattern.search(text) for text in texts)


def values_of(rest: list[str], *options: str) -> list[str]:
    """Return the values of options, written as `--name value`, `--name=value` or `-nvalue`."""
    found = []
    for at, word in enumerate(rest):
        if word == "--":
            break
        if word in options and at + 1 < len(rest):
            found.append(rest[at + 1])
        found += [
            word[len(each) :].removeprefix("=")
            for each in options
            if word != each and word.startswith(f"{each}=" if each.startswith("--") else each)
        ]
    return [each for each in found if each]


_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")


def words_of(rest: list[str], with_value: frozenset[str]) -> list[str]:
    """Return the words of a command but options, the values of those that take one, and `NAME=value`."""
    kept, is_value = [], False
    for word in rest:
        if word == "--":
            break
        if is_value:
            is_value = False
        elif word.startswith("-"):
            is_value = word in with_value
        elif not _ASSIGNED.match(word):
            kept.append(word)
    return kept
