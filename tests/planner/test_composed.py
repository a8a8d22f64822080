"""What the analyst writes into a plan's Context: names and places of the goal, nothing of its sentences."""

from __future__ import annotations

from made_index import MadeIndex
from made_pack import gather_pack

from groundplan.planner.analyst import compose
from groundplan.playbooks.shelf import Shelf

FILES = {
    "pkg/a.py": "class Walker:\n    def go(self):\n        return 1\n",
    "pkg/b.py": "class Walker:\n    pass\n",
    "pkg/c.py": "from pkg.a import Walker\n\ndef run():\n    return Walker().go()\n",
    "docs/use.md": "A `Walker` goes.\n",
}


def context_of(goal: str) -> str:
    facts = gather_pack(MadeIndex(FILES), None, goal).facts
    return "\n".join(each.text for each in compose(Shelf().find("collaborate"), facts))


def test_a_rename_lists_where_the_old_name_appears_though_two_definitions_have_it() -> None:
    text = context_of("Rename `pkg/a.py::Walker` to `Stepper`")
    assert "`Walker`: 5 occurrences in 4 files" in text
    assert "`pkg/c.py:1`" in text
    assert "docs/use.md" in text


def test_plain_words_that_no_file_has_are_no_finding() -> None:
    text = context_of("The walker should say silently where rows are lost, and keep `max_rows`")
    assert "**Not found:** max_rows" in text
    assert "silently" not in text


def test_plain_words_are_left_out_of_a_new_thing_as_well() -> None:
    assert "Not found" not in context_of("Add zebras that qwertz silently")


STORES = {
    "pkg/rows.py": "from pkg.store import Store\n\n\nclass Rows:\n    def __init__(self):\n"
    "        self._store = Store()\n\n    def peek(self):\n        return self._store.peek()\n",
    "pkg/store.py": "class Store:\n    def peek(self):\n        raise RowLostError(self)\n\n"
    "    def close(self):\n        return 1\n\n\nclass RowLostError(Exception):\n    pass\n",
    **{f"pkg/kind{number}.py": f"class Kind{number}:\n    def write(self): ...\n" for number in range(20)},
}
LOST = "Peeking twice at rows fails with RowLostError, and `write` comes too late."


def stores_context(*given: str) -> str:
    facts = gather_pack(MadeIndex(STORES), None, LOST, extra=given).facts
    return "\n".join(each.text for each in compose(Shelf().find("collaborate"), facts))


def test_what_a_given_place_calls_and_the_goal_has_words_of_stays_in_view() -> None:
    text = stores_context("pkg/rows.py::Rows.peek")
    assert "`pkg/rows.py:8-9` (`Rows.peek`); it calls `pkg/store.py:2-3` (`Store.peek`)" in text


def test_candidates_in_a_given_file_stay_in_view() -> None:
    text = stores_context("pkg/store.py")
    assert "**Where:** `pkg/store.py`; candidates in it `pkg/store.py:2-3` (`Store.peek`)" in text


def test_candidates_say_what_leads_to_them_and_a_name_that_all_have_is_no_list() -> None:
    text = stores_context()
    assert "**Candidates:** `pkg/store.py` (`Store.peek`): raises `RowLostError` in line 3" in text
    assert "`write`" not in text


def test_definitions_in_a_given_file_come_first() -> None:
    facts = gather_pack(MadeIndex(STORES), None, "rows.peek() twice fails", extra=("pkg/store.py",)).facts
    text = "\n".join(each.text for each in compose(Shelf().find("collaborate"), facts))
    assert "**Defined:** `peek`: 2 definitions found, overloads counted at `pkg/store.py:2-3`" in text


def test_the_declaration_of_a_package_is_not_listed_among_its_importers() -> None:
    files = {
        "pyproject.toml": '[project]\nname = "app"\ndependencies = ["httpx>=0.27"]\n',
        "src/app/net.py": "import httpx\n",
        "src/app/page.py": "import httpx\n",
    }
    facts = gather_pack(MadeIndex(files), None, "Remove `httpx` from the dependencies").facts
    text = "\n".join(each.text for each in compose(Shelf().find("collaborate"), facts))
    (line,) = [each for each in text.split("\n") if "**Dependency:**" in each]
    assert "declared at `pyproject.toml:3`" in line
    assert line.endswith("in 2 files at `src/app/net.py:1`, `src/app/page.py:1`")


def test_a_name_in_a_hundred_places_is_no_list() -> None:
    many = {f"docs/page{number}.md": "Use `gather` here.\n" for number in range(120)}
    files = many | {"src/app/net.py": "def gather():\n    return 1\n"}
    facts = gather_pack(MadeIndex(files), None, "It is lost when `gather` is called").facts
    text = "\n".join(each.text for each in compose(Shelf().find("collaborate"), facts))
    assert "Occurrences" not in text
