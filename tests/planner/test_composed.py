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
