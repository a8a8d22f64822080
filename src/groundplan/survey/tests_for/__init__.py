"""Which tests exercise a file or a symbol, by imports, calls and names; and what no test reaches."""
