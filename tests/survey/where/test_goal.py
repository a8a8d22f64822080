from __future__ import annotations

from growth import assert_linear

from groundplan.survey.where.goal import read_goal

ISSUE = """Nested(many=True) eats the first element
<!-- tell us about `secret_template` -->
When dumping, `schema._update_fields` is called. See
https://github.com/acme/shop/blob/main/src/shop/fields.py#L40-L44 and src/shop/schema.py:12.

```py
from shop import OrderSchema
OrderSchema().dump({"a": 1})
```

It fails with
```
ValueError: Invalid value for field 'a': must be a list of numbers
```
- [x] I agree to the `code_of_conduct`
numpy==1.2.3
"""


def test_words_of_the_first_line_count_most() -> None:
    goal = read_goal(ISSUE)
    assert goal.terms["nest"] > goal.terms["dump"]
    assert "nest" in goal.title


def test_comments_ticked_boxes_and_version_lists_say_nothing() -> None:
    goal = read_goal(ISSUE)
    assert not {"secret_template", "code_of_conduct", "numpy"} & goal.terms.keys()


def test_names_in_code_spans_are_meant_plainly_and_those_in_blocks_less() -> None:
    goal = read_goal(ISSUE)
    assert goal.names["_update_fields"] > goal.names["OrderSchema"] > 0
    assert "schema._update_fields" in goal.dotted


def test_paths_and_lines_are_read_from_links_and_from_prose() -> None:
    mentions = {each.path: (each.first, each.last) for each in read_goal(ISSUE).mentions}
    assert mentions["src/shop/fields.py"] == (40, 44)
    assert mentions["src/shop/schema.py"] == (12, 12)


def test_error_messages_are_kept_as_they_stand() -> None:
    assert "Invalid value for field 'a': must be a list of numbers" in read_goal(ISSUE).messages


def test_an_empty_goal_says_nothing() -> None:
    goal = read_goal("")
    assert not goal.terms
    assert not goal.names


def test_a_hostile_goal_is_read_in_time_that_grows_with_its_length() -> None:
    for piece in ("`", "a.", "a/", "<!--", '"', "```\n", 'File "', "[ ] ", "a_", "at a ", "- [", "1.1"):
        assert_linear(lambda count, piece=piece: read_goal(piece * count), 2_000)
