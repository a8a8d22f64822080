"""How each piece of the change is proven: its test file, names for new tests, the command to run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.writers.phrases import titled
from groundplan.planner.writers.touched import failures
from groundplan.planner.writers.wishes import plain_demand, requirements
from groundplan.planner.writers.work import foremost, pieces
from groundplan.wording.terms import GRAMMAR, word_list

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Failure, TestPlace
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.work import Piece

_MOST_WORDS = 9
_MOST_LETTERS = 60
_LONGEST_TITLE = 90
_TRIVIAL = frozenset({"test", "tests", "should", "must", "currently", "please", "would", "like"})
_SCRIPT = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue")
_NO_TOOLS = late_regex(r"(?!)")
_PYTHON_TOOLS = r"ruff|mypy|flake8|pylint|black|isort|pyright|tox|nox|bandit"
_SCRIPT_TOOLS = r"npx|npm|pnpm|yarn|bun|eslint|biome|tsc|prettier|oxlint"
_OTHER_TOOLS = {
    "py": re.compile(rf"\b(?:{_SCRIPT_TOOLS})\b"),
    "script": re.compile(rf"\b(?:{_PYTHON_TOOLS})\b"),
    "go": re.compile(rf"\b(?:{_PYTHON_TOOLS}|{_SCRIPT_TOOLS})\b"),
}
_MAKES = late_regex(r"^(?:add|implement|introduce|create)\s+(?=\w+\s+\w)", re.IGNORECASE)
_ACRONYM = late_regex(r"\b[A-Z][a-z]{1,2}[A-Z]{2,4}\b")  # `PyPI` is one word
_NAMELESS = frozenset({"index", "__init__", "mod"})
_STEM = late_regex(r"^(?:test_)?(.*?)(?:_test|_spec|\.test|\.spec|Test|Tests)?$")


@dataclass(frozen=True, slots=True)
class Proof:
    """A test to be written: its name, the file it goes to, and what it proves."""

    name: str
    place: TestPlace | None
    about: str
    number: int = 0  # of the requirement it proves; 0: a failure path


def place_for(brief: Brief, piece: Piece) -> TestPlace | None:
    """Return the test file of a piece: the one named after it, else the foremost one."""
    wanted = _bare(piece.path)
    near = (each for each in brief.pack.tests if _bare(each.path) == wanted)
    return next(near, next(iter(brief.pack.tests), None))


def command_for(brief: Brief, piece: Piece) -> str:
    """Return the call that proves a piece: its own tests, else all there are; empty: none known."""
    place = place_for(brief, piece)
    if place is not None and place.command:
        return place.command
    return next((each.line for each in brief.pack.commands if each.role == "test"), "")


def checking(brief: Brief) -> tuple[str, ...]:
    """Return the repository's own linter and type checker for the language of the change, one call each."""
    main = foremost(brief)
    other = _OTHER_TOOLS.get(_language(main.path), _NO_TOOLS) if main else _NO_TOOLS
    found: dict[str, str] = {}
    for each in brief.pack.commands:
        if each.role in {"lint", "types"} and not other.search(each.line):
            found.setdefault(each.role, each.line)
    return tuple(found.values())


def _language(path: str) -> str:
    return "script" if path.endswith(_SCRIPT) else path.rpartition(".")[2]


def proofs(brief: Brief) -> tuple[Proof, ...]:
    """Return the tests to write: one for each requirement, then one for each way the code fails today."""
    wanted = requirements(brief)
    found: dict[str, Proof] = {}
    for piece in pieces(brief):
        place = place_for(brief, piece)
        for number in piece.takes:
            name = test_name(place, piece, plain_demand(wanted[number - 1]))
            found.setdefault(name, Proof(name, place, wanted[number - 1], number))
    ordered = sorted(found.values(), key=lambda each: each.number)
    return (*ordered, *failing(brief))


def failing(brief: Brief, most: int = 3) -> tuple[Proof, ...]:
    """Return the tests of the failure paths seen in the code to change."""
    by_path = {each.path: each for each in pieces(brief)}
    found: dict[str, Proof] = {}
    for failure in failures(brief):
        piece = by_path.get(failure.at.path)
        if piece is not None and len(found) < most:
            proof = failure_test(brief, piece, failure)
            found.setdefault(proof.name, proof)
    return tuple(found.values())


def failure_test(brief: Brief, piece: Piece, failure: Failure) -> Proof:
    """Return the test of one failure path, named after what fails and how."""
    place = place_for(brief, piece)
    if _is_script(place, piece.path):
        told = f"{failure.inside} {failure.action} {failure.condition}"
        return Proof(titled(told, _LONGEST_TITLE), place, f"{failure.condition} {failure.action}".strip())
    words = f"{failure.inside.rpartition('.')[2]} {failure.action} {_condition(failure.condition)}"
    return Proof(_styled(place, piece.path, words), place, f"{failure.condition} {failure.action}".strip())


def test_name(place: TestPlace | None, piece: Piece, words: str) -> str:
    """Return a name for a new test in the repository's own style, from what changes and what is demanded."""
    name = piece.regions[0].definition.name if piece.regions else _bare(piece.path)
    if _is_script(place, piece.path):
        return (
            titled(words, _LONGEST_TITLE)
            if name.casefold() in words.casefold()
            else titled(f"{name}: {words}", _LONGEST_TITLE)
        )
    known = {each.casefold() for each in word_list(piece.name)}
    plain = _ACRONYM.sub(lambda match: match[0].casefold(), _MAKES.sub("", words))
    rest = " ".join(each for each in word_list(plain) if each.casefold() not in known)
    return _styled(place, piece.path, f"{name} {rest}")


test_name.__test__ = False  # type: ignore[attr-defined]  # pytest would take it for a test where it is imported


def _styled(place: TestPlace | None, path: str, words: str) -> str:
    chosen = _telling(words)
    where = place.path if place else path
    if where.endswith(".go"):
        return "Test" + "".join(each[:1].upper() + each[1:] for each in chosen)
    prefix = place.prefix if place and place.prefix else "test_"
    return prefix + "_".join(chosen)


def _is_script(place: TestPlace | None, path: str) -> bool:
    """Tell whether tests there are called by a sentence instead of a name."""
    return (place.path if place else path).endswith(_SCRIPT)


def _telling(words: str) -> list[str]:
    """Return the words of a text that tell it from others, each once, not more than a name can hold."""
    found: list[str] = []
    for word in word_list(words):
        small = word.casefold()
        if (
            not small.isascii()
            or small in GRAMMAR - {"not", "without", "before", "after"}
            or small in _TRIVIAL
        ):
            continue
        if small not in found and sum(map(len, found)) + len(small) <= _MOST_LETTERS:
            found.append(small)
    return found[:_MOST_WORDS] or ["change"]


def _condition(condition: str) -> str:
    return f"if {re.sub(r'^(?:el)?if |^except |^case ', '', condition)}" if condition else ""


def _bare(path: str) -> str:
    """Return the name of a file as tests are named after it: `tests/test_upload.py` is about `upload`."""
    name = path.rpartition("/")[2]
    stem = name.partition(".")[0] if not name.startswith(".") else name
    match = _STEM.match(stem)
    bare = (match[1] if match else stem).casefold()
    # Of a file that is called as many others are, the folder is the name.
    return path.split("/")[-2].casefold() if bare in _NAMELESS and "/" in path else bare
