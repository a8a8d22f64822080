"""Which tests are of a file or a symbol: those that import it, use it, name it, or are named after it."""
