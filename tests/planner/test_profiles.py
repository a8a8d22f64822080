"""A shipped profile is offered to the project it is named after, and to no other."""

from __future__ import annotations

from groundplan.planner.profiles import suggest_profile
from groundplan.playbooks.shelf import bundled_profiles
from groundplan.survey.manifest.facts import Manifest, Project
from groundplan.survey.spot import Spot


def manifest(*projects: Project) -> Manifest:
    return Manifest(projects, (), (), (), (), (), ())


def test_the_project_a_profile_is_named_after_is_offered_it() -> None:
    found = manifest(Project("", "advanced_alchemy", "pypi", Spot("pyproject.toml", 2)))
    assert suggest_profile(found, bundled_profiles()) == "advanced-alchemy"


def test_another_project_and_an_example_are_offered_none() -> None:
    other = Project("", "shop", "pypi", Spot("pyproject.toml", 2))
    example = Project(
        "examples/a", "advanced-alchemy", "pypi", Spot("examples/a/pyproject.toml"), is_example=True
    )
    assert suggest_profile(manifest(other, example), bundled_profiles()) is None
