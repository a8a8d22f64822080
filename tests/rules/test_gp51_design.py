"""A blueprint's parts: edge cases, types, both ways of the control flow, every kind of test."""

from __future__ import annotations

import pytest
from read_cases import Kind, find, lines, read, record, said, section

from groundplan.plan.finding import Severity

EDGE = Kind((section("edge-cases", record("edge-case", label="If {condition} → {action} → {result}")),))
TYPES = Kind((section("types"), section("notes", required=False)), {"GP516": {"section": "types"}})
FLOW = Kind(
    (section("flow"),),
    {"GP518": {"section": "flow"}},
    "## Flow\n**Happy Path:**\n1. [Entry] → [Exit]\n\n**Failure Paths:**\n- [Condition] → [Action]\n",
)
TESTS = Kind((section("tests"),), {"GP519": {"section": "tests"}})


def fenced(language: str, code: str) -> str:
    return f"## Types\nWords.\n\n```{language}\n{code}\n```\n"


def untyped(code: str, language: str = "python") -> list[str]:
    return said("GP516", read(TYPES, fenced(language, code)))


# ------------------------------------------------------------------------------------------------- edge cases


@pytest.mark.req("S1-20")
@pytest.mark.req("S1-36")
@pytest.mark.parametrize(
    "case",
    [
        "**If external API returns 429** → Wait `Retry-After` seconds → Retry (transparent to user)",
        '**If all retries exhausted** → Return 503 → User sees "Service unavailable"',
        "If the disk is full → stop the upload → the page shows `507` and keeps the file",
        "If the token is old → refresh it → no visible change",
        "If the name is taken → ask again → exits with code 2",
        "If two builds run at once → the second waits for the lock → both outputs are whole",
    ],
)
def test_an_edge_case_that_ends_with_what_the_user_sees_passes(case: str) -> None:
    assert find("GP515", read(EDGE, f"## Edge Cases\n- {case}\n")) == []


@pytest.mark.req("S1-20")
@pytest.mark.req("S1-36")
@pytest.mark.parametrize(
    "case", ["If the disk is full → stop the upload", "The disk is full", "If x → → user sees it"]
)
def test_an_edge_case_without_its_three_parts_is_found(case: str) -> None:
    found = said("GP515", read(EDGE, f"## Edge Cases\n- {case}\n"))
    assert len(found) == 1
    assert "does not say" in found[0]


# ------------------------------------------------------------------------------------------------------ types


@pytest.mark.req("S1-18")
@pytest.mark.parametrize(
    "code",
    [
        "class RetryConfig:\n    max_attempts: int\n    backoff: float = 2.0",
        "def fetch(url: str, config: RetryConfig) -> Result[Response, FetchError]:\n    ...",
        "class Cache(Protocol):\n    def get(self, key: str) -> bytes | None: ...",
        "class Cache:\n    @classmethod\n    def make(cls, *, size: int) -> Self: ...",
        "class Cache:\n    @staticmethod\n    def name(a: int) -> str: ...",
        "class Colour(enum.StrEnum):\n    RED = 'red'\n",
        "UserId = NewType('UserId', int)\nT = TypeVar('T')",
        "class Model(BaseModel):\n    model_config = ConfigDict()\n    __slots__ = ()\n    name: str",
        "    def __init__(self, a: int): ...",
        "x = collections.OrderedDict()",
        "if TYPE_CHECKING:\n    def f(*args: int, **kwargs: str) -> None: ...",
    ],
)
def test_typed_python_passes(code: str) -> None:
    assert untyped(code) == []


@pytest.mark.req("S1-18")
@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("def fetch(url, config: C) -> R: ...", "`url` of `fetch` has no type"),
        ("def fetch(url: str): ...", "The return value of `fetch` has no type"),
        ("async def fetch(*urls) -> R: ...", "`urls` of `fetch` has no type"),
        ("def fetch(**kw) -> R: ...", "`kw` of `fetch` has no type"),
        ("class C:\n    size = 3", "`C.size` has no type"),
        ("class C:\n    def get(self, key) -> int: ...", "`key` of `C.get` has no type"),
        ("class C:\n    @staticmethod\n    def get(key) -> int: ...", "`key` of `C.get` has no type"),
        ("Point = namedtuple('Point', 'x y')", "`Point` has no type"),
    ],
)
def test_untyped_python_is_found(code: str, what: str) -> None:
    assert untyped(code) == [what]


def test_an_untyped_name_is_found_on_its_line() -> None:
    case = read(TYPES, fenced("py", "def a(x: int) -> int: ...\n\ndef b(\n    y,\n) -> int: ..."))
    assert lines("GP516", case) == [8]


@pytest.mark.parametrize("language", ["ts", "typescript", "tsx"])
def test_typed_scripts_pass(language: str) -> None:
    code = (
        "interface Cache {\n  get(key: string): Promise<{ hit: boolean }>;\n  size?: number;\n}\n"
        "type Done = (error: Error | null) => void;\n"
        "export function fetchAll<T>(urls: string[], { limit }: Options): T[];\n"
        "const add = (a: number, b = 1): number => a + b;\n"
        "class A {\n  constructor(private readonly name: string) {}\n  on(cb: (e: Event) => void): void;\n}\n"
        "if (ready) {\n  list.forEach((item) => show(item));\n}\n"
    )
    assert untyped(code, language) == []


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("function load(path, size: number): string;", "`path` of `load` has no type"),
        ("function load(path: string) { }", "The return value of `load` has no type"),
        ("const load = (path): string => path", "`path` of `load` has no type"),
        ("class A {\n  get(key): string { }\n}", "`key` of `get` has no type"),
    ],
)
def test_untyped_scripts_are_found(code: str, what: str) -> None:
    assert untyped(code, "ts") == [what]


