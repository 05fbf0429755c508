"""Compares a wanted roster with the current one, and checks every rule of the API before anything is sent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from .catalogue import Catalogue, CatalogueStudent
from .contract import RecruitedStudent, StudentRegistration
from .errors import InvalidField, RollbookError
from .field_checks import invalid_request
from .plan_entry import PlanEntry, Refuse, Remove
from .plan_student import PlanRules, plan_student
from .quoted_text import quote_uid


def plan_roster(
    wanted: Iterable[StudentRegistration],
    current: Sequence[RecruitedStudent],
    catalogue: Catalogue,
    *,
    prune: bool,
    lower: bool,
) -> tuple[PlanEntry, ...]:
    current_by_uid = {student["studentUid"]: student for student in current}
    known_uids = frozenset(student["studentUid"] for student in catalogue.students)
    rules = PlanRules(known_uids, catalogue.date, lower)
    entries = {
        uid: plan_student(uid, rows, current_by_uid.get(uid), rules)
        for uid, rows in _group_by_student(wanted, catalogue.students).items()
    }
    if prune:
        _check_prune(entries)
        for uid, before in current_by_uid.items():
            entries.setdefault(uid, Remove(uid, before))
    return tuple(entries[uid] for uid in sorted(entries))


def _group_by_student(
    wanted: Iterable[StudentRegistration], catalogue: Sequence[CatalogueStudent]
) -> dict[str, list[StudentRegistration]]:
    """Rows of several forms of a student are rows of that student."""
    representatives = {
        uid: student["studentUid"] for student in catalogue for uid in (student["studentUid"], *student["forms"])
    }
    groups: dict[str, list[StudentRegistration]] = {}
    for row in wanted:
        passed: object = row
        if not isinstance(passed, Mapping):
            raise invalid_request([InvalidField("wanted", "Pass a list of states, each with its studentUid.")])
        named: object = row.get("studentUid")
        uid = representatives.get(str(named), str(named))
        # One that is no text is refused, as by `get`.
        student_uid = uid if isinstance(named, str) else named
        groups.setdefault(uid, []).append(cast(StudentRegistration, {**row, "studentUid": student_uid}))
    return groups


def _check_prune(entries: Mapping[str, PlanEntry]) -> None:
    """A removal takes the bond with it, so it must not follow from a file that was read badly."""
    if not entries:
        message = "Nothing is removed, because the wanted roster is empty."
        raise RollbookError("prune_refused", message)
    refused = [quote_uid(uid) for uid, entry in entries.items() if isinstance(entry, Refuse)]
    if refused:
        raise RollbookError(
            "prune_refused",
            f"Nothing is removed, because {len(refused)} of the wanted students cannot be written: "
            f"{', '.join(refused)}.",
        )
