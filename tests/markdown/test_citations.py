from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.citations import citations_in, words_of
from groundplan.plan.document import Section

if TYPE_CHECKING:
    from groundplan.markdown.citations import Found

BODY = """\
See `src/a.py:10-24`, [the cache](docs/cache.md#L3 "t") and `time.sleep`
over `src/b.py::Store.load`.

- **Files:** `src/types.py` (new), [x](https://x.y/z.py)
  - `pytest tests/test_a.py -q`

| File | Why |
|--|--|
| `src/c.py` | [d](<src/d.py>) |

```
`src/never.py`
```
"""


def find(section: Section) -> list[Found]:
    return [found for words in words_of(section) for found in citations_in(words)]


def test_citations_are_found_in_words_items_and_cells_with_their_places() -> None:
    section = Section("s", "s", "S", "plan.md", 10, "## S\n", BODY, "")
    found = [(one.citation, one.place(section.document)) for one in find(section)]
    assert [(one.path, one.first, one.last, one.symbol, at.line, at.column) for one, at in found] == [
        ("src/a.py", 10, 24, "", 11, 5),
        ("docs/cache.md", 3, 3, "", 11, 35),
        ("src/b.py", 0, 0, "Store.load", 12, 6),
        ("src/types.py", 0, 0, "", 14, 14),
        ("src/c.py", 0, 0, "", 19, 3),
        ("src/d.py", 0, 0, "", 19, 21),
    ]


def test_the_words_of_a_citation_are_kept() -> None:
    section = Section("s", "s", "S", "plan.md", 1, "## S\n", "`./src/a.py:7`\n", "")
    (found,) = find(section)
    assert (found.citation.text, found.citation.path) == ("./src/a.py:7", "src/a.py")
