"""Whether a file shows a test of its own, or is only what tests are made with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS, language_of
from groundplan.code.test_paths import holds_tests, is_named_as_support, may_hold_tests

if TYPE_CHECKING:
    from groundplan.code.view import CodeView

_CALLS = r"(?:x|f)?(?:it|test|describe|suite|specify|scenario|feature|bench|context|fixture)"
_JVM = (
    r"@(?:\w+\.)*\w*(?:Test|Theory|Property|Suite|ArchTest)\w*\b|\bextends\s+\w*(?:TestCase|Tests?|Spec\w*)\b"
    r"|:\s*\w*(?:Spec|Test)\s*[({]|\bvoid\s+test\w*\s*\(|\bfun\s+test\w*\s*\("
)
_SIGNS = {
    # one that is started as a program is a test as well
    "python": r"^\s*(?:async\s+)?def\s+(?:test|should_|it_)|^Test\w*\s*=|^\s*>>> |^if __name__\b",
    "go": r"^func\s+(?:\([^)\n]*\)\s*)?(?:Test|Benchmark|Fuzz|Example)|\b(?:Describe|Convey)\(",
    "rust": r"#\[(?!cfg(?:_attr)?\()[^\]\n]*(?:test|bench|case|quickcheck)"
    r"|\b\w*(?:test|check|bench)\w*!\s*[({\[]|^(?:pub\s+)?(?:async\s+)?fn main\(",
    "ruby": rf"^\s*(?:RSpec\.)?{_CALLS}\b|^\s*should\b|\bdef\s+(?:self\.)?test_",
    "php": r"\bfunction\s+(?:test|its?_)|\w+Tester\s+\$|\bextends\s+\\?(?:\w+\\)*ObjectBehavior\b"
    r"|@test\b|#\[(?:\w+\\)*(?:Test|DataProvider)\w*"
    rf"|extends\s+\\?(?:\w+\\)*\w*TestCase\b|^\s*{_CALLS}\s*\(|--TEST--",
    "java": _JVM,
    "kotlin": _JVM,
    "csharp": r"\[\s*(?:\w+\.)*\w*(?:Test|Fact|Theory)\w*\s*[\](,]",
    "c": r"\bmain\s*\(|^\s*\w*TEST\w*\s*\(|\bSCENARIO\s*\(",
}
_SIGNS["cpp"] = _SIGNS["c"]
_SCRIPT = (
    rf"(?:^|[^\w$.]){_CALLS}(?:\.\w+)*\s*[(`]|\bQUnit\b|\bDeno\.test\b|\b(?:t|tap)\.(?:test|plan)\("
    r"|\bexpect(?:Type|Error)\w*[<(]"
)
# A name that says it: what runs it goes by the name, whatever is inside.
_NAMED = re.compile(r"(?:.*[._-](?:test|spec|test-d|cy)|test[._-].*|tests?)\.[cm]?[jt]sx?")
_C_TEST = re.compile(rb"^(?:static\s+)?(?:void|int|bool)\s+(?:\w+_)?tests?(?:_\w+)?\s*\(", re.MULTILINE)
_C_NAMED = re.compile(r"(?:test.*|.*tests?)\.\w+", re.IGNORECASE)
_COMPILED = {
    language: re.compile(sign.encode(), re.MULTILINE)
    for language, sign in (*_SIGNS.items(), *dict.fromkeys(SCRIPTS, _SCRIPT).items())
}

_MARKED = re.compile(rb"^\s*@(?:\w+\.)*(?:Parameterized|Repeated)?Test\b", re.MULTILINE)


# A file that tests share hands something on; one that hands nothing on and has titled tests is a test.
_TITLED = re.compile(rb"^\s*(?:it|test|describe|suite)(?:\.\w+)*\(\s*[\"'`]", re.MULTILINE)
_HANDS_ON = re.compile(rb"^\s*export\b|\bmodule\.exports\b|^\s*exports\.", re.MULTILINE)


def is_test_file(index: CodeView, path: str) -> bool:
    """Whether a file holds tests by its name; where the name is one of support as well, by what is in it."""
    return holds_tests(path) or (is_named_as_support(path) and shows_titled(index.text(path) or b""))


def shows_titled(text: bytes) -> bool:
    """Whether a script has titled tests and hands nothing on, as what tests share does."""
    return _TITLED.search(text) is not None and not _HANDS_ON.search(text)


def files_with_tests(index: CodeView) -> list[str]:
    """Return the files that hold tests, by their names; classes of Java and Kotlin also by their marks."""
    unnamed = {
        path
        for word in ("Test", "ParameterizedTest", "RepeatedTest")
        for path in index.files_with(word)
        if path.endswith((".java", ".kt")) and may_hold_tests(path) and not holds_tests(path)
    }
    marked = {path for path in unnamed if _MARKED.search(index.text(path) or b"")}
    return [path for path in index.paths() if path in marked or is_test_file(index, path)]


def shows_test(path: str, text: bytes) -> bool:
    """Whether a test is seen in a file that is among the tests; true where its language is not known."""
    language, name = language_of(path, text), path.rpartition("/")[2]
    sign = _COMPILED.get(language)
    if sign is None or (language in SCRIPTS and _NAMED.fullmatch(name)):
        return True
    if language in {"c", "cpp"} and _C_NAMED.fullmatch(name) and _C_TEST.search(text):
        return True
    return sign.search(text) is not None
