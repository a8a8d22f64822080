"""Typed claims held against the code: what holds, what fails in every way of reading it, the rest."""
