"""Where a program is entered: commands, HTTP routes, jobs, consumers, `main`; one module per family."""
