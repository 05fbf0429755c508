# Written by `npm run contract:python` from contract/. Do not edit.
"""The state fields, bounds, rules and codes of the API."""

from typing import Final, Literal, NamedTuple, Required, TypedDict

StateName = Literal[
    "tier", "weaponTier", "level", "skillEx", "skillNormal", "skillEnhanced", "skillSub", "equip1", "equip2",
    "equip3", "equip1Level", "equip2Level", "equip3Level", "equipSpecial", "weaponLevel", "abilityHp",
    "abilityAtk", "abilityHeal", "bond", "bondExp",
]
ErrorCode = Literal[
    "invalid_request", "unauthorized", "forbidden", "not_found", "student_not_recruited",
    "student_already_recruited", "rate_limited", "internal_error", "unavailable",
]
ChangeKind = Literal[
    "registered", "changed", "removed", "bond",
]
Area = Literal[
    "roster:read", "roster:propose", "roster:write", "plan:read", "plan:write", "history:read",
]


class StateField(NamedTuple):
    """What a state field accepts."""

    min: int
    max: int
    nullable: bool


class GrowthState(TypedDict):
    """The stored and returned state: every field is present, None if unknown."""

    tier: int
    """Student star tier. From 1 to 5. `weaponTier` 1 or higher requires `tier` 5."""
    weaponTier: int
    """Unique-weapon star tier; 0 is no unique weapon. From 0 to 4. `weaponTier` 1 or higher requires `tier` 5. The maximum `weaponLevel` is 0, 30, 40, 50, 60 for `weaponTier` 0, 1, 2, 3, 4. `abilityHp`, `abilityAtk`, `abilityHeal` may be 1 or higher only if `weaponTier` is 1 or higher."""
    level: int | None
    """Student level. From 1 to 90, None if unknown."""
    skillEx: int | None
    """EX skill level. From 1 to 5, None if unknown."""
    skillNormal: int | None
    """Basic skill level. From 1 to 10, None if unknown."""
    skillEnhanced: int | None
    """Enhanced skill level. From 1 to 10, None if unknown."""
    skillSub: int | None
    """Sub skill level. From 1 to 10, None if unknown."""
    equip1: int | None
    """Tier of equipment slot 1. From 1 to 10, None if unknown."""
    equip2: int | None
    """Tier of equipment slot 2. From 1 to 10, None if unknown."""
    equip3: int | None
    """Tier of equipment slot 3. From 1 to 10, None if unknown."""
    equip1Level: int | None
    """Level of equipment slot 1. From 1 to 70, None if unknown."""
    equip2Level: int | None
    """Level of equipment slot 2. From 1 to 70, None if unknown."""
    equip3Level: int | None
    """Level of equipment slot 3. From 1 to 70, None if unknown."""
    equipSpecial: int | None
    """Favourite item tier. From 1 to 2, None if unknown."""
    weaponLevel: int | None
    """Unique-weapon level; its upper bound depends on weaponTier. From 0 to 60, None if unknown. The maximum `weaponLevel` is 0, 30, 40, 50, 60 for `weaponTier` 0, 1, 2, 3, 4."""
    abilityHp: int | None
    """Ability unlock (HP). From 0 to 25, None if unknown. `abilityHp`, `abilityAtk`, `abilityHeal` may be 1 or higher only if `weaponTier` is 1 or higher."""
    abilityAtk: int | None
    """Ability unlock (attack). From 0 to 25, None if unknown. `abilityHp`, `abilityAtk`, `abilityHeal` may be 1 or higher only if `weaponTier` is 1 or higher."""
    abilityHeal: int | None
    """Ability unlock (healing). From 0 to 25, None if unknown. `abilityHp`, `abilityAtk`, `abilityHeal` may be 1 or higher only if `weaponTier` is 1 or higher."""
    bond: int | None
    """Bond rank. From 1 to 100, None if unknown. If `bondExp` is outside the interval of the `bond` rank, or there is no `bond`, the request succeeds and `bondExp` is stored as `null`."""
    bondExp: int | None
    """Cumulative bond experience. From 0 to 240225, None if unknown. If `bondExp` is outside the interval of the `bond` rank, or there is no `bond`, the request succeeds and `bondExp` is stored as `null`."""


class RecruitedStudent(GrowthState):
    """One recruited student, with every state field."""

    studentUid: str
    """The representative UID."""


class StudentRegistration(TypedDict, total=False):
    """The state of a student to register. What it leaves out is None, except for a bond that was recorded before."""

    studentUid: Required[str]
    """The UID of any form of the student."""
    tier: Required[int]
    weaponTier: Required[int]
    level: int | None
    skillEx: int | None
    skillNormal: int | None
    skillEnhanced: int | None
    skillSub: int | None
    equip1: int | None
    equip2: int | None
    equip3: int | None
    equip1Level: int | None
    equip2Level: int | None
    equip3Level: int | None
    equipSpecial: int | None
    weaponLevel: int | None
    abilityHp: int | None
    abilityAtk: int | None
    abilityHeal: int | None
    bond: int | None
    bondExp: int | None


