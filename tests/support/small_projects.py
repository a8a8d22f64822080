"""Small projects that look like real ones, in three languages: what the writers are tried on."""

from __future__ import annotations

SHOP = {
    "pyproject.toml": """
        [project]
        name = "shop"
        version = "1.0.0"
        dependencies = ["flask>=3.0", "httpx==0.27.0"]

        [dependency-groups]
        dev = ["pytest>=8", "ruff"]

        [tool.pytest.ini_options]
        testpaths = ["tests"]

        [tool.ruff]
        line-length = 100
        """,
    "shop/__init__.py": "",
    "shop/errors.py": '''
        """Errors of the shop."""


        class ShopError(Exception):
            """What can go wrong in the shop."""


        class UploadError(ShopError):
            """An upload that failed."""
        ''',
    "shop/settings.py": '''
        """Settings, read from the environment."""

        import os

        UPLOAD_URL = os.environ.get("UPLOAD_URL", "https://files.example.org")
        ''',
    "shop/upload.py": '''
        """Uploads files to the storage service."""

        from pathlib import Path

        import httpx

        from shop.errors import UploadError
        from shop.settings import UPLOAD_URL


        def upload(path: Path, timeout: float = 10.0) -> str:
            """Send one file and return its id."""
            if not path.exists():
                raise UploadError(f"{path} is not there")
            answer = httpx.post(UPLOAD_URL, content=path.read_bytes(), timeout=timeout)
            if answer.status_code != 200:
                raise UploadError(f"status {answer.status_code}")
            return str(answer.json()["id"])
        ''',
    "shop/routes.py": '''
        """The routes of the shop."""

        from pathlib import Path

        from flask import Flask

        from shop.errors import UploadError
        from shop.upload import upload

        app = Flask(__name__)


        @app.post("/files")
        def post_file() -> tuple[str, int]:
            """Take a file and store it."""
            try:
                return upload(Path("/tmp/file")), 200
            except UploadError:
                return "upload failed", 503
        ''',
    "tests/test_upload.py": '''
        """Tests of uploads."""

        from pathlib import Path

        import pytest

        from shop.errors import UploadError
        from shop.upload import upload


        def test_upload_of_a_missing_file_fails() -> None:
            with pytest.raises(UploadError):
                upload(Path("/nowhere"))
        ''',
}

LOADER = {
    "package.json": """
        {
          "name": "loader",
          "version": "2.1.0",
          "scripts": {"test": "vitest run", "lint": "eslint src", "check": "tsc --noEmit"},
          "dependencies": {"zod": "^3.22.0"},
          "devDependencies": {"vitest": "^1.6.0", "typescript": "^5.4.0", "eslint": "^9.0.0"}
        }
        """,
    "tsconfig.json": '{"compilerOptions": {"strict": true}}',
    "src/config.ts": """
        import { readFileSync } from 'node:fs'
        import { z } from 'zod'

        export const schema = z.object({ port: z.number() })

        export interface Config {
          port: number
        }

        /** Reads the configuration from a JSON file. */
        export function loadConfig(path: string): Config {
          const text = readFileSync(path, 'utf-8')
          if (text.length === 0) {
            throw new Error(`empty config: ${path}`)
          }
          return schema.parse(JSON.parse(text))
        }
        """,
    "src/server.ts": """
        import { loadConfig } from './config'

        export function startServer(path: string): number {
          const config = loadConfig(path)
          return config.port
        }
        """,
    "src/config.test.ts": """
        import { expect, it } from 'vitest'
        import { loadConfig } from './config'

        it('throws on an empty config', () => {
          expect(() => loadConfig('/dev/null')).toThrow()
        })
        """,
}

STORE = {
    "go.mod": """
        module example.org/store

        go 1.22

        require github.com/go-chi/chi/v5 v5.0.12
        """,
    "store/store.go": """
        package store

        import (
        \t"errors"
        \t"os"
        )

        // ErrMissing is returned for a key that is not there.
        var ErrMissing = errors.New("missing key")

        // Store keeps values in files.
        type Store struct {
        \tDir string
        }

        // Load returns the value of a key.
        func (s *Store) Load(key string) ([]byte, error) {
        \tif key == "" {
        \t\treturn nil, ErrMissing
        \t}
        \tdata, err := os.ReadFile(s.Dir + "/" + key)
        \tif err != nil {
        \t\treturn nil, err
        \t}
        \treturn data, nil
        }
        """,
    "store/store_test.go": """
        package store

        import "testing"

        func TestLoadOfAnEmptyKeyFails(t *testing.T) {
        \ts := &Store{Dir: t.TempDir()}
        \tif _, err := s.Load(""); err == nil {
        \t\tt.Fatal("no error")
        \t}
        }
        """,
    "main.go": """
        package main

        import (
        \t"net/http"

        \t"github.com/go-chi/chi/v5"

        \t"example.org/store/store"
        )

        func main() {
        \ts := &store.Store{Dir: "data"}
        \tr := chi.NewRouter()
        \tr.Get("/values/{key}", func(w http.ResponseWriter, r *http.Request) {
        \t\tdata, err := s.Load(chi.URLParam(r, "key"))
        \t\tif err != nil {
        \t\t\thttp.Error(w, err.Error(), http.StatusNotFound)
        \t\t\treturn
        \t\t}
        \t\t_, _ = w.Write(data)
        \t})
        \t_ = http.ListenAndServe(":8080", r)
        }
        """,
}
