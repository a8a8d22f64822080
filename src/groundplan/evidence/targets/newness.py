"""Whether a goal adds something of its own, and where a new file for it would stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.kinds import NewFile
from groundplan.evidence.targets.where import WEAK
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.words import STOP_WORDS, identifiers_in, stem

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack

# What is made, after the verb that makes it: `Add a version checker to …`.
_ADDS = late_regex(
    r"\b(?:add|create|introduce|implement|build|write|provide|new)\b((?:\s+[\w./`'-]{1,60}){1,8})",
    re.IGNORECASE,
)
_INTO = frozenset("to in into for on of at from with so that when which by via".split())  # noqa: SIM905
_MADE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "module package plugin backend adapter driver client provider service middleware "
        "exporter importer parser renderer storage checker scheduler queue worker integration "
        "extension endpoint"
    ).split()
)
_DOING = late_regex(r"^\W{0,3}(?:s\b)?\s*(?:that|which|to|who)\s+\w{1,40}")  # the verb says least of it
# `Add support for X`: what is added is X.
_FILLERS = frozenset(
    "support option options ability possibility way means feature new built-in builtin".split()  # noqa: SIM905
)
_A_KIND = 3  # files of a folder that is named for what they are
_NAMELESS = frozenset(
    {"__init__.py", "__main__.py", "index.ts", "index.js", "mod.rs", "main.go", "doc.go", "conftest.py"}
)


def is_something_new(pack: EvidencePack) -> bool:
    """Tell whether the goal asks for a thing whose name nothing in the code bears yet."""
    if pack.goal.kind in {GoalKind.FIX, GoalKind.REFACTOR, GoalKind.DEBT}:
        return False
    known = _known(pack)
    if any(each not in known and _is_meant(each, known) for each in pack.goal.paths):
        return True
    thing = _thing_of(pack)
    if not thing or _stands_there(pack, thing):
        return False
    if any(name.lower() in thing and not _stands_in_code(pack, name) for name in pack.goal.names):
        return True
    # What stands by name in the goal is changed; what is strongly pointed at is extended.
    best = max((each.score for each in pack.targets), default=0.0)
    return bool(set(thing) & _MADE) or (best < WEAK and not any(each.is_named for each in pack.targets))


def find_new_files(pack: EvidencePack) -> tuple[NewFile, ...]:
    """Return the file to add: the one the goal names, or one beside those that do the most similar."""
    known = _known(pack)
    if pack.goal.kind not in {GoalKind.FIX, GoalKind.REFACTOR, GoalKind.DEBT}:
        named = [each for each in pack.goal.paths if each not in known and _is_meant(each, known)]
        if named:
            return tuple(
                NewFile(each, _neighbour(pack, each), f"the goal names `{each}`, which is not there")
                for each in named[:3]
            )
    if not pack.is_new:
        return ()
    thing = _thing_of(pack)
    beside = _beside(pack)
    if not thing or not beside or not set(thing) & _MADE:
        return ()  # what fits into a file that is there needs no other
    path = _path_for(thing, beside)
    if path in known:
        return ()
    why = f"nothing is named for “{' '.join(thing)}” yet, and `{beside}` is the nearest to it"
    return (NewFile(path, beside, why),)


def _known(pack: EvidencePack) -> set[str]:
    return set(pack.index.paths())


def _is_meant(path: str, known: set[str]) -> bool:
    """Tell whether a path could be one of this repository: its folder is there, it is no end of another."""
    folder = path.rpartition("/")[0]
    if not folder or path.startswith(("/", "~", ".")):
        return False
    top = folder.split("/")[0]
    return any(each.startswith(f"{top}/") for each in known) and not any(
        each.endswith(f"/{path}") for each in known
    )


def _thing_of(pack: EvidencePack) -> tuple[str, ...]:
    """Return the words for what the goal adds: `version checker` of `Add a version checker to the CLI`."""
    found = _ADDS.search(pack.goal.title)
    # `Feature request: rate limit middleware` names the thing without a verb.
    asked = found[1] if found else pack.goal.title.partition(":")[2]
    if not found and not set(asked.lower().split()) & _MADE:
        return ()
    words = _named_words(asked)
    if words and set(words) <= _MADE:
        # `a middleware that verifies an HMAC signature`: what tells it from the others comes after.
        rest = pack.goal.title.lower().partition(words[-1])[2]
        words = [*_unheard(pack, _DOING.sub("", rest), words), *words]
    return tuple(dict.fromkeys(words))[:4]


def _unheard(pack: EvidencePack, rest: str, known: list[str]) -> list[str]:
    """Return the first words of a text that stand nowhere in the code: by them a new thing is told apart."""
    parts = [part.lower() for each in rest.split() for part in identifiers_in(each.strip("`'.,"))]
    content = [each for each in parts if len(each) > 2 and each not in STOP_WORDS and each not in known]
    stems = {stem(each) for each in known}
    content = [each for each in content if stem(each) not in stems]
    at = next((number for number, each in enumerate(content) if not _stands_in_code(pack, each)), None)
    return content[at : at + 2] if at is not None else []


def _stands_in_code(pack: EvidencePack, word: str) -> bool:
    """Tell whether a word stands in code; in a plan it stands as soon as the goal is written down there."""
    return any(is_own_code(path) for path in pack.index.files_with(word))


def _named_words(asked: str) -> list[str]:
    words: list[str] = []
    plains = [each.strip("`'.,").lower() for each in asked.split()]
    for plain, after in zip(plains, [*plains[1:], ""], strict=True):
        if plain in _INTO:
            if words:
                break
            continue
        # `version` says little anywhere but in `version checker`.
        tells = plain not in STOP_WORDS or (after in _MADE and len(plain) > 4)
        if plain in _MADE or (tells and plain not in _FILLERS):
            words += [part.lower() for part in identifiers_in(plain.replace("-", "_").strip("_"))]
    return words


def _stands_there(pack: EvidencePack, thing: tuple[str, ...]) -> bool:
    """Tell whether a definition or a file already bears all the words."""
    joined = "".join(thing).replace("_", "")
    alike = [each.region.definition.qualified for each in pack.alike]
    names = [
        *alike,
        *(path.rpartition("/")[2].partition(".")[0] for path in pack.index.paths() if is_own_code(path)),
    ]
    return any(all(word in each.lower().replace("_", "") for word in thing) for each in names) or any(
        joined == each.lower().replace("_", "") for each in pack.index.names()
    )


def _beside(pack: EvidencePack) -> str:
    """Return the file in whose neighbourhood the new one belongs: one of its kind, else the best ranked."""
    of_kind = _of_kind(pack)
    if of_kind:
        return of_kind
    paths = [each.path for each in pack.targets] or [each.region.path for each in pack.alike]
    code = [path for path in paths if is_own_code(path) and not is_test(path)]
    return code[0] if code else _entered_at(pack)


def _of_kind(pack: EvidencePack) -> str:
    """Return the best ranked file of the folder that is named for such things: `middleware/`, `backends/`."""
    kinds = {word for word in _thing_of(pack) if word in _MADE}
    named = {each for word in kinds for each in (word, f"{word}s")}
    ranked = [each.path for each in pack.located.places.files]
    inside = [
        path
        for path in dict.fromkeys((*ranked, *pack.index.paths()))
        if path.rpartition("/")[0].rpartition("/")[2] in named
        and is_own_code(path)
        and not is_test(path)
        and path.rpartition("/")[2] not in _NAMELESS
    ]
    return inside[0] if len(inside) >= _A_KIND else ""


def _entered_at(pack: EvidencePack) -> str:
    """Return the file by which the program is entered: where nothing is alike, new things stand beside it."""
    for each in find_entry_points(pack.index, manifest=pack.manifest).found:
        path = (each.handler_at or each.at).path
        if not each.is_example and is_own_code(path) and not is_test(path) and pack.index.outline(path):
            return path
    return ""


def _neighbour(pack: EvidencePack, path: str) -> str:
    folder = path.rpartition("/")[0]
    near = [each for each in pack.index.paths() if each.rpartition("/")[0] == folder and each != path]
    named = [each for each in near if each.rpartition("/")[2] not in _NAMELESS]
    return next(iter(named or near), _beside(pack))


def _path_for(thing: tuple[str, ...], beside: str) -> str:
    """Return where a thing stands that is filed as its neighbour is: in a file, or in a folder of its own."""
    folder, _, name = beside.rpartition("/")
    parent, _, own = folder.rpartition("/")
    is_folder = name in _NAMELESS and bool(parent)
    above, called = (parent, own) if is_folder else (folder, name)
    # Where the neighbour does not repeat the name of the folder both stand in, neither does this.
    inside = above.rpartition("/")[2]
    spare = {inside, inside.removesuffix("s")} - {each for each in thing if each in called.lower()}
    named = tuple(each for each in thing if each not in spare) or thing
    if not is_folder:
        return f"{folder}/{_file_name(named, beside)}".lstrip("/")
    stem = _file_name(named, f"{own}.{name.rpartition('.')[2]}").rpartition(".")[0]
    return f"{parent}/{stem}/{name}"


def _file_name(thing: tuple[str, ...], beside: str) -> str:
    """Return a file's name in the way its neighbours are named: `version_checker.py`, `versionChecker.ts`."""
    name = beside.rpartition("/")[2]
    ending = name.rpartition(".")[2]
    words = [part for each in thing for part in each.split("_") if part]
    if ending in {"py", "go"} or "_" in name:
        stem = "_".join(words)
    elif "-" not in name and name != name.lower():
        stem = words[0] + "".join(each.capitalize() for each in words[1:])
        stem = stem[0].upper() + stem[1:] if name[:1].isupper() else stem
    else:
        stem = "-".join(words)
    return f"{stem}.{ending}"
