from __future__ import annotations

import pytest

from groundplan.survey.where.goal import read_frames

PYTHON = """
Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/shop/cli.py", line 10, in main
    run()
  File "/usr/lib/python3/site-packages/shop/orders.py", line 20, in run
    raise ValueError
"""


def test_python_fails_in_its_last_frame() -> None:
    inner, outer = read_frames(PYTHON)
    assert (inner.path.rpartition("/")[2], inner.line, inner.function) == ("orders.py", 20, "run")
    assert inner.nearness > outer.nearness


@pytest.mark.parametrize(
    ("trace", "path", "line", "function"),
    [
        (
            "    at Cart.add (/app/src/cart.ts:12:5)\n    at main (/app/src/main.ts:3:1)",
            "/app/src/cart.ts",
            12,
            "add",
        ),
        ("\tat com.shop.Cart.add(Cart.java:12)", "com/shop/Cart.java", 12, "add"),
        ("lib/shop/cart.rb:12:in `add'", "lib/shop/cart.rb", 12, "add"),
        ("#0 /app/src/Cart.php(12): Shop->add()", "/app/src/Cart.php", 12, "Shop->add"),
        ("main.run()\n\t/app/cart.go:12 +0x1d", "/app/cart.go", 12, "run"),
        ("   at ./src/cart.rs:12", "./src/cart.rs", 12, ""),
        ("~/lib/shop/cart.py in add(self)\n", "~/lib/shop/cart.py", 0, "add"),
    ],
)
def test_frames_of_other_languages_are_read(trace: str, path: str, line: int, function: str) -> None:
    first = read_frames(trace)[0]
    assert (first.path, first.line, first.function) == (path, line, function)
