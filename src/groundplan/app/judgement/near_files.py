"""The file that a path which is not there plainly means: of that name elsewhere, or respelled beside it."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.nearest import distance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.judgement.looking import Looking

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
# Names that many folders have: which one is meant, the name does not tell.
_EVERYWHERE = frozenset(
    ("index", "mod", "main", "__init__", "readme", "package", "types", "utils", "config", "setup", "test")
)
_SHORTEST_SLIP = 6
_DIGITS = re.compile(r"\d+")
_OF_FOLDER = frozenset({"index", "mod", "main", "__init__"})
_SHORT = 6  # letters; shorter names are alike by chance
_FEWEST = 2  # words of a name that can be a short form of another


def find_meant(code: Looking, path: str) -> str:
    """Return the one file that a wrong path means: in another folder, or respelled in its own."""
    folder, name = posixpath.split(path)
    stem, ending = posixpath.splitext(name)
    if not ending or stem.lower() in _EVERYWHERE:
        return ""
    paths = code.index.paths()
    same = _by_name(paths).get(name, [])
    if same:
        near = [each for each in same if folder and _is_near_folder(folder, posixpath.dirname(each))]
        return near[0] if len(near) == 1 else ""
    words = _words(stem)
    beside = [each for each in _in_folder(paths, folder) if posixpath.splitext(each)[1] == ending]
    respelled = [each for each in beside if _is_respelled(words, _words(_stem(each)))]
    shortened = [each for each in beside if _is_shortened(words, _words(_stem(each)))]
    found = respelled or shortened
    return found[0] if len(found) == 1 else ""


def _is_near_folder(folder: str, other: str) -> bool:
    """Tell whether one folder is the other with parts left out or put in, or with one part renamed."""
    mine, theirs = folder.split("/"), [each for each in other.split("/") if each]
    if len(mine) == len(theirs):
        return sum(one != two for one, two in zip(mine, theirs, strict=True)) == 1 and len(mine) > 1
    if 1 < len(mine) < len(theirs):  # counted from a sub-project
        tail = theirs[-len(mine) :]
        if sum(one != two for one, two in zip(mine, tail, strict=True)) == 1:
            return True
    short, long = sorted((mine, theirs), key=len)
    return _is_part(tuple(short), tuple(long))


def _is_respelled(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Tell whether two names have the same letters: `cached_method` and `cachedmethod`."""
    one, two = "".join(words), "".join(others)
    return len(one) > _SHORT and (one == two or one.removesuffix("s") == two.removesuffix("s"))


def _is_shortened(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Tell whether a name is another one with words left out or cut: `diff_view`, `difference_view`."""
    if len(words) == len(others):
        unlike = [sorted(pair, key=len) for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
        return len(unlike) == 1 and len(unlike[0][0]) > 2 and unlike[0][1].startswith(unlike[0][0])
    if len(words) < _FEWEST or len(words) > len(others):
        return False
    rest = iter(others)
    return all(any(other.startswith(word) and len(word) > 2 for other in rest) for word in words)


def _is_part(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    rest = iter(long)
    return all(each in rest for each in short)


def _words(stem: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(stem))


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


@lru_cache(maxsize=1)
def _by_name(paths: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in paths:
        found.setdefault(posixpath.basename(each), []).append(each)
    return found


@lru_cache(maxsize=64)
def _in_folder(paths: Sequence[str], folder: str) -> list[str]:
    """Return the files of a folder, which may be named from a sub-project."""
    return [each for each in paths if f"/{posixpath.dirname(each)}".endswith(f"/{folder}")]


@lru_cache(maxsize=1)  # each path that is not there asks for its neighbours
def by_folder(paths: Sequence[str]) -> dict[str, list[str]]:
    """Return the names of the files in each folder."""
    found: dict[str, list[str]] = {}
    for each in paths:
        folder, name = posixpath.split(each)
        found.setdefault(folder, []).append(name)
    return found


def is_misplaced(code: Looking, path: str, *, is_inside: bool) -> bool:
    """Tell whether a file of another spelling is plainly meant, as `bench.ts` by `bench/index.ts`."""
    folder, name = posixpath.split(path)
    stem, ending = posixpath.splitext(name)
    if stem in _OF_FOLDER or stem == posixpath.basename(folder):
        # A file that is split becomes such a folder: only work inside it says that it is there.
        return bool(folder) and is_inside and code.index.text(folder + ending) is not None
    beside = map(posixpath.splitext, by_folder(code.index.paths()).get(folder, ()))
    return any(end == ending and _is_same_word(stem, other) for other, end in beside)


def is_elsewhere(code: Looking, path: str) -> bool:
    """Tell whether the one file of that name is in another folder below the same top."""
    name = posixpath.basename(path)
    found = [each for each in code.index.paths() if posixpath.basename(each) == name]
    is_plain = posixpath.splitext(name)[0] not in _OF_FOLDER and "/" in path
    return is_plain and len(found) == 1 and found[0].partition("/")[0] == path.partition("/")[0]


def _is_same_word(stem: str, other: str) -> bool:
    """Tell whether two names are one word, written otherwise, shortened or in the plural."""
    one, two = _bare(stem), _bare(other)
    if one == two:
        return len(one) > 2
    short, long = sorted((stem, other), key=len)
    rest = long[len(short) :]
    # `useVotingTopics` is a word more than `useVoting`.
    return len(short) > 3 and long.startswith(short) and rest.isalpha() and rest.islower()


def _bare(stem: str) -> str:
    """Return a file's name without what only says that it is a test, and without its way of writing."""
    folded = re.sub(r"[^a-z0-9]", "", re.sub(r"(?:^|[_.-])(?:tests?|spec)(?=$|[_.-])", "", stem.lower()))
    return re.sub(r"ies$", "y", folded).removesuffix("s")


def is_slip(code: Looking, path: str) -> bool:
    """Tell whether a path is a slip of the pen away from a file in the same folder."""
    folder, name = posixpath.split(path)
    stem, ending = posixpath.splitext(name)
    if len(stem) < _SHORTEST_SLIP:
        return False
    return any(
        other.endswith(ending)
        and distance(stem.lower(), posixpath.splitext(other)[0].lower(), 1) <= 1
        and _DIGITS.sub("", stem) != _DIGITS.sub("", posixpath.splitext(other)[0])  # `a.v2` beside `a.v1`
        for there, names in by_folder(code.index.paths()).items()
        if f"/{there}".endswith(f"/{folder}")
        for other in names
    )
