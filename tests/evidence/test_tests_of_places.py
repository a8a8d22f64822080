"""Tests of the places: nothing that only looks like a test, no command that cannot run."""

from __future__ import annotations

from made_subject import facts_of

from groundplan.plan.fact import FactKind, How
from groundplan.wording.facts import say_fact

PYTHON = {"app/secure.py": "def is_safe_url():\n    return True\n"}


def test_a_test_that_uses_the_place_comes_with_its_command() -> None:
    files = PYTHON | {
        "tests/test_secure.py": "from app.secure import is_safe_url\n\ndef test_it():\n    is_safe_url()\n",
        "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = ['tests']\n",
    }
    (fact,) = facts_of("`is_safe_url` must be strict", files, FactKind.TEST)
    assert (fact.known.how, fact.value("tests")) == (How.RESOLVED, ("test_it",))
    assert fact.value("command") == "python -m pytest tests/test_secure.py"


def test_what_tests_are_made_with_is_no_test() -> None:
    files = PYTHON | {
        "tests/views.py": "from app.secure import is_safe_url\n\ndef view():\n    is_safe_url()\n"
    }
    # nor is it said that there is none: a test may go through it
    assert facts_of("`is_safe_url` must be strict", files, FactKind.TEST) == []


def test_a_test_in_a_language_that_is_not_parsed_is_found_by_its_name() -> None:
    files = {
        "lib/host_authorization.rb": "# host_authorization\ndef accepts?\nend\n",
        "spec/host_authorization_spec.rb": "it accepts\n",
        "spec/host_authorization.html": "<p>\n",
    }
    found = facts_of("host_authorization takes patterns", files, FactKind.TEST)
    assert [each.subject for each in found] == ["spec/host_authorization_spec.rb"]


def test_rust_tests_inside_a_file_are_its_tests() -> None:
    files = {
        "src/line_range.rs": "fn parse_line_range() {}\n\n"
        "#[cfg(test)]\nmod tests {\n#[test]\nfn a() { parse_line_range }\n}\n",
        "src/main.rs": "mod line_range;\n",
        "Cargo.toml": "[package]\nname='a'\n",
    }
    (fact,) = facts_of("Negative numbers in `parse_line_range`", files, FactKind.TEST)
    assert (fact.subject, fact.places[0].first, fact.value("command")) == (
        "src/line_range.rs",
        3,
        "cargo test line_range::tests",
    )


def test_a_test_that_is_named_for_the_words_of_the_goal_is_found() -> None:
    files = {
        "lib/option.js": "export class Option {\n  env(name) {}\n}\n",
        "tests/options.env.test.js": "test('x', () => program.env('A'))\n",
    }
    found = facts_of("Option.env() should be ignored when empty", files, FactKind.TEST)
    assert [each.subject for each in found] == ["tests/options.env.test.js"]


def test_a_call_with_a_variable_of_a_makefile_is_no_command() -> None:
    files = {
        "Makefile": "test:\n\tgo test -v $(FLAGS) ./...\n",
        "go.mod": "module a\n\ngo 1.21\n",
        "a.go": "package a\n",
    }
    lines = [each.value("line") for each in facts_of("Fix `a`", files, FactKind.ENVIRONMENT)]
    assert not [line for line in lines if line and "$" in line]


def test_a_call_that_the_project_does_not_write_is_no_command() -> None:
    files = {"Cargo.toml": "[package]\nname = 'a'\n", "src/a.rs": "fn walk_all() {}\n"}
    said = [say_fact(each).head for each in facts_of("Fix `walk_all`", files, FactKind.ENVIRONMENT)]
    assert not [each for each in said if each.startswith("test:")]
    files[".github/workflows/ci.yml"] = "jobs:\n  a:\n    steps:\n      - run: cargo test --locked\n"
    said = [say_fact(each).head for each in facts_of("Fix `walk_all`", files, FactKind.ENVIRONMENT)]
    assert "test: cargo test --locked  (from .github/workflows/ci.yml:4)" in said


def test_a_test_says_what_was_seen_of_it() -> None:
    files = PYTHON | {"tests/test_all.py": "from app.secure import is_safe_url\n\ndef test_it(): ...\n"}
    (fact,) = facts_of("`is_safe_url` must be strict", files, FactKind.TEST)
    assert say_fact(fact).notes[0] == "imports `is_safe_url` from `app/secure.py`"


def test_that_no_test_was_found_says_what_would_not_be_seen() -> None:
    (fact,) = facts_of("`is_safe_url` must be strict", PYTHON, FactKind.TEST)
    assert "a test that runs the program as a whole would not be seen" in say_fact(fact).notes


def test_a_test_is_not_named_after_a_file_in_another_folder() -> None:
    code = "lib/http/headers/normalizer.rb"
    files = {
        code: "class A\nend\n",
        "lib/http/uri/normalizer/default.rb": "class B\nend\n",
        "lib/other/normalizer.rb": "class C\nend\n",
        "test/http/uri/normalizer_test.rb": "class UriTest\n  def test_it\n  end\nend\n",
    }
    assert [each.value("sign") for each in facts_of("Cache", files, FactKind.TEST, at=(code,))] == []
    near = "test/http/headers/normalizer_test.rb"
    more = files | {near: files["test/http/uri/normalizer_test.rb"]}
    (fact,) = facts_of("Cache", more, FactKind.TEST, at=(code,))
    assert (fact.subject, fact.value("sign")) == (near, "name")
    del files["lib/other/normalizer.rb"]  # the only one of its name
    assert len(facts_of("Cache", files, FactKind.TEST, at=(code,))) == 1


def test_a_test_that_has_a_name_of_the_code_comes_before_one_named_like_its_file() -> None:
    files = {
        "lib/http/headers/normalizer.rb": "class HeaderNormalizer\nend\n",
        "test/http/headers/normalizer_test.rb": "class UriTest\n  def test_it\n  end\nend\n",
        "test/http/all_test.rb": "class AllTest\n  def test_it\n    HeaderNormalizer.new\n  end\nend\n",
    }
    found = facts_of("Cache", files, FactKind.TEST, at=("lib/http/headers/normalizer.rb",))
    assert [each.value("sign") for each in found] == ["code", "name"]


def test_a_test_is_cited_where_it_uses_the_place_and_nowhere_else() -> None:
    files = {
        "app/core.py": "class App:\n    def run(self): ...\n\n    def open(self): ...\n",
        "tests/test_core.py": "from app.core import App\n\n\ndef test_open():\n    App().open()\n\n\n"
        "def test_run():\n    App().run()\n",
    }
    (fact,) = facts_of("`App.run` takes a port", files, FactKind.TEST)
    assert (fact.value("about"), [each.first for each in fact.places]) == ("app/core.py::App.run", [9])


def test_what_tests_the_first_place_comes_before_stronger_tests_of_another() -> None:
    files = {
        "shop/cart.py": "def total_of(prices):\n    return sum(prices)\n",
        "shop/till.py": "def pay_all(prices):\n    return prices\n",
        "tests/test_sums.py": "from shop.cart import total_of\n\ndef test_it():\n    assert total_of([])\n",
        "tests/test_till.py": "from shop.till import pay_all\n\n\ndef test_pay_all():\n"
        + "    assert pay_all([1]) == [1]\n" * 9,
    }
    at = ("shop/cart.py", "shop/till.py")
    found = facts_of("Round", files, FactKind.TEST, at=at)
    assert [each.subject for each in found] == ["tests/test_sums.py", "tests/test_till.py"]
