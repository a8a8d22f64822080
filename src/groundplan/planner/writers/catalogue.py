"""Every module of writers, imported once so that each writer is registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

MODULES: tuple[ModuleType, ...] = ()
