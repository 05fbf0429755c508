"""What players call a student in a costume."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .catalogue import CatalogueStudent
from .contract import COSTUME_NICKNAMES
from .student_name import split_name
from .text_folding import fold_name, to_search_key

_LATIN = re.compile("[a-z]+")
_HAN = re.compile("[\u3400-\u9fff]")
# Shorter beginnings of a costume's name might begin anything.
_MIN_LATIN_PREFIX = 3
_MIN_CLEAR_LATIN_PREFIX = 4
_MIN_CLEAR_PREFIX = 2
# Far more than any has. A hostile catalogue has endless ones.
_MAX_WORD_LENGTH = 40
# `sHoshino`, `HSChinatsu`.
_INITIALS = re.compile("^([a-zA-Z]|[A-Z]{2})(?=[A-Z][a-z])")

_Meanings = dict[str, bool]
"""A name or costume by what it is called; False where that is short for it."""


class CostumeReading(NamedTuple):
    """What a text says of a student in a costume."""

    student: CatalogueStudent | None
    """The one student whom the text names whole, in words with one meaning."""
    candidates: list[CatalogueStudent]
    """The students whom it may mean, the likeliest first."""
    is_unmet: bool
    """True if it names a student in a costume that no student of the catalogue has."""
    beside: dict[str, str]
    """What the text has beside the longest words for each costume that it may have."""
    is_in_costume: bool
    """True if the text certainly has words of a costume."""


class _Division(NamedTuple):
    word: str
    name: str
    is_apart: bool
    is_before: bool


class CostumeNames:
    """
    Reads what players call a student in a costume: `NY Haruna`, `D. Hina`, `체유카`, `水着ホシノ`. Costumes and the short forms
    of names are those of the catalogue's own names and aliases.
    """

    def __init__(self, students: Sequence[CatalogueStudent]) -> None:
        self._costumes: dict[str, _Meanings] = {}
        self._names: dict[str, _Meanings] = {}
        self._students: dict[tuple[str, str], CatalogueStudent] = {}
        for student in students:
            self._add_student(student)
        for costume, words in COSTUME_NICKNAMES.items():
            for word in words.split("|"):
                _add_meaning(self._costumes, fold_name(word), fold_name(costume), True)
        for student in students:
            self._add_short_names(student)
        self._longest = max(map(len, self._costumes), default=0) + max(map(len, self._names), default=0)

    @staticmethod
    def costume_of(student: CatalogueStudent) -> str | None:
        """The costume of a student as `beside` names it."""
        costume = split_name(student["names"]["ko"]).costume
        return None if costume is None else fold_name(costume)

    def read(self, text: str) -> CostumeReading:
        # Whether the text names the student whole, by UID.
        found: dict[str, tuple[CatalogueStudent, bool]] = {}
        beside: dict[str, str] = {}
        is_unmet = is_misspelt = is_in_costume = False
        for word, name, is_apart, is_before in self._divide(text):
            is_latin = _LATIN.fullmatch(word) is not None
            costumes = self._costumes_of(word, is_apart, is_latin)
            is_clear = costumes is not None and _is_sure(costumes)
            is_in_costume |= is_clear and (is_apart or len(word) >= (4 if is_latin else 3))
            owners = self._names.get(name, {})
            for costume in costumes or {}:
                if costume not in beside or len(name) < len(beside[costume]):
                    beside[costume] = name
                for owner, is_whole_name in owners.items():
                    student = self._students.get((owner, costume))
                    if student is not None:
                        uid = student["studentUid"]
                        is_known = uid in found and found[uid][1]
                        found[uid] = (student, is_known or (is_clear and is_whole_name))
            is_whole = any(owners.values())
            if is_whole and costumes is None and not is_apart and (is_latin or not is_before):
                is_misspelt = True
            elif is_whole or (is_clear and owners):
                is_unmet = True
        candidates = sorted(found.values(), key=lambda one: not one[1])
        named = [student for student, is_whole in candidates if is_whole]
        return CostumeReading(
            named[0] if len(named) == 1 else None,
            [student for student, _ in candidates],
            is_unmet and not is_misspelt and not candidates,
            beside,
            is_in_costume,
        )

    def _divide(self, text: str) -> Iterator[_Division]:
        """A text as a costume before or behind a name, wherever it can be divided."""
        key, word_starts = to_search_key(_INITIALS.sub(r"\1 ", text))
        if len(key) > self._longest:
            return
        for at in range(1, len(key)):
            is_apart = at in word_starts
            yield _Division(key[:at], key[at:], is_apart, True)
            yield _Division(key[at:], key[:at], is_apart, False)

    def _costumes_of(self, word: str, is_apart: bool, is_latin: bool) -> _Meanings | None:
        costumes = self._costumes.get(word)
        if costumes is None or not is_latin:
            return costumes
        return costumes if is_apart or len(word) >= _MIN_CLEAR_LATIN_PREFIX or _is_sure(costumes) else None

    def _add_student(self, student: CatalogueStudent) -> None:
        own, named = split_name(student["names"]["ko"])
        owner, costume = fold_name(own), self.costume_of(student)
        for name in (*student["names"].values(), *student["aliases"]):
            said, word = split_name(name)
            if named is not None and word is None:
                continue
            _add_meaning(self._names, fold_name(said), owner, True)
            if costume is not None and word is not None:
                self._add_costume(word, costume)
        if costume is None:
            return
        self._students[owner, costume] = student
        # `정아루` of 아루(새해) says that 정 is short for 새해.
        for alias in map(fold_name, student["aliases"]):
            if alias.endswith(owner) and alias != owner:
                _add_meaning(self._costumes, alias.removesuffix(owner), costume, True)

    def _add_costume(self, words: str, costume: str) -> None:
        """The words for a costume, and what is short for them."""
        key, word_starts = to_search_key(words)
        if len(key) > _MAX_WORD_LENGTH:
            return
        is_latin = _LATIN.fullmatch(key) is not None
        clear = _MIN_CLEAR_LATIN_PREFIX if is_latin else _MIN_CLEAR_PREFIX
        for length in range(_MIN_LATIN_PREFIX if is_latin else clear, len(key) + 1):
            _add_meaning(self._costumes, key[:length], costume, length >= clear or length == len(key))
        if is_latin:
            _add_meaning(self._costumes, "".join(key[start] for start in word_starts), costume, False)
        # A single kana begins too much.
        elif words == costume or _HAN.match(key):
            _add_meaning(self._costumes, key[:1], costume, words == costume)

    def _add_short_names(self, student: CatalogueStudent) -> None:
        """시로코 is short as 로코, and 유우카 as 유카, because `체유카` is 유우카(체육복)."""
        costume = self.costume_of(student)
        if costume is None:
            return
        owner = fold_name(split_name(student["names"]["ko"]).own)
        if len(owner) > 2:
            _add_meaning(self._names, owner[1:], owner, False)
        for alias in map(fold_name, student["aliases"]):
            if _LATIN.fullmatch(alias) or len(alias) < 3 or costume not in self._costumes.get(alias[:1], {}):
                continue
            _add_meaning(self._names, alias[1:], owner, False)


def _add_meaning(words: dict[str, _Meanings], word: str, meaning: str, is_whole: bool) -> None:
    meanings = words.setdefault(word, {})
    meanings[meaning] = is_whole or meanings.get(meaning, False)


def _is_sure(meanings: _Meanings) -> bool:
    """True if a word has one meaning, and stands for all of it."""
    return list(meanings.values()) == [True]
