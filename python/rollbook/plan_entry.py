"""What a plan does to one student."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from .contract import RecruitedStudent, StudentPatch, StudentRegistration
from .errors import RollbookError


@dataclass(frozen=True, slots=True)
class Register:
    """Is not recruited. `state` is sent as it is."""

    student_uid: str
    state: StudentRegistration
    action: ClassVar[Literal["register"]] = "register"


@dataclass(frozen=True, slots=True)
class Change:
    """Is in the state `before`, and gets the fields of `changes`."""

    student_uid: str
    before: RecruitedStudent
    state: StudentRegistration
    changes: StudentPatch
    """Only the fields that differ."""
    kept: StudentPatch
    """Wanted values that are not part of `state`, because they would lower or clear what is recorded."""
    action: ClassVar[Literal["change"]] = "change"


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Has every value of `state`."""

    student_uid: str
    before: RecruitedStudent
    state: StudentRegistration
    kept: StudentPatch
    """Wanted values that are not part of `state`, because they would lower or clear what is recorded."""
    action: ClassVar[Literal["unchanged"]] = "unchanged"


@dataclass(frozen=True, slots=True)
class Remove:
    """Is recruited and not wanted. Only with `prune`."""

    student_uid: str
    before: RecruitedStudent
    action: ClassVar[Literal["remove"]] = "remove"


@dataclass(frozen=True, slots=True)
class Refuse:
    """Cannot be written, and why."""

    student_uid: str
    error: RollbookError
    action: ClassVar[Literal["refuse"]] = "refuse"


PlanEntry = Register | Change | Unchanged | Remove | Refuse


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes to bring an account to a wanted roster."""

    entries: tuple[PlanEntry, ...]
    """In order of UID."""
    listed_at: float = 0.0
    """When the roster was listed, in seconds since 1970. Soon after it, `apply` does not list it again."""
    raise_only: bool = False
    """Made without `lower`, so that `apply` lowers nothing either that another tool has raised meanwhile."""
