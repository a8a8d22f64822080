"""What a section means to do with the files it names, whatever playbook it is written for."""

from __future__ import annotations

import pytest

from groundplan.markdown.accounts import find_accounts
from groundplan.markdown.mentions import find_mentions
from groundplan.markdown.name_changes import find_name_changes, find_new_names
from groundplan.plan.document import Section
from groundplan.plan.finding import Place
from groundplan.plan.mention import Intent
from groundplan.plan.record import Record

LISTS = """\
**Modified Files:**
- `src/upload.py` – call `retry()` as `src/other.py` does
- `src/a.py`, `src/b.py` – read the number

**New Files:**
- `src/retry.py` – the function

Words about `src/named.py`.

- **Files:** `src/c.py` (new), `src/d.py` (modify), `src/e.py` (delete), `src/f.py`
- **Files:** `src/g.py` (new or modify)
- Files to create: none yet, see `src/h.py`

| Task | Files |
|--|--|
| Look at `src/i.py` | `src/j.py`, `src/k.py` (new) |

```
**New Files:** `src/never.py`
```
"""


def section(body: str, *kinds: str) -> Section:
    records = tuple(Record(kind, "s", place=Place("plan.md", 2), last_line=99) for kind in kinds)
    return Section("s", "s", "S", "plan.md", 1, "## S\n", body, "", records=records)


def test_lists_labels_marks_and_columns_say_what_happens_to_a_file() -> None:
    found = {mention.path: mention.intent for mention in find_mentions(section(LISTS))}
    assert found == {
        "src/upload.py": Intent.MODIFIES,
        "src/other.py": Intent.NAMES,
        "src/a.py": Intent.MODIFIES,
        "src/b.py": Intent.MODIFIES,
        "src/retry.py": Intent.CREATES,
        "src/named.py": Intent.NAMES,
        "src/c.py": Intent.CREATES,
        "src/d.py": Intent.MODIFIES,
        "src/e.py": Intent.REMOVES,
        "src/f.py": Intent.TOUCHES,
        "src/g.py": Intent.TOUCHES,
        "src/h.py": Intent.NAMES,
        "src/i.py": Intent.NAMES,
        "src/j.py": Intent.TOUCHES,
        "src/k.py": Intent.CREATES,
    }


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Add `src/a.py`", Intent.MAY_CREATE),
        ("Create the new module `src/a.py` for it", Intent.MAY_CREATE),
        ("`retry()` in the new `src/a.py`", Intent.MAY_CREATE),
        ("Add a test file [here](src/a.py)", Intent.MAY_CREATE),
        ("New file: `src/a.py`", Intent.MAY_CREATE),
        ("Put it into a new file, `src/a.py`", Intent.MAY_CREATE),
        ("**NEW** `src/a.py`", Intent.MAY_CREATE),
        ("The file `src/a.py` will be created", Intent.MAY_CREATE),
        ("`src/a.py` — new", Intent.MAY_CREATE),
        ("`src/a.py` *(new)*", Intent.CREATES),
        ("`src/a.py` (planned)", Intent.CREATES),
        ("`src/a.py` (does not exist yet)", Intent.MAY_CREATE),
        ("`src/a.py` — new rows go there", Intent.NAMES),
        ("Move `load()` into `src/a.py`", Intent.NAMES),
        ("Add tests in `src/a.py`", Intent.NAMES),
        ("Add `retry()` to `src/a.py`", Intent.NAMES),
        ("The address `src/a.py` is new", Intent.NAMES),
        ("see `src/a.py` (new)", Intent.CREATES),
        ("see `src/a.py` (newest first)", Intent.NAMES),
    ],
)
def test_a_verb_or_a_mark_beside_a_file_says_that_it_may_not_be_there(words: str, intent: Intent) -> None:
    assert [mention.intent for mention in find_mentions(section(words + "\n"))] == [intent]


@pytest.mark.parametrize(
    "words",
    [
        "Move `old.py` to `src/a.py`",
        "Rename `old.py` → `src/a.py`",
        "Split `old.py` into `src/b.py` and `src/a.py`",
    ],
)
def test_where_a_file_goes_need_not_be_there(words: str) -> None:
    first, *more = find_mentions(section(words + "\n"))
    assert (first.path, first.intent) == ("old.py", Intent.NAMES)
    assert {mention.intent for mention in more} == {Intent.MAY_CREATE}


def test_a_cell_that_is_but_a_verb_says_what_happens_to_the_first_file_of_its_row() -> None:
    rows = "| File | As in | Action |\n|--|--|--|\n"
    rows += "| `a.py` | `b.py` | create |\n| `c.py` | | **Modify** |\n| `d.py` | new ideas | – |\n"
    assert [mention.intent for mention in find_mentions(section(rows))] == [
        Intent.CREATES,
        Intent.NAMES,
        Intent.MODIFIES,
        Intent.TOUCHES,
    ]


def test_a_file_that_a_task_speaks_of_is_worked_on() -> None:
    (mention,) = find_mentions(section("1. Add `retry()` to `client.py`\n", "task"))
    assert mention.intent is Intent.IN_TASK


@pytest.mark.parametrize(
    "words",
    [
        "Do not touch `a.py` and `b.py`. Then edit `client.py`",
        "Edit `client.py` without changing `a.py` or `b.py`",
        "Edit `client.py`; don’t modify `a.py`, `b.py`",
    ],
)
def test_a_file_that_a_task_leaves_alone_is_not_worked_on(words: str) -> None:
    found = find_mentions(section(f"1. {words}\n", "task"))
    assert {mention.path for mention in found if mention.intent.is_work} == {"client.py"}
    assert len(found) == 3


