"""Brings a roster to a wanted state with the standard library alone: list, compare, write only what differs.

    ROLLBOOK_URL=http://127.0.0.1:8787/v1 ROLLBOOK_KEY=... python3 sync_roster.py wanted.json

wanted.json is a list of registrations: [{"studentUid": "10010", "tier": 3, "weaponTier": 0, "level": 20}]
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["ROLLBOOK_URL"]
KEY = os.environ["ROLLBOOK_KEY"]
ATTEMPTS = 6


class ApiError(Exception):
    def __init__(self, status, code, message):
        super().__init__(f"{code}: {message}")
        self.status, self.code = status, code


def send(method, path, body=None):
    """One request. 429 and 503 had no effect, so they are waited for and sent again."""
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(ATTEMPTS):
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        request = urllib.request.Request(BASE + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)["error"]
            if error.code not in (429, 503) or attempt == ATTEMPTS - 1:
                raise ApiError(error.code, problem["code"], problem["message"]) from None
            seconds = int(error.headers.get("Retry-After", "1"))
            print(f"{problem['code']}: waiting {seconds} s", file=sys.stderr, flush=True)
            time.sleep(seconds)


def list_roster():
    students, cursor = {}, None
    while True:
        query = {"limit": 100} | ({} if cursor is None else {"cursor": cursor})
        page = send("GET", "/me/students?" + urllib.parse.urlencode(query))
        students |= {student["studentUid"]: student for student in page["students"]}
        cursor = page["nextCursor"]
        if cursor is None:
            return students


def write(current, wanted):
    path = "/me/students/" + urllib.parse.quote(wanted["studentUid"], safe="")
    if current is None:
        try:
            return send("POST", "/me/students", wanted)
        except ApiError as error:
            if error.code != "student_already_recruited":
                raise
            # The UID of another form: the list has the student under the representative one.
            current = send("GET", path)
    # A field that the state lacks is sent too, so that the service says what is wrong with it.
    changes = {
        name: value
        for name, value in wanted.items()
        if name != "studentUid" and (name not in current or current[name] != value)
    }
    return send("PATCH", path, changes) if changes else current


def sync(wanted):
    failed, roster = [], list_roster()
    for state in wanted:
        try:
            write(roster.get(state["studentUid"]), state)
        except (ApiError, OSError, http.client.HTTPException, ValueError) as error:
            # After 500 or a broken answer, it is unknown whether the write took effect: the next round looks.
            failed.append((state["studentUid"], error))
    return failed


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        wanted = json.load(file)
    failed = sync(wanted)
    if failed:
        failed = sync(wanted)
    for uid, error in failed:
        print(f"{uid}: {error}", file=sys.stderr)
    print(f"{len(wanted) - len(failed)} of {len(wanted)} students are as wanted.")
    sys.exit(1 if failed else 0)


main()