def test_scripts_may_say_their_types_in_comments() -> None:
    assert untyped("/** @param {string} path */\nfunction load(path) {}", "js") == []
    assert len(untyped("function load(path) {}", "js")) == 2


@pytest.mark.parametrize("language", ["go", "sql", "json", "proto", "bash", "rust", "mermaid"])
def test_languages_that_are_typed_or_no_code_are_left_alone(language: str) -> None:
    assert untyped("func Load(path string) (int, error)\ndef f(x): pass", language) == []


def test_python_without_a_language_word_is_known_by_its_looks() -> None:
    assert untyped("def fetch(url) -> R: ...", "") == ["`url` of `fetch` has no type"]
    assert untyped("GET /users\n  → 200", "") == []


def test_what_cannot_be_parsed_is_a_note_not_an_error() -> None:
    found = find("GP516", read(TYPES, fenced("python", "def fetch(url: str) -> R\n    ...")))
    assert [one.severity for one in found] == [Severity.NOTE]
    assert "cannot be parsed" in found[0].message


def test_only_the_named_section_is_judged() -> None:
    text = "## Types\nNone.\n\n## Notes\n```python\ndef f(x): ...\n```\n"
    assert find("GP516", read(TYPES, text)) == []
    anywhere = Kind(TYPES.sections, {"GP516": {}})
    assert len(find("GP516", read(anywhere, text))) == 2


# ----------------------------------------------------------------------------------------------- control flow


@pytest.mark.req("S1-19")
def test_both_paths_written_pass() -> None:
    text = (
        "## Flow\n**Happy Path:**\n1. `GET /x` → `load()` → 200\n\n"
        "**Failure Paths:**\n- Timeout → retry 3 times → 503\n"
    )
    assert find("GP518", read(FLOW, text)) == []


@pytest.mark.req("S1-19")
@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ("**Happy Path:**\n1. `GET /x` → 200\n", ["`Failure Paths` is not there"]),
        ("**Failure Paths:**\n- Timeout → 503\n", ["`Happy Path` is not there"]),
        (
            "**Happy Path:**\n1. `a()`\n\n**Failure Paths:**\n- [Condition] → [Action]\n",
            ["`Failure Paths` is empty"],
        ),
        ("It goes well.\n", ["`Happy Path` is not there", "`Failure Paths` is not there"]),
    ],
)
def test_a_path_left_out_is_found(body: str, faults: list[str]) -> None:
    assert said("GP518", read(FLOW, f"## Flow\n{body}")) == faults


def test_a_flow_nobody_has_written_yet_is_not_judged() -> None:
    assert find("GP518", read(FLOW, FLOW.skeleton)) == []
    anywhere = Kind((section("goal"),), {"GP518": {}})
    assert find("GP518", read(anywhere, "## Goal\nShip it.\n")) == []
    assert len(find("GP518", read(anywhere, "## Goal\n**Happy Path:**\n- go\n"))) == 1


# ------------------------------------------------------------------------------------------------------ tests

GOOD = (
    "## Tests\n- **Unit Tests:**\n  - `test_validate_id_rejects_malformed_input()`\n"
    "  - `test_fetch_with_retry_succeeds_on_second_attempt()`\n- **Integration Tests:**\n"
    "  - `test_end_to_end_fetch_with_mocked_api()`\n- **Manual Verification:**\n  - Deploy and load it\n"
)


@pytest.mark.req("S1-21")
def test_all_kinds_of_tests_with_success_and_failure_pass() -> None:
    assert find("GP519", read(TESTS, GOOD)) == []


@pytest.mark.req("S1-21")
def test_a_kind_without_a_test_is_found() -> None:
    text = GOOD.replace("  - `test_end_to_end_fetch_with_mocked_api()`\n", "")
    assert said("GP519", read(TESTS, text)) == ["`Integration Tests` names no test"]
    placeholder = GOOD.replace("Deploy and load it", "[e.g. deploy to staging]")
    assert said("GP519", read(TESTS, placeholder)) == ["`Manual Verification` names no test"]


def test_a_kind_may_be_left_out_with_a_reason() -> None:
    named = "- **Integration Tests:**\n  - `test_end_to_end_fetch_with_mocked_api()`"
    text = GOOD.replace(named, "- **Integration Tests:** None (pure types)")
    assert find("GP519", read(TESTS, text)) == []
    bare = read(TESTS, text.replace(" (pure types)", ""))
    assert said("GP519", bare) == ["`Integration Tests` is `None` without a reason"]


@pytest.mark.req("S1-21")
@pytest.mark.parametrize(
    ("unit", "integration", "manual", "fault"),
    [
        ("`test_loads()`", "`test_saves()`", "open the page", "No test covers a failure path"),
        ("`test_rejects_id()`", "`test_times_out()`", "unplug: an error", "No test covers the success path"),
    ],
)
def test_a_path_without_a_test_is_found(unit: str, integration: str, manual: str, fault: str) -> None:
    kinds = {"Unit Tests": unit, "Integration Tests": integration, "Manual Verification": manual}
    text = "## Tests\n" + "".join(f"- **{kind}:**\n  - {test}\n" for kind, test in kinds.items())
    assert said("GP519", read(TESTS, text)) == [fault]
