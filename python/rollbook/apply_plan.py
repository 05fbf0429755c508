"""Writes what is still as the plan found it. A plan that was interrupted goes on where it stopped, made again."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from .call import Call
from .compare_values import find_losses
from .contract import STATE_NAMES, RecruitedStudent, StateName
from .errors import Failure, KeptFields, Report, RollbookError
from .plan_entry import Change, Plan, PlanEntry, Refuse, Register, Remove, Unchanged
from .roster_students import RosterStudents, conflict_error
from .state_rules import Values, has_reached, is_same

# After these, which outlasted all attempts, the other students would fail as well.
_ENDING_CODES = frozenset(["rate_limited", "unavailable", "connection_failed", "timeout"])
# What is wrong with the key is wrong for every student, and said once.
_KEY_STATUSES = frozenset([401, 403])
# A plan of this age is not compared with the roster again.
_FRESH_SECONDS = 10.0

_Outcome = Literal["registered", "changed", "unchanged", "removed"] | RollbookError
_KeptByUid = dict[str, frozenset[StateName]]
_CurrentStudents = Mapping[str, RecruitedStudent]


class Progress(NamedTuple):
    """How far a plan is written."""

    done: int
    """Writes that have ended, well or badly."""
    total: int
    """Writes of the plan. Students that stay as they are need none."""


ProgressCallback = Callable[[Progress], None]


def apply_plan(
    roster: RosterStudents, plan: Plan, call: Call, on_progress: ProgressCallback | None
) -> Report:
    outcomes: dict[str, _Outcome] = {}
    kept: _KeptByUid = {}
    try:
        _PlanWriter(roster, plan, call, on_progress, outcomes, kept).write()
    except RollbookError as error:
        add_report(error, to_report(plan.entries, outcomes, kept))
        raise
    return to_report(plan.entries, outcomes, kept)


def add_report(error: RollbookError, report: Report) -> None:
    """What ends all writes is raised with the report of those that were done."""
    error.report = report
    if error.code == "aborted":
        count = len(report.registered) + len(report.changed) + len(report.removed)
        writes = "write" if count == 1 else "writes"
        error.message = f"Aborted after {count} {writes}. Sync again to go on."
        error.args = (error.message,)


def to_report(
    entries: Sequence[PlanEntry], outcomes: Mapping[str, _Outcome], kept_at_write: _KeptByUid | None = None
) -> Report:
    """Leaves out students that were not come to."""
    report = Report()
    for entry in entries:
        uid = entry.student_uid
        kept = set(entry.kept if isinstance(entry, Change | Unchanged) else ())
        kept |= (kept_at_write or {}).get(uid, frozenset())
        if kept:
            report.kept.append(KeptFields(uid, tuple(name for name in STATE_NAMES if name in kept)))
        outcome = entry.error if isinstance(entry, Refuse) else outcomes.get(uid)
        if outcome is None and isinstance(entry, Unchanged):
            outcome = "unchanged"
        if isinstance(outcome, RollbookError):
            report.failed.append(Failure(uid, outcome))
        elif outcome is not None:
            lists = {
                "registered": report.registered,
                "changed": report.changed,
                "unchanged": report.unchanged,
                "removed": report.removed,
            }
            lists[outcome].append(uid)
    return report


class _PlanWriter:
    def __init__(
        self,
        roster: RosterStudents,
        plan: Plan,
        call: Call,
        on_progress: ProgressCallback | None,
        outcomes: dict[str, _Outcome],
        kept: _KeptByUid,
    ) -> None:
        self._roster = roster
        self._plan = plan
        self._call = call
        self._on_progress = on_progress
        self._outcomes = outcomes
        self._kept = kept
        self._total = sum(not isinstance(entry, Unchanged | Refuse) for entry in plan.entries)
        self._done = 0
        self._last_error: RollbookError | None = None
        self._current: _CurrentStudents = {}

    def write(self) -> None:
        if self._total == 0:
            return
        is_fresh = abs(time.time() - self._plan.listed_at) < _FRESH_SECONDS
        self._current = _find_before(self._plan.entries) if is_fresh else self._list_current()
        queue: list[PlanEntry] = [entry for entry in self._plan.entries if not isinstance(entry, Refuse)]
        self._report_progress()
        while queue:
            entry = queue.pop(0)
            self._call.check_cancelled()
            try:
                outcome = self._try_write(entry)
            except RollbookError as error:
                if error.code != "student_already_recruited":
                    raise
                outcome = self._look_again(entry)
                queue = _rotate(queue)
            self._outcomes[entry.student_uid] = outcome
            if not isinstance(entry, Unchanged):
                self._done += 1
                self._report_progress()

    def _report_progress(self) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(self._done, self._total))

    def _try_write(self, entry: PlanEntry) -> _Outcome:
        """Raises `student_already_recruited`, and what ends all writes."""
        if self._last_error is not None and not isinstance(entry, Unchanged):
            return self._last_error
        try:
            return self._write(entry, self._current.get(entry.student_uid))
        except RollbookError as error:
            if error.code == "aborted":
                self._outcomes[entry.student_uid] = RollbookError(
                    "aborted", "Aborted while it was written.", may_be_processed=True
                )
            if error.status in _KEY_STATUSES or error.code in ("aborted", "student_already_recruited"):
                raise
            if error.code in _ENDING_CODES:
                self._last_error = error
            return error

    def _look_again(self, entry: PlanEntry) -> _Outcome:
        """Somebody else has registered the student after the list was read."""
        try:
            self._current = self._list_current()
        except RollbookError as error:
            if error.status in _KEY_STATUSES or error.code == "aborted":
                raise
            self._last_error = error
            return error
        return _check_reached(entry, self._current.get(entry.student_uid))

    def _write(self, entry: PlanEntry, current: RecruitedStudent | None) -> _Outcome:
        try:
            match entry:
                case Register(state=state) if current is None:
                    answer = self._roster.register_in(self._call, state, raise_only=self._plan.raise_only)
                    self._note_kept(entry.student_uid, answer, state)
                    return "registered"
                case Change(uid, before, changes=changes) if current and is_same(current, before):
                    answer = self._roster.patch_in(
                        self._call, uid, changes, raise_only=self._plan.raise_only
                    )
                    return "unchanged" if self._note_kept(uid, answer, changes) else "changed"
                case Remove(uid, before) if current and is_same(current, before):
                    self._roster.remove_in(self._call, uid, before)
                    return "removed"
                case _:
                    return _check_reached(entry, current)
        except RollbookError as error:
            # Somebody else removed the student after the list was read.
            if error.code != "student_not_recruited":
                raise
            return _check_reached(entry, None)

    def _note_kept(self, uid: str, answer: RecruitedStudent, sent: Values) -> bool:
        """Whether the service has left all as it is that it was sent. It may answer with the UID alone."""
        if not self._plan.raise_only or "tier" not in answer:
            return False
        kept = find_losses(answer, sent)
        if kept:
            self._kept[uid] = frozenset(kept)
        return len(kept) == len(sent)

    def _list_current(self) -> _CurrentStudents:
        return {student["studentUid"]: student for student in self._roster.list_in(self._call)}


def _find_before(entries: Sequence[PlanEntry]) -> _CurrentStudents:
    return {entry.student_uid: entry.before for entry in entries if not isinstance(entry, Register | Refuse)}


def _rotate(entries: list[PlanEntry]) -> list[PlanEntry]:
    """Two syncs at once would go on side by side, and try to register each student twice."""
    start = random.randrange(len(entries)) if entries else 0
    return entries[start:] + entries[:start]


def _check_reached(entry: PlanEntry, current: RecruitedStudent | None) -> _Outcome:
    """A student that somebody else has brought to the wanted state needs no write."""
    if isinstance(entry, Register | Change | Unchanged):
        is_reached = current is not None and has_reached(current, entry.state)
    else:
        is_reached = current is None
    return "unchanged" if is_reached else conflict_error(entry.student_uid)
