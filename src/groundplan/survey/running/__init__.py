"""How one test file, or one test, is run: what can be typed at the root, and the line it is known from.

One module per ecosystem. What the repository's own files do not tell is not offered: each answers None.
"""
