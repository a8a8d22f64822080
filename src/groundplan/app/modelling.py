"""Which model is asked, and where what it answered is saved."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from groundplan.code.index import cache_folder
from groundplan.models.asking import Asker
from groundplan.models.configured import FOUND, read_models
from groundplan.plan.errors import GroundplanError, Misused, Unknown
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.models.asking import Allowed


def open_asker(name: str, *, allowed: Allowed | None = None) -> Asker:
    """Return who asks the model of that name, or the user's own default where none is named."""
    models, default = read_models()
    chosen = name or default
    if not chosen:
        raise Misused("No model is named", hint=Hint("Those there are: ", run("models")))
    if chosen not in models:
        raise Unknown(f"There is no model `{chosen}`", name=chosen, known=models)
    cache = cache_folder(os.environ)
    return Asker(models[chosen], allowed=allowed, folder=cache / "answers" if cache else None)


def list_configured() -> tuple[str, ...]:
    """Return the models that the user chose or described: the default first, and none that was only found."""
    try:
        models, default = read_models()
    except GroundplanError:  # whoever names a model is told what is wrong
        return ()
    own = (name for name in models if name not in FOUND)
    return tuple(dict.fromkeys((*filter(None, [default]), *own)))


def is_model(name: str) -> bool:
    """Tell whether a name is that of a model which can be asked for here."""
    try:
        return bool(name) and open_asker(name).model.name == name
    except GroundplanError:
        return False
