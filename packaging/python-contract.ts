import { AREA_NAMES } from '../contract/areas.ts';
import { BOND_RANK_STARTS } from '../contract/bond-ranks.ts';
import { ERROR_CODES } from '../contract/errors.ts';
import { CHANGE_KINDS } from '../contract/history.ts';
import {
  MAX_CHANGES_PER_PAGE,
  MAX_ITEM_CHANGES,
  MAX_ITEM_COUNT,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PRIORITY,
  MAX_QUERY_LENGTH,
} from '../contract/limits.ts';
import { DEFAULT_AREAS, DEVICE_GRANT, OAUTH_PATHS, POLL_INTERVAL_SECONDS } from '../contract/oauth.ts';
import { OPERATION_HEADER, RAISE_ONLY_HEADER } from '../contract/operation-headers.ts';
import { API_PREFIX, BETA_PREFIX, CATALOGUE_PATH } from '../contract/paths.ts';
import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES, type StateName } from '../contract/state-fields.ts';
import { ABILITY_FIELDS, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../contract/state-rules.ts';
import { COSTUME_NICKNAMES } from '../game/costume-nicknames.ts';
import { describeField } from './field-comment.ts';

const MAX_LINE_LENGTH = 110;

const text = (value: string): string => JSON.stringify(value);
const tuple = (values: readonly unknown[]): string =>
  `(${values.map((value) => JSON.stringify(value)).join(', ')})`;
const literal = (values: readonly string[]): string => `Literal[\n${fill(values)}]`;

/** As many items on a line as it holds. */
function fill(items: readonly unknown[]): string {
  const lines = [''];
  for (const item of items) {
    const line = `${lines.at(-1)} ${JSON.stringify(item)},`;
    if (line.length <= MAX_LINE_LENGTH - 3) lines[lines.length - 1] = line;
    else lines.push(` ${JSON.stringify(item)},`);
  }
  return lines.map((line) => `   ${line}\n`).join('');
}

const typeOf = (name: StateName): string => (STATE_FIELDS[name].nullable ? 'int | None' : 'int');

function describe(name: StateName): string {
  const { min, max, nullable } = STATE_FIELDS[name];
  const range = `From ${min} to ${max}${nullable ? ', None if unknown' : ''}`;
  return `    """${describeField(name, range)}"""`;
}

const declareFields = (toType: (name: StateName) => string): string =>
  STATE_NAMES.map((name) => `    ${name}: ${toType(name)}`).join('\n');

const required = REQUIRED_NAMES as readonly StateName[];

/** `python/rollbook/contract.py`: what the Python client needs of the contract. */
export const describeContract =
  (): string => `# Written by \`npm run contract:python\` from contract/. Do not edit.
"""The state fields, bounds, rules and codes of the API."""

from typing import Final, Literal, NamedTuple, Required, TypedDict

StateName = ${literal(STATE_NAMES)}
ErrorCode = ${literal(ERROR_CODES)}
ChangeKind = ${literal(CHANGE_KINDS)}
Area = ${literal(AREA_NAMES)}


class StateField(NamedTuple):
    """What a state field accepts."""

    min: int
    max: int
    nullable: bool


class GrowthState(TypedDict):
    """The stored and returned state: every field is present, None if unknown."""

${STATE_NAMES.map((name) => `    ${name}: ${typeOf(name)}\n${describe(name)}`).join('\n')}


class RecruitedStudent(GrowthState):
    """One recruited student, with every state field."""

    studentUid: str
    """The representative UID."""


class StudentRegistration(TypedDict, total=False):
    """The state of a student to register. What it leaves out is None, except for a bond that was recorded before."""

    studentUid: Required[str]
    """The UID of any form of the student."""
${declareFields((name) => (required.includes(name) ? `Required[${typeOf(name)}]` : typeOf(name)))}


class StudentPatch(TypedDict, total=False):
    """The fields of a student to change. None clears one."""

${declareFields(typeOf)}


STATE_FIELDS: Final[dict[StateName, StateField]] = {
${STATE_NAMES.map((name) => {
  const { min, max, nullable } = STATE_FIELDS[name];
  return `    ${text(name)}: StateField(${min}, ${max}, ${nullable ? 'True' : 'False'}),`;
}).join('\n')}
}
STATE_NAMES: Final[tuple[StateName, ...]] = tuple(STATE_FIELDS)
REQUIRED_NAMES: Final[tuple[StateName, ...]] = ${tuple(REQUIRED_NAMES)}

WEAPON_LEVEL_CAPS: Final = ${tuple(WEAPON_LEVEL_CAPS)}
WEAPON_REQUIRED_TIER: Final = ${WEAPON_REQUIRED_TIER}
ABILITY_FIELDS: Final[tuple[StateName, ...]] = ${tuple(ABILITY_FIELDS)}
BOND_RANK_STARTS: Final[tuple[int, ...]] = (
${fill(BOND_RANK_STARTS)})

MAX_PAGE_SIZE: Final = ${MAX_PAGE_SIZE}
MAX_CHANGES_PER_PAGE: Final = ${MAX_CHANGES_PER_PAGE}
MAX_QUERY_LENGTH: Final = ${MAX_QUERY_LENGTH}
MAX_NAME_LENGTH: Final = ${MAX_NAME_LENGTH}
MAX_LABELS: Final = ${MAX_LABELS}
MAX_LABEL_LENGTH: Final = ${MAX_LABEL_LENGTH}
MAX_NOTE_LENGTH: Final = ${MAX_NOTE_LENGTH}
MAX_PRIORITY: Final = ${MAX_PRIORITY}
MAX_ITEM_CHANGES: Final = ${MAX_ITEM_CHANGES}
MAX_ITEM_COUNT: Final = ${MAX_ITEM_COUNT}

COSTUME_NICKNAMES: Final[dict[str, str]] = {
${Object.entries(COSTUME_NICKNAMES)
  .map(([costume, words]) => `    ${text(costume)}: ${text(words)},`)
  .join('\n')}
}

API_PREFIX: Final = ${text(API_PREFIX)}
BETA_PREFIX: Final = ${text(BETA_PREFIX)}
CATALOGUE_PATH: Final = ${text(CATALOGUE_PATH)}
OPERATION_HEADER: Final = ${text(OPERATION_HEADER)}
RAISE_ONLY_HEADER: Final = ${text(RAISE_ONLY_HEADER)}

DEFAULT_AREAS: Final[tuple[Area, ...]] = (
${fill(DEFAULT_AREAS)})
DEVICE_PATH: Final = ${text(OAUTH_PATHS.device)}
TOKEN_PATH: Final = ${text(OAUTH_PATHS.token)}
REVOKE_PATH: Final = ${text(OAUTH_PATHS.revoke)}
DEVICE_GRANT: Final = ${text(DEVICE_GRANT)}
POLL_INTERVAL_SECONDS: Final = ${POLL_INTERVAL_SECONDS}
`;

if (import.meta.main) process.stdout.write(describeContract());
