"""Small repositories of the kinds that roadmaps and migrations are written for."""

from __future__ import annotations

MANIFEST = """
    [project]
    name = "shop"
    version = "1.0"
    requires-python = ">=3.11"
    dependencies = ["requests>=2.31"]

    [tool.pytest.ini_options]
    testpaths = ["tests"]

    [tool.ruff]
    line-length = 100
    """

CLIENT = {
    "pyproject.toml": MANIFEST,
    "README.md": "# Shop\n\nPrices are read with requests.\n",
    "CHANGELOG.md": "# 1.0\n\n- use requests\n",
    "shop/__init__.py": '"""A shop."""\n',
    "shop/prices.py": '''
        """Prices from the supplier."""

        import requests


        def fetch_price(item):
            """Return the price of an item."""
            answer = requests.get(f"https://example.org/{item}", timeout=5)
            if answer.status_code != 200:
                raise ValueError(item)
            return answer.json()["price"]
        ''',
    "shop/orders.py": '''
        """Orders sent to the supplier."""

        import requests

        from shop.prices import fetch_price


        def order(item):
            """Order an item at its price."""
            price = fetch_price(item)
            return requests.post("https://example.org/orders", json={"item": item, "price": price}, timeout=5)
        ''',
    "shop/stock.py": """
        import requests


        def count(item):
            return requests.get(f"https://example.org/stock/{item}", timeout=5).json()["count"]
        """,
    "shop/reports.py": """
        import requests

        from shop.stock import count


        def report(items):
            found = {}
            for item in items:
                found[item] = count(item)
            requests.put("https://example.org/reports", json=found, timeout=5)
            return found
        """,
    "shop/login.py": """
        from requests import Session


        def login(name):
            session = Session()
            session.headers["User"] = name
            return session
        """,
    "shop/words.py": '''
        """Nothing is fetched here; requests is what customers write."""


        def greet(requests):
            return len(requests)
        ''',
    "tests/test_prices.py": """
        import requests

        from shop.prices import fetch_price


        def test_a_price_is_fetched(monkeypatch):
            monkeypatch.setattr(requests, "get", lambda *a, **k: None)
            assert fetch_price
        """,
}

STORE = {
    "pyproject.toml": MANIFEST.replace('"requests>=2.31"', '"psycopg>=3.1"'),
    "jobs/__init__.py": "",
    "jobs/store.py": '''
        """Where jobs are kept."""

        import sqlite3


        class JobStore:
            """Jobs in a SQLite file."""

            def __init__(self, path):
                self.connection = sqlite3.connect(path)

            def add(self, name):
                """Keep a job."""
                self.connection.execute("INSERT INTO jobs VALUES (?)", (name,))
                self.connection.commit()

            def take(self):
                """Return the next job."""
                row = self.connection.execute("SELECT name FROM jobs LIMIT 1").fetchone()
                return row[0] if row else None
        ''',
    "jobs/worker.py": '''
        """Runs jobs."""

        from jobs.store import JobStore


        def work(path):
            """Run the next job."""
            store = JobStore(path)
            return store.take()
        ''',
    "tests/test_store.py": """
        from jobs.store import JobStore


        def test_a_job_is_kept(tmp_path):
            assert JobStore(tmp_path / "jobs.db")
        """,
}

SERVICE = {
    "pyproject.toml": MANIFEST.replace('"requests>=2.31"', '"flask>=3"'),
    "app/__init__.py": "",
    "app/upload.py": '''
        """Uploads."""

        import logging

        LOG = logging.getLogger(__name__)


        def upload(path):
            """Send one file; a failed upload is logged."""
            if not path:
                raise ValueError("no path")
            LOG.error("upload of %s failed", path)
            return False
        ''',
    "app/web.py": '''
        """The web."""

        from flask import Flask

        from app.upload import upload

        app = Flask(__name__)


        @app.route("/uploads", methods=["POST"])
        def post_upload():
            """Take an upload."""
            return {"done": upload("a")}
        ''',
    "tests/test_upload.py": """
        from app.upload import upload


        def test_an_upload_fails():
            assert upload("a") is False
        """,
}

INDEBTED = {
    "pyproject.toml": MANIFEST.replace('"requests>=2.31"', '"flask"'),
    "core/__init__.py": "",
    "core/a.py": """
        from core import b


        def start():
            return b.go()
        """,
    "core/b.py": """
        from core import a


        def go():
            return a
        """,
    "core/tangle.py": "def decide(x):\n"
    + "".join(f"    if x == {n}:\n        return {n}\n" for n in range(14))
    + "    return None\n",
    "core/plain.py": '''
        """Plain."""


        def one():
            """Return one."""
            return 1
        ''',
    "tests/test_plain.py": """
        from core.plain import one


        def test_one():
            assert one() == 1
        """,
}

BARE = {"script.py": "print('hello')\n"}

HOSTILE = {
    "we|ird `name`.py": "import requests\n\n\ndef fetch():\n    return requests.get('x')\n",
    "a [b] (c)/{d}.py": "import requests\n\n\ndef load(x):\n    return requests.put(x)\n",
    "tests/test_<x>.py": "import requests\n",
    "TODO.md": "requests: TBD\n",
}

PAIRED = {
    "pyproject.toml": MANIFEST,
    "store/__init__.py": "",
    "store/_async.py": '''
        """The store, awaited."""


        async def delete(key):
            """Delete a row of the store."""
            return key
        ''',
    "store/_sync.py": '''
        # Do not edit this file directly. It has been autogenerated from store/_async.py
        """The store."""


        def delete(key):
            """Delete a row of the store."""
            return key
        ''',
    "tests/test_store.py": "from store._async import delete\n",
}
