import { describeInteger, isAccepted, UNKNOWN_FIELD } from '../contract/field-checks.ts';
import type { WantedValues } from '../contract/goals.ts';
import {
  MAX_ITEM_CHANGES,
  MAX_ITEM_COUNT,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_NOTE_LENGTH,
  MAX_PRIORITY,
} from '../contract/request-limits.ts';
import { STATE_FIELDS, type StateName } from '../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../contract/state-rules.ts';
import { checkWantedValues } from '../contract/wanted-rules.ts';

const LABEL = `Must be a text of 1 to ${MAX_LABEL_LENGTH} characters, without control characters and without spaces at its ends.`;

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['wanted', 'Must be an object with at least one value.'],
  ['labels', `Must be a list of up to ${MAX_LABELS} different texts.`],
  ['label', LABEL],
  ['note', `Must be a text of up to ${MAX_NOTE_LENGTH} characters, without NUL.`],
  ['priority', `Must be an integer from 0 to ${MAX_PRIORITY}.`],
  ['isPaused', 'Must be true or false.'],
  ['fields', 'Must be a list of different state fields that the goal wants, at least one.'],
  ['spend', 'Must be true or false.'],
  ['items', `Must be an object with counts by item ID, ${MAX_ITEM_CHANGES} at most.`],
]);
const PARTS: ReadonlyMap<string, string> = new Map([
  ['labels', LABEL],
  ['fields', 'Must be a state field that the goal wants.'],
  [
    'items',
    `Must be the ID of an item, with an integer from 0 to ${MAX_ITEM_COUNT} or null. /growth.json has the IDs.`,
  ],
]);

/** The values that a field of goals, stock and plan may have; undefined for other fields. */
export function describePlanField(field: string, body: unknown): string | undefined {
  const [name = '', part] = field.split('.', 2);
  if (part === undefined) return FIELDS.get(name);
  // The service may name a field that was not sent.
  return name === 'wanted' ? describeWanted(part, Object(Object(body).wanted)) : PARTS.get(name);
}

function describeWanted(part: string, wanted: WantedValues): string {
  if (!Object.hasOwn(STATE_FIELDS, part)) return UNKNOWN_FIELD.en;
  const name = part as StateName;
  const range = { ...STATE_FIELDS[name], nullable: false };
  return isAccepted(range, wanted[name]) ? describeRules(name, wanted) : describeInteger(range, false).en;
}

/** The rules that a field breaks with others that were sent, or else all. */
export const describeRules = (name: string, sent: WantedValues): string =>
  checkWantedValues(sent).find(({ field }) => field === name)?.en ?? RULES;

const RULES = `weaponLevel goes up to ${WEAPON_LEVEL_CAPS.join(', ')} by weaponTier; abilities require weaponTier 1 or more, which requires tier ${WEAPON_REQUIRED_TIER}.`;
