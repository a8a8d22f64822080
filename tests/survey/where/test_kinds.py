from __future__ import annotations

import pytest

from groundplan.survey.where.kinds import Part, part_of


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("src/shop/orders.py", Part.CODE),
        ("tests/test_orders.py", Part.TEST),
        ("src/shop/orders_test.go", Part.TEST),
        ("packages/shop/__tests__/orders.ts", Part.TEST),
        ("src/orders.spec.ts", Part.TEST),
        ("src/test/java/shop/OrdersTest.java", Part.TEST),
        ("django/test/client.py", Part.CODE),  # a toolkit for tests is product code
        ("test/client.py", Part.TEST),
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
def test_a_path_tells_what_a_file_is_for(path: str, part: Part) -> None:
    assert part_of(path) is part
