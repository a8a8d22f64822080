"""A dataclass that costs little to declare, as a command declares hundreds and makes a few of each.

`dataclasses` writes and compiles six methods per class, half a millisecond each time a process starts. Here
they are closures over the fields, and everything else (fields, defaults, slots, `replace`) is left to
`dataclasses`. Making an object of many named values takes up to twice as long, so what is made by the
thousand with names keeps the original.
"""
# ruff: noqa: ANN401 - the methods serve every class

from __future__ import annotations

import dataclasses
from itertools import repeat
from operator import attrgetter, call, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - so that others may import it

Class = TypeVar("Class", bound=type)

if not TYPE_CHECKING:  # for a type checker it is the original

    def dataclass(*, frozen: bool = False, slots: bool, order: bool = False) -> Callable[[Class], Class]:
        """Declare a dataclass with slots; a frozen one has a hash and refuses changes."""
        del slots  # there are always slots, the word stands where it is used

        def declare(cls: Class) -> Class:
            # For one without a docstring the original writes a signature, and loads a tokenizer for that.
            cls.__doc__ = cls.__doc__ or cls.__name__
            made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
            methods = {"__init__": _maker(made), "__repr__": _teller(made), **_comparers(made, frozen=frozen)}
            if frozen:
                methods |= _FROZEN
            if order:
                methods |= _orderers(made)
            for name, method in methods.items():
                if name not in vars(made):
                    setattr(made, name, method)
            return made

        return declare


def _maker(cls: Any) -> Callable[..., None]:
    """Return the `__init__`: values by place and by name, the rest by default."""
    fields = dataclasses.fields(cls)
    puts = tuple(getattr(cls, field.name).__set__ for field in fields)
    most = len(fields)
    defaults = tuple(field.default for field in fields)
    # So many values must be given; behind them each field has a default that all objects may share.
    least = max((at for at, value in enumerate(defaults, 1) if value is dataclasses.MISSING), default=0)
    is_followed = hasattr(cls, "__post_init__")

    def __init__(self: Any, *given: object, **named: object) -> None:  # noqa: N807 - it becomes one
        if named or not least <= len(given) <= most:
            given = _fill(cls, fields, given, named)
        elif len(given) < most:
            given += defaults[len(given) :]
        any(map(call, puts, repeat(self), given))  # each gives None, so all are called, and none by a line
        if is_followed:
            self.__post_init__()

    return __init__


def _fill(
    cls: Any, fields: tuple[dataclasses.Field[Any], ...], given: tuple[object, ...], named: dict[str, object]
) -> tuple[object, ...]:
    """Return a value per field; too many, unknown and missing ones are refused as by any function."""
    values = list(given)
    for field in fields[len(given) :]:
        value = named.pop(field.name, field.default)
        if value is dataclasses.MISSING:
            if field.default_factory is dataclasses.MISSING:
                raise TypeError(f"{cls.__name__}() is missing `{field.name}`")
            value = field.default_factory()
        values.append(value)
    if named or len(values) != len(fields):
        raise TypeError(f"{cls.__name__}() takes {len(fields)} values by place, and not {sorted(named)}")
    return tuple(values)


def _teller(cls: Any) -> Callable[[Any], str]:
    names = [field.name for field in dataclasses.fields(cls) if field.repr]

    def __repr__(self: Any) -> str:  # noqa: N807 - it becomes one
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    return __repr__


def _comparers(cls: Any, *, frozen: bool) -> dict[str, Any]:
    """Return equality by what the fields hold, and the hash that goes with it."""
    held = _holder(cls)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807 - it becomes one
        return held(self) == held(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807 - it becomes one
        return hash(held(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if frozen else None}


def _orderers(cls: Any) -> dict[str, Any]:
    """Return the order by what the fields hold, the first field first."""
    held = _holder(cls)

    def by(compare: Callable[[Any, Any], bool]) -> Callable[[Any, object], Any]:
        return lambda self, other: (
            compare(held(self), held(other)) if other.__class__ is self.__class__ else NotImplemented
        )

    return {"__lt__": by(lt), "__le__": by(le), "__gt__": by(gt), "__ge__": by(ge)}


def _holder(cls: Any) -> Callable[[Any], Any]:
    """Return what gives the values that count when two are compared."""
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    return attrgetter(*names) if names else lambda _: ()


def _refuse_change(_: Any, name: str, value: object = None) -> None:
    del value
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _get_state(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


# A copy and a pickle set what cannot be set by hand.
_FROZEN = {
    "__setattr__": _refuse_change,
    "__delattr__": _refuse_change,
    "__getstate__": _get_state,
    "__setstate__": _set_state,
}
