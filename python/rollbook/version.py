"""That of the client in TypeScript."""

VERSION = "0.1.0"
