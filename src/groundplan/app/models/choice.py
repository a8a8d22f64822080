"""Which model is asked, who may choose that, and where what it answered is saved."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.callers import by_person, demand_person
from groundplan.code.index import cache_folder
from groundplan.models.asking import Asker
from groundplan.models.choosing import DEFAULT, put_choice
from groundplan.models.configured import NONE, ROLES, list_configured, models_file, parse_models, read_models
from groundplan.models.listing import find_models, try_models
from groundplan.models.model import MISSING, ModelFailed
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused, Refused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.store.failures import outside
from groundplan.store.host_files import Replacement, read_host_file, replace_files
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.models.asking import Allowed
    from groundplan.models.listing import Found


@dataclass(frozen=True, slots=True)
class Listed:
    """The user's models, the file that names them, and whether the user has chosen one or none."""

    models: tuple[Found, ...]
    file: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice that was saved: the model, what it is for, the file, and what keeps it from answering."""

    name: str
    use: str
    file: str
    lacks: str = ""


def choose_model(name: str = "", *, playbook: str = "", role: str = "") -> str:
    """Return which model is asked, empty for none: the one named, else the user's own choice."""
    return read_models().choose(name, playbook=playbook, role=role)


def find_fault(name: str) -> tuple[str, str]:
    """Return what keeps a model from answering and what helps, as far as that is seen without asking it."""
    return read_models().find(name).fault_seen()


def split_sections(opened: OpenPlan, model: str) -> dict[str, tuple[str, ...]]:
    """Return the sections of a plan for whose kind the user has set another model than this, by its name."""
    models, found = read_models(), dict[str, tuple[str, ...]]()
    for spec in opened.playbook.sections:
        name = models.choose(playbook=opened.playbook.name, role=spec.model)
        if spec.model in ROLES and name not in {"", model}:
            found[name] = (*found.get(name, ()), spec.key)
    return found


def open_asker(name: str, *, is_attended: bool, allowed: Allowed | None = None) -> Asker:
    """Return who asks the model of that name, or the user's own choice where none is named.

    Where nobody is there to see who is sent the code, only a model that the user has chosen is asked.
    """
    models = read_models()
    chosen = models.choose(name)
    if not chosen:
        raise Misused("No model is chosen", hint=Hint("Those there are: ", run("models")))
    model = models.find(chosen)
    if not is_attended and chosen not in list_configured():
        lacks, helps = model.fault_seen()
        if lacks == MISSING:  # to choose it would be in vain
            raise ModelFailed(f"`{chosen}` is not installed", why=MISSING, hint=helps)
        raise Refused(
            f"Nothing is sent to `{chosen}` without a person: the user has not chosen it",
            hint=by_person(run("models use", chosen)),
        )
    cache = cache_folder(os.environ)
    folder = cache / "answers" if cache else None
    return Asker(model, allowed=allowed or models.allowed, folder=folder)


def list_models(
    names: Iterable[str] = (),
    *,
    outside: Path | None = None,
    before_trying: Callable[[Sequence[Found]], None] | None = None,
) -> Listed:
    """Return the models of these names, or all; each is tried where somebody hears first who is asked.

    No program that lies in the repository `outside` counts as a model or is started.
    """
    models = read_models()
    found = find_models(models, names, outside)
    if before_trying is not None:
        before_trying(found)
        found = try_models(models, found, outside)
    file = models_file(os.environ)
    return Listed(found, str(file or ""), bool(models.default or models.uses))


def use_model(name: str, *, use: str = "", caller: Caller, playbooks: Sequence[str] = ()) -> Chosen:
    """Save the user's choice: a model for everything, a role or a playbook; `none` takes it back."""
    command = run("models use", name, {"for": use}) if use else run("models use", name)
    demand_person(caller, "choose who is sent your code", hint=by_person(command))
    if use and use not in {*ROLES, *playbooks}:
        raise Unknown(f"There is no playbook `{use}`", name=use, known=(*ROLES, *playbooks))
    models = read_models()
    lacks = "" if name == NONE else models.find(name).fault_seen()[0]
    file = models_file(os.environ)
    if file is None:
        raise Misused("There is no place for your settings", hint="Set HOME to your own folder")
    file = Path(os.path.realpath(file))  # people link their settings from a folder of their own
    with outside(f"make `{file.parent}`"):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with Folder.open(file.parent) as folder:
        before = read_host_file(folder, file.name)
        # A default of `none` is remembered, so that nobody is asked again; nobody asks about the others.
        model = "" if use and name == NONE else name
        after = put_choice((before or b"").decode("utf-8"), use or DEFAULT, model)
        parse_models(after, file)
        replace_files(folder, [Replacement(file.name, before, after.encode())])
    return Chosen(name, use or DEFAULT, str(file), lacks)


def find_offer(outside: Path | None = None) -> tuple[Found, ...]:
    """Return the agents that are installed, where the user has never chosen a model."""
    try:
        listed = list_models(outside=outside)
    except GroundplanError:  # `models` says what is wrong with the file; a plan needs no model
        return ()
    found = tuple(each for each in listed.models if each.kind == "agent" and each.can_be_asked)
    return () if listed.is_chosen else found


def tell_allowed() -> Allowed:
    """Return what asking may take, as the user set it."""
    return read_models().allowed


def is_model(name: str) -> bool:
    """Tell whether a name is that of a model which can be asked for here."""
    try:
        return bool(name) and read_models().find(name).name == name
    except GroundplanError:
        return False
