"""Functions, classes and members that a plan names as if they were there."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import find_inherited, find_member, split_symbol
from groundplan.code.languages import language_of
from groundplan.code.nearest import distance, find_slips
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.plan.statement import ANYWHERE, ASSERTED, Answer, Verdict

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CitedCode
    from groundplan.plan.statement import Statement

PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc", ".markdown")
_MOST_READ = 60
_SHORTEST = 8  # letters of a name that no word of a sentence has by chance
# A class of these is written in one place, whatever others do with it.
_WHOLE = frozenset({"python", "javascript", "typescript", "tsx", "java"})
_OPEN_ENDED = (
    *(b"__getattr__", b"Proxy(", b"setattr(", b"[key: string]", b"method_missing", b"define_method"),
    *(b"__call(", b"dynamic"),
)


def is_in_code(index: CitedCode, name: str, *, but: str = "") -> bool:
    """Tell whether a word is anywhere in the code, prose and one file apart."""
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    files = [path for path in index.files_with(name) if path != but and not path.lower().endswith(PROSE)]
    if len(files) > _MOST_READ:
        return True
    return any(word.search(index.text(path) or b"") for path in files)


def judge_name(index: CitedCode, statement: Statement, path: str, made: frozenset[str]) -> Answer:
    """Tell whether what is named can be there; `path` is the existing file that the words put it in."""
    parts = split_symbol(statement.subject)
    last = parts[-1]
    is_made = bool(made.intersection((last, statement.subject)))
    if is_made or (parts[0] in made and not index.symbols(parts[0])):
        return Answer(statement, Verdict.PLANNED)
    owner = _owner(index, parts)
    if owner is not None:
        return _judge_member(index, statement, owner, last)
    if is_in_code(index, last, but=statement.place.document):
        return Answer(statement, Verdict.HOLDS)
    if last[:1] == "_" and any(each.endswith(last) for each in index.names()):
        return Answer(statement, Verdict.UNKNOWN)  # the `_as_root` tests: the end that their names share
    near = find_slips(last, index.names())[:3] or (_near(index, last) if statement.said == "named" else ())
    if near and (len(parts) == 1 or path):
        return Answer(statement, Verdict.FALSE, near=near)
    if statement.said == ASSERTED and len(_words(last)) > 1 and is_beside_code(index, statement):
        near = near or _near(index, last)
        return Answer(statement, Verdict.FALSE, found="nothing here has that name", near=near)
    path = path or _module(index, parts)
    if path and index.outline(path) is not None:
        return Answer(statement, Verdict.FALSE, found=f"nothing in `{path}` is called that")
    return Answer(statement, Verdict.UNKNOWN)


def judge_near(index: CitedCode, statement: Statement, created: frozenset[str], named: list[str]) -> Answer:
    """Tell whether a mere name is wrong: nothing has it, no step makes it, and one is near it.

    A slip of the pen is one anywhere. A name with another word in it may be new, so it counts only where
    the file that has the other is among those the plan names.
    """
    *owners, name = split_symbol(statement.subject)
    is_foreign = owners and not index.symbols(owners[-1])  # `fs.utimesSync` is of a library
    if is_foreign or _words(name)[0] == "test":  # a test is judged as one
        return Answer(statement, Verdict.UNKNOWN)
    if is_in_code(index, name, but=statement.place.document):
        return Answer(statement, Verdict.HOLDS)
    if name in created:
        return Answer(statement, Verdict.PLANNED)
    # A name in other capitals is another thing: the type `RandomState` beside a variable `randomState`.
    slips = tuple(each for each in find_slips(name, index.names()) if each.lower() != name.lower())[:3]
    others = _near(index, name)
    near = slips or tuple(each for each in others if _is_home_named(index, each, named))
    if not near or _is_spelled_otherwise(index, name):
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, near=near)


def judge_told(index: CitedCode, statement: Statement, created: frozenset[str], named: list[str]) -> Answer:
    """Tell whether a name that a sentence of today leads to is anywhere; something beside it must be here."""
    answer = judge_near(index, statement, created, named)
    *owners, name = split_symbol(statement.subject)
    if answer.verdict is not Verdict.UNKNOWN or len(_words(name)) < 2 or len(name) < _SHORTEST:
        return answer
    is_foreign = owners and not index.symbols(owners[-1])
    is_test_name = _words(name)[0] == "test"
    if (
        is_foreign
        or is_test_name
        or (name[:1] == "_" and any(each.endswith(name) for each in index.names()))
        or _is_spelled_otherwise(index, name)
        or not is_beside_code(index, statement)
    ):
        return answer
    found = "nothing here has that name"
    return Answer(statement, Verdict.FALSE, found, _near(index, name))


def _is_spelled_otherwise(index: CitedCode, name: str) -> bool:
    """Tell whether another language has the name in its own way: `fetchRecords` is `fetch_records`."""
    folded, is_snake = name.replace("_", "").casefold(), "_" in name.strip("_")
    return any(is_snake != ("_" in each.strip("_")) for each in _by_letters(index.names()).get(folded, ()))


@lru_cache(maxsize=1)
def _by_letters(names: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in names:
        found.setdefault(each.replace("_", "").casefold(), []).append(each)
    return found


def _is_home_named(index: CitedCode, name: str, paths: list[str]) -> bool:
    """Tell whether one of some paths is the file that defines a name."""
    homes = {each.path for each in index.symbols(name)}
    return any(path and f"/{home}".endswith(f"/{path}") for path in paths for home in homes)


def is_beside_code(index: CitedCode, statement: Statement) -> bool:
    """Tell whether the words around a name are about this repository: they name a file or symbol of it."""
    if statement.by == ANYWHERE:
        return True
    beside = [each.partition(":")[0].partition("(")[0] for each in statement.by.split("\n")]
    return any(
        each
        and (
            index.symbols(split_symbol(each)[-1])
            or any(f"/{path}".endswith(f"/{each}") for path in index.paths())
        )
        for each in beside
    )


def _judge_member(index: CitedCode, statement: Statement, owner: Symbol, last: str) -> Answer:
    symbol = f"{owner.definition.qualified}.{last}"
    if find_member(index, owner.path, symbol) or find_inherited(index, owner.path, symbol):
        return Answer(statement, Verdict.HOLDS)
    if is_test(owner.path) and statement.said != "claims" and not _slips_in(owner, index, last):
        return Answer(statement, Verdict.UNKNOWN)  # a test that is still to be written
    if _may_have(index, owner, last):
        return Answer(statement, Verdict.UNKNOWN)
    found = f"`{owner.path}::{owner.definition.qualified}` has no `{last}`"
    head = statement.subject.removesuffix(last)
    near = tuple(head + each for each in find_slips(last, _members(index, owner)))
    return Answer(statement, Verdict.FALSE, found, near)


def _members(index: CitedCode, owner: Symbol) -> tuple[str, ...]:
    outline = index.outline(owner.path)
    inside = outline.definitions if outline else ()
    return tuple(sorted({each.name for each in inside if each.parent == owner.definition.qualified}))


def _may_have(index: CitedCode, owner: Symbol, last: str, below: tuple[Symbol, ...] = ()) -> bool:
    """Tell whether a class may have a member that nobody sees: by a base, while it runs, or elsewhere."""
    if owner in below:
        return True  # its base has its own name, so nobody here can tell which one that is
    text = index.text(owner.path) or b""
    # What a class makes of its own while it runs is there for others, so no private name is.
    is_open = not last.startswith("_") and any(each in text for each in _OPEN_ENDED)
    if owner.definition.decorators or is_open:
        return True
    if any(
        each.definition.parent.rpartition(".")[2] == owner.definition.name for each in index.symbols(last)
    ):
        return True
    bases = [index.symbols(each.rpartition(".")[2]) for each in owner.definition.bases]
    if any(len(found) != 1 for found in bases):
        return True  # what a base outside this repository gives, nobody here can see
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(last.encode()))
    is_said = any(word.search(index.text(each) or b"") for each in (owner.path, *(b[0].path for b in bases)))
    is_spread = language_of(owner.path, b"") not in _WHOLE and is_in_code(index, last)
    return is_said or is_spread or any(_may_have(index, found[0], last, (*below, owner)) for found in bases)


def _slips_in(owner: Symbol, index: CitedCode, name: str) -> bool:
    """Tell whether a name is a slip of the pen away from a member of a class."""
    outline = index.outline(owner.path)
    return any(0 < distance(name, each.name, 1) <= 1 for each in (outline.definitions if outline else ()))


def _owner(index: CitedCode, parts: tuple[str, ...]) -> Symbol | None:
    """Return the one class of this repository that a dotted name begins with."""
    if len(parts) != 2 or not parts[0][:1].isupper():
        return None
    found = index.symbols(parts[0])
    kinds = {Kind.CLASS, Kind.TYPE, Kind.ENUM, Kind.INTERFACE}
    return found[0] if len(found) == 1 and found[0].definition.kind in kinds else None


def _module(index: CitedCode, parts: tuple[str, ...]) -> str:
    """Return the one file that a name such as `store::load` puts a function in."""
    if len(parts) < 2:
        return ""
    found = [each for each in index.paths() if posixpath.basename(each).partition(".")[0] == parts[-2]]
    found = [each for each in found if index.outline(each) is not None]
    return found[0] if len(found) == 1 else ""


def _near(index: CitedCode, name: str) -> tuple[str, ...]:
    """Return the defined names that share all words but one with a name, in their order."""
    words = _words(name)
    if len(words) < 2:
        return ()
    table = _by_words(index.names())
    # All but one are shared, so the first one is or the last one.
    near = {each for end in (("start", words[0]), ("end", words[-1])) for each in table.get(end, ())}
    return tuple(sorted(name for name, others in near if _is_one_off(words, others)))[:3]


@lru_cache(maxsize=1)
def _by_words(names: tuple[str, ...]) -> dict[tuple[str, str], list[tuple[str, tuple[str, ...]]]]:
    """Return names with their words, by the first and the last one: asked for once per name of a plan."""
    found: dict[tuple[str, str], list[tuple[str, tuple[str, ...]]]] = {}
    for each in names:
        words = _words(each)
        if len(words) > 1:
            found.setdefault(("start", words[0]), []).append((each, words))
            found.setdefault(("end", words[-1]), []).append((each, words))
    return found


def is_nearly(one: str, other: str) -> bool:
    """Tell whether two names share all their words but one."""
    return _is_one_off(_words(one), _words(other))


def _is_one_off(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    if abs(len(words) - len(others)) > 1 or min(len(words), len(others)) < 2:
        return False
    if len(words) == len(others):
        return sum(one != other for one, other in zip(words, others, strict=True)) == 1
    short, long = sorted((words, others), key=len)
    return any(short == (*long[:at], *long[at + 1 :]) for at in range(len(long)))


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name))
