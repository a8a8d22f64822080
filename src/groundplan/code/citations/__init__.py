"""How a citation is held against the code: its place, its text, its past, its new spelling."""
