"""Comments that are more than words: what a compiler, an interpreter or a test runner obeys is code."""

from __future__ import annotations

import codecs
import enum
import io
import re
import tokenize
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS, language_of
from groundplan.code.tokens import read_tokens
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.tokens import Token

_NATIVE = frozenset({"c", "cpp"})
# Some languages end a line, and with it a comment, where others do not.
_BREAK = late_regex("[\r\x85\u2028\u2029]")
_CODING = late_regex(r"#.*?coding[:=]")
_MARK = late_regex(r"(?:/\*+|//+|#+)!?\s*")
# `go:generate`, `nolint:all`, `+build`, `-*- mode -*-`: a shape that prose does not have.
_SHAPE = late_regex(
    r"(?!https?:|todo:|note:|fixme:|xxx:|hack:|bug:|see:|ref:)[a-z][\w.-]{0,30}:[^\s:/]|\+[a-z]|-\*-|[@#]__|[@#]\s?source",
    re.IGNORECASE,
)
_DIRECTIVE = late_regex(
    r"(?:type|pragma|pylint|mypy|pyright|ruff|flake8|fmt|yapf|isort|cython|distutils|typed|encoding|coding|rubocop|lint"
    r"|webpack\w+|doctest|frozen_string_literal|warn_indent|shareable_constant_value|rbs_inline"
    r"|(?:unordered )?output|checkstyle):|(?:export|extern|line|globals?|exported)\s\S+(?:\s?\*/)?$"
    r"|(?:istanbul|[cv]8) ignore"
    r"|(?:noqa|nosec|nolint\w*|nosonar|noinspection|resharper|clang-format|cppcheck-\w+|tslint|eslint|jshint|jslint|phpcs"
    r"|(?:prettier|biome|oxlint|deno|dprint)-\w+|lcov_excl\w*|gcovr?_excl\w*|fall-?thr(?:u|ough))\b",
    re.IGNORECASE,
)
_TAG = late_regex(
    r"(?:^|[\s*])@(?:ts-|jsx|jest-|vitest-|vite-|deno-|flow\b|noflow\b|cc_on|preserve\b|license\b|formatter:|phpstan-"
    r"|psalm-|codeCoverage)|<(?:reference|amd-)\s"
)
# Annotations that PHP reads at run time, and those of its test runner.
_PHP_TAG = late_regex(
    r"@(?:[A-Z]\w*|\w+\\\w[\w\\]*)|@(?:test|testWith|dataProvider|depends|group|requires|before|after|beforeClass|afterClass"
    r"|covers\w*|runInSeparateProcess|runTestsInSeparateProcesses|preserveGlobalState|backup\w+|large|medium|small)\b"
)
_CONTINUED = late_regex(r"//.*(?:\\|\?\?/)(?:\s|$)")
_READ_DOCS = frozenset({"__doc__", "docopt", "ply"})  # whoever names these uses docstrings as data
_CGO = late_regex(rb'(?s).*^[ \t]*(?:import[ \t]+)?(?:\([ \t]*)?"C"', re.MULTILINE)
_SCRIPT = late_regex(r"# ///(?: \w+)?")  # where a script declares what it needs
_RUST_DOC = late_regex(r"\s*//[/!](.*)")
_FENCE = ("```", "~~~")


class Effect(enum.StrEnum):
    """What differs in two texts beside their code, and is not only words."""

    NONE = ""
    ENCODING = "its encoding is not UTF-8"
    BREAKS = "it has line ends that not every tool takes for one"
    NATIVE = "its C code differs"
    DIRECTIVE = "a comment that tools obey differs"
    EXAMPLES = "examples that run as tests differ"


