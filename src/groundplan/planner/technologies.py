"""Databases and frameworks known by the packages that speak to them: so a project need not declare them."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Technology:
    """One database or framework: the packages that show it is used, and the words code calls it by."""

    name: str
    packages: tuple[str, ...]  # as manifests name them
    words: tuple[str, ...] = ()  # as code names it: a dialect, a module, a folder


DATABASES = (
    Technology(
        "PostgreSQL",
        ("asyncpg", "psycopg", "psycopg2", "psycopg2-binary", "pg8000", "aiopg", "pgvector", "pg", "postgres",
         "github.com/lib/pq", "github.com/jackc/pgx", "tokio-postgres", "org.postgresql:postgresql"),
        ("postgresql", "postgres", "asyncpg", "psycopg"),
    ),
    Technology("Oracle", ("oracledb", "cx-oracle"), ("oracle", "oracledb")),
    Technology(
        "MySQL",
        ("asyncmy", "aiomysql", "pymysql", "mysqlclient", "mysql-connector-python", "mysql", "mysql2",
         "github.com/go-sql-driver/mysql"),
        ("mysql", "mariadb", "asyncmy", "aiomysql", "pymysql"),
    ),
    Technology(
        "SQLite",
        ("aiosqlite", "sqlite3", "better-sqlite3", "pysqlite3", "sqlite-utils", "github.com/mattn/go-sqlite3",
         "modernc.org/sqlite", "rusqlite"),
        ("sqlite", "sqlite3", "aiosqlite"),
    ),
    Technology(
        "Microsoft SQL Server",
        ("aioodbc", "pyodbc", "pymssql", "mssql", "tedious"),
        ("mssql", "pyodbc", "aioodbc"),
    ),
    Technology("CockroachDB", ("sqlalchemy-cockroachdb", "django-cockroachdb"), ("cockroachdb", "cockroach")),
    Technology(
        "Google Cloud Spanner", ("sqlalchemy-spanner", "google-cloud-spanner"), ("spanner", "spanner+spanner")
    ),
    Technology("DuckDB", ("duckdb", "duckdb-engine"), ("duckdb",)),
    Technology(
        "MongoDB", ("pymongo", "motor", "mongoengine", "beanie", "mongodb", "mongoose"), ("mongodb", "mongo")
    ),
    Technology("Redis", ("redis", "aioredis", "ioredis", "github.com/redis/go-redis"), ("redis",)),
    Technology(
        "Elasticsearch", ("elasticsearch", "opensearch-py", "@elastic/elasticsearch"), ("elasticsearch",)
    ),
    Technology("ClickHouse", ("clickhouse-driver", "clickhouse-connect", "asynch"), ("clickhouse",)),
)  # fmt: skip

FRAMEWORKS = (
    Technology("Litestar", ("litestar",), ("litestar",)),
    Technology("FastAPI", ("fastapi",), ("fastapi",)),
    Technology("Flask", ("flask",), ("flask",)),
    Technology("Sanic", ("sanic",), ("sanic",)),
    Technology("Starlette", ("starlette",), ("starlette",)),
    Technology("Django", ("django", "djangorestframework"), ("django", "rest_framework")),
    Technology("aiohttp", ("aiohttp",), ("aiohttp",)),
    Technology("Quart", ("quart",), ("quart",)),
    Technology("Tornado", ("tornado",), ("tornado",)),
    Technology("Pyramid", ("pyramid",), ("pyramid",)),
    Technology("Celery", ("celery",), ("celery",)),
    Technology("Click", ("click", "rich-click"), ("click",)),
    Technology("Typer", ("typer",), ("typer",)),
    Technology("Express", ("express",), ("express",)),
    Technology("NestJS", ("@nestjs/core",), ("@nestjs/core", "@nestjs/common")),
    Technology("Koa", ("koa",), ("koa",)),
    Technology("Fastify", ("fastify",), ("fastify",)),
    Technology("Next.js", ("next",), ("next",)),
    Technology("React", ("react",), ("react",)),
    Technology("Vue", ("vue",), ("vue",)),
    Technology("Svelte", ("svelte",), ("svelte",)),
    Technology("Gin", ("github.com/gin-gonic/gin",), ("github.com/gin-gonic/gin",)),
    Technology("Echo", ("github.com/labstack/echo",), ("github.com/labstack/echo",)),
    Technology("chi", ("github.com/go-chi/chi",), ("github.com/go-chi/chi",)),
)


def find_technology(name: str, among: tuple[Technology, ...]) -> Technology:
    """Return what is known under a name; a name nobody knows is known by its own words alone."""
    wanted = name.casefold()
    for each in among:
        if each.name.casefold() == wanted or wanted in each.words:
            return each
    word = wanted.split(" ")[0]
    return Technology(name, (word,), (word,))
