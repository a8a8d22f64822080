"""What points from a test file at some code, in words that claim no more than was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 3


def say_sign(sign: str, names: Sequence[str], about: str) -> str:
    """Return a sign as a clause about a test file; `about` is how the code it points at is called."""
    listed = ", ".join(f"`{each}`" for each in names[:MOST])
    if len(names) > MOST:
        listed += " and others"
    called = "names" if len(names) > 1 else "name"
    if sign == "include":
        first, *then = names
        return f"includes `{first}`" + (f", which includes `{then[0]}`" if then else "")
    return {
        "use": f"uses {listed}, defined in {about}" if names else f"uses {about}",
        "import": f"imports {listed} from {about}" if names else f"imports {about}",
        "code": f"has the {called} {listed}, which {about} defines" if names else f"has the name of {about}",
        "unsure": f"has {listed} in its code, and which of that name is not known",
        "said": f"has {listed} in a title or another string, and which of that name is not known",
        "title": f"has tests with the name of {about} in theirs: {listed}",
        "name": f"is named after {about}",
        "like": f"has a name like that of {about}",
        "inside": "has tests inside",
        "entry": f"imports {listed}, through which {about} may be reached",
        "empty": "is among the tests, and no test is seen in it",
        "words": "has words related to the goal's",
    }[sign]
