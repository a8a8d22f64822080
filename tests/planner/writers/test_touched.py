from __future__ import annotations

from made_brief import make_brief

from groundplan.planner.facts.reach import find_reach
from groundplan.planner.writers.touched import callers


def test_a_caller_that_changes_itself_is_still_a_caller() -> None:
    files = {
        "app/a.py": "def load():\n    return 1\n\n\ndef start():\n    return load()\n",
        "app/b.py": "from app.a import load\n\n\ndef run():\n    return load()\n",
    }
    brief = make_brief("Change `load` and `start`", files, ["app/a.py::load", "app/a.py::start"])
    brief.pack.__dict__["reach"] = find_reach(brief.pack)
    assert [each.citation for each in callers(brief)] == ["app/a.py:6", "app/b.py:5"]
