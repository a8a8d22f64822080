"""Every way into a program is found with its handler and the line that opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.survey.argument_text import literal, read_arguments
from groundplan.survey.entry_points.facts import Entry
from groundplan.survey.entry_points.finding import find_entry_points

if TYPE_CHECKING:
    from groundplan.survey.entry_points.facts import EntryPoint


def seen(files: dict[str, str], kind: Entry) -> list[tuple[str, str, str]]:
    """Return title, place and handler of each entry point of a kind."""
    return [(each.title, str(each.at), each.handler) for each in of(files, kind)]


def of(files: dict[str, str], kind: Entry) -> list[EntryPoint]:
    return [each for each in find_entry_points(MadeIndex(files)).found if each.kind is kind]


@pytest.mark.req("S1-10")
def test_flask_routes_carry_the_prefix_of_their_blueprint() -> None:
    text = """
        from flask import Blueprint
        bp = Blueprint("auth", __name__, url_prefix="/auth")

        @bp.route("/login", methods=("GET", "POST"))
        @quiet
        def login(): ...

        @bp.get("/me")
        def me(): ...
        """
    assert seen({"app/auth.py": text}, Entry.HTTP) == [
        ("GET|POST /auth/login", "app/auth.py:4", "login"),
        ("GET /auth/me", "app/auth.py:8", "me"),
    ]


def test_fastapi_and_litestar_routes_are_found_through_routers_and_controllers() -> None:
    files = {
        "api/users.py": """
            from fastapi import APIRouter
            router = APIRouter(
                prefix="/users",
            )

            @router.get(
                "/{user_id}",
                response_model=User,
            )
            async def read(user_id: int): ...
            """,
        "web/authors.py": """
            from litestar import Controller, get, post

            class Authors(Controller):
                path = "/authors"

                @get()
                async def many(self): ...

                @post("/new")
                async def create(self): ...
            """,
    }
    assert seen(files, Entry.HTTP) == [
        ("GET /users/{user_id}", "api/users.py:6", "read"),
        ("GET /authors", "web/authors.py:6", "Authors.many"),
        ("POST /authors/new", "web/authors.py:9", "Authors.create"),
    ]


def test_a_method_named_get_of_something_else_is_no_route() -> None:
    text = """
        import flask
        cache = make()

        @cache.get("user")
        def load(): ...
        value = cache.get("/a", 1)
        """
    assert seen({"a.py": text}, Entry.HTTP) == []


def test_routes_registered_by_a_call_name_their_handler() -> None:
    text = """
        from starlette.routing import Route
        from .views import home

        routes = [Route("/", home), Route("/about", endpoint=about, methods=["GET", "HEAD"])]

        def about(request): ...
        """
    files = {"web/app.py": text, "web/views.py": "def home(request): ...\n", "web/__init__.py": ""}
    found = of(files, Entry.HTTP)
    assert [(each.title, each.handler, str(each.handler_at)) for each in found][:1] == [
        ("GET /", "home", "web/views.py:1")
    ]


def test_django_routes_carry_the_prefixes_of_include() -> None:
    files = {
        "site/urls.py": """
            from django.urls import include, path
            urlpatterns = [path("shop/", include("shop.urls"))]
            """,
        "shop/urls.py": """
            from django.urls import path, re_path
            from . import views
            urlpatterns = [
                path("cart/<int:pk>/", views.CartView.as_view(), name="cart"),
                re_path(r"^old/$", views.old),
            ]
            """,
        "shop/views.py": "class CartView: ...\ndef old(request): ...\n",
    }
    assert seen(files, Entry.HTTP) == [
        ("/shop/cart/<int:pk>/", "shop/urls.py:4", "CartView"),
        ("/shop/old/", "shop/urls.py:5", "old"),
    ]


def test_commands_come_from_manifests_click_typer_argparse_and_django() -> None:
    files = {
        "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
        "shop/cli.py": """
            import click

            @click.group()
            def main(): ...

            @main.command("add-user")
            @click.option("--name")
            def add_user(name): ...
            """,
        "shop/run.py": """
            import argparse
            def build():
                parser = argparse.ArgumentParser(prog="run")
                sub = parser.add_subparsers()
                sub.add_parser("fast")
            """,
        "shop/management/commands/clean.py": """
            class Command(BaseCommand):
                def handle(self): ...
            """,
    }
    found = of(files, Entry.CLI)
    assert {(each.framework, each.name): str(each.handler_at) for each in found} == {
        ("installed command", "shop"): "shop/cli.py:4",
        ("click", "main"): "shop/cli.py:4",
        ("click", "add-user"): "shop/cli.py:8",
        ("argparse", "run"): "shop/run.py:2",
        ("argparse", "fast"): "shop/run.py:2",
        ("django", "clean"): "shop/management/commands/clean.py:2",
    }


def test_jobs_consumers_and_schedules_are_found() -> None:
    files = {
        "jobs.py": """
            from celery import shared_task
            from faststream.kafka import KafkaBroker
            broker = KafkaBroker()

            @shared_task(ignore_result=False)
            def send(): ...

            @broker.subscriber("orders")
            async def on_order(message): ...
            """,
        ".github/workflows/nightly.yml": "on:\n  schedule:\n    - cron: '0 3 * * *'\n",
    }
    assert seen(files, Entry.JOB) == [
        ("nightly.yml", ".github/workflows/nightly.yml:3", ""),
        ("send", "jobs.py:5", "send"),
    ]
    assert seen(files, Entry.CONSUMER) == [("orders", "jobs.py:8", "on_order")]


def test_a_main_guard_leads_to_the_function_it_calls() -> None:
    text = 'import sys\ndef main(): ...\nif __name__ == "__main__":\n    sys.exit(main())\n'
    assert seen({"run.py": text}, Entry.MAIN) == [("run.py", "run.py:3", "main")]


def test_express_nest_and_next_routes_are_found() -> None:
    files = {
        "server.js": """
            import express from 'express'
            const app = express()
            const router = express.Router()
            app.use('/api', router)
            router.get('/users', listUsers)
            app.post('/login', async (req, res) => {})
            axios.get('/elsewhere', options)
            function listUsers() {}
            """,
        "cats.controller.ts": """
            import { Controller, Get } from '@nestjs/common'
            @Controller('cats')
            export class Cats {
              @Get(':id')
              async one(id: string) {}
            }
            """,
        "app/orders/[id]/route.ts": """
            import { NextResponse } from 'next/server'
            export async function GET() {}
            """,
    }
    assert seen(files, Entry.HTTP) == [
        ("GET /orders/[id]", "app/orders/[id]/route.ts:2", "GET"),
        ("GET /cats/:id", "cats.controller.ts:4", "one"),
        ("GET /api/users", "server.js:5", "listUsers"),
        ("POST /login", "server.js:6", "(inline)"),
    ]


def test_go_routes_carry_the_prefixes_of_blocks_mounts_and_groups() -> None:
    files = {
        "main.go": """
            package main

            import (
                "net/http"
                "github.com/go-chi/chi/v5"
            )

            func main() {
                r := chi.NewRouter()
                r.Get("/", home)
                r.Route("/articles", func(r chi.Router) {
                    r.With(paginate).Get("/{id}", getArticle)
                })
                r.Mount("/admin", adminRouter())
                http.HandleFunc("POST /items", create)
            }

            func adminRouter() http.Handler {
                r := chi.NewRouter()
                r.Delete("/users", remove)
                return r
            }

            func getArticle(w http.ResponseWriter, r *http.Request) {}
            """,
    }
    assert seen(files, Entry.HTTP) == [
        ("GET /", "main.go:10", "home"),
        ("GET /articles/{id}", "main.go:12", "getArticle"),
        ("POST /items", "main.go:15", "create"),
        ("DELETE /admin/users", "main.go:20", "remove"),
    ]
    assert seen(files, Entry.MAIN) == [("go run .", "main.go:8", "main")]


def test_a_go_router_is_mounted_from_another_file_of_its_package() -> None:
    files = {
        "main.go": """
            package main

            import "github.com/go-chi/chi/v5"

            func main() {
                r := chi.NewRouter()
                r.Mount("/todos", todos{}.Routes())
            }
            """,
        "todos.go": """
            package main

            import "github.com/go-chi/chi/v5"

            func (rs todos) Routes() chi.Router {
                r := chi.NewRouter()
                r.Get("/{id}", rs.One)
                return r
            }

            func (rs todos) One(w http.ResponseWriter, r *http.Request) {}
            """,
    }
    assert seen(files, Entry.HTTP) == [("GET /todos/{id}", "todos.go:7", "todos.One")]


def test_a_function_may_serve_two_routes() -> None:
    text = """
        from flask import Flask
        app = Flask(__name__)

        @app.route("/")
        @app.route("/<name>")
        def index(name=""): ...
        """
    assert [each[0] for each in seen({"a.py": text}, Entry.HTTP)] == ["GET /", "GET /<name>"]


def test_tests_are_left_out_and_examples_come_last() -> None:
    route = "from flask import Flask\napp = Flask(__name__)\n\n@app.get('/')\ndef index(): ...\n"
    found = find_entry_points(
        MadeIndex({"tests/test_a.py": route, "examples/a.py": route, "src/b.py": route})
    )
    assert [(each.at.path, each.is_example) for each in found.found] == [
        ("src/b.py", False),
        ("examples/a.py", True),
    ]


@pytest.mark.parametrize(
    ("text", "positional", "keywords"),
    [
        ("f('a, b', c=[1, 2])", ("'a, b'",), (("c", "[1, 2]"),)),
        ('f(  # first\n  g(1, 2),\n  "x)",\n)', ("# first\n  g(1, 2)", '"x)"'), ()),
        ("f()", (), ()),
        ("f(a == b)", ("a == b",), ()),
        ("f('open", ("'open",), ()),
    ],
)
def test_arguments_are_cut_at_their_own_commas(text: str, positional: tuple, keywords: tuple) -> None:
    found = read_arguments(text.split("\n"), 1, "f")
    assert found is not None
    assert (found.positional, found.keywords) == (positional, keywords)


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        ("'a'", "a"),
        ('r"^x$"', "^x$"),
        ("`/x`", "/x"),
        ("'a' + b", None),
        ("x", None),
        ("'", None),
        ("f'{a}'", "{a}"),
    ],
)
def test_only_a_plain_literal_is_a_text(argument: str, text: str | None) -> None:
    assert literal(argument) == text


def test_a_call_without_end_is_read_no_further_than_its_cap() -> None:
    assert read_arguments(["f(" + "(" * 50_000], 1, "f") is not None
