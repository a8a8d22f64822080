"""What may lead a test to some code, before it is said that no test was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from groundplan.survey.tests_for.finding import TestFile

SCRIPTS = {
    "package.json": '{"name": "a"}',
    "src/error.ts": "export const kinds = 3;\n",
    "src/make.ts": "export * from './error.ts';\nexport function makeIt(a: number) { return a; }\n",
    "src/index.ts": "import { makeIt } from './make.ts';\nexport const it2 = makeIt(1);\n",
    "test/all.test.ts": "import { it2 } from '../src/index.ts';\ntest('a', () => expect(it2).toBe(1));\n",
}
PYTHON = {
    "shop/__init__.py": "from .parts import *\nfrom . import late\n",
    "shop/parts.py": "def one(): ...\n",
    "shop/late.py": "def two(): ...\n",
    "tests/test_all.py": "import shop\n\ndef test_a():\n    assert shop\n",
}
RUST = {
    "Cargo.toml": '[package]\nname = "my-crate"\n',
    "src/lib.rs": "mod inner;\npub use inner::*;\n",
    "src/inner.rs": "pub fn bar() {}\n",
    "tests/all.rs": "use my_crate::foo;\n\n#[test]\nfn works() { foo(); }\n",
}


def found_for(files: dict[str, str], path: str, name: str = "") -> list[TestFile]:
    """Return the tests found for a file or a name in it."""
    index = MadeIndex(files)
    symbol = next((each for each in index.symbols(name) if each.path == path), None) if name else None
    return list(find_tests_for(index, path, symbol).found)


@pytest.mark.parametrize(
    ("files", "path", "entry"),
    [
        (SCRIPTS, "src/make.ts", "src/index.ts"),
        (SCRIPTS, "src/error.ts", "src/index.ts"),
        (PYTHON, "shop/late.py", "shop/__init__.py"),
        (RUST, "src/inner.rs", "src/lib.rs"),
    ],
)
def test_a_test_that_imports_what_imports_a_file_is_a_possible_one(
    files: dict[str, str], path: str, entry: str
) -> None:
    (found,) = found_for(files, path)
    assert not found.is_sure
    assert found.reasons[0].words == f"imports `{entry}`, through which it may be reached"


def test_a_file_that_nothing_with_a_test_imports_has_no_possible_one() -> None:
    files = {**SCRIPTS, "src/other.ts": "export function lonely() {}\n"}
    assert found_for(files, "src/other.ts") == []
    rust = {**RUST, "tests/all.rs": "use other::foo;\n\n#[test]\nfn works() { foo(); }\n"}
    assert found_for(rust, "src/inner.rs") == []


def test_a_key_of_an_object_in_a_test_makes_it_a_possible_one() -> None:
    files = {
        "src/types.ts": "export interface Hooks {\n  onRequest?: Hook<number>;\n}\n",
        "test/all.test.ts": "test('a', () => {\n  go({\n    onRequest: 3,\n  });\n});\n",
    }
    (found,) = found_for(files, "src/types.ts", "onRequest")
    assert (found.is_sure, str(found.reasons[0].at)) == (False, "test/all.test.ts:3")
    assert found.reasons[0].words == "has `onRequest` in its code, and which of that name is not known"


NESTED = """
    public class {0}Tests {{
      class TestClass {{ }}
      [Fact]
      public void Writes() {{ new TestClass(); }}
    }}
    """


@pytest.mark.parametrize("name", ["", "TestClass", "Writes"])
def test_a_test_with_a_class_and_tests_of_its_own_by_the_name_is_no_possible_test_of_another(
    name: str,
) -> None:
    files = {f"test/{each}/{each}Tests.cs": NESTED.format(each) for each in ("One", "Two")}
    found = found_for(files, "test/One/OneTests.cs", name)
    assert [each.path for each in found if each.path != "test/One/OneTests.cs" or not each.is_sure] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/test/java/BasicPoolTest.java", "class BasicPoolTest { @Test void works() {} }\n"),
        ("tests/all.rs", "#[test]\nfn works() {}\n"),
        ("cors_example_test.go", "package a\n\nfunc TestA(t *testing.T) {}\n"),
    ],
)
def test_a_file_is_no_possible_test_of_itself_and_a_namesake_is_none_of_a_test(path: str, text: str) -> None:
    assert found_for({path: text, f"other/test/{path}": text}, path) == []
