"""Growth goals and what they cost."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, Unpack, cast
from urllib.parse import quote

from .answer_checks import is_completed_goal, is_goal, is_goal_list, is_removal
from .call import CallOptions
from .contract import BETA_PREFIX, GrowthState, RecruitedStudent, StateName
from .errors import RollbookError
from .field_checks import require_uid
from .roster_students import Removed
from .transport import ApiRequest, Tagged, Transport


class GoalSettings(TypedDict):
    """What is sent for one student. What it leaves out has its default: a goal is replaced as a whole."""

    wanted: Mapping[StateName, int]
    """The values to reach, at least one."""
    labels: NotRequired[Sequence[str]]
    note: NotRequired[str]
    priority: NotRequired[int]
    """0 comes first; 5000 by default."""
    isPaused: NotRequired[bool]


class Goal(TypedDict):
    """What a player wants for one student, recruited or not."""

    studentUid: str
    wanted: dict[StateName, int]
    labels: list[str]
    note: str
    priority: int
    isPaused: bool


class Stock(TypedDict):
    items: dict[str, int]
    """Counts by item ID, and `credits`."""


class GoalCompletion(TypedDict, total=False):
    """How a goal is completed."""

    fields: Sequence[StateName]
    """Those to raise; all that are wanted by default."""
    spend: bool
    """Whether what it costs is taken out of the stock; true by default."""


class CompletedGoal(TypedDict):
    """What a completion has done."""

    student: RecruitedStudent
    goal: Goal | None
    """None once all is reached that was wanted."""
    spent: dict[str, int]
    """By item: as much as the stock had."""
    stock: Stock


class GrowthCost(TypedDict):
    credits: int
    exp: dict[Literal["level", "weapon", "equip", "bond"], int]
    items: dict[str, int]
    """Counts by item ID."""
    unknown: NotRequired[list[StateName]]
    """Fields that cost more than is counted, because materials are not known."""


# `from` is a keyword.
PlannedStudent = TypedDict(
    "PlannedStudent",
    {
        "studentUid": str,
        "from": GrowthState,
        "to": dict[StateName, int],
        "cost": GrowthCost,
        "assumed": NotRequired[list[StateName]],
    },
)


class GrowthPlan(TypedDict):
    """What goals cost."""

    students: list[PlannedStudent]
    """By priority."""
    total: GrowthCost
    stock: dict[str, int]
    shortage: GrowthCost
    """What of the total the stock lacks."""


class FarmRuns(TypedDict):
    stage: str
    runs: int
    ap: int
    drops: dict[str, float]
    """What the runs drop on average of what is short."""


class FarmedEleph(TypedDict):
    studentUid: str
    missing: int
    stages: list[str]
    """The hard stages that drop the eleph."""
    days: int


class FarmPlan(TypedDict):
    """Where to farm what is short."""

    ap: int
    runs: list[FarmRuns]
    """Most AP first."""
    elephs: list[FarmedEleph]
    notDropped: dict[str, int]
    stagesAsOf: str


class Goals:
    """The growth goals of the account. They outlive the removal of their students."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, **options: Unpack[CallOptions]) -> list[Goal]:
        """All goals by priority, then UID; one read."""
        request, call = ApiRequest("GET", "/goals", BETA_PREFIX), self._transport.begin(options)
        answer = self._transport.send(request, is_goal_list, call)
        return cast("list[Goal]", answer["goals"])

    def get(self, student_uid: str, **options: Unpack[CallOptions]) -> Goal:
        """The goal of a student. Raises `not_found` if there is none."""
        return self.get_tagged(student_uid, **options).value

    def get_tagged(self, student_uid: str, **options: Unpack[CallOptions]) -> Tagged[Goal]:
        """The same, with the ETag of the goal."""
        request = ApiRequest("GET", _to_path(student_uid), BETA_PREFIX)
        return self._transport.send_tagged(request, is_goal, self._transport.begin(options))

    def put(
        self,
        student_uid: str,
        goal: GoalSettings | Goal,
        *,
        if_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Goal:
        """
        Replaces the goal of a student, recruited or not: what it leaves out has its default. Takes a goal of `list`, too.
        Sent again after an unknown outcome, since it has the same effect. With `if_match`, the ETag of the goal as it was
        read, it fails with the status 412 if the goal has changed since, and is not sent again.
        """
        body = {name: value for name, value in goal.items() if name != "studentUid"}
        path, call = _to_path(student_uid), self._transport.begin(options)
        request = ApiRequest("PUT", path, BETA_PREFIX, None, body, if_match is None, if_match=if_match)
        return cast(Goal, self._transport.send(request, is_goal, call))

    def remove(
        self, student_uid: str, *, if_match: str | None = None, **options: Unpack[CallOptions]
    ) -> Removed:
        """Removes the goal of a student. Raises `not_found` if there is none."""
        request = ApiRequest("DELETE", _to_path(student_uid), BETA_PREFIX, if_match=if_match)
        call = self._transport.begin(options)
        try:
            return cast(Removed, self._transport.send(request, is_removal, call))
        except RollbookError as error:
            if not error.may_be_processed or call.max_retries == 0:
                raise
        try:
            again = request._replace(is_repeatable=True)
            return cast(Removed, self._transport.send(again, is_removal, call))
        except RollbookError as error:
            # The first attempt took effect.
            if error.code == "not_found":
                return {"studentUid": student_uid, "deleted": True}
            raise

    def complete(
        self,
        student_uid: str,
        completion: GoalCompletion | None = None,
        *,
        if_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CompletedGoal:
        """
        Raises a recruited student to the goal, and takes what that costs out of the stock. Not sent again after an
        unknown outcome. Call it again then: it spends nothing twice, and `not_found` says that the first call has ended
        the goal.
        """
        path, call = f"{_to_path(student_uid)}/complete", self._transport.begin(options)
        request = ApiRequest("POST", path, BETA_PREFIX, body=completion or {}, if_match=if_match)
        return cast(CompletedGoal, self._transport.send(request, is_completed_goal, call))


def _to_path(student_uid: str) -> str:
    require_uid(student_uid)
    return f"/goals/{quote(student_uid, safe='', errors='replace')}"
