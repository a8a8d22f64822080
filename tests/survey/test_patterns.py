"""Ways to do things are shown where the code shows them, and no more is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.patterns.facts import Topic
from groundplan.survey.patterns.finding import find_examples, find_patterns

if TYPE_CHECKING:
    from groundplan.survey.patterns.facts import Pattern


def one(files: dict[str, str], what: str, *, under: str = "") -> Pattern:
    """Return the one pattern about something."""
    (found,) = [each for each in find_patterns(MadeIndex(files), under=under) if each.what == what]
    return found


ERROR_CLASSES = "classes with an error's name or base"
ERRORS = """
    class ShopError(Exception): ...
    class NotFound(ShopError): ...

    def load(path):
        try:
            return open(path)
        except OSError as error:
            raise NotFound(path) from error
        except Exception:
            pass
        except (KeyError, ValueError):
            raise
        raise ShopError("no")
        raise ValueError("except Exception:")
    """


@pytest.mark.req("S1-08")
def test_each_way_to_catch_an_error_is_cited() -> None:
    found = one({"shop/errors.py": ERRORS}, "`except` clauses")
    assert [(each.does, str(each.spots[0])) for each in found.practices] == [
        ("name what they catch", "shop/errors.py:7"),
        ("catch `Exception` or `BaseException`", "shop/errors.py:9"),
    ]
    assert found.example == "`except` clauses: name what they catch (shop/errors.py:7)"


def test_what_is_caught_on_further_lines_is_not_guessed() -> None:
    text = "try:\n    f()\nexcept (\n    Exception,\n    A,\n):\n    pass\n" * 3
    assert find_examples(MadeIndex({"a.py": text})) == ()


def test_a_raise_from_is_cited_over_several_lines() -> None:
    text = "def f():\n    raise C(\n        1,\n    ) from error\n    raise D(2)\n"
    found = one({f"a{number}.py": text for number in range(3)}, "`raise … from`")
    assert [(each.count, str(each.spots[0])) for each in found.practices] == [(3, "a0.py:2")]


def test_patterns_of_one_folder_leave_the_others_out() -> None:
    files = {"a/x.py": "class AError(Exception): ...\n", "b/y.py": "class BError(Exception): ...\n"}
    assert one(files, ERROR_CLASSES, under="b/").leading.does == "BError(Exception)"


def test_packages_and_messages_serve_comparisons_and_are_not_shown() -> None:
    index = MadeIndex({"a.py": "import click\n" + "print(1)\n" * 3})
    assert {each.topic for each in find_patterns(index)} == {Topic.LIBRARIES, Topic.LOGGING}
    assert find_examples(index) == ()


def test_own_error_types_name_the_root_first() -> None:
    found = one({"shop/errors.py": ERRORS}, ERROR_CLASSES)
    assert [each.does for each in found.practices] == ["ShopError(Exception)", "NotFound(ShopError)"]


def test_environment_variables_are_listed_and_those_of_a_docstring_are_not() -> None:
    text = '''
        """Set os.environ["NOT_READ"] first."""
        import os
        url = os.environ["SHOP_URL"]
        key = os.getenv(
            "SHOP_KEY", "none"
        )
        os.environ["SHOP_MODE"] = "x"
        method = environ.get("REQUEST_METHOD")
        '''
    found = one({"shop/settings.py": text}, "environment variables read by a literal name")
    assert [(each.does, str(each.spots[0])) for each in found.practices] == [
        ("SHOP_KEY", "shop/settings.py:4"),
        ("SHOP_URL", "shop/settings.py:3"),
    ]


TESTS = """
    import pytest
    from unittest.mock import Mock

    @pytest.fixture
    def shop(): ...

    @pytest.mark.slow
    async def test_one(shop):
        assert shop

    class TestShop:
        def test_two(self):
            with pytest.raises(ValueError):
                Mock()

    class FakeShop: ...
    """


def test_tests_show_their_style_fixtures_markers_and_stand_ins() -> None:
    files = {"tests/test_shop.py": TESTS, "shop.py": "def f(): ...\n"}
    assert [(each.does, each.count) for each in one(files, "fixtures").practices] == [("shop", 1)]
    assert [each.does for each in one(files, "uses of markers").practices] == ["slow"]
    doubles = {each.does: each.count for each in one(files, "mocks, patches and fakes by name").practices}
    assert doubles == {"mock object": 1, "fake class": 1}


def test_a_request_by_patch_is_no_patched_object() -> None:
    text = (
        "from unittest.mock import patch\n\ndef test_a(client):\n    client.patch('/x')\n    patch('a.b')\n"
    )
    found = one({"tests/test_a.py": text}, "mocks, patches and fakes by name")
    assert [(each.does, [spot.line for spot in each.spots]) for each in found.practices] == [("patch", [5])]


def test_tests_of_examples_do_not_count() -> None:
    files = {"examples/tests/test_shop.py": TESTS, "tests/test_a.py": "def test_a(): ...\n" * 3}
    found = [each.total for each in find_patterns(MadeIndex(files)) if each.what == "tests by their form"]
    assert found == [3]


def test_go_errors_and_tests_are_counted() -> None:
    files = {
        "shop.go": """
            package shop

            import ("errors"; "fmt")

            var ErrGone = errors.New("gone")

            func Load() error {
                if err := open(); err != nil {
                    return fmt.Errorf("load: %w", err)
                }
                if err != nil {
                    return err
                }
                return fmt.Errorf("none")
            }
            """,
        "shop_test.go": 'package shop\n\nimport "testing"\n\nfunc TestLoad(t *testing.T) {}\n',
    }
    made = {each.does: each.count for each in one(files, "calls that make an error or panic").practices}
    assert made == {"errors.New": 1, "fmt.Errorf with %w": 1, "fmt.Errorf": 1}


def test_scripts_show_throws_env_and_console() -> None:
    text = """
        export class ShopError extends Error {}
        export async function load() {
          try { go() } catch { }
          run().catch(() => 1)
          if (process.env.SHOP_URL) throw new ShopError('x')
          if (a) throw new TypeError('x')
          if (b) throw new TypeError('y')
          throw reason
        }
        """
    files = {"src/shop.ts": text}
    assert {each.does for each in one(files, "`throw new`").practices} == {"ShopError", "TypeError"}
    read = one(files, "environment variables read by a literal name")
    assert [each.does for each in read.practices] == ["SHOP_URL"]


def test_what_runs_before_the_tests_is_no_test() -> None:
    text = "test.before(() => {})\ntest('a', f)\ntest.skip('b', f)\ntest('c', f)\n"
    (found,) = one({"a.test.js": text}, "tests by their form").practices
    assert (found.does, found.count, str(found.spots[0])) == ("test", 3, "a.test.js:2")


def test_a_method_named_catch_is_no_catch_clause() -> None:
    text = """
        export const one = {
          then(a) { return a },
          catch(b) { return b },
        }
        class Two {
          then(a) { return a }
          catch(b) { }
        }
        try { go() } catch (e) { log({ e }) }
        try { go({}) }
        catch { }
        try { go() } catch (e: any) { throw e }
        """
    found = one({"src/shop.ts": text}, "`catch` clauses")
    assert [(each.does, each.count) for each in found.practices] == [
        ("take the error", 2),
        ("do not take it", 1),
    ]


def test_settings_of_tools_are_no_product_code() -> None:
    files = {".eslintrc.js": "if (process.env.NO_LINT) {}\n", ".conan/build.py": "def f(): ...\n" * 3}
    assert find_patterns(MadeIndex(files)) == ()


def test_a_second_look_reads_no_text() -> None:
    index = MadeIndex({"shop/errors.py": ERRORS})
    first = find_patterns(index)
    index.files = dict.fromkeys(index.files, b"")
    assert find_patterns(index) == first


@pytest.mark.parametrize(("start", "piece"), [(b"", b"raise "), (b"", b"except:\n"), (b"except ", b"(")])
def test_hostile_text_costs_no_more_than_its_length(start: bytes, piece: bytes) -> None:
    assert_linear(lambda count: find_patterns(MadeIndex({"a.py": start + piece * count})), 10_000)
