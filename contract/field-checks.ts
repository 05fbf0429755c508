import { STATE_FIELDS, STATE_NAMES, type StateField, type StateName } from './state-fields.ts';
import type { FieldError } from './state-rules.ts';

type IntegerRange = Pick<StateField, 'min' | 'max' | 'nullable'>;

/** Checks the state fields of a body as the API does: each invalid one, then each unknown one. */
export function checkFields(
  sent: Readonly<Record<string, unknown>>,
  required: readonly StateName[],
): FieldError[] {
  const invalid = STATE_NAMES.filter((name) =>
    sent[name] === undefined ? required.includes(name) : !isAccepted(STATE_FIELDS[name], sent[name]),
  );
  const unknown = Object.keys(sent).filter(
    (name) => name !== 'studentUid' && !Object.hasOwn(STATE_FIELDS, name),
  );
  return [
    ...invalid.map((field) => ({
      field,
      message: describeInteger(STATE_FIELDS[field], sent[field] === undefined),
    })),
    ...unknown.map(unknownFieldError),
  ];
}

const isAccepted = ({ min, max, nullable }: IntegerRange, value: unknown): boolean =>
  value === null ? nullable : Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** What the field accepts, as a sentence. */
export function describeInteger({ min, max, nullable }: IntegerRange, isMissing: boolean): string {
  const range = `${min}부터 ${max}까지의 정수`;
  if (isMissing) return `필수 항목입니다. ${range}를 보내십시오.`;
  return nullable ? `${range} 또는 null이어야 합니다.` : `${range}여야 합니다.`;
}

export function unknownFieldError(field: string): FieldError {
  const message =
    field === 'studentUid'
      ? 'studentUid는 바꿀 수 없습니다. 본문에서 빼고 경로의 UID만 사용하십시오.'
      : '이 요청에서 사용할 수 없는 필드입니다. 이름을 확인하거나 이 필드를 빼고 보내십시오.';
  return { field, message };
}
