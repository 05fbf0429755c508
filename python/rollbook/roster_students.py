"""The recruited students of the key's account, one at a time."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypedDict, TypeVar, Unpack, cast
from urllib.parse import quote

from .answer_checks import AnswerCheck, is_page_of_states, is_removal, is_state, is_written_state
from .call import Call, CallOptions
from .compare_values import omit_losses
from .contract import REQUIRED_NAMES, RecruitedStudent, StudentPatch, StudentRegistration
from .errors import RollbookError
from .field_checks import check_changes, check_wanted, require_uid
from .listing import Listing
from .quoted_text import quote_uid
from .state_rules import changes_to, has_reached, is_same
from .transport import ApiRequest, Transport

T = TypeVar("T")

# How often `ensure` starts over.
_MAX_ROUNDS = 5
# What a look at the student can find out, other than its state.
_FINDINGS = frozenset(["student_not_recruited", "student_already_recruited", "not_found", "conflict"])
_REGISTRATION_CODES = frozenset(["student_already_recruited", "student_not_recruited"])


class Removed(TypedDict):
    studentUid: str
    deleted: Literal[True]


class Ensured(NamedTuple):
    """How a student came to the wanted state."""

    outcome: Literal["registered", "changed", "unchanged"]
    state: RecruitedStudent


class RosterStudents:
    """
    After a failure that leaves open whether a write took effect, each method reads the student and sends again only
    what is missing. The methods that end in `_in` are part of another call.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, student_uid: str, **options: Unpack[CallOptions]) -> RecruitedStudent:
        """The state of a recruited student. Raises `student_not_recruited` if there is none."""
        return self.get_in(self._transport.begin(options), student_uid)

    def register(
        self, state: StudentRegistration, *, raise_only: bool = False, **options: Unpack[CallOptions]
    ) -> RecruitedStudent:
        """
        Registers a student. Raises `student_already_recruited` if the student is registered. What the state leaves out is
        None. With `raise_only`, a recorded bond is not lowered.
        """
        return self.register_in(self._transport.begin(options), state, raise_only=raise_only)

    def patch(
        self,
        student_uid: str,
        changes: StudentPatch,
        *,
        raise_only: bool = False,
        **options: Unpack[CallOptions],
    ) -> RecruitedStudent:
        """
        Changes the named fields only. Raises `student_not_recruited` if the student is not registered. With
        `raise_only`, it leaves each value as it is that would be lowered or cleared, also if another tool has just raised
        it.
        """
        return self.patch_in(self._transport.begin(options), student_uid, changes, raise_only=raise_only)

    def remove(
        self,
        student_uid: str,
        *,
        expected: RecruitedStudent | None = None,
        **options: Unpack[CallOptions],
    ) -> Removed:
        """
        Removes a student, and the student's bond as well. With `expected`, the removal is not sent again if the student is in another
        state by then.
        """
        return self.remove_in(self._transport.begin(options), student_uid, expected)

    def ensure(self, wanted: StudentRegistration, **options: Unpack[CallOptions]) -> Ensured:
        """Brings one student to a state, recruited or not. What the state does not name stays as it is."""
        check_wanted(wanted, REQUIRED_NAMES)
        call = self._transport.begin(options)
        for _ in range(1, _MAX_ROUNDS):
            try:
                return self._ensure_once(call, wanted)
            except RollbookError as error:
                # Somebody else registered or removed the student in between.
                if error.code not in _REGISTRATION_CODES:
                    raise
        return self._ensure_once(call, wanted)

    def list_in(self, call: Call) -> list[RecruitedStudent]:
        listing: Listing[RecruitedStudent] = Listing(
            self._transport, "/me/students", {}, is_page_of_states, {}
        )
        return list(listing.read_pages(call))

    def get_in(self, call: Call, student_uid: str) -> RecruitedStudent:
        require_uid(student_uid)
        request = ApiRequest("GET", _to_path(student_uid))
        return cast(RecruitedStudent, self._transport.send(request, is_state, call))

    def register_in(
        self, call: Call, state: StudentRegistration, *, raise_only: bool = False
    ) -> RecruitedStudent:
        check_wanted(state, REQUIRED_NAMES)
        student_uid = state["studentUid"]

        def look_up() -> RecruitedStudent | None:
            current = self._find(call, student_uid)
            if current is None:
                return None
            if has_reached(current, omit_losses(current, state) if raise_only else state):
                return current
            raise RollbookError(
                "student_already_recruited",
                f"{quote_uid(student_uid)} is registered already, in another state.",
            )

        return self._send_until_known(
            lambda: ApiRequest("POST", "/me/students", body=state, raise_only=raise_only),
            is_written_state,
            look_up,
            call,
        )

    def patch_in(
        self, call: Call, student_uid: str, changes: StudentPatch, *, raise_only: bool = False
    ) -> RecruitedStudent:
        check_changes(student_uid, changes)
        missing = changes

        def look_up() -> RecruitedStudent | None:
            nonlocal missing
            current = self.get_in(call, student_uid)
            missing = changes_to(current, omit_losses(current, changes) if raise_only else changes)
            return None if missing else current

        return self._send_until_known(
            lambda: ApiRequest("PATCH", _to_path(student_uid), body=missing, raise_only=raise_only),
            is_written_state,
            look_up,
            call,
        )

    def remove_in(self, call: Call, student_uid: str, expected: RecruitedStudent | None) -> Removed:
        require_uid(student_uid)

        def look_up() -> Removed | None:
            current = self._find(call, student_uid)
            if current is None:
                return {"studentUid": student_uid, "deleted": True}
            if expected is not None and not is_same(current, expected):
                raise conflict_error(student_uid)
            return None

        return self._send_until_known(
            lambda: ApiRequest("DELETE", _to_path(student_uid)), is_removal, look_up, call
        )

    def _ensure_once(self, call: Call, wanted: StudentRegistration) -> Ensured:
        current = self._find(call, wanted["studentUid"])
        if current is None:
            return Ensured("registered", self.register_in(call, wanted))
        changes = changes_to(current, wanted)
        if not changes:
            return Ensured("unchanged", current)
        return Ensured("changed", self.patch_in(call, wanted["studentUid"], changes))

    def _find(self, call: Call, student_uid: str) -> RecruitedStudent | None:
        try:
            return self.get_in(call, student_uid)
        except RollbookError as error:
            if error.code == "student_not_recruited":
                return None
            raise

    def _send_until_known(
        self,
        to_request: Callable[[], ApiRequest],
        is_answer: AnswerCheck,
        look_up: Callable[[], T | None],
        call: Call,
    ) -> T:
        """
        Sends a write until its outcome is known. `look_up` returns the result if the write has taken effect, or None if
        it must be sent again.
        """
        attempt = 0
        while True:
            attempt += 1
            try:
                return cast(T, self._transport.send(to_request(), is_answer, call))
            except RollbookError as error:
                # The first attempt may have taken effect after it was looked up.
                is_own_effect = attempt > 1 and error.code in _REGISTRATION_CODES
                if call.max_retries == 0 or not (error.may_be_processed or is_own_effect):
                    raise
                try:
                    result = look_up()
                except RollbookError as look_up_error:
                    if look_up_error.code in _FINDINGS or look_up_error.code == "aborted":
                        raise
                    # A look that fails tells nothing of the write.
                    raise error from look_up_error
                if result is not None:
                    return result
                if attempt > call.max_retries:
                    raise


def conflict_error(student_uid: str) -> RollbookError:
    message = f"{quote_uid(student_uid)} was changed since the plan was made. Plan again."
    return RollbookError("conflict", message)


def _to_path(student_uid: str) -> str:
    """A UID with half a character, which no URL can express, is that of no student either way."""
    return f"/me/students/{quote(student_uid, safe='', errors='replace')}"
