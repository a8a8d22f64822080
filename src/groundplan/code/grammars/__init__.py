"""Languages read by tree-sitter: one file of queries, one wheel and one line of a table for each."""
