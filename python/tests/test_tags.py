"""Goals and the stock with their ETags, which this client tells by methods of its own."""

import unittest

from rollbook import Rollbook

from .scripted_server import Script, serve

_GOAL = {"studentUid": "1", "wanted": {"level": 90}, "labels": [], "note": "", "priority": 5000, "isPaused": False}


class Tags(unittest.TestCase):
    def test_a_read_tells_the_tag_that_a_write_names(self) -> None:
        script = Script(
            [
                {"request": "GET /beta/goals/1", "json": _GOAL, "headers": {"ETag": '"goal"'}},
                {
                    "request": "PUT /beta/goals/1",
                    "body": {"wanted": {"level": 80}},
                    "sent": {"If-Match": '"goal"'},
                    "json": _GOAL,
                },
                {"request": "GET /beta/stock", "json": {"items": {"3030": 1}}, "headers": {"ETag": '"stock"'}},
            ]
        )
        with serve(script.answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            goal, etag = rollbook.goals.get_tagged("1")
            self.assertEqual(goal["wanted"], {"level": 90})
            rollbook.goals.put("1", {"wanted": {"level": 80}}, if_match=etag)
            self.assertEqual(rollbook.stock.get_tagged(), ({"3030": 1}, '"stock"'))
        self.assertEqual((script.unexpected, script.left), ([], []))


if __name__ == "__main__":
    unittest.main()
