"""A change to what many use is challenged with the callers, counted."""

from __future__ import annotations

from made_pack import make_facts, make_goal

from groundplan.planner.challenges.reach import detect

STORE = """
    class Store:
        def find(self, key):
            return None

    def open_store(path):
        return Store()
    """


def files(callers: int) -> dict[str, str]:
    each = "from app.store import open_store\n\ndef run():\n    return open_store('x')\n"
    return {"app/__init__.py": "", "app/store.py": STORE} | {f"app/part{n}.py": each for n in range(callers)}


def found(goal: str, callers: int) -> list:  # type: ignore[type-arg]
    pack = make_facts(make_goal(goal), files(callers))
    return list(detect(pack))


def test_many_callers_are_counted_and_three_of_them_cited() -> None:
    (challenge,) = found("Rename `open_store` to `open_at`", 8)

    assert challenge.subject == "app/store.py::open_store"
    assert challenge.numbers["callers"] == 8
    assert challenge.numbers["files"] == 8
    assert (
        "used in 8 places of 8 files (`app/part0.py:4`, `app/part1.py:4` and `app/part2.py:4`)"
        in challenge.claim
    )


def test_what_uses_a_type_is_not_called_its_callers() -> None:
    text = "package app\n\ntype Store struct{}\n\nfunc New() *Store {\n\treturn &Store{}\n}\n"
    text += "\nfunc (s *Store) Find() int {\n\treturn 1\n}\n"
    goal = make_goal("Delete the `Store`")
    (challenge,) = detect(make_facts(goal, {"go.mod": "module a.org/app\n", "store.go": text}))
    assert "is used in 2 places of 1 file" in challenge.claim
    assert "caller" not in challenge.claim + challenge.advice


def test_callers_from_whom_nothing_is_taken_are_no_challenge() -> None:
    assert found("Let `open_store` take a mode", 8) == []


def test_a_public_name_that_is_renamed_is_said_even_with_few_callers() -> None:
    (challenge,) = found("Rename `open_store` to `open_at`", 2)

    assert challenge.question is None, "whether outsiders may break is asked by one question"
    assert "public" in challenge.claim


def test_a_definition_the_goal_does_not_name_is_not_spoken_of() -> None:
    assert found("Stores should be opened with a mode", 8) == []


def test_a_goal_about_words_or_tests_changes_nothing_for_callers() -> None:
    assert found("Document `open_store` in the docs", 8) == []
