"""The context of a new feature: standards, what is alike, its base, what it is integrated with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import make_desk

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

GOAL = "Add an `Invoice` model to `app/models`, like `app/models/order.py::Order`"
FILES = {
    "AGENTS.md": "# Rules\n\n- Every model derives from `Base`.\n",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\ndependencies = ["litestar>=2"]\n',
    "app/models/base.py": "class Base:\n    id = 0\n\n    def save(self):\n        return self\n",
    "app/models/order.py": "from app.models.base import Base\n\n\nclass Order(Base):\n    total = 1\n",
    "app/models/user.py": "from app.models import base\n\n\nclass User(base.Base):\n    name = ''\n",
    "app/models/note.py": "class Note:\n    text = ''\n",
    "app/serving.py": "from app.models.order import Order\n\n\ndef mount(app):\n    app.add(Order)\n",
}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A shop whose models have a base and are served by a framework."""
    desk = make_desk(tmp_path)
    for path, text in FILES.items():
        desk.folder.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        desk.folder.joinpath(path).write_text(text)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "Begin")
    return desk


@pytest.mark.req("S2-03")
def test_the_profile_and_the_index_give_standards_similar_classes_their_base_and_integrations(
    desk: Desk,
) -> None:
    proposed = desk.run("profile", "propose").out
    assert "`AGENTS.md`" in proposed
    assert '"Litestar", # pyproject.toml:4' in proposed
    context = desk.run("context", GOAL, columns=160).out
    assert "what is asked of whoever changes this project: `AGENTS.md`" in context
    assert "`app/models/order.py::Order` names the base `Base`; so does 1 other class" in context
    assert "app/models/base.py:1-5  Base, the one definition found with that name" in context
    assert "app/models/user.py:4-5  User" in context
    assert "Note" not in context.partition("Classes with the same base")[2].partition("\n\n")[0]
    assert "app/serving.py:5  in mount: app.add(Order)" in context
    assert desk.run("profile", "use", "proposed").code == 0
    assert desk.run("new", GOAL, "-k", "product", "--name", "invoices").code == 0
    kinds = {each["kind"] for each in desk.run("brief", "--json").json["facts"]}
    assert {"standards", "family", "callers"} <= kinds


def test_a_base_with_two_definitions_or_none_is_not_said(desk: Desk) -> None:
    (desk.folder / "app/other.py").write_text("class Base:\n    pass\n")
    context = desk.run("context", GOAL).out
    assert "names the base" not in context
    (desk.folder / "app/other.py").unlink()
    (desk.folder / "app/models/base.py").unlink()
    assert "names the base" not in desk.run("context", GOAL).out
