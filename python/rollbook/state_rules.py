"""What a write makes of a state, and the cross-field rules that the result must satisfy."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from .contract import (
    ABILITY_FIELDS,
    BOND_RANK_STARTS,
    STATE_FIELDS,
    STATE_NAMES,
    WEAPON_LEVEL_CAPS,
    WEAPON_REQUIRED_TIER,
    StateName,
    StudentPatch,
)
from .errors import InvalidField

Values = Mapping[str, Any]
"""State fields by name: a state, a registration or a patch."""


def apply_registration(sent: Values) -> dict[str, Any]:
    """A registration sets omitted fields to None. A bond that was recorded before is not known here."""
    return apply_patch(dict.fromkeys(STATE_NAMES), sent)


def apply_patch(recorded: Values, sent: Values) -> dict[str, Any]:
    """A patch changes only the fields that it contains."""
    after = {name: sent.get(name, recorded.get(name)) for name in STATE_NAMES}
    return {**after, "bondExp": _normalize_bond_exp(after["bond"], after["bondExp"])}


def changes_to(current: Values, wanted: Values) -> StudentPatch:
    """The fields to send so that a student reaches the wanted state. Empty if it has."""
    after = apply_patch(current, wanted)
    changes = {name: after[name] for name in STATE_NAMES if name in wanted and after[name] != current.get(name)}
    return cast(StudentPatch, changes)


def has_reached(current: Values, wanted: Values) -> bool:
    return not changes_to(current, wanted)


def is_same(a: Values, b: Values) -> bool:
    return all(a.get(name) == b.get(name) for name in STATE_NAMES)


def _bond_interval(rank: int | None) -> range | None:
    """The experience of a rank; None if there is no such rank."""
    if rank is None or not 1 <= rank <= len(BOND_RANK_STARTS):
        return None
    rank = int(rank)
    end = BOND_RANK_STARTS[rank] if rank < len(BOND_RANK_STARTS) else STATE_FIELDS["bondExp"].max + 1
    return range(BOND_RANK_STARTS[rank - 1], end)


def _normalize_bond_exp(rank: int | None, exp: int | None) -> int | None:
    """None if the experience is outside the interval of its rank, or if there is no such rank."""
    interval = _bond_interval(rank)
    return exp if exp is not None and interval is not None and exp in interval else None


def describe_wanted(name: str, wanted: Values) -> str:
    """The rules that wanted values break, as far as they name all fields of a rule, on one of them."""
    named = {
        known: int(wanted[known])
        for known, field in STATE_FIELDS.items()
        if isinstance(wanted.get(known), int | float) and field.min <= wanted[known] <= field.max
    }
    violations = [*_find_violations({**dict.fromkeys(STATE_NAMES), "weaponTier": 0, **named})]
    interval = _bond_interval(named.get("bond"))
    if interval is not None and named.get("bondExp", interval.start) not in interval:
        en = f"With bond {named['bond']}, bondExp goes from {interval.start} to {interval[-1]}."
        violations.append(_Violation(("bondExp",), en))
    return " ".join(
        violation.en for violation in violations if name in violation.fields and named.keys() >= {*violation.fields}
    )


class _Violation(NamedTuple):
    fields: Sequence[StateName]
    en: str


def check_state_rules(after: Values, sent: Values) -> list[InvalidField]:
    """Reports broken rules on the fields that were sent, each once and in table order."""
    sentences: dict[StateName, list[str]] = {}
    for violation in _find_violations(after):
        for name in violation.fields:
            if name in sent:
                sentences.setdefault(name, []).append(violation.en)
    return [InvalidField(name, " ".join(sentences[name])) for name in STATE_NAMES if name in sentences]


def _find_violations(after: Values) -> Iterator[_Violation]:
    tier, weapon_tier, weapon_level = after["tier"], int(after["weaponTier"]), after["weaponLevel"]
    if weapon_tier >= 1 and tier != WEAPON_REQUIRED_TIER:
        yield _Violation(
            ("tier", "weaponTier"), f"With weaponTier 1 or more, tier must be {WEAPON_REQUIRED_TIER}."
        )
    cap = WEAPON_LEVEL_CAPS[weapon_tier] if weapon_tier < len(WEAPON_LEVEL_CAPS) else 0
    if weapon_level is not None and weapon_level > cap:
        yield _Violation(
            ("weaponTier", "weaponLevel"),
            "Without a unique weapon, weaponLevel must be 0 or null."
            if cap == 0
            else f"With weaponTier {weapon_tier}, weaponLevel goes up to {cap}.",
        )
    locked: list[StateName] = [name for name in ABILITY_FIELDS if weapon_tier == 0 and (after[name] or 0) >= 1]
    if locked:
        yield _Violation(
            ("weaponTier", *locked), f"Without a unique weapon, {', '.join(locked)} must be 0 or null."
        )