@pytest.mark.req("S0-05")
@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("Rename `fetch_data()` to `fetch`", ["fetch_data"]),
        ("**Commit 1: Remove `Store.load`, `save` and `src/x.py::Old.run`**", ["load", "save", "run"]),
        ("Change the signature of `run()`", ["run"]),
        ("Add a `timeout` parameter to `connect()`", ["connect"]),
        ("`src/a.py` – delete the unused function `tidy`", ["tidy"]),
        ("Tidy up, then move `Cache` into its own file", ["Cache"]),
        ("`fetch_data` becomes `fetch` in `src/a.py`", ["fetch_data"]),
        ("`fetch_data()` is now called `fetch`", ["fetch_data"]),
        ("`Store.load` is renamed to `read`", ["load"]),
        ("Rename fetch_data to fetch in `src/a.py`", ["fetch_data"]),
        ("Get rid of `tidy`", ["tidy"]),
        ("Remove fetchData() and its test", ["fetchData"]),
        ("Remove stale comments", []),
        ("Remove legacy OpenSpec artifacts", []),
        ("Remove load_all calls from `src/a.py`", []),
        ("Drop read-only mode", []),
        ("Remove `None` and `str` handling", []),
        ("`ready` becomes true", []),
        ("the default `accept` becomes `safe,json`", []),
        ("Make `meta` lazy in `Job.restore`", []),
        ("`main` → `bunx tsc`", []),
        ("Remove the call to `retry()`", []),
        ("Call `retry()` around the request", []),
        ("Remove `src/old.py`", []),
        ("Add `helper()`", []),
        ("We may rename `x_y` some day", []),
        ("Remove the `Debug` default in `a.go`", []),
        ("Turn `Debug` off by default", []),
        ("Turn `load_all` into a generator", ["load_all"]),
        ("Move `logf` up in `a.go`", []),
        ("Move `load_all` below `save`", []),
        ("Move `load_all` to `src/b.py`", ["load_all"]),
        ("Split `handlePreflight` into two steps", []),
        ("Split `load_all` into `load` and `parse`", ["load_all"]),
        ("Drop `Log` from the message", []),
        ("Delete `Vary` from the response headers", []),
        ("Remove `load_all` from `src/b.py`", ["load_all"]),
        ("Remove `load_all` from the API", ["load_all"]),
        ("Convert `AllowedOrigins` to lower case", []),
        ("Convert `load_all` to a property", ["load_all"]),
        ("Replace `load_all` in `src/b.py` by `load`", []),
        ("Replace `load_all` by `load`", ["load_all"]),
        ("Remove the `load_all` function", ["load_all"]),
        ("Delete `load_all` entirely", ["load_all"]),
    ],
)
def test_the_names_that_a_task_changes_are_read_off_its_verbs(words: str, terms: list[str]) -> None:
    assert [change.term for change in find_name_changes(section(f"- {words}\n", "task"))] == terms


def test_names_are_changed_by_work_and_not_by_options_or_questions() -> None:
    assert not find_name_changes(section("- Rename `fetch_data` to `fetch`\n", "option"))


def test_the_names_that_a_task_adds_are_known() -> None:
    body = "- Add `RetryConfig` and `retry()`; rename `old_name` to `new_name`\n"
    (added,) = find_new_names(section(body, "task"))
    assert added.names == {"RetryConfig", "retry", "new_name"}
    (added,) = find_new_names(section("- `old_name` becomes `new_name`\n", "task"))
    assert added.names == {"new_name"}


def test_an_account_is_read_as_a_hint_prints_it() -> None:
    body = "Occurrences of LastModified: 8 in 4 files; dismissed: `docs/old.md` (history)\n"
    (account,) = find_accounts(section(body))
    assert (account.term, account.count, len(account.dismissals)) == ("LastModified", 8, 1)
    assert find_accounts(section("Occurrences of this kind are rare.\n")) == ()


@pytest.mark.req("S0-05")
def test_an_account_gives_figures_and_dismissals_with_their_reasons() -> None:
    body = (
        "Occurrences of `fetch_data`: 1,014 in 6 files; dismissed: `docs/old.md` (history), `a.md` and "
        "`b.md` – generated by hand\n\n"
        "- **Occurrences of `Store.run()`**: 3 in 2 files\n"
        "  - dismissed `docs/`: archive of releases\n"
        "  - `x.py`\n"
    )
    first, second = find_accounts(section(body))
    assert (first.term, first.count, first.files) == ("fetch_data", 1014, 6)
    assert [(one.pattern, one.reason) for one in first.dismissals] == [
        ("docs/old.md", "history"),
        ("a.md", "generated by hand"),
        ("b.md", "generated by hand"),
    ]
    assert (second.term, second.count, second.files) == ("run", 3, 2)
    assert [(one.pattern, one.reason, one.place.line) for one in second.dismissals] == [
        ("docs/", "archive of releases", 5),
        ("x.py", "", 6),
    ]


def test_a_list_below_an_account_belongs_to_it() -> None:
    (account,) = find_accounts(section("Occurrences of `run`: 3 in 2 files\n\n- `docs/` – history\n"))
    assert [one.pattern for one in account.dismissals] == ["docs/"]
