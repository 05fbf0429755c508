"""The students of the game, recruited or not."""

from typing import NamedTuple, TypedDict, Unpack, cast

from .answer_checks import is_catalogue, is_page_of_summaries
from .call import Call, CallOptions
from .catalogue import Catalogue, CatalogueStudent, complete_catalogue, list_names, note_date
from .contract import CATALOGUE_PATH
from .errors import Candidate, RollbookError
from .find_by_name import NamedStudents, find_by_name
from .listing import Listing
from .quoted_text import quote_text
from .text_folding import fold_name
from .transport import Transport


class StudentSummary(TypedDict):
    """A student that a search found."""

    studentUid: str
    name: str
    """In Korean."""


class _KeptCatalogue(NamedTuple):
    catalogue: Catalogue
    etag: str | None
    named: NamedStudents


class Students:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._kept: _KeptCatalogue | None = None

    def search(self, query: str, **options: Unpack[CallOptions]) -> Listing[StudentSummary]:
        """Searches the students, the best matches first. Iterate over all, or read one `page`; each page is one read."""
        return Listing(self._transport, "/students", {"query": query}, is_page_of_summaries, options)

    def resolve(self, name: str, **options: Unpack[CallOptions]) -> CatalogueStudent:
        """
        The one student with this name or UID, in any language, or else with this alias or costume (`NY Haruna`); needs no
        key. Raises `ambiguous_name` or `not_found` otherwise, with `candidates`, and `invalid_request` if the name is
        empty.
        """
        if fold_name(name) == "":
            raise RollbookError(
                "invalid_request",
                "The name is empty, or nothing but punctuation. Pass a name, an alias or a UID of a student.",
            )
        kept = self._read(self._transport.begin(options))
        matches, nearest = find_by_name(name, kept.named)
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise RollbookError(
                "ambiguous_name",
                f"Several students are named {quote_text(name)}: {list_names(matches)}.",
                candidates=_to_candidates(matches),
            )
        sentences = [f"No student is named {quote_text(name)}."]
        if nearest:
            sentences.append(f"Similar: {list_names(nearest)}.")
        raise RollbookError(
            "not_found",
            " ".join([*sentences, *note_date(kept.catalogue.date)]),
            candidates=_to_candidates(nearest),
        )

    def catalogue(self, **options: Unpack[CallOptions]) -> Catalogue:
        """Every student of the game. Kept, and asked for again only if it has changed."""
        return self.read_catalogue(self._transport.begin(options))

    def read_catalogue(self, call: Call) -> Catalogue:
        return self._read(call).catalogue

    def _read(self, call: Call) -> _KeptCatalogue:
        kept = self._kept
        received = self._transport.fetch_public(CATALOGUE_PATH, is_catalogue, kept and kept.etag, call)
        if received is None:
            # It is there if its ETag was sent.
            return cast(_KeptCatalogue, kept)
        catalogue = complete_catalogue(received.body, received.last_modified)
        self._kept = _KeptCatalogue(catalogue, received.etag, NamedStudents(catalogue.students))
        return self._kept


def _to_candidates(students: list[CatalogueStudent]) -> list[Candidate]:
    return [Candidate(student["studentUid"], student["names"]["ko"]) for student in students]
