"""What an advisor answered, read from the form that was asked for or from its prose."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from groundplan.consult.answer import SCHEMA, Claim, Item, read_answer

FORM = {
    "approach": "Put the limit into the middleware",
    "top_risk": "Two workers count apart",
    "claims": [{"text": "`load` has 3 callers", "about": "code", "cites": ["src/app.py::load"]}],
    "items": [
        {
            "title": "Add the counter",
            "what": "in `src/app.py`",
            "phase": "Foundation",
            "needs": ["redis"],
            "considerations": ["clock skew"],
            "verify": "`pytest tests/test_app.py`",
        }
    ],
}

PROSE = """\
# My view

**Approach:** Put the limit into the middleware.
Top risk: two workers count apart

- `src/app.py::load` has 3 callers. Nothing tests it.

## Phase 1: Foundation

1. [ ] Add the counter
   in `src/app.py`
2. Call it

```python
- not a claim
```
"""


def test_the_form_is_read_field_by_field() -> None:
    parts = read_answer(json.dumps(FORM))
    assert (parts.approach, parts.top_risk) == (FORM["approach"], FORM["top_risk"])
    assert parts.claims == (Claim("`load` has 3 callers", "code", ("src/app.py::load",)),)
    assert parts.items == (
        Item(
            "Add the counter",
            "in `src/app.py`",
            "Foundation",
            ("redis",),
            ("clock skew",),
            "`pytest tests/test_app.py`",
        ),
    )
    assert parts.has_form


def test_the_form_is_found_inside_a_fence_and_behind_other_braces() -> None:
    wrapped = f'Thinking about {{this}} and {{"n": 1}}:\n```json\n{json.dumps(FORM)}\n```\nDone.'
    assert read_answer(wrapped) == read_answer(json.dumps(FORM))


def test_prose_keeps_what_is_labelled_listed_and_numbered() -> None:
    parts = read_answer(PROSE)
    assert parts.approach == "Put the limit into the middleware."
    assert parts.top_risk == "two workers count apart"
    assert parts.claims == (
        Claim("`src/app.py::load` has 3 callers.", "code", ("src/app.py::load",)),
        Claim("Nothing tests it."),
    )
    assert [(each.title, each.phase) for each in parts.items] == [
        ("Add the counter in `src/app.py`", "Phase 1: Foundation"),
        ("Call it", "Phase 1: Foundation"),
    ]
    assert not parts.has_form


def test_prose_without_labels_has_neither_approach_nor_risk() -> None:
    parts = read_answer("I would rewrite all of it. It is old.")
    assert (parts.approach, parts.top_risk) == ("", "")
    assert [each.text for each in parts.claims] == ["I would rewrite all of it.", "It is old."]


def test_fields_of_the_wrong_type_are_left_out_and_the_rest_is_read() -> None:
    told = {"approach": 7, "top_risk": "x", "claims": [None, "said plainly", {"about": "code"}], "items": {}}
    parts = read_answer(json.dumps(told))
    assert (parts.approach, parts.top_risk) == ("", "x")
    assert parts.claims == (Claim("said plainly"),)
    assert parts.items == ()


def test_every_object_of_the_schema_requires_all_it_has() -> None:
    def objects(schema: object) -> list[dict[str, object]]:
        if not isinstance(schema, dict):
            return []
        own = [schema] if schema.get("type") == "object" else []
        return own + [found for value in schema.values() for found in objects(value)]

    found = objects(SCHEMA)
    assert len(found) == 4
    for each in found:
        assert each["required"] == list(each["properties"])  # type: ignore[call-overload]


@given(st.one_of(st.text(), st.text(alphabet='{}[]":,`#-*\n 1.a'), st.just("{" * 5_000)))
def test_reading_never_fails(text: str) -> None:
    found = read_answer(text)
    assert all(each.text.strip() for each in found.claims), "a claim says something"
