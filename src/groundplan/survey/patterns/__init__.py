"""How this repository does things: errors, tests, configuration, logging, async, conventions; with counts.

One module per language gathers what a text shows (`notes`); `finding` says what all texts show together.
"""
