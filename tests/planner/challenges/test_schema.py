"""A changed column without a migration is challenged where the repository keeps migrations."""

from __future__ import annotations

import pytest
from made_pack import make_facts

from groundplan.planner.challenges.schema import detect

DJANGO = {
    "shop/models.py": """
        from django.db import models

        class Order(models.Model):
            number = models.CharField(max_length=10)
            made = models.DateTimeField()

        class RushOrder(Order):
            pass

        class Basket:
            pass
        """,
    "shop/migrations/0001_initial.py": "x = 1\n",
    "shop/migrations/0002_made.py": "x = 1\n",
    "other/migrations/0009_far.py": "x = 1\n",
}
ALEMBIC = {
    "app/tables.py": """
        from sqlalchemy.orm import mapped_column

        class OrderItem(Base):
            id = mapped_column(primary_key=True)
        """,
    "alembic/versions/bbb_first.py": 'revision = "b"\ndown_revision = None\n',
    "alembic/versions/aaa_second.py": 'revision: str = "a"\ndown_revision: str = "b"\n',
    "app/versions/notes.py": "x = 1\n",
}


def claims(goal: str, files: dict[str, str]) -> list[str]:
    return [each.claim for each in detect(make_facts(goal, files))]


def test_a_new_field_of_a_django_model_names_the_newest_migration() -> None:
    (challenge,) = detect(make_facts("Add a phone_number field to the Order model", DJANGO))
    assert challenge.claim == (
        "`shop/models.py::Order` maps 2 fields to columns, and 2 migrations keep its schema, the newest "
        "`shop/migrations/0002_made.py`: a changed column needs another one, which the goal does not name."
    )
    assert challenge.evidence == ("shop/models.py::Order", "shop/migrations/0002_made.py")
    assert challenge.question is not None
    assert [each.name for each in challenge.question.choices] == ["empty", "default", "backfill"]


def test_a_model_that_inherits_its_columns_is_a_table_too() -> None:
    assert claims("Add a priority field to RushOrder", DJANGO)


def test_small_words_name_a_table() -> None:
    (claim,) = claims("Add a column for the weight to the order item table", ALEMBIC)
    assert "`app/tables.py::OrderItem` maps 1 field to columns, and 2 migrations keep its schema" in claim
    assert "the newest `alembic/versions/aaa_second.py`" in claim, (
        "a revision that nobody goes on from is the newest"
    )


def test_taking_a_column_away_asks_nothing_about_old_rows() -> None:
    (challenge,) = detect(make_facts("Remove the made field from Order", DJANGO))
    assert challenge.question is None


@pytest.mark.parametrize(
    "goal",
    [
        "Add a phone_number field to Order with a migration",
        "Add a field to Basket",
        "Show the order number in the list",
        "Add an order form field",
        "Fix Order.number",
        "Add a property to Order",
        "Add logging to Order",
        "Remove the rendering from the made field of Order",
        "Add verbose name to the made field of Order",
        "Add the made column to the Order pages",
        "Remove made fields from Order GraphQL",
        "Add the made field to the Order search",
        "Removed Order field hiding",
        "Do not remove fields from Order",
        "Add made columns to Order admin",
        "Add expandable fields for Order API",
        "Remove setting Order fields that are not used",
    ],
)
def test_what_changes_no_column_is_no_matter(goal: str) -> None:
    assert not claims(goal, DJANGO)


def test_a_repository_without_migrations_is_left_alone() -> None:
    assert not claims("Add a field to Order", {"shop/models.py": DJANGO["shop/models.py"]})


def test_a_table_on_a_page_is_no_table_of_the_database() -> None:
    files = DJANGO | {"shop/tables.py": "class OrderTable:\n    pass\n"}
    assert not claims("Add a weight column to the order table", files)
    assert claims("Add a weight column to the order table", DJANGO)


def test_the_tests_own_model_of_a_name_is_not_meant() -> None:
    twin = {
        "shop/test/testapp/models.py": DJANGO["shop/models.py"],
        "shop/test/testapp/migrations/0001_a.py": "x = 1\n",
    }
    (claim,) = claims("Add a field to Order", DJANGO | twin)
    assert "`shop/models.py::Order`" in claim
    assert not claims("Add a field to Order", DJANGO | {"other/models.py": DJANGO["shop/models.py"]}), (
        "two are meant"
    )


def test_names_of_several_words_are_joined() -> None:
    assert claims("Add a weight field to Rush Order", DJANGO)
