"""The students that a text names."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from .catalogue import CatalogueStudent
from .contract import MAX_NAME_LENGTH
from .costume_names import CostumeNames, CostumeReading
from .student_name import split_name
from .text_folding import fold_name

_MAX_NEAREST = 3
# Names that have only their costume in common stay below.
_MIN_SIMILARITY = 0.4


class NameMatches(NamedTuple):
    matches: list[CatalogueStudent]
    """By a UID or name; if there is none, by an alias; or else the one student in the costume that is named."""
    nearest: list[CatalogueStudent]
    """
    Without a match, those who may be meant: by short words for a student and a costume, or else by similar names, the most
    similar first. Nobody in another costume than the text may have.
    """


class StudentKeys(NamedTuple):
    """The UIDs, names and aliases of a student in the form in which they are compared."""

    student: CatalogueStudent
    names: list[str]
    aliases: list[str]
    pairs: list[set[str]]
    """The letter pairs of each name and alias. UIDs have none: they are like nothing that is typed."""
    costume: str | None
    own_pairs: list[set[str]]
    """The letter pairs of each name without the costume."""


class NamedStudents:
    """The students of a catalogue, to be found by name."""

    def __init__(self, students: Sequence[CatalogueStudent]) -> None:
        self.keys = [_to_keys(student) for student in students]
        self.costumes = CostumeNames(students)


def _to_keys(student: CatalogueStudent) -> StudentKeys:
    names = [fold_name(name) for name in student["names"].values()]
    aliases = [fold_name(alias) for alias in student["aliases"]]
    uids = [fold_name(uid) for uid in (student["studentUid"], *student["forms"])]
    own = [fold_name(split_name(name).own) for name in student["names"].values()]
    return StudentKeys(
        student,
        uids + names,
        aliases,
        [_to_pairs(name) for name in names + aliases],
        CostumeNames.costume_of(student),
        [_to_pairs(name) for name in own],
    )


def find_by_name(text: str, named: NamedStudents) -> NameMatches:
    """A text that is longer than any name matches nothing."""
    if len(text) > MAX_NAME_LENGTH:
        return NameMatches([], [])
    key = fold_name(text)
    matches = [keys.student for keys in named.keys if key in keys.names] or [
        keys.student for keys in named.keys if key in keys.aliases
    ]
    if matches:
        return NameMatches(matches, [])
    reading = named.costumes.read(text)
    if reading.student is not None:
        return NameMatches([reading.student], [])
    return NameMatches([], _find_nearest(key, named.keys, reading))


def _find_nearest(
    key: str, students: Sequence[StudentKeys], reading: CostumeReading
) -> list[CatalogueStudent]:
    if reading.candidates or reading.is_unmet:
        return reading.candidates[:_MAX_NEAREST]
    typed = _to_pairs(key)

    def rate(keys: StudentKeys) -> float:
        if keys.costume is None:
            return 0 if reading.is_in_costume else _most_similar(typed, keys.pairs)
        own = reading.beside.get(keys.costume)
        if own is None:
            return 0
        return max(_most_similar(typed, keys.pairs), _most_similar(_to_pairs(own), keys.own_pairs))

    rated = [(rate(keys), keys.student) for keys in students]
    similar = [one for one in rated if one[0] >= _MIN_SIMILARITY]
    similar.sort(key=lambda one: -one[0])
    return [student for _, student in similar[:_MAX_NEAREST]]


def _most_similar(typed: set[str], names: Sequence[set[str]]) -> float:
    return max(_dice_coefficient(typed, name) for name in names)


def _dice_coefficient(a: set[str], b: set[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b))


def _to_pairs(key: str) -> set[str]:
    """Each two letters that follow each other, with both ends of the text. Korean syllables are taken apart."""
    letters = f" {unicodedata.normalize('NFD', key)} "
    return {letters[i : i + 2] for i in range(len(letters) - 1)}
