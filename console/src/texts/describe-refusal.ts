import type { RollbookError } from '../../../client/rollbook-error.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import type { RuleViolation } from '../../../contract/state-rules.ts';
import { describeRange, FIELD_LABELS } from './field-texts.ts';
import { explainViolations, joinSentences } from './rule-texts.ts';

/** Why a plan refuses a student: rules that the state would break, or values that are out of range. */
export function describeRefusal({ cause, fields }: RollbookError): Bilingual {
  if (cause !== undefined) return explainViolations(cause as readonly RuleViolation[]);
  const invalid = STATE_NAMES.filter((name) => fields.some(({ field }) => field === name));
  return joinSentences(
    invalid.map((name) => {
      const label = FIELD_LABELS[name];
      const range = describeRange(STATE_FIELDS[name]);
      return { ko: `${label.ko}: ${range.ko}`, en: `${label.en}: ${range.en}` };
    }),
  );
}
