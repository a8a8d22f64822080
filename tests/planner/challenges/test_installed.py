"""A new dependency is challenged with what is installed, with an own module, with the standard library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pack import make_pack
from sparring_stories import BUS, CACHED, PROJECT, SCHEDULER, SLOW

from groundplan.planner.challenges.installed import detect
from groundplan.survey.manifest.reading import read_manifest

if TYPE_CHECKING:
    from groundplan.planner.challenge import Challenge


def found(goal: str, files: dict[str, str]) -> list[Challenge]:
    pack = make_pack(goal, files)
    pack.__dict__["manifest"] = read_manifest(pack.index)
    return list(detect(pack.facts))


def test_the_event_bus_is_found_instead_of_a_scheduler_from_outside() -> None:
    first, timing = found(SCHEDULER, BUS)

    assert "`school/event_bus.py::EventBus` with async `subscribe` and `dispatch`" in first.claim
    assert "`APScheduler` is declared nowhere here: it would be a new dependency" in first.claim
    assert "`school/event_bus.py:17`" in first.claim
    assert first.subject == "installed:apscheduler"
    assert first.question is not None
    assert [each.name for each in first.question.choices] == ["reuse", "new"]
    assert first.question.recommended == "reuse"
    assert first.question.after == ("scheduler:timing",)
    assert first.question.sways == {"scheduler:timing=exact": "new"}
    assert timing.question is not None
    assert timing.question.subject == "scheduler:timing"
    assert timing.question.text == "Do we need precise, cron-like timing, or is “roughly every hour” enough?"
    choice = timing.question.choice(timing.question.recommended)
    assert choice is not None
    assert choice.text == "Roughly every hour is enough"


def test_the_cache_that_is_there_is_an_option_before_a_new_service() -> None:
    first, freshness, replicas = found(SLOW, CACHED)

    assert "We already have `school/cache.py` with `get` and `put`" in first.claim
    assert "a dictionary inside the process" in first.claim
    assert first.question is not None
    assert first.question.recommended == "reuse"
    assert "with the service it needs" in first.question.choices[1].text
    assert freshness.question is not None
    assert freshness.question.text.startswith("How slow is it now, and how often")
    assert "`school/grades.py::read_grades` makes 3 calls to the database" in freshness.claim
    assert freshness.numbers == {"queries": 3}
    assert replicas.question is not None
    assert replicas.question.text == "How many instances of this run at the same time?"


def test_three_replicas_overrule_the_cache_of_one_process_and_are_not_asked_for() -> None:
    files = CACHED | {"docker-compose.yml": "services:\n  web:\n    deploy:\n      replicas: 3\n"}

    first, _, instances = found(SLOW, files)

    assert "`docker-compose.yml:4` asks for 3 instances" in first.claim
    assert first.question is not None
    assert first.question.recommended == "new"
    assert instances.question is None
    assert instances.numbers == {"instances": 3}


def test_a_measured_slowness_is_not_asked_for() -> None:
    goal = SLOW.replace("really slow", "slow, 1.8 seconds")

    assert [each.subject for each in found(goal, CACHED)] == ["installed:redis", "cache:replicas"]


def test_an_installed_package_of_the_same_purpose_is_offered() -> None:
    files = {
        "pyproject.toml": PROJECT.replace("fastapi>=0.110", "httpx==0.27.0"),
        "school/mail.py": "import httpx\n\nhttpx.get('https://mail.example')\n",
    }

    (challenge,) = found("Fetch the timetable with requests", files)

    assert (
        "`httpx` ==0.27.0 (`pyproject.toml:5`, imported at `school/mail.py:1`), which serves to send HTTP"
        in challenge.claim
    )


def test_the_goal_that_replaces_the_installed_one_is_not_challenged() -> None:
    files = {
        "pyproject.toml": PROJECT.replace("fastapi>=0.110", "requests==2.0"),
        "school/mail.py": "import requests\n",
    }

    assert found("Replace requests with httpx", files) == []
    assert found("Move our calls from requests over, using httpx", files) == []


def test_a_package_that_is_declared_is_not_new() -> None:
    assert found("Speed up the import with SQLAlchemy", BUS) == []


def test_support_for_a_service_is_no_choice_of_a_dependency() -> None:
    assert found("Add support for Redis as a backend", CACHED) == []


def test_a_word_of_the_language_is_no_package() -> None:
    assert found("Use schedule of the school year to fill the calendar", BUS) == []


def test_the_standard_library_serves_where_the_oldest_version_has_it() -> None:
    (challenge,) = found("Read the settings using tomli", {"pyproject.toml": PROJECT})

    assert "`tomllib` (since Python 3.11)" in challenge.claim
    older = {"pyproject.toml": PROJECT.replace("3.11", "3.9")}
    assert found("Read the settings using tomli", older) == []


def test_a_package_without_a_server_is_not_charged_with_one() -> None:
    (first,) = found("Cache the timetable with diskcache", CACHED)

    assert "bring a second cache beside it" in first.claim
    assert first.question is not None
    assert "service" not in first.question.choices[1].text


def test_a_project_is_no_dependency_of_its_own() -> None:
    files = {
        "pyproject.toml": PROJECT.replace('"school"', '"marshmallow"'),
        "requirements.txt": "marshmallow\n",
        "marshmallow/__init__.py": "import marshmallow\n",
    }

    assert found("Compare our speed, using pydantic", files) == []
