from __future__ import annotations

import pytest

from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part, part_of


@pytest.mark.parametrize(
    ("path", "is_for"),
    [
        ("src/shop/orders.py", Part.CODE),
        ("tests/test_orders.py", Part.TEST),
        ("src/shop/orders_test.go", Part.TEST),
        ("packages/shop/__tests__/orders.ts", Part.TEST),
        ("src/orders.spec.ts", Part.TEST),
        ("src/test/java/shop/OrdersTest.java", Part.TEST),
        ("django/test/client.py", Part.CODE),  # a toolkit for tests is product code
        ("test/client.py", Part.TEST),
        ("CHANGELOG", Part.DOCS),
        ("testdata/a.go", Part.TEST),
        ("setuptools/command/test.py", Part.CODE),  # a command of that name, not a test
        ("docs/orders.md", Part.DOCS),
        ("README.rst", Part.DOCS),
        ("examples/orders.py", Part.EXAMPLE),
        ("setup.py", Part.MACHINERY),
        ("scripts/release.py", Part.MACHINERY),
        ("src/shop/tools/orders.py", Part.CODE),  # such a folder is machinery at the top only
        ("node_modules/left/index.js", Part.MACHINERY),
        ("pyproject.toml", Part.CONFIG),
        ("poetry.lock", Part.DATA),
        ("jquery.min.js", Part.DATA),
        ("logo", Part.DATA),
        (".github/ISSUE_TEMPLATE/bug.md", Part.DATA),
    ],
)
def test_a_path_tells_what_a_file_is_for(path: str, is_for: Part) -> None:
    assert part_of(path) is is_for


@pytest.mark.parametrize(
    ("path", "is_for"),
    [
        ("examples/shop/views.py", Part.EXAMPLE),
        ("_examples/shop/main.go", Part.EXAMPLE),
        ("examples/shop/tests/test_views.py", Part.EXAMPLE),
        ("tests/examples/views.py", Part.TEST),
        ("src/shop/views.py", Part.CODE),
    ],
)
def test_of_tests_and_examples_the_outer_folder_tells_what_a_file_is_for(path: str, is_for: Part) -> None:
    assert part(path) is is_for
