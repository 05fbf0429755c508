"""That of package.json."""

VERSION = "0.1.0"
