"""Function bodies are found by reading the code; signatures, types, stubs and shell lines pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from read_cases import Kind, find, lines, read, said, section

from groundplan.rules.brace_functions import find_bodies
from groundplan.rules.function_bodies import bodies_in, find_python_bodies
from groundplan.rules.prose import Fence, read_prose

DESIGN = Kind((section("types"),))


def bodies(language: str, code: str) -> list[str]:
    return [name for _, name in bodies_in(Fence(language, code, 1))]


@pytest.mark.req("S1-22")
def test_a_body_is_found_with_its_name_and_line() -> None:
    case = read(
        DESIGN, "## Types\nWords.\n\n```python\nclass A:\n    def f(self) -> int:\n        return 1\n```\n"
    )
    assert said("GP605", case) == ["`f` has a body; a plan says what is built, not how each line reads"]
    assert lines("GP605", case) == [6]


@pytest.mark.req("S1-22")
def test_the_source_prompts_own_types_and_commands_pass() -> None:
    text = (
        "## Types\n```python\n# Example (Python)\nclass RetryConfig:\n    max_attempts: int\n\n"
        "def fetch_with_retry(url: str, config: RetryConfig) -> Result[Response, FetchError]:\n    ...\n"
        "```\n\n"
        '```bash\ncurl -X POST /api/v2/auth/login -d \'{"email":"..."}\'\nretry() { curl; }\n```\n'
    )
    assert find("GP605", read(DESIGN, text)) == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(x: int) -> int: ...",
        "def f(x):\n    '''Says what.'''",
        "def f(x):\n    '''Says what.'''\n    ...",
        "def f():\n    pass  # later",
        "def f():\n    raise NotImplementedError('later')",
        "def __add__(self, other): return NotImplemented",
        "@dataclass\nclass A:\n    x: int = 3\n    y: list[int] = field(default_factory=list)",
        "class P(Protocol):\n    def get(self, key: str): ...\n    def set(self, key: str, value: Any): ...",
        "result = client.get(url)\nprint(result)",
        "async def f(): ...",
        "def f(\n    a: int,\n    b: int,\n) -> int:\n    ...",
        "@pytest.fixture\nasync def sample_user(repo: Repo) -> User:\n    pass",
        "    def f(self): ...\n    def g(self): ...",
        "def f(x: int) -> int\n    ...",
        "def f(a, …) -> int:\n    # words\n    '''More.'''\n    ...",
        "x = 'def f(): return 1'",
        ">>> f(1)\n2",
    ],
)
def test_python_without_a_body_passes(code: str) -> None:
    assert bodies("python", code) == []


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(x): return x + 1", ["f"]),
        ("def f(x):\n    '''Doc.'''\n    return x", ["f"]),
        ("async def f():\n    while True:\n        await g()", ["f"]),
        ("class A:\n    def f(self):\n        self.x = 1\n    def g(self): ...", ["f"]),
        ("def outer():\n    def inner():\n        return 1\n    return inner", ["outer"]),
        ("    def f(self):\n        return 1", ["f"]),
        ("if True:\n    def f():\n        return 1", ["f"]),
        ("try:\n    import a\nexcept ImportError:\n    def a():\n        return 1", ["a"]),
        ("def f(x):\n    …\n    return x", ["f"]),
        ("def f(\n    a,\n):\n    x = [...\n    return a", ["f"]),
        ("def ok(): ...\n\ndef f(x) -> {y}:\n    call(", ["f"]),
        (">>> def f(x):\n...     return x\n>>> f(1)", ["f"]),
        ("def f(): raise ValueError('no')", ["f"]),
    ],
)
def test_python_with_a_body_is_found(code: str, names: list[str]) -> None:
    assert bodies("py", code) == names


CASES = (Path(__file__).parent / "fixtures" / "function-bodies.md").read_text("utf-8")
BRACES = dict(re.findall(r"^## (\w+) finds (\w+)$", CASES, re.MULTILINE))


def sample(title: str) -> str:
    return read_prose(CASES.partition(f"## {title}\n")[2]).fences[0].code


@pytest.mark.parametrize("language", BRACES)
def test_types_signatures_and_stubs_with_braces_pass(language: str) -> None:
    assert bodies(language, sample(f"{language} passes")) == []


@pytest.mark.parametrize("language", BRACES)
def test_a_body_in_braces_is_found(language: str) -> None:
    name = BRACES[language]
    assert bodies(language, sample(f"{language} finds {name}"))[0] == name


@pytest.mark.parametrize(
    ("language", "code", "count"),
    [
        ("", "def f():\n    return 1", 1),
        ("text", "func f() int {\n\treturn 1\n}", 1),
        ("", "fn f() -> u8 { 1 + 1 }", 1),
        ("", "public int f() {\n  return 1;\n}", 1),
        ("", 'GET /x → 200\n{ "a": 1 }', 0),
        ("diff", "+def f():\n+    return 1\n-def g(): ...", 1),
        ("diff", "+x = 1\n-y = 2", 0),
        ("json", '{"function f() {": 1}', 0),
        ("mermaid", "graph TD; a-->b", 0),
        ("sh", "f() { echo 1; }", 0),
    ],
)
def test_code_is_read_whatever_the_fence_says_of_it(language: str, code: str, count: int) -> None:
    assert len(bodies(language, code)) == count


def test_nested_functions_count_once_and_neighbours_each() -> None:
    code = "function a() {\n  return () => {\n    b();\n  };\n}\nfunction c() { d(); }\n"
    assert bodies("js", code) == ["a", "c"]


def test_a_body_cut_short_is_still_a_body() -> None:
    assert bodies("go", "func f() {\n\tx := 1") == ["f"]


def test_code_in_indented_blocks_is_read_too() -> None:
    case = read(DESIGN, "## Types\nWords:\n\n    def f(x):\n        return x\n")
    assert [one.place.line for one in find("GP605", case)] == [4]


@given(
    st.text(alphabet="(){}[]<>:;=,\"'`/\\*\n aifnucto=>", max_size=80),
    st.sampled_from(["go", "rust", "script", "typed", "php"]),
)
def test_any_code_is_read_without_a_fault(code: str, family: str) -> None:
    for line, _ in find_bodies(code, family):
        assert 0 <= line <= code.count("\n")


@given(st.text(alphabet="def f(x):\n  return'\"#…", max_size=80))
def test_any_python_is_read_without_a_fault(code: str) -> None:
    for line, _ in find_python_bodies(code):
        assert 0 <= line <= code.count("\n")


@pytest.mark.parametrize(
    ("family", "piece"),
    [
        ("script", "a("), ("script", "(): x "), ("script", "f(){"), ("typed", "int a("), ("typed", "a b "),
        ("go", "func "), ("go", "func a() "), ("rust", "fn a<"), ("script", "/"), ("typed", "((("),
        ("php", "'"),
    ],
)  # fmt: skip
def test_hostile_code_is_read_in_linear_time(family: str, piece: str) -> None:
    assert_linear(lambda count: find_bodies(piece * count, family), 1_000)
