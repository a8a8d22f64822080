"""Words that somebody wrote as verification never silently do not count."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED, Bench

from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import prepare_approval
from groundplan.app.plans.tasks import all_commands, find_person_judged, list_tasks
from groundplan.cli.look import Screen
from groundplan.cli.views.approval import show_request
from groundplan.plan.errors import Refused
from groundplan.rules.registry import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from groundplan.app.plans.tasks import WorkTask


@pytest.fixture
def sketch(lay: object, tmp_path: Path) -> Iterator[Callable[[str], Bench]]:
    """Return what lays a bench with an approved plan of plain steps."""
    del lay  # it sets the home folder
    made: list[Bench] = []

    def make(words: str) -> Bench:
        made.append(Bench.sketch(tmp_path / "plain", f"1. Mend `shop/cart.py`. {words}\n"))
        return made[-1]

    yield make
    for bench in made:
        bench.close_all()


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Return a bench whose plan is still being written."""
    folder = tmp_path_factory.mktemp("planned")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        patch.delenv("XDG_CONFIG_HOME", raising=False)
        bench = Bench.sketch(folder / "repo", "1. Mend `shop/cart.py`.\n", is_approved=False)
        yield bench
        bench.close_all()


def read(bench: Bench, words: str) -> WorkTask:
    write(bench.open(), {"implementation-plan": f"1. Mend `shop/cart.py`. {words}\n"}, caller=bench.ann)
    [task] = list_tasks(bench.open())
    return task


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Verify: `.venv/bin/python -m pytest t.py` passes.", [".venv/bin/python -m pytest t.py"]),
        ("Verify: `.venv/bin/pytest t.py` passes.", [".venv/bin/pytest t.py"]),
        ("Verify: `scripts/check` passes.", ["scripts/check"]),
        ("Verify: `./run.sh`", ["./run.sh"]),
        ("Verify: `A=1 .venv/bin/pytest`", ["env A=1 .venv/bin/pytest"]),
        ("Verify: `cd web && scripts/check`", ["cd web && scripts/check"]),
        ("Verify: `poetry run pytest`.", ["poetry run pytest"]),
        ("Verify: `bash -c 'exit 1'`", ["bash -c 'exit 1'"]),
        ("**Verify:** `frob --strict src`", ["frob --strict src"]),
        ("Verified by `frob check`.", ["frob check"]),
        ("Done when `frob check` is green.", ["frob check"]),
        ("Proof: `tools/x a` prints `1`", ["tools/x a"]),
        ("Check: `uvx pytest`", ["uvx pytest"]),
        ("Acceptance: `hatch test`", ["hatch test"]),
        ("Expected: `.venv/bin/pytest -q` succeeds", [".venv/bin/pytest -q"]),
        ("Run `.venv/bin/pytest -q` and look.", [".venv/bin/pytest -q"]),
        ("`.venv/bin/pytest -q` must be green.", [".venv/bin/pytest -q"]),
        ("Verify: `pytest -q`, `.venv/bin/mypy src`", ["pytest -q", ".venv/bin/mypy src"]),
        ("Verify: `Rscript check.R`", ["Rscript check.R"]),
        ("\n   Verify: `.venv/bin/pytest`", [".venv/bin/pytest"]),
        ("\n   - Verification: `.venv/bin/pytest -q` passes", [".venv/bin/pytest -q"]),
        (
            "Verify:\n   - `.venv/bin/pytest -q` passes\n   - the page shows `hello world`",
            [".venv/bin/pytest -q"],
        ),
        ("Verify:\n\n   ```bash\n   .venv/bin/pytest -q\n   ```", [".venv/bin/pytest -q"]),
        ("Verify:\n   ```\n   make test\n   ```", ["make test"]),
    ],
)
def test_a_program_is_known_by_its_path_its_words_or_where_it_is_named(
    planned: Bench, words: str, shown: list[str]
) -> None:
    task = read(planned, words)
    assert [each.shown for each in task.commands] == shown
    assert not any(each.trouble for each in task.commands)


@pytest.mark.parametrize(
    "words",
    [
        "Verify: pytest tests/test_cart.py passes.",
        "Verify: .venv/bin/pytest tests passes",
        "Verify with .venv/bin/pytest",
        "Verify: run npm test",
        "Verify: <code>pytest -q</code>",
        "Verify: `.venv\\Scripts\\pytest tests`",
        "Verify: `if true; then pytest; fi`",
        "Verify: `~/bin/check x`",
        "Verify: `pytest -q | tee log`",
    ],
)
def test_what_looks_like_a_command_and_is_none_is_found_shown_and_keeps_the_task_open(
    planned: Bench, words: str
) -> None:
    task = read(planned, words)
    assert [bool(each.trouble) for each in task.commands] == [True]
    codes = [finding.code for finding in planned.open().judgement.findings]
    assert "GP309" in codes
    assert "GP309" in RULES


@pytest.mark.parametrize(
    "words",
    [
        "Verify: the report shows 3 rows.",
        "Verify: the page shows `hello world`",
        "Verify: `GET /price` returns 503",
        "Verify: `tests/test_cart.py` has a test for negative prices",
        "Verify: `total` raises `ValueError: negative`",
        "Verify: `x = 3` is gone",
        "Done when make and model are on the page.",
        "Verify: go to the page and look.",
        "Verify: a person opens `docs/cart.md` and finds `not negative`.",
        "Verify: `from shop import cart` works.",
    ],
)
def test_an_honest_criterion_in_words_is_for_a_person(planned: Bench, words: str) -> None:
    task = read(planned, words)
    assert task.commands == ()
    assert task.verification
    opened = planned.open()
    assert "GP309" not in [finding.code for finding in opened.judgement.findings]
    assert [each.key for each in find_person_judged(opened)] == [task.key]


@pytest.mark.parametrize("words", ["Rename `a b` in it.", "Run it by `src/x.py` now.", "Use `make docs`."])
def test_what_is_not_said_to_verify_is_no_verification(planned: Bench, words: str) -> None:
    task = read(planned, words)
    assert (task.commands, task.verification) == ((), ())


def test_a_command_by_its_path_is_run_before_the_step_is_done(sketch: Callable[[str], Bench]) -> None:
    bench = sketch("Verify: `.venv/bin/python -m pytest tests/test_cart.py` passes.")
    [allowed] = all_commands(bench.open(), {"implementation-plan"})
    assert allowed.shown == ".venv/bin/python -m pytest tests/test_cart.py"
    bench.start("1")
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    with pytest.raises(Exception, match=r"\.venv/bin/python"):
        bench.done("1", caller=bench.ann)


@pytest.mark.parametrize("words", ["Verify: the report shows 3 rows.", "Verify: pytest tests passes."])
def test_an_agent_does_not_close_what_no_command_verifies(sketch: Callable[[str], Bench], words: str) -> None:
    bench = sketch(words)
    bench.start("1")
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    with pytest.raises(Refused):
        bench.done("1")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "Verify: the report shows 3 rows.",
            "No command verifies 1, a person looks: the report shows 3 rows.",
        ),
        ("Verify: pytest tests passes.", "`pytest tests passes` cannot run here: it is not in backticks"),
    ],
)
def test_an_approval_shows_what_no_command_verifies(planned: Bench, words: str, told: str) -> None:
    read(planned, words)
    opened, stream = planned.open(), StringIO()
    screen = Screen(stream, columns=200)
    show_request(screen, opened, prepare_approval(opened, "ready"), brief=True)
    assert told in stream.getvalue()
