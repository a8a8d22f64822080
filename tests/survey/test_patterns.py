"""M of N places do X: counts, places and dissent, from what the code shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.patterns.facts import Topic
from groundplan.survey.patterns.finding import find_patterns

if TYPE_CHECKING:
    from groundplan.survey.patterns.facts import Pattern


def one(files: dict[str, str], what: str, *, under: str = "") -> Pattern:
    """Return the one pattern about something."""
    (found,) = [each for each in find_patterns(MadeIndex(files), under=under) if each.what == what]
    return found


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
def test_except_clauses_are_counted_with_their_dissent() -> None:
    found = one({"shop/errors.py": ERRORS}, "`except` clauses")
    assert found.statement == "2 of 3 `except` clauses name what they catch; others: catch `Exception` (1)"
    assert [str(each) for each in found.dissenting[0].spots] == ["shop/errors.py:9"]


def test_own_error_types_name_the_root_first() -> None:
    found = one({"shop/errors.py": ERRORS}, "own error types")
    assert [each.does for each in found.practices] == ["ShopError(Exception)", "NotFound(ShopError)"]


def test_raises_are_split_into_own_and_borrowed_types() -> None:
    found = one({"shop/errors.py": ERRORS}, "`raise` statements")
    assert [(each.does, each.count) for each in found.practices] == [
        ("raise an error type of its own (`NotFound`, `ShopError`)", 2),
        ("raise again what they caught", 1),
        ("raise one of Python's (`ValueError`)", 1),
    ]


def test_handlers_that_say_nothing_are_counted_against_all_handlers() -> None:
    assert (
        one({"shop/errors.py": ERRORS}, "handlers").statement == "1 of 3 handlers do nothing with the error"
    )


def test_an_error_type_is_the_repository_s_own_whatever_it_is_called() -> None:
    files = {
        "shop/errors.py": """
            class ShopError(Exception): ...
            class Suspicious(ShopError): ...
            class Odd(Suspicious): ...
            """,
        "shop/load.py": "raise Odd()\nraise Suspicious()\nraise Elsewhere()\n",
    }
    assert [(each.does, each.count) for each in one(files, "`raise` statements").practices] == [
        ("raise an error type of its own (`Odd`, `Suspicious`)", 2),
        ("raise another package's (`Elsewhere`)", 1),
    ]


def test_a_raise_after_its_handler_needs_no_from() -> None:
    text = "def f():\n    try:\n        g()\n    except A:\n        raise B(1) from None\n    raise C(2)\n"
    files = {f"a{number}.py": text for number in range(3)}
    assert one(files, "errors raised inside an `except`").total == 3


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
    doubles = {each.does: each.count for each in one(files, "stand-ins for real things").practices}
    assert doubles == {"mock object": 1, "fake class": 1}


def test_tests_of_examples_do_not_count() -> None:
    files = {"examples/tests/test_shop.py": TESTS, "tests/test_a.py": "def test_a(): ...\n" * 3}
    found = [each.total for each in find_patterns(MadeIndex(files)) if each.what == "tests"]
    assert found == [3, 3]


def test_async_pairs_say_whether_a_tool_writes_the_twin() -> None:
    body = "class {0}Repository:\n    {1}def get(self): ...\n    {1}def add(self): ...\n"
    head = "# Do not edit this file directly. It has been autogenerated from\n# db/_async.py\n"
    files = {
        "db/_async.py": body.format("Async", "async "),
        "db/_sync.py": head + body.format("Sync", ""),
        "net/async_client.py": body.format("Async", "async "),
        "net/client.py": body.format("", ""),
    }
    found = one(files, "async modules with a sync twin")
    assert {each.does: str(each.spots[0]) for each in found.practices} == {
        "have their twin generated": "db/_async.py",
        "are written twice by hand": "net/async_client.py",
    }


def test_patterns_of_one_folder_leave_the_others_out() -> None:
    files = {"a/x.py": "def f() -> int: ...\n" * 3, "b/y.py": "def g(): ...\n" * 3}
    found = [each for each in find_patterns(MadeIndex(files), under="b/") if each.topic is Topic.CONVENTIONS]
    assert [each.statement for each in found if "return" in each.statement] == [
        "3 of 3 functions do not say what they return"
    ]


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
    made = {each.does: each.count for each in one(files, "places that make an error").practices}
    assert made == {"errors.New": 1, "fmt.Errorf with %w": 1, "fmt.Errorf without %w": 1}


def test_scripts_show_throws_env_and_console() -> None:
    text = """
        export class ShopError extends Error {}
        export async function load() {
          try { go() } catch { }
          run().catch(() => 1)
          if (process.env.SHOP_URL) throw new ShopError('x')
          if (a) throw new TypeError('x')
          throw reason
        }
        """
    files = {"src/shop.ts": text}
    assert {each.does for each in one(files, "throws").practices} == {"ShopError", "TypeError", "(a value)"}
    read = one(files, "environment variables read by a literal name")
    assert [each.does for each in read.practices] == ["SHOP_URL"]
    assert one(files, "handlers").statement == "1 of 1 handlers do nothing with the error"


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
    assert found.statement == "2 of 3 `catch` clauses take the error; others: do not take it (1)"
    assert one({"src/shop.ts": text}, "handlers").leading.count == 1


def test_a_raise_over_several_lines_and_after_an_inner_handler_is_counted() -> None:
    text = """
        def f():
            try:
                g()
            except A as error:
                try:
                    h()
                except B:
                    pass
                raise C(
                    "said (",
                ) from error
            try:
                g()
            except A:
                raise D(
                    1
                )
        """
    found = one({f"a{number}.py": text for number in range(3)}, "errors raised inside an `except`")
    assert (
        found.statement
        == "3 of 6 errors raised inside an `except` use `raise … from`; others: omit `from` (3)"
    )


def test_a_go_message_goes_to_a_logger_whatever_holds_it() -> None:
    text = """
        package shop

        func (a *shop) run() {
            a.logger.Debug("x")
            a.logger.Infof("x")
            logger.Error("x")
            log.NewLogger(nil)
            log.Println("x")
        }
        """
    practices = one({"shop.go": text}, "messages").practices
    assert [(each.does, each.count) for each in practices] == [("a logger value", 3), ("log", 1)]


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
