"""Who is asked: a model with a lens of its own. Which lenses there are is data of the playbook."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING, Final

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SHARED: Final = "*"  # the lens that all advisors have in common
_UNSAFE = late_regex(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Lens:
    """A viewpoint: its short name, and what it asks for."""

    name: str
    asks: str


@dataclass(frozen=True, slots=True)
class Advisor:
    """A model that looks through one lens; without a lens it looks at everything."""

    name: str  # what it is called in the plan: its model, and the lens where that model has several
    model: str
    lens: Lens | None = None

    @property
    def slug(self) -> str:
        """Return its name as a part of a file's name."""
        return _UNSAFE.sub("-", self.name).strip("-.")


def read_lens(told: str) -> Lens:
    """Return the lens that a playbook declares as `name: what it asks for`."""
    name, colon, asks = told.partition(":")
    return Lens(name.strip(), asks.strip()) if colon else Lens("", told.strip())


def seat(lenses: Mapping[str, str], models: Sequence[str]) -> tuple[Advisor, ...]:
    """Return one advisor per lens, and per model at least one.

    A lens goes to the model it is declared for, else to one without a lens. Where there are more lenses than
    models, a model takes several; where there are fewer, several look through the same one.
    """
    asked = tuple(dict.fromkeys(models))
    wanted = {name: read_lens(told) for name, told in lenses.items() if name != SHARED}
    if not wanted:
        return tuple(Advisor(model, model) for model in asked)
    own = {name: name for name in wanted if name in asked}
    free = [model for model in asked if model not in own]
    rest = [name for name in wanted if name not in own]
    own |= dict(zip(rest, free, strict=False))
    own |= dict(zip(rest[len(free) :], cycle(asked), strict=False))
    seats = [(own[name], lens) for name, lens in wanted.items()]
    seats += zip(free[len(rest) :], cycle(wanted.values()), strict=False)
    count = Counter(model for model, _ in seats)
    return tuple(
        Advisor(f"{model}-{lens.name}" if count[model] > 1 else model, model, lens) for model, lens in seats
    )
