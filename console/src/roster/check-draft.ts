import type { Bilingual } from '../../../contract/bilingual.ts';
import { checkFields, describeInteger } from '../../../contract/field-checks.ts';
import {
  type GrowthState,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../contract/state-fields.ts';
import { brokenRules, checkStateRules, STATE_RULES } from '../../../contract/state-rules.ts';

export type DraftErrors = Partial<Record<StateName, Bilingual>>;

/** What is typed: `NaN` is a text that is no number. */
export type Draft = Partial<Record<StateName, number | null>>;

/** What the API would say to a draft, by field. `next` is the state with the draft applied. */
export function checkDraft(draft: Draft, next: GrowthState): DraftErrors {
  const errors: DraftErrors = {};
  for (const { field } of checkFields(draft, []))
    errors[field as StateName] = rangeSentence(field as StateName);
  if (Object.keys(errors).length > 0) return errors;
  const broken = brokenRules(next);
  // A broken rule is shown at every field that it binds, also at those that the draft leaves as they are.
  for (const { field, message } of checkStateRules(next, next))
    errors[field as StateName] = {
      ko: message,
      en: broken
        .filter((rule) => (STATE_RULES[rule].fields as readonly string[]).includes(field))
        .map((rule) => STATE_RULES[rule].en.replaceAll('`', ''))
        .join(' '),
    };
  return errors;
}

function rangeSentence(field: StateName): Bilingual {
  const { min, max, nullable } = STATE_FIELDS[field];
  return {
    ko: describeInteger(STATE_FIELDS[field], false),
    en: `A whole number from ${min} to ${max}${nullable ? ', or nothing' : ''}.`,
  };
}

/** Nothing is null, and what is no whole number is `NaN`, which every check refuses. */
export function parseValue(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** The fields of the draft that differ from the state, as they are sent. */
export const toPatch = (draft: Draft, state: GrowthState): StudentPatch =>
  Object.fromEntries(
    STATE_NAMES.filter((name) => draft[name] !== undefined && draft[name] !== state[name]).map((name) => [
      name,
      draft[name],
    ]),
  ) as StudentPatch;
