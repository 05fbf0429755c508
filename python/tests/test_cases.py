"""The cases that the client in TypeScript passes too: what is sent and returned, for given answers."""

import asyncio
import dataclasses
import json
import re
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rollbook import STATE_NAMES, AsyncChangeListing, AsyncListing, AsyncRollbook, Listing, Plan, Progress, Retry, Rollbook, RollbookError
from rollbook.changes_listing import ChangeListing
from rollbook.find_by_name import NamedStudents, find_by_name

from .scripted_server import Exchange, Script, serve

_ROOT = Path(__file__).parents[2]
_CASES = _ROOT / "client/cases"
# Times of a case are in milliseconds.
_OPTIONS = {"timeoutMs": "timeout", "deadlineMs": "deadline", "maxWaitMs": "max_wait", "maxRetries": "max_retries"}


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


class SharedCases(unittest.TestCase):
    maxDiff = None

    def call(
        self, base_url: str, client: dict[str, Any], call: str, args: list[Any], options: dict[str, Any]
    ) -> Any:
        with Rollbook(base_url, "key", **client) as rollbook:
            result = find_method(rollbook, call)(*args, **options)
            return list(result) if isinstance(result, Listing | ChangeListing) else result

    def play(self, case: dict[str, Any]) -> None:
        exchanges: list[Exchange] = case.get("exchanges", [])
        if "roster" in case:
            exchanges = [
                {"request": "GET /catalogue.json", "catalogue": True},
                {"request": "GET /v1/me/students?limit=100", "roster": case["roster"]},
                *exchanges,
            ]
        waits: list[Retry] = []
        progress: list[Progress] = []
        options = to_options(case.get("options", {}))
        if case["call"] == "roster.sync":
            options["on_progress"] = progress.append
        script = Script(exchanges)
        result: Any
        with serve(script.answer) as origin:
            client = {**to_options(case.get("client", {})), "on_retry": waits.append}
            try:
                result = self.call(f"{origin}/v1", client, to_snake(case["call"]), case["args"], options)
            except RollbookError as error:
                result = error
            finally:
                script.end()
        self.assertEqual((script.unexpected, script.left), ([], []), result)
        if "error" in case:
            self.assertIsInstance(result, RollbookError, result)
            details = describe_error(result)
            self.assertEqual({name: details.get(name) for name in case["error"]}, case["error"])
        else:
            self.assertEqual(summarize(result), case["result"])
        if "waits" in case:
            expected = [(wait["attempt"], wait["code"]) for wait in case["waits"]]
            self.assertEqual([(wait.attempt, wait.error.code) for wait in waits], expected)
            for wait, expected_wait in zip(waits, case["waits"], strict=True):
                self.assertGreaterEqual(wait.wait * 1000, expected_wait.get("atLeastMs", 0))
        if "progress" in case:
            self.assertEqual([list(step) for step in progress], case["progress"])


class AsyncSharedCases(SharedCases):
    """The same, called in an event loop."""

    def call(
        self, base_url: str, client: dict[str, Any], call: str, args: list[Any], options: dict[str, Any]
    ) -> Any:
        async def run() -> Any:
            async with AsyncRollbook(base_url, "key", **client) as rollbook:
                result = find_method(rollbook, call)(*args, **options)
                if isinstance(result, AsyncListing | AsyncChangeListing):
                    return [item async for item in result]
                return await result

        return asyncio.run(run())


def find_method(rollbook: object, call: str) -> Any:
    *group, method = call.split(".")
    return getattr(getattr(rollbook, group[0]) if group else rollbook, method)


def to_options(options: dict[str, Any]) -> dict[str, Any]:
    return {
        _OPTIONS.get(name, to_snake(name)): value / 1000 if name.endswith("Ms") else value
        for name, value in options.items()
    }


def to_snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def describe_error(error: RollbookError) -> dict[str, Any]:
    return {
        **to_camel(vars(error)),
        "retryAfterMs": None if error.retry_after is None else error.retry_after * 1000,
        "fields": [{"field": field.field, "en": field.en} for field in error.fields],
        "report": summarize(error.report),
    }


def summarize(value: Any) -> Any:
    """As JSON with the names of the client in TypeScript; of whole states only what is not null."""
    if isinstance(value, RollbookError):
        return {"code": value.code, "message": value.message}
    if isinstance(value, Plan):
        return [{"action": entry.action, **summarize(entry)} for entry in value.entries]
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return summarize(to_camel(fields))
    if hasattr(value, "_asdict"):
        return summarize(to_camel(value._asdict()))
    if isinstance(value, list | tuple):
        return [summarize(one) for one in value]
    if isinstance(value, dict):
        is_whole_state = all(name in value for name in STATE_NAMES)
        return {
            name: summarize(one) for name, one in value.items() if one is not None or not is_whole_state
        }
    return value


def to_camel(members: dict[str, Any]) -> dict[str, Any]:
    def rename(name: str) -> str:
        first, *others = name.split("_")
        return first + "".join(other.capitalize() for other in others)

    return {rename(name): value for name, value in members.items()}


def add_case(file: str, number: int, case: dict[str, Any]) -> None:
    def run(self: SharedCases) -> None:
        # Retries follow at once.
        with patch("rollbook.retry_policy.FIRST_BACKOFF_SECONDS", 0.001):
            self.play(case)

    run.__doc__ = case["title"]
    setattr(SharedCases, f"test_{file}_{number:03}", run)


for path in sorted(_CASES.glob("*.json")):
    if path.stem != "names":
        for number, case in enumerate(read_json(path)):
            add_case(path.stem, number, case)


class Names(unittest.TestCase):
    def test_names_mean_the_same_students_as_in_typescript(self) -> None:
        shipped = [
            {
                "studentUid": student["uid"],
                "names": student["names"],
                "aliases": student["aliases"],
                "forms": student.get("otherForms", []),
            }
            for student in read_json(_ROOT / "data/students.json")
        ]
        named = NamedStudents(shipped)  # type: ignore[arg-type]
        for case in read_json(_CASES / "names.json"):
            with self.subTest(case["text"]):
                matches, nearest = find_by_name(case["text"], named)
                self.assertEqual([student["studentUid"] for student in matches], case.get("matches", []))
                self.assertEqual(nearest[0]["names"]["ko"] if nearest else None, case.get("first"))
