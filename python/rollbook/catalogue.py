"""The students of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any, Literal, NotRequired, TypedDict, cast


# In a message.
_MAX_LISTED_NAMES = 20


class CatalogueStudent(TypedDict):
    """A student of the game."""

    studentUid: str
    """The representative UID."""
    names: dict[Literal["ko", "ja", "en"], str]
    """In Korean, Japanese and English."""
    aliases: list[str]
    """Other names, in any language."""
    forms: list[str]
    """UIDs of other forms, which mean the same student."""
    attributes: dict[str, Any]
    """What is left out is not known."""
    added: NotRequired[str]
    """Since when this service has her, as YYYY-MM-DD; left out if she was in its first catalogue."""
    addedGlobal: NotRequired[str]
    """The same for the global server: since when its catalogue says that she is out there, or when she will be."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All students of the game."""

    version: str
    """Another one after each change."""
    students: list[CatalogueStudent]
    labels: dict[str, dict[str, dict[str, str]]]
    """The names of the codes in `attributes`."""
    date: date | None
    """The day of which it is; None for a service that does not say. Newer students are not in it."""


def complete_catalogue(served: Mapping[str, Any], last_modified: str | None) -> Catalogue:
    """Earlier services say nothing of attributes."""
    return Catalogue(
        served.get("version", ""),
        [cast(CatalogueStudent, {"attributes": {}, **student}) for student in served["students"]],
        served.get("labels", {}),
        _to_date(last_modified),
    )


def list_names(students: list[CatalogueStudent]) -> str:
    listed = students[:_MAX_LISTED_NAMES]
    names = ", ".join(f"{student['names']['en']} ({student['studentUid']})" for student in listed)
    return f"{names}, …" if len(listed) < len(students) else names


def note_date(day: date | None) -> list[str]:
    """For a student whom the catalogue lacks. Empty if nobody says of which day it is."""
    return [] if day is None else [f"The catalogue is of {day} and lacks newer students."]


def _to_date(last_modified: str | None) -> date | None:
    try:
        return None if last_modified is None else parsedate_to_datetime(last_modified).date()
    # It is computed from the numbers in the header, whatever they are.
    except (ValueError, ArithmeticError, LookupError, TypeError):
        return None
