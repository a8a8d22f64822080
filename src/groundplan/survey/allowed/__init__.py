"""Sources outside the repository that the user has allowed: issues on GitHub, commands that look up."""
