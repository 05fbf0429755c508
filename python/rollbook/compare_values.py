"""What a new value does to the recorded one."""

from typing import Literal

from .contract import STATE_NAMES, StateName
from .state_rules import Values, apply_patch, changes_to

ValueEffect = Literal["raises", "records", "lowers", "clears"]
"""`records`: there was none."""

# A step of the first value sets the second one back, so that a lower second one is no loss.
_FIRST_OF_PAIR: dict[StateName, StateName] = {
    "equip1Level": "equip1",
    "equip2Level": "equip2",
    "equip3Level": "equip3",
    "bondExp": "bond",
}


def find_losses(recorded: Values, wanted: Values) -> set[StateName]:
    """The fields that `wanted` would lower or clear."""
    after = apply_patch(recorded, wanted)
    changes = changes_to(recorded, wanted)
    return {
        name
        for name in STATE_NAMES
        if name in changes and _compare_field(name, recorded, after) in ("lowers", "clears")
    }


def omit_losses(recorded: Values, wanted: Values) -> Values:
    """What is left of `wanted` for a write that may only raise."""
    losses = find_losses(recorded, wanted)
    return {name: value for name, value in wanted.items() if name not in losses}


def _compare_field(name: StateName, recorded: Values, after: Values) -> ValueEffect:
    effect = _compare_numbers(recorded.get(name), after[name])
    first = _FIRST_OF_PAIR.get(name)
    if first is None or recorded.get(first) == after[first]:
        return effect
    step = _compare_numbers(recorded.get(first), after[first])
    return step if step == "lowers" or (step == "raises" and effect == "lowers") else effect


def _compare_numbers(before: int | None, after: int | None) -> ValueEffect:
    if before is None:
        return "records"
    if after is None:
        return "clears"
    return "lowers" if after < before else "raises"