class StudentPatch(TypedDict, total=False):
    """The fields of a student to change. None clears one."""

    tier: int
    weaponTier: int
    level: int | None
    skillEx: int | None
    skillNormal: int | None
    skillEnhanced: int | None
    skillSub: int | None
    equip1: int | None
    equip2: int | None
    equip3: int | None
    equip1Level: int | None
    equip2Level: int | None
    equip3Level: int | None
    equipSpecial: int | None
    weaponLevel: int | None
    abilityHp: int | None
    abilityAtk: int | None
    abilityHeal: int | None
    bond: int | None
    bondExp: int | None


STATE_FIELDS: Final[dict[StateName, StateField]] = {
    "tier": StateField(1, 5, False),
    "weaponTier": StateField(0, 4, False),
    "level": StateField(1, 90, True),
    "skillEx": StateField(1, 5, True),
    "skillNormal": StateField(1, 10, True),
    "skillEnhanced": StateField(1, 10, True),
    "skillSub": StateField(1, 10, True),
    "equip1": StateField(1, 10, True),
    "equip2": StateField(1, 10, True),
    "equip3": StateField(1, 10, True),
    "equip1Level": StateField(1, 70, True),
    "equip2Level": StateField(1, 70, True),
    "equip3Level": StateField(1, 70, True),
    "equipSpecial": StateField(1, 2, True),
    "weaponLevel": StateField(0, 60, True),
    "abilityHp": StateField(0, 25, True),
    "abilityAtk": StateField(0, 25, True),
    "abilityHeal": StateField(0, 25, True),
    "bond": StateField(1, 100, True),
    "bondExp": StateField(0, 240225, True),
}
STATE_NAMES: Final[tuple[StateName, ...]] = tuple(STATE_FIELDS)
REQUIRED_NAMES: Final[tuple[StateName, ...]] = ("tier", "weaponTier")

WEAPON_LEVEL_CAPS: Final = (0, 30, 40, 50, 60)
WEAPON_REQUIRED_TIER: Final = 5
ABILITY_FIELDS: Final[tuple[StateName, ...]] = ("abilityHp", "abilityAtk", "abilityHeal")
BOND_RANK_STARTS: Final[tuple[int, ...]] = (
    0, 15, 45, 75, 110, 145, 180, 220, 260, 300, 360, 450, 555, 675, 815, 975, 1155, 1360, 1590, 1845, 2130,
    2445, 2790, 3165, 3575, 4020, 4500, 5020, 5580, 6180, 6825, 7515, 8250, 9030, 9860, 10740, 11670, 12655,
    13695, 14790, 15945, 17160, 18435, 19770, 21170, 22635, 24165, 25765, 27435, 29175, 30990, 32880, 34845,
    36885, 39005, 41205, 43485, 45850, 48300, 50835, 53460, 56175, 58980, 61875, 64865, 67950, 71130, 74410,
    77790, 81270, 84855, 88545, 92340, 96240, 100250, 104370, 108600, 112945, 117405, 121980, 126675, 131490,
    136425, 141480, 146660, 151965, 157395, 162955, 168645, 174465, 180420, 186510, 192735, 199095, 205595,
    212235, 219015, 225940, 233010, 240225,
)

MAX_PAGE_SIZE: Final = 100
MAX_CHANGES_PER_PAGE: Final = 500
MAX_QUERY_LENGTH: Final = 200
MAX_NAME_LENGTH: Final = 200
MAX_LABELS: Final = 10
MAX_LABEL_LENGTH: Final = 40
MAX_NOTE_LENGTH: Final = 500
MAX_PRIORITY: Final = 9999
MAX_ITEM_CHANGES: Final = 5000
MAX_ITEM_COUNT: Final = 9999999999

COSTUME_NICKNAMES: Final[dict[str, str]] = {
    "수영복": "swim|swimwear|bikini|비키니|水",
    "새해": "NY|new years|정월|신년|新年|晴れ着",
    "체육복": "정|운동복|운동회|체조복|sports|gym|PE|体操着",
    "응원단": "치|치어|치어리더|チア",
    "크리스마스": "xmas|산타|santa|サンタ",
    "바니걸": "토끼",
    "온천": "onsen",
    "캠핑": "캠프",
    "무장": "임전|배틀",
    "드레스": "디",
    "교복": "uniform|학생복",
    "어린이": "child|chibi|꼬마|유녀|ちび",
    "아르바이트": "알바|バイト|part time",
    "파자마": "잠옷|pyjamas|pj",
    "치파오": "차이나|china|チャイナ|cheongsam",
    "라이딩": "자전거|bike|cyclist",
    "매지컬": "마법소녀|魔法少女|magical girl",
}

API_PREFIX: Final = "/v1"
BETA_PREFIX: Final = "/beta"
CATALOGUE_PATH: Final = "/catalogue.json"
OPERATION_HEADER: Final = "bulk-operation"
RAISE_ONLY_HEADER: Final = "raise-only"

DEFAULT_AREAS: Final[tuple[Area, ...]] = (
    "roster:read",
)
DEVICE_PATH: Final = "/oauth/device"
TOKEN_PATH: Final = "/oauth/token"
REVOKE_PATH: Final = "/oauth/revoke"
DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
POLL_INTERVAL_SECONDS: Final = 5
