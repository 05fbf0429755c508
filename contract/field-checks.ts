import type { Bilingual } from './bilingual.ts';
import { STATE_FIELDS, STATE_NAMES, type StateField, type StateName } from './state-fields.ts';
import type { BilingualFieldError } from './state-rules.ts';

type IntegerRange = Pick<StateField, 'min' | 'max' | 'nullable'>;

/** Checks the state fields of a body as the API does: each invalid one, then each unknown one. */
export function checkFields(
  sent: Readonly<Record<string, unknown>>,
  required: readonly StateName[],
): BilingualFieldError[] {
  const invalid = STATE_NAMES.filter((name) =>
    sent[name] === undefined ? required.includes(name) : !isAccepted(STATE_FIELDS[name], sent[name]),
  );
  const unknown = Object.keys(sent).filter(
    (name) => name !== 'studentUid' && !Object.hasOwn(STATE_FIELDS, name),
  );
  return [
    ...invalid.map((field) => ({
      field,
      ...describeInteger(STATE_FIELDS[field], sent[field] === undefined),
    })),
    ...unknown.map(unknownFieldError),
  ];
}

export const isAccepted = ({ min, max, nullable }: IntegerRange, value: unknown): boolean =>
  value === null ? nullable : Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** What the field accepts, as a sentence. */
export function describeInteger({ min, max, nullable }: IntegerRange, isMissing: boolean): Bilingual {
  const ko = `${min}부터 ${max}까지의 정수`;
  const en = `an integer from ${min} to ${max}`;
  if (isMissing) return { ko: `필수 항목입니다. ${ko}를 보내십시오.`, en: `Required. Send ${en}.` };
  return nullable
    ? { ko: `${ko} 또는 null이어야 합니다.`, en: `Must be ${en}, or null.` }
    : { ko: `${ko}여야 합니다.`, en: `Must be ${en}.` };
}

const unknownFieldError = (field: string): BilingualFieldError => ({ field, ...UNKNOWN_FIELD });

export const UNKNOWN_FIELD: Bilingual = {
  ko: '이 요청에서 사용할 수 없는 필드입니다. 이름을 확인하거나 이 필드를 빼고 보내십시오.',
  en: 'This field cannot be used in this request. Check its name or leave it out.',
};
