"""A service that has grown: clients, storage, a command line, tests, checks, the history of two people."""

from __future__ import annotations

from grown_repos import ANN, BEN

PROJECT = {
    "pyproject.toml": """
        [project]
        name = "parcels"
        version = "0.9.0"
        requires-python = ">=3.11"
        dependencies = ["requests>=2.31", "sqlalchemy>=2.0", "click>=8.1"]

        [project.scripts]
        parcels = "parcels.cli:main"

        [dependency-groups]
        dev = ["pytest>=8", "ruff>=0.6"]

        [tool.pytest.ini_options]
        testpaths = ["tests"]

        [tool.ruff]
        line-length = 100
        """,
    "README.md": """
        # parcels

        Registers parcels with carriers and tells where they are.
        """,
    ".github/workflows/checks.yml": """
        name: checks
        on: [push]
        jobs:
          test:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
              - run: ruff check .
              - run: pytest
        """,
}
CLIENT = '''
    """The carriers' HTTP interfaces."""

    import logging

    import requests

    from parcels.errors import CarrierDown, UnknownParcel

    log = logging.getLogger(__name__)
    TIMEOUT = 10


    def fetch_status(base_url: str, parcel_id: str) -> dict[str, str]:
        """Return where a parcel is."""
        try:
            response = requests.get(f"{base_url}/parcels/{parcel_id}", timeout=TIMEOUT)
        except requests.ConnectionError as error:
            log.warning("carrier %s is down", base_url)
            raise CarrierDown(base_url) from error
        if response.status_code == 404:
            raise UnknownParcel(parcel_id)
        response.raise_for_status()
        return response.json()


    def register_parcel(base_url: str, address: str, weight: float) -> str:
        """Register a parcel with a carrier and return its id."""
        if weight <= 0:
            raise ValueError(f"a parcel weighs more than {weight}")
        response = requests.post(
            f"{base_url}/parcels", json={"address": address, "weight": weight}, timeout=TIMEOUT
        )
        response.raise_for_status()
        return response.json()["id"]
    '''
CODE = {
    "parcels/__init__.py": "",
    "parcels/errors.py": '''
        """What can go wrong."""


        class ParcelError(Exception):
            """The root of them all."""


        class CarrierDown(ParcelError):
            """A carrier cannot be reached."""


        class UnknownParcel(ParcelError):
            """No carrier knows the parcel."""
        ''',
    "parcels/carriers.py": CLIENT,
    "parcels/models.py": '''
        """What is stored."""

        from sqlalchemy import String
        from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


        class Base(DeclarativeBase):
            """The root of all tables."""


        class Parcel(Base):
            """A parcel on its way."""

            __tablename__ = "parcel"

            id: Mapped[str] = mapped_column(String(40), primary_key=True)
            carrier: Mapped[str] = mapped_column(String(40))
            status: Mapped[str] = mapped_column(String(20), default="registered")
        ''',
    "parcels/store.py": '''
        """Parcels in the database."""

        from sqlalchemy import select
        from sqlalchemy.orm import Session

        from parcels.errors import UnknownParcel
        from parcels.models import Parcel


        def load_parcel(session: Session, parcel_id: str) -> Parcel:
            """Return a parcel, or say that there is none."""
            parcel = session.get(Parcel, parcel_id)
            if parcel is None:
                raise UnknownParcel(parcel_id)
            return parcel


        def open_parcels(session: Session) -> list[Parcel]:
            """Return the parcels that have not arrived."""
            return list(session.scalars(select(Parcel).where(Parcel.status != "arrived")))
        ''',
    "parcels/tracking.py": '''
        """Where parcels are, as their carriers say."""

        from sqlalchemy.orm import Session

        from parcels.carriers import fetch_status
        from parcels.errors import CarrierDown
        from parcels.store import open_parcels

        CARRIERS = {"swift": "https://swift.example.org", "slow": "https://slow.example.org"}


        def refresh_all(session: Session) -> int:
            """Ask the carriers about every open parcel; return how many changed."""
            changed = 0
            for parcel in open_parcels(session):
                try:
                    status = fetch_status(CARRIERS[parcel.carrier], parcel.id)["status"]
                except CarrierDown:
                    continue
                if status != parcel.status:
                    parcel.status = status
                    changed += 1
            session.commit()
            return changed
        ''',
    "parcels/cli.py": '''
        """The command line."""

        import click
        from sqlalchemy import create_engine
        from sqlalchemy.orm import Session

        from parcels.carriers import register_parcel
        from parcels.tracking import CARRIERS, refresh_all


        @click.group()
        def main() -> None:
            """Register and follow parcels."""


        @main.command()
        @click.argument("address")
        @click.argument("weight", type=float)
        @click.option("--carrier", default="swift")
        def register(address: str, weight: float, carrier: str) -> None:
            """Register a parcel."""
            click.echo(register_parcel(CARRIERS[carrier], address, weight))


        @main.command()
        def refresh() -> None:
            """Ask the carriers where the parcels are."""
            with Session(create_engine("sqlite:///parcels.db")) as session:
                click.echo(f"{refresh_all(session)} changed")
        ''',
}
TESTS = {
    "tests/test_carriers.py": """
        import pytest

        from parcels.carriers import fetch_status, register_parcel
        from parcels.errors import CarrierDown


        def test_a_carrier_that_is_down_is_said_to_be() -> None:
            with pytest.raises(CarrierDown):
                fetch_status("http://127.0.0.1:1", "p1")


        def test_a_parcel_weighs_something() -> None:
            with pytest.raises(ValueError):
                register_parcel("http://127.0.0.1:1", "Main Street 1", 0)
        """,
    "tests/test_store.py": """
        import pytest
        from sqlalchemy import create_engine
        from sqlalchemy.orm import Session

        from parcels.errors import UnknownParcel
        from parcels.models import Base
        from parcels.store import load_parcel, open_parcels


        @pytest.fixture
        def session():
            engine = create_engine("sqlite://")
            Base.metadata.create_all(engine)
            with Session(engine) as session:
                yield session


        def test_an_unknown_parcel_is_said_to_be(session):
            with pytest.raises(UnknownParcel):
                load_parcel(session, "p1")


        def test_nothing_is_open_at_first(session):
            assert open_parcels(session) == []
        """,
    "tests/test_cli.py": """
        from click.testing import CliRunner

        from parcels.cli import main


        def test_the_commands_are_listed():
            assert "refresh" in CliRunner().invoke(main, ["--help"]).output
        """,
}


def without(files: dict[str, str], *names: str) -> dict[str, str]:
    """Return the files but those."""
    return {path: text for path, text in files.items() if path not in names}


COMMITS = [
    (ANN, "2025-03-03", "Begin parcels", PROJECT | without(CODE, "parcels/tracking.py", "parcels/cli.py")),
    (ANN, "2025-04-14", "Test carriers and store", without(TESTS, "tests/test_cli.py")),
    (BEN, "2025-06-02", "Follow parcels on the command line", CODE),
    (BEN, "2025-06-16", "List the commands in a test", TESTS),
    (ANN, "2025-09-08", "Wait ten seconds for a carrier", {"parcels/carriers.py": CLIENT + "\n"}),
    (BEN, "2025-11-24", "Log carriers that are down", {"parcels/carriers.py": CLIENT}),
]
