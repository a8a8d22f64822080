"""Adding what is there already is challenged: values kept, names defined, modules that do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pack import make_facts
from sparring_stories import CHECKER, VERSIONED

from groundplan.planner.challenges.reuse import detect

if TYPE_CHECKING:
    from groundplan.planner.challenge import Challenge


def found(goal: str, files: dict[str, str]) -> list[Challenge]:
    return list(detect(make_facts(goal, files)))


def test_a_value_that_a_script_keeps_in_step_is_offered_instead_of_reading_its_file_again() -> None:
    (challenge,) = found(CHECKER, VERSIONED)

    assert "`__version__` in `fair/__init__.py:3`" in challenge.claim
    assert "`scripts/sync_version.py:7`" in challenge.claim
    assert "`scripts/sync_version.py:9`" in challenge.claim
    assert challenge.evidence == (
        "fair/__init__.py:3",
        "scripts/sync_version.py:7",
        "scripts/sync_version.py:9",
    )
    assert challenge.numbers == {"writers": 1, "users": 1}
    assert challenge.question is not None
    assert challenge.question.recommended == "reuse"
    assert challenge.question.subject == "reuse:fair/__init__.py::__version__"


def test_a_goal_that_reads_something_else_from_the_file_is_not_challenged_with_the_version() -> None:
    assert found("Read the list of plugins from `pyproject.toml`", VERSIONED) == []


def test_two_constants_of_the_name_beside_each_other_are_no_answer() -> None:
    files = VERSIONED | {"other/__init__.py": "__version__ = '2'\n"}

    assert found(CHECKER, files) == []


def test_the_one_function_that_reads_a_file_is_offered() -> None:
    files = {
        "app/settings.py": """
            import tomllib

            def load_settings(root):
                with open(root / "settings.toml", "rb") as file:
                    return tomllib.load(file)
            """
    }

    (challenge,) = found("Read the colour of the banner from settings.toml", files)

    assert challenge.subject == "app/settings.py::load_settings"
    assert "`app/settings.py:4`" in challenge.claim


def test_a_name_that_is_defined_already_is_not_added_again() -> None:
    files = {
        "app/store.py": """
            class Store:
                def find(self, key):
                    return None
            """
    }

    (challenge,) = found("Add `find` to `Store` so that one entry can be looked up", files)

    assert challenge.subject == "app/store.py::Store.find"
    assert challenge.question is not None
    assert [each.name for each in challenge.question.choices] == ["reuse", "new"]


def test_the_same_name_in_another_class_says_nothing() -> None:
    files = {
        "app/store.py": "class Store:\n    def find(self):\n        return None\n\nclass Shelf:\n    pass\n"
    }

    assert found("Add `find` to `Shelf`", files) == []


def test_a_new_argument_is_not_the_function_of_its_name() -> None:
    files = {
        "app/sort.py": "def key(item):\n    return item\n\ndef order(items):\n    return sorted(items)\n"
    }

    assert found("Add `key` argument to `order`", files) == []


def test_a_definition_named_in_the_words_of_what_is_added_is_offered() -> None:
    files = {
        "app/net/retrying.py": "def retry_request(call, times=3):\n    return call()\n",
        "app/api.py": "from app.net.retrying import retry_request\n\nretry_request(print)\n",
    }

    (challenge,) = found("Add a request retry helper", files)

    assert challenge.subject == "app/net/retrying.py::retry_request"
    assert "This may be there already: `app/net/retrying.py::retry_request`" in challenge.claim


def test_one_shared_word_is_no_reuse() -> None:
    files = {"app/net.py": "def retry_request(call):\n    return call()\n"}

    assert found("Add a request logger", files) == []


def test_a_module_that_serves_the_purpose_is_offered_where_no_package_is_named() -> None:
    files = {
        "app/cache.py": """
            _values = {}

            def get(key):
                return _values.get(key)

            def put(key, value):
                _values[key] = value
            """
    }

    challenges = found("Add a caching layer in front of the report page", files)

    assert challenges[0].subject == "app/cache.py"
    assert "`get` and `put`" in challenges[0].claim


def test_fixing_what_is_there_is_not_challenged() -> None:
    files = {"app/net.py": "def retry_request(call):\n    return call()\n"}

    assert found("Fix the request retry: `retry_request` gives up too early", files) == []


def test_a_part_added_to_a_thing_is_not_the_thing_of_its_name() -> None:
    files = {
        "app/status.py": "class RetryPolicy:\n    value = 200\n\n    def text(self):\n        return ''\n"
    }

    assert found("Add a retry policy to the upload", files) == []
    assert len(found("Add a retry policy class", files)) == 1


def test_a_setting_in_capitals_is_not_the_function_of_its_name() -> None:
    files = {"app/main.py": "def celery_app():\n    return None\n"}

    assert found("Add CELERY_APP and CELERY_BIN options", files) == []


def test_what_is_kept_for_old_users_is_nothing_to_build_on() -> None:
    files = {"app/v1/check.py": "def decimal_validator(value):\n    return value\n"}

    assert found("Add a decimal validator", files) == []


def test_a_function_that_serves_the_purpose_by_its_name_is_offered() -> None:
    files = {
        "app/decorators.py": """
            def retry_on_exception(times):
                def wrap(call):
                    return call
                return wrap
            """
    }

    (challenge,) = found("Implement retry logic with binary exponential backoff.", files)

    assert challenge.subject == "app/decorators.py::retry_on_exception"


def test_a_method_of_one_class_is_not_the_function_of_its_name() -> None:
    files = {"app/core.py": "class Segment:\n    pass\n\ndef is_type(segment):\n    return True\n"}

    assert found("Add the is_type method to Segment", files) == []
    assert len(found("Add the is_type function", files)) == 1


def test_a_value_for_an_argument_is_not_the_function_of_its_words() -> None:
    files = {"app/core.py": "def auto_chunks(shape):\n    return shape\n"}

    assert found("Add chunks='auto' to from_array", files) == []


def test_names_that_differ_in_capitals_alone_are_one() -> None:
    files = {"app/errors.py": "class HTTPError(Exception):\n    pass\n"}

    assert [each.subject for each in found("Add `HttpError`", files)] == ["app/errors.py::HTTPError"]
    assert found("Add `http_errors` and their pages", files) == []


WEB = {
    "app/web.py": """
        class Flask:
            '''The flask object is a registry for views and any extension.'''

            def open(self):
                return 1
        """
}


def test_what_a_goal_names_beside_what_it_asks_for_is_not_what_may_be_there() -> None:
    assert found("Add a Flask extension registry", WEB) == []


def test_a_line_of_a_paragraph_that_begins_with_a_name_is_no_entry() -> None:
    files = {
        "docs/setup.md": "# Setup\n\nYou need to install it with the extra\n`flask` extension registry.\n",
        "app/web.py": "flask = 1\n",
    }
    assert found("Add a flask extension registry", files) == []


def test_words_shared_with_a_description_recommend_no_answer() -> None:
    files = {
        "docs/usage.md": "# Usage\n\n- `purge_logs`: throws away old log files by age\n",
        "app/logs.py": "def purge_logs(age):\n    return age\n",
    }
    (challenge,) = found("Throw away old log files by age", files)

    assert challenge.question is not None
    assert (challenge.question.recommended, challenge.question.assumption) == ("", "")
