"""What one Python text shows of how errors, logging, configuration and tests are done."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.python.masking import mask
from groundplan.survey.patterns.notes import numbered

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.survey.patterns.notes import Notes

BUILTIN_ERRORS = frozenset(
    name
    for name, each in vars(builtins).items()
    if isinstance(each, type) and issubclass(each, BaseException)
)
_EXCEPT = re.compile(rb"^[ \t]*+except\b\*?[ \t]*+([^:\n]{0,200})", re.MULTILINE)
_RAISE = re.compile(rb"^([ \t]*+)raise\b[ \t]*+([A-Za-z_][\w.]{0,100})?", re.MULTILINE)
_ENVIRON = re.compile(
    rb"""(?<![\w.])(os\.)?(?:environ(\.get|\.setdefault|\.pop)?|getenv)[ \t]{0,4}[\[(]\s{0,40}["']"""
    rb"""([A-Za-z_]\w{0,80})["'](\s{0,9}\]\s{0,9}=(?!=))?"""
)
_ENV_CALL = re.compile(rb"""\b(?:env(?:\.[a-z_]{1,20})?|config)\([ \t]{0,4}["']([A-Z][A-Z0-9_]{1,80})["']""")
_FROM = re.compile(rb"\bfrom\b")
_LONGEST = 3_000  # letters of a statement
_LEVELS = frozenset(("debug", "info", "warning", "warn", "error", "exception", "critical"))
_LOGGERS = frozenset(("logger", "log", "_logger", "LOG", "LOGGER", "_log", "_LOGGER", "logging"))
_ENVIRONMENT_PACKAGES = frozenset(("environ", "environs", "decouple", "starlette"))
_SHAPES = {
    "dataclass": "dataclass", "dataclasses.dataclass": "dataclass", "define": "attrs", "attr.s": "attrs",
    "attrs.define": "attrs", "frozen": "attrs", "BaseModel": "pydantic model", "Struct": "msgspec struct",
    "TypedDict": "TypedDict", "NamedTuple": "NamedTuple", "Protocol": "Protocol", "ABC": "abstract class",
    "Enum": "enum", "StrEnum": "enum", "IntEnum": "enum",
}  # fmt: skip
_ASSERT = re.compile(rb"^[ \t]*+assert\b", re.MULTILINE)
_MOCKS = frozenset(("Mock", "MagicMock", "AsyncMock", "create_autospec", "PropertyMock", "NonCallableMock"))
_PATCHES = frozenset(("patch", "mock.patch", "mocker.patch", "unittest.mock.patch"))  # no `client.patch`
_FAKE = re.compile(r"_?(?:Fake|Stub|InMemory|Dummy|Spy)[A-Z]")


def note_python(text: bytes, outline: Outline, notes: Notes) -> None:
    """Add what a Python text shows."""
    masked = mask(text)
    _errors(masked, outline, notes)
    _logging(outline, notes)
    _configuration(text, masked, outline, notes)
    _imports(outline, notes)
    _definitions(outline, notes)
    note_python_tests(masked, outline, notes)


def _errors(masked: bytes, outline: Outline, notes: Notes) -> None:
    for match, line in numbered(_EXCEPT, masked):
        caught = match[1].partition(b" as ")[0].strip()
        names = {each.strip(b" ()").decode("utf-8", "replace") for each in caught.split(b",")}
        if caught.startswith(b"(") and b")" not in caught:
            continue  # what is caught goes on in the next lines
        if not caught:
            notes.add("errors.except", "bare", line)
        elif names & {"Exception", "BaseException"}:
            notes.add("errors.except", "broad", line)
        else:
            notes.add("errors.except", "named", line)
    for match, line in numbered(_RAISE, masked):
        if match[2] and _FROM.search(_statement(masked, match.end(2))):
            notes.add("errors.from", "raise … from", line)
    for each in outline.definitions:
        if each.kind is Kind.CLASS and _is_error(each):
            notes.add("errors.class", f"{each.name}({each.bases[0] if each.bases else ''})", each.line)


def _is_error(each: Definition) -> bool:
    base = each.bases[0].rpartition(".")[2] if each.bases else ""
    return (
        base in BUILTIN_ERRORS
        or base.endswith(("Error", "Exception"))
        or (bool(base) and each.name.endswith(("Error", "Exception")))
    )


def _statement(masked: bytes, start: int) -> bytes:
    """Return the rest of a statement, over the lines that its brackets span."""
    depth = 0
    for place in range(start, min(start + _LONGEST, len(masked))):
        letter = masked[place : place + 1]
        depth += (letter in b"([{") - (letter in b")]}")
        if letter == b"\n" and depth <= 0 and masked[place - 1 : place] != b"\\":
            return masked[start:place]
    return masked[start : start + _LONGEST]


def _logging(outline: Outline, notes: Notes) -> None:
    for words, lines in outline.calls.items():
        base, _, last = words.rpartition(".")
        if words == "print":
            notes.add_all("logging.call", "print", lines)
        elif words in {"warnings.warn", "warn"}:
            notes.add_all("logging.call", "warnings.warn", lines)
        elif words in {"click.echo", "click.secho", "typer.echo", "console.print"}:
            notes.add_all("logging.call", "echo", lines)
        elif last in _LEVELS and base.rpartition(".")[2] in _LOGGERS:
            notes.add_all("logging.call", "root logger" if base == "logging" else "logger", lines)


def _configuration(text: bytes, masked: bytes, outline: Outline, notes: Notes) -> None:
    roots = {each.module.partition(".")[0] for each in outline.imports}
    if b"environ" in text or b"getenv" in text:
        is_bare = any(each.module == "os" and each.name in {"environ", "getenv"} for each in outline.imports)
        for match, line in numbered(_ENVIRON, text):
            # A docstring shows how it would be read; `environ` alone may be that of a web request.
            if masked[match.start()] == text[match.start()] and (match[1] or is_bare):
                is_set = bool(match[4]) or match[2] == b".setdefault"
                if match[2] != b".pop":
                    notes.add("config.env_set" if is_set else "config.env", match[3].decode(), line)
    if roots & _ENVIRONMENT_PACKAGES:
        for match, line in numbered(_ENV_CALL, text):
            if masked[match.start()] == text[match.start()]:
                notes.add("config.env", match[1].decode(), line)
    for each in outline.definitions:
        if each.kind is Kind.CLASS and any(base.rpartition(".")[2] == "BaseSettings" for base in each.bases):
            notes.add("config.settings", each.name, each.line)
    for words, lines in outline.calls.items():
        if words in {"load_dotenv", "dotenv.load_dotenv"}:
            notes.add_all("config.dotenv", "load_dotenv", lines)


def _imports(outline: Outline, notes: Notes) -> None:
    for each in outline.imports:
        root = each.module.partition(".")[0]
        if root and root != "__future__" and not each.module.startswith("."):
            notes.add("imports.root", root, each.line)


def _definitions(outline: Outline, notes: Notes) -> None:
    for each in outline.definitions:
        if each.kind is Kind.CLASS:
            signs = (*each.decorators, *(base.rpartition(".")[2] for base in each.bases))
            shape = next((_SHAPES[sign] for sign in signs if sign in _SHAPES), "")
            if shape:
                notes.add("shapes", shape, each.line)


def note_python_tests(masked: bytes, outline: Outline, notes: Notes) -> None:
    """Add what masked Python text shows of tests; files that are no tests are sorted out by path later."""
    classes = {each.qualified: each for each in outline.definitions if each.kind is Kind.CLASS}
    for each in outline.definitions:
        if each.kind in {Kind.FUNCTION, Kind.METHOD}:
            _test_function(each, classes.get(each.parent), notes)
        elif each.kind is Kind.CLASS and _FAKE.match(each.name):
            notes.add("tests.double", "fake class", each.line)
        for decorator in each.decorators:
            _decorator(decorator, each, notes)
    _calls(outline, notes)
    first = _ASSERT.search(masked)
    if first:
        line = masked.count(b"\n", 0, first.end()) + 1
        notes.add("tests.assert", "assert statements", line, len(_ASSERT.findall(masked)))


def _calls(outline: Outline, notes: Notes) -> None:
    for words, lines in outline.calls.items():
        base, _, last = words.rpartition(".")
        if last in _MOCKS:
            notes.add_all("tests.double", "mock object", lines)
        elif words in _PATCHES or (last in {"object", "dict", "multiple"} and base in _PATCHES):
            notes.add_all("tests.double", "patch", lines)
        elif base == "monkeypatch":
            notes.add_all("tests.double", "monkeypatch", lines)
        elif words == "pytest.raises":
            notes.add_all("tests.raises", "pytest.raises", lines)
        elif words in {"self.assertRaises", "self.assertRaisesMessage", "self.assertRaisesRegex"}:
            notes.add_all("tests.raises", last, lines)
        if words.startswith("self.assert"):
            notes.add("tests.assert", "self.assert methods", lines[0], len(lines))


def _test_function(each: Definition, parent: Definition | None, notes: Notes) -> None:
    if not each.name.startswith("test"):
        return
    if parent is None:
        notes.add("tests.style", "plain functions", each.line)
    elif any("TestCase" in base or base.endswith(("Tests", "TestBase")) for base in parent.bases):
        notes.add("tests.style", "methods of a class with a base such as `TestCase`", each.line)
    else:
        notes.add("tests.style", "methods of another class", each.line)


def _decorator(decorator: str, each: Definition, notes: Notes) -> None:
    if decorator in {"pytest.fixture", "fixture", "pytest_asyncio.fixture"}:
        notes.add("tests.fixture", each.name, each.line)
    elif decorator.startswith("pytest.mark."):
        notes.add("tests.marker", decorator.removeprefix("pytest.mark."), each.first)
    elif decorator.removesuffix(".object") in _PATCHES:
        notes.add("tests.double", "patch", each.first)
