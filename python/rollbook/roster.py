"""The recruited students of the key's account, one by one and as a whole."""

import builtins
import secrets
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal, NotRequired, Required, TypedDict, Unpack, cast, overload
from urllib.parse import quote

from .answer_checks import is_proposal, is_roster
from .apply_plan import ProgressCallback, add_report, apply_plan, to_report
from .call import Call, CallOptions
from .changes_listing import ChangeListing
from .contract import BETA_PREFIX, STATE_NAMES, RecruitedStudent, StateName, StudentPatch, StudentRegistration
from .errors import Report, RollbookError
from .plan import plan_roster
from .plan_entry import Plan
from .roster_students import RosterStudents
from .students import Students
from .transport import ApiRequest, Transport


class WholeRoster(TypedDict):
    """The recruited students."""

    students: list[RecruitedStudent]
    """In order of UID."""
    asOf: str
    """The time of the last change that it has; earlier where only a day's first state is kept."""
    lastNumber: int
    """The number of that change. Pass it to `changes` as `after`."""


class RosterStudent(StudentPatch):
    """With the fields that were named."""

    studentUid: Required[str]


class ProposedStudent(StudentPatch):
    """A student as a tool would have it: what it leaves out is not known."""

    studentUid: Required[str]


class Proposal(TypedDict):
    """What a player is asked to agree to."""

    id: str
    status: Literal["open", "applied", "declined", "expired", "replaced", "withdrawn"]
    createdAt: str
    expiresAt: str
    students: int
    """How many it names."""
    note: str
    reviewUrl: str
    """Where the player looks at it."""
    applied: NotRequired[int]
    """How many the player has agreed to."""


class PartialRoster(TypedDict):
    """The recruited students, with some of their fields."""

    students: list[RosterStudent]
    asOf: str
    lastNumber: int


class Roster(RosterStudents):
    def __init__(self, transport: Transport, students: Students) -> None:
        super().__init__(transport)
        self._students = students

    def list(self, **options: Unpack[CallOptions]) -> builtins.list[RecruitedStudent]:
        """The recruited students in order of UID. A hundred students are one read."""
        return self.list_in(self._transport.begin(options))

    @overload
    def read(
        self, *, fields: None = None, at: datetime | str | None = None, **options: Unpack[CallOptions]
    ) -> WholeRoster: ...

    @overload
    def read(
        self, *, fields: Sequence[StateName], at: datetime | str | None = None, **options: Unpack[CallOptions]
    ) -> PartialRoster: ...

    def read(
        self,
        *,
        fields: Sequence[StateName] | None = None,
        at: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> WholeRoster | PartialRoster:
        """
        The whole roster in one read, or the named fields of it: as it is, or as it was at a time. A text has its zone, as
        in `2026-11-24T12:00:00Z`; a `datetime` without one is of this machine. A time to come is now.
        """
        query = {
            **({} if fields is None else {"fields": ",".join(fields)}),
            **({} if at is None else {"at": _to_iso(at) if isinstance(at, datetime) else str(at)}),
        }
        asked = STATE_NAMES if fields is None else fields
        request = ApiRequest("GET", "/roster", BETA_PREFIX, query)
        call = self._transport.begin(options)
        return cast(WholeRoster, self._transport.send(request, lambda answer: is_roster(answer, asked), call))

    def at(self, time: datetime | str, **options: Unpack[CallOptions]) -> WholeRoster:
        """The roster as it was at a time."""
        return self.read(at=time, **options)

    def changes(
        self, *, after: int | None = None, wait: int | None = None, **options: Unpack[CallOptions]
    ) -> ChangeListing:
        """
        Who changed what, in order, after the change with this number, or since the oldest that is kept. Iterate over it,
        or read one `page`; with `wait`, it waits so many seconds (30 at most) for a change while there is none. A number after which changes are not kept any more is `invalid_request`.
        """
        return ChangeListing(self._transport, after, wait, options)

    def propose(
        self,
        wanted: Iterable[ProposedStudent],
        *,
        note: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Proposal:
        """
        Proposes to the player what a tool would write. Takes the place of what the key proposed before, and is sent
        again after an unknown outcome, since it has the same effect.
        """
        body = {"students": [*wanted], **({} if note is None else {"note": note})}
        return self._proposal(ApiRequest("POST", "/proposals", BETA_PREFIX, None, body, True), options)

    def proposal(self, proposal_id: str, **options: Unpack[CallOptions]) -> Proposal:
        """What has become of a proposal of this key."""
        path = f"/proposals/{quote(proposal_id, safe='')}"
        return self._proposal(ApiRequest("GET", path, BETA_PREFIX), options)

    def _proposal(self, request: ApiRequest, options: CallOptions) -> Proposal:
        answer = self._transport.send(request, is_proposal, self._transport.begin(options))
        return cast(Proposal, answer["proposal"])

    def plan(
        self,
        wanted: Iterable[StudentRegistration],
        *,
        prune: bool = False,
        lower: bool = False,
        **options: Unpack[CallOptions],
    ) -> Plan:
        """
        What it takes to bring the account to a wanted roster. Reads, and writes nothing. Unless `lower` is true, no
        recorded value is lowered or cleared. `prune` also removes recruited students that are not wanted, with their
        bond.
        """
        return self._plan(self._transport.begin(options), wanted, prune=prune, lower=lower)

    def apply(
        self,
        plan: Plan,
        *,
        on_progress: ProgressCallback | None = None,
        **options: Unpack[CallOptions],
    ) -> Report:
        """
        Writes a plan. Lists the roster again if the plan is older than ten seconds; leaves out, and reports, students
        that were changed since. `on_progress` is called before the first write and after each. Raises with the `report`
        of what was done if it is cancelled or the key is rejected.
        """
        return apply_plan(self, plan, self._begin_operation(options), on_progress)

    def sync(
        self,
        wanted: Iterable[StudentRegistration],
        *,
        prune: bool = False,
        lower: bool = False,
        on_progress: ProgressCallback | None = None,
        **options: Unpack[CallOptions],
    ) -> Report:
        """
        Plans and applies: brings the account to a wanted roster, and reports what has become of each student. Unless
        `lower` is true, no recorded value is lowered or cleared. `prune` also removes recruited students that are not
        wanted, with their bond.
        """
        call = self._begin_operation(options)
        try:
            plan = self._plan(call, wanted, prune=prune, lower=lower)
        except RollbookError as error:
            add_report(error, to_report((), {}))
            raise
        return apply_plan(self, plan, call, on_progress)

    def _plan(
        self, call: Call, wanted: Iterable[StudentRegistration], *, prune: bool, lower: bool
    ) -> Plan:
        catalogue = self._students.read_catalogue(call)
        listed_at = time.time()
        current = self.list_in(call)
        entries = plan_roster(wanted, current, catalogue, prune=prune, lower=lower)
        return Plan(entries, listed_at, raise_only=not lower)

    def _begin_operation(self, options: CallOptions) -> Call:
        """A call whose writes are one group of the history."""
        return self._transport.begin(options, operation=f"import-{secrets.token_hex(8)}")


def _to_iso(at: datetime) -> str:
    """A time without a zone is that of this machine."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
