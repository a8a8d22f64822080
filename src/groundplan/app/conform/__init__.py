"""A change held against its plan, a plan against code that went on, and both as a pull request's text."""