def find_effect(path: str, before: bytes, after: bytes) -> Effect:
    """Return what differs beside the code of two texts that a tool obeys."""
    language = language_of(path, after)
    # asked first: whether such a text has tokens depends on the Python that runs this
    if language == "python" and not (_is_utf8_python(before) and _is_utf8_python(after)):
        return Effect.ENCODING
    old, new = read_tokens(path, before), read_tokens(path, after)
    if old is None or new is None:
        return Effect.NONE
    try:
        texts = before.decode(), after.decode()
    except UnicodeDecodeError:
        return Effect.ENCODING
    if any(map(_BREAK.search, texts)):
        return Effect.BREAKS
    if language == "go" and _above_c(before) != _above_c(after):
        return Effect.NATIVE
    if _obeyed(language, old, new) != _obeyed(language, new, old):
        return Effect.DIRECTIVE
    was, now = (list(find_examples(language, each).values()) for each in texts)
    return Effect.EXAMPLES if was != now else Effect.NONE


def _is_utf8_python(text: bytes) -> bool:
    lines = text.replace(b"\r", b"\n")
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(lines).readline)
        text.decode()  # it looks at no more than two lines
        return codecs.lookup(name).name in {"utf-8", "utf-8-sig"}
    except (SyntaxError, LookupError, UnicodeError):
        return False


def _above_c(text: bytes) -> list[bytes]:
    """Return the lines above `import "C"`: the comment right above it is compiled."""
    found = _CGO.match(text) if b'"C"' in text else None
    return [line.rstrip() for line in found[0].split(b"\n")] if found else []


def _obeyed(language: str, tokens: Sequence[Token], others: Sequence[Token]) -> list[tuple[int, bool, str]]:
    """Return the comments that are obeyed, each with its place among the code where both have the same."""
    code = [each.text for each in tokens if not each.is_comment]
    is_placed = code == [each.text for each in others if not each.is_comment]
    reads_docs = language == "python" and not _READ_DOCS.isdisjoint(code)
    found: list[tuple[int, bool, str]] = []
    passed, line, in_script = 0, 0, False
    for each in tokens:
        if not each.is_comment:
            passed, line = passed + 1, each.line
            continue
        is_edge = language == "python" and _SCRIPT.fullmatch(each.text) is not None
        if is_edge or in_script or _is_obeyed(language, each, reads_docs=reads_docs):
            found.append((passed, each.line == line, each.text) if is_placed else (0, False, each.text))
        in_script ^= is_edge
    return found


def _is_obeyed(language: str, comment: Token, *, reads_docs: bool) -> bool:
    text = comment.text
    if comment.line <= 2 and text.startswith("#") and (text.startswith("#!") or _CODING.match(text)):
        return True
    if language == "python" and not text.startswith("#"):
        return reads_docs
    if language in SCRIPTS and text.startswith("/*!"):
        return True
    if language == "rust" and text.startswith(("/**", "/*!")):
        return "```" in text  # an example in it is a test
    if language in _NATIVE and _CONTINUED.match(text):
        return True
    if (language == "java" and "\\u" in text) or (language == "php" and _PHP_TAG.search(text)):
        return True
    body = _MARK.sub("", text, count=1)
    return bool(_SHAPE.match(body) or _DIRECTIVE.match(body) or _TAG.search(text))


# Examples in docs that a test runner takes.


def find_examples(language: str, text: str) -> dict[int, str]:
    """Return the lines of a text that are examples in its docs and run as tests, by their numbers."""
    if language == "python" and ">>>" in text:
        return dict(_of_python(text))
    return dict(_of_rust(text)) if language == "rust" else {}


def _of_python(text: str) -> Iterator[tuple[int, str]]:
    is_inside = False
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        is_inside = bool(line) and (is_inside or line.lstrip("\"'rR").startswith(">>>"))
        if is_inside:
            yield number, line


def _of_rust(text: str) -> Iterator[tuple[int, str]]:
    fence, was_code = "", True
    for number, line in enumerate(text.split("\n"), 1):
        found = _RUST_DOC.match(line)
        said = found[1] if found else ""
        bare = said.strip()
        if not found:
            fence, was_code = "", True
            continue
        is_edge = bare.startswith(_FENCE) and (not fence or bare.startswith(fence))
        # an indented line is code as well, but for one that goes on with a paragraph
        is_code = bool(fence) or is_edge or (said.startswith(" " * 5) and was_code)
        if is_code and bare:
            yield number, bare
        fence = ("" if fence else bare[:3]) if is_edge else fence
        was_code = is_code or not bare
