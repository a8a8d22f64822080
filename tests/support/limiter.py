"""A middleware in Go: a thin function that people name, and the one behind it that does the work."""

from __future__ import annotations

from grown_repos import ANN, BEN

THROTTLE = """
    package middleware

    import (
        "net/http"
        "time"
    )

    const defaultTimeout = time.Second * 60

    // ThrottleOpts says how many requests run and wait at the same time.
    type ThrottleOpts struct {
        Limit          int
        BacklogLimit   int
        BacklogTimeout time.Duration
    }

    // Throttle limits the number of requests that are processed at the same time.
    func Throttle(limit int) func(http.Handler) http.Handler {
        return ThrottleWithOpts(ThrottleOpts{Limit: limit, BacklogTimeout: defaultTimeout})
    }

    // ThrottleWithOpts limits the number of requests as the options say.
    func ThrottleWithOpts(opts ThrottleOpts) func(http.Handler) http.Handler {
        if opts.Limit < 1 {
            panic("middleware: throttle expects a limit above 0")
        }
        tokens := make(chan struct{}, opts.Limit)
        return func(next http.Handler) http.Handler {
            return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
                select {
                case tokens <- struct{}{}:
                    defer func() { <-tokens }()
                    next.ServeHTTP(w, r)
                case <-time.After(opts.BacklogTimeout):
                    http.Error(w, "Timed out while waiting for capacity", http.StatusTooManyRequests)
                }
            })
        }
    }
    """
BARE = THROTTLE.replace("    // ThrottleOpts says how many requests run and wait at the same time.\n", "")
FILES = {
    "go.mod": """
        module example.org/limiter

        go 1.22
        """,
    "middleware/throttle.go": THROTTLE,
    "middleware/timeout.go": """
        package middleware

        import (
            "context"
            "net/http"
            "time"
        )

        // Timeout cancels the context of a request after a while.
        func Timeout(after time.Duration) func(http.Handler) http.Handler {
            return func(next http.Handler) http.Handler {
                return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
                    ctx, cancel := context.WithTimeout(r.Context(), after)
                    defer cancel()
                    next.ServeHTTP(w, r.WithContext(ctx))
                })
            }
        }
        """,
    "main.go": """
        package main

        import (
            "net/http"

            "example.org/limiter/middleware"
        )

        func main() {
            handler := middleware.Throttle(10)(http.NotFoundHandler())
            http.ListenAndServe(":8080", handler)
        }
        """,
}
TESTS = {
    "middleware/throttle_test.go": """
        package middleware

        import (
            "net/http"
            "net/http/httptest"
            "testing"
        )

        func TestThrottleLetsARequestThrough(t *testing.T) {
            handler := Throttle(1)(http.NotFoundHandler())
            recorder := httptest.NewRecorder()
            handler.ServeHTTP(recorder, httptest.NewRequest("GET", "/", nil))
            if recorder.Code != http.StatusNotFound {
                t.Fatal(recorder.Code)
            }
        }
        """,
}
COMMITS = [
    (ANN, "2025-02-03", "Begin the limiter", FILES | {"middleware/throttle.go": BARE}),
    (BEN, "2025-05-12", "Test that a request goes through", TESTS),
    (BEN, "2025-10-20", "Say what the options are for", {"middleware/throttle.go": THROTTLE}),
]
