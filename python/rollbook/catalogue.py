"""The students of the game."""

from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any, Literal, TypedDict, cast

from .json_objects import to_list, to_object


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


def parse_catalogue(body: object, last_modified: str | None) -> Catalogue | None:
    """None if the body is no catalogue. Earlier services say nothing of attributes."""
    served = to_object(body)
    students = to_list(served.get("students"))
    if students is None or not all(map(_is_student, students)):
        return None
    return Catalogue(
        served.get("version", ""),
        [cast(CatalogueStudent, {"attributes": {}, **student}) for student in students],
        served.get("labels", {}),
        _to_date(last_modified),
    )


def list_names(students: list[CatalogueStudent]) -> str:
    return ", ".join(f"{student['names']['en']} ({student['studentUid']})" for student in students)


def note_date(day: date | None) -> list[str]:
    """For a student whom the catalogue lacks. Empty if nobody says of which day it is."""
    return [] if day is None else [f"The catalogue is of {day} and lacks newer students."]


def _is_student(value: object) -> bool:
    student = to_object(value)
    names = to_object(student.get("names"))
    texts = [student.get("studentUid"), *(names.get(language) for language in ("ko", "ja", "en"))]
    return all(map(_is_texts, [texts, student.get("aliases"), student.get("forms")]))


def _is_texts(value: object) -> bool:
    texts = to_list(value)
    return texts is not None and all(isinstance(text, str) for text in texts)


def _to_date(last_modified: str | None) -> date | None:
    try:
        return None if last_modified is None else parsedate_to_datetime(last_modified).date()
    except ValueError:
        return None
