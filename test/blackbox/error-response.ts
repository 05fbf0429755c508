import assert from 'node:assert/strict';
import type { Answer } from '../service.ts';

const HANGUL = /[가-힣]/;

/** Asserts that the response is an error in the API's format; `fields` are compared only if given. */
export function refused(
  answer: Answer,
  status: number,
  code: string,
  fields?: readonly string[],
  label = '',
): void {
  assert.equal(answer.status, status, `${label} ${answer.text}`);
  assert.deepEqual(Object.keys(answer.body), ['error'], label);
  const { error } = answer.body;
  assert.equal(error.code, code, `${label} ${answer.text}`);
  assert.match(error.message, HANGUL, label);
  assert.match(error.docs, new RegExp(`^https?://[^#]+/docs#error-${code}$`), label);
  const known = ['code', 'message', 'fields', 'docs'];
  assert.deepEqual(
    Object.keys(error).filter((name) => !known.includes(name)),
    [],
    label,
  );
  if (code !== 'invalid_request') assert.equal(error.fields, undefined, `${label} ${answer.text}`);
  if (fields !== undefined) assert.deepEqual(fieldsOf(answer), fields, `${label} ${answer.text}`);
  for (const fieldError of error.fields ?? []) {
    assert.deepEqual(Object.keys(fieldError).sort(), ['field', 'message'], label);
    assert.match(fieldError.message, HANGUL, `${label} ${answer.text}`);
  }
}

export function fieldsOf(answer: Answer): string[] | undefined {
  return answer.body.error.fields?.map((fieldError: { field: string }) => fieldError.field);
}
