"""What a caller without type checks may pass, and what the error says."""

import unittest
from datetime import date

from rollbook import Rollbook

from .scripted_server import Exchange, Script, serve
from .test_transport import failure

_READ = "GET /beta/roster?"


class Mistakes(unittest.TestCase):
    def message(self, exchanges: list[Exchange], call: str, *args: object, **options: object) -> str:
        script = Script(exchanges)
        with serve(script.answer) as origin, Rollbook(f"{origin}/v1") as rollbook:
            error = failure(getattr(rollbook.roster, call), *args, **options)
        self.assertEqual((script.unexpected, script.left), ([], []))
        return str(error)

    def test_a_text_in_place_of_a_list_of_fields_is_told_to_be_one(self) -> None:
        refused = {"request": f"{_READ}fields=t%2Ci%2Ce%2Cr", "status": 400, "error": "invalid_request"}
        self.assertEqual(
            self.message([{**refused, "fields": ["fields"]}], "read", fields="tier"),
            'fields: No state field: "t,i,e,r". Pass a list such as tier, weaponTier.',
        )

    def test_a_day_in_place_of_a_time_is_named(self) -> None:
        refused = {"request": f"{_READ}at=2026-11-24", "status": 400, "error": "invalid_request"}
        self.assertEqual(
            self.message([{**refused, "fields": ["at"]}], "at", date(2026, 11, 24)),
            "at: Must be a time with its zone, such as 2026-11-24T12:00:00Z.",
        )

    def test_a_state_in_place_of_a_list_is_told_to_be_in_one(self) -> None:
        exchanges: list[Exchange] = [
            {"request": "GET /catalogue.json", "catalogue": True},
            {"request": "GET /v1/me/students?limit=100", "roster": []},
        ]
        self.assertEqual(
            self.message(exchanges, "sync", {"studentUid": "1", "tier": 3, "weaponTier": 0}),
            "wanted: Pass a list of states, each with its studentUid.",
        )

    def test_a_client_without_a_key_says_so(self) -> None:
        refused = {"request": "GET /v1/me/students/1", "status": 401, "error": "unauthorized"}
        self.assertEqual(
            self.message([refused], "get", "1"), "No API key was given. Is ROLLBOOK_KEY set?"
        )

    def test_the_number_of_a_change_is_an_integer(self) -> None:
        with Rollbook("http://localhost/v1") as rollbook, self.assertRaises(TypeError):
            rollbook.roster.changes(after="5").page()  # type: ignore[arg-type]
