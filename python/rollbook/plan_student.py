"""Plans one student."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple, cast

from .catalogue import note_date
from .compare_values import find_losses
from .contract import REQUIRED_NAMES, RecruitedStudent, StateName, StudentPatch, StudentRegistration
from .errors import RollbookError
from .field_checks import check_wanted, invalid_request
from .plan_entry import Change, PlanEntry, Refuse, Register, Unchanged
from .quoted_text import quote_uid
from .state_rules import apply_patch, apply_registration, changes_to, check_state_rules


class PlanRules(NamedTuple):
    known_uids: frozenset[str]
    catalogue_date: date | None
    lower: bool
    """Whether recorded values may be lowered and cleared."""


def plan_student(
    student_uid: str,
    rows: Sequence[StudentRegistration],
    before: RecruitedStudent | None,
    rules: PlanRules,
) -> PlanEntry:
    """The rows of one student must agree."""
    state = rows[0]
    try:
        check_wanted(state, REQUIRED_NAMES)
    except RollbookError as error:
        return Refuse(student_uid, error)
    if student_uid not in rules.known_uids:
        message = f"The catalogue has no student with the UID {quote_uid(student_uid)}."
        sentences = [message, *note_date(rules.catalogue_date)]
        return Refuse(student_uid, RollbookError("not_found", " ".join(sentences)))
    if any(row != state for row in rows):
        message = f"{quote_uid(student_uid)} is wanted in two different states."
        return Refuse(student_uid, RollbookError("conflict", message))
    violations = check_state_rules(apply_registration(state), state)
    if violations:
        return Refuse(student_uid, invalid_request(violations))
    return Register(student_uid, state) if before is None else _plan_change(before, state, rules.lower)


def _plan_change(before: RecruitedStudent, wanted: StudentRegistration, lower: bool) -> PlanEntry:
    """The state that results must satisfy the rules, whatever is kept."""
    student_uid = before["studentUid"]
    losses = set[StateName]() if lower else find_losses(before, wanted)
    state: dict[str, Any] = {
        "studentUid": student_uid,
        "tier": before["tier"],
        "weaponTier": before["weaponTier"],
        **{name: value for name, value in wanted.items() if name not in losses},
    }
    after = apply_patch(before, state)
    violations = check_state_rules(after, wanted)
    if violations:
        return Refuse(student_uid, invalid_request(violations))
    changes = changes_to(before, state)
    # A higher bond rank resets the experience, kept or not.
    kept = cast(
        StudentPatch, {name: value for name, value in changes_to(after, wanted).items() if name in losses}
    )
    planned = cast(StudentRegistration, state)
    if not changes:
        return Unchanged(student_uid, before, planned, kept)
    return Change(student_uid, before, planned, changes, kept)
