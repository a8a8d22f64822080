"""`profile`: the bundled one at work in a repository laid out as its own, proposals, and what is refused."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from groundplan.app.setup.profiles import find_profile

if TYPE_CHECKING:
    from .conftest import Desk

GOAL = "Add `upsert_many` to the repositories"
LAYOUT = {
    "pyproject.toml": '[project]\nname = "advanced_alchemy"\ndependencies = ["sqlalchemy"]\n',
    "Makefile": "lint:\n\truff check .\n",
    "AGENTS.md": "# Notes\n\n- Never edit `_sync.py` by hand.\n",
    "advanced_alchemy/repository/_async.py": "class AsyncRepository:\n    async def upsert(self): ...\n",
}


@pytest.fixture
def alchemy(desk: Desk) -> Desk:
    """A repository laid out as Advanced Alchemy's."""
    for path, text in LAYOUT.items():
        (desk.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (desk.folder / path).write_text(text)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "Begin")
    return desk


def matrix(*, without: str = "") -> str:
    """Return the databases section, each cell filled but one."""
    names = [name for name in find_profile("advanced-alchemy").profile.axes["databases"] if name != without]
    targets = "".join(f"- ✅ {name} (as declared)\n" for name in names)
    notes = "".join(f"- **{name}**: one statement per row\n" for name in names)
    return f"**Target Databases**:\n{targets}\n**Database-Specific Considerations**:\n{notes}"


def found(desk: Desk, code: str) -> list[str]:
    """Return what a rule finds in the plan, errors and what is unfinished."""
    [plan] = desk.run("check", "--json").json["plans"]
    return [each["message"] for each in plan["findings"] if each["code"] == code]


@pytest.mark.req("S2-24")
def test_the_bundled_profile_works_from_init_to_a_missing_cell(alchemy: Desk) -> None:
    assert "`groundplan profile show advanced-alchemy`" in alchemy.run("init").err
    used = alchemy.run("profile", "use", "advanced-alchemy")
    assert used.out.startswith("✓ Added profile advanced-alchemy to .groundplan/config.toml\n")
    assert alchemy.run("init").err == "", "a profile that is set needs no proposal"
    assert alchemy.run("new", GOAL, "--playbook", "product", "--name", "many").code == 0
    prd = (alchemy.folder / "requirements/many/prd.md").read_text()
    assert "- ✅ Google Cloud Spanner (sqlalchemy-spanner)" in prd
    assert "- [ ] `advanced_alchemy/service/_async.py` → `_sync.py`" in prd
    assert alchemy.run("write", "databases", "-", stdin=matrix(without="DuckDB")).code == 0
    missing = found(alchemy, "GP801")
    assert missing
    assert all("`DuckDB` of axis `databases` is missing" in each for each in missing)
    assert alchemy.run("write", "databases", "-", stdin=matrix()).code == 0
    assert found(alchemy, "GP801") == []


BROKEN = {
    "stringified-hints": "Start the module with `from __future__ import annotations`.",
    "sqlalchemy-2": "Read the rows with `session.query(User)`.",
    "service-wraps-repository": "For speed, bypass the repository and run the statement.",
    "error-messages": 'An unknown key is refused: `raise NotFoundError("No row has this key.")`.',
    "async-only": "Edit `_sync.py` to match.",
}
KEPT = {
    "stringified-hints": "Hints are strings: no `from __future__ import annotations`.",
    "sqlalchemy-2": "Read the rows with `select(User)`.",
    "service-wraps-repository": "The service calls the repository.",
    "error-messages": 'An unknown key is refused: `raise NotFoundError("no row has this key")`.',
    "async-only": "Edit `_async.py`; `make lint` writes the other half.",
}


@pytest.mark.req("S2-24", "S2-25")
def test_house_standards_are_found_where_a_plan_breaks_them_and_not_where_it_keeps_them(
    alchemy: Desk,
) -> None:
    alchemy.run("profile", "use", "advanced-alchemy")
    alchemy.run("new", GOAL, "--playbook", "product")
    for standard, words in BROKEN.items():
        assert alchemy.run("write", "problem", "-", stdin=f"{words}\n").code == 0
        [message] = found(alchemy, "GP804")
        assert f"breaks the standard `{standard}`" in message
    for words in KEPT.values():
        assert alchemy.run("write", "problem", "-", stdin=f"{words}\n").code == 0
        assert found(alchemy, "GP804") == []


def test_what_is_proposed_is_what_is_set(alchemy: Desk) -> None:
    shown = alchemy.run("profile", "propose")
    assert shown.code == 0
    assert 'lint = "make lint" # Makefile:1\n' in shown.out
    assert '# text = "Never edit `_sync.py` by hand." # AGENTS.md:3\n' in shown.out
    alchemy.run("init")
    assert alchemy.run("profile", "use", "proposed").code == 0
    config = (alchemy.folder / ".groundplan/config.toml").read_text()
    assert config.endswith(shown.out)
    assert tomllib.loads(config)["profile"] == tomllib.loads(shown.out)["profile"]


def test_an_agent_may_propose_and_set_a_profile(alchemy: Desk) -> None:
    assert alchemy.run("profile", "propose", environ={"CLAUDECODE": "1"}).code == 0
    assert alchemy.run("profile", "use", "proposed", environ={"CLAUDECODE": "1"}).code == 0


def test_a_profile_of_a_file_is_set(alchemy: Desk) -> None:
    (alchemy.folder / "ours.toml").write_text('[profile]\nname = "ours"\n')
    assert alchemy.run("profile", "use", "ours.toml").code == 0
    ran = alchemy.run("profile", "use", "advanced-alchemy")
    assert ran.code == 2
    assert ran.err == (
        "error: `.groundplan/config.toml` has a profile already: `ours`\n\n"
        "hint: Edit it there, or take out its `[profile]` tables to set another one\n"
    )


def test_a_name_nobody_knows_is_refused(alchemy: Desk) -> None:
    ran = alchemy.run("profile", "use", "alembic")
    assert (ran.code, ran.out) == (2, "")
    assert "There is no profile `alembic`" in ran.err
    ran = alchemy.run("profile", "use", "missing.toml")
    assert ran.code == 2
    assert "There is no file `missing.toml`" in ran.err


def test_a_repository_that_shows_nothing_says_what_was_looked_for(desk: Desk) -> None:
    (desk.folder / "notes.txt").write_text("hello\n")
    ran = desk.run("profile", "propose")
    assert (ran.code, ran.out) == (5, "")
    assert "Nothing to propose was found in 1 file" in ran.err
    assert desk.run("init").err == ""


def test_bundled_profiles_are_listed_and_shown_outside_of_a_repository(desk: Desk) -> None:
    assert "advanced-alchemy" in desk.run("profile", "list").out
    assert desk.run("profile", "show", "advanced-alchemy").out == find_profile("advanced-alchemy").toml
