import assert from 'node:assert/strict';
import type { Answer } from '../service.ts';

const HANGUL = /[가-힣]/;

/** Holds an error answer against SPEC 7. Without `fields` those of an invalid_request are not looked at. */
export function refused(
  answer: Answer,
  status: number,
  code: string,
  fields?: readonly string[],
  of = '',
): void {
  assert.equal(answer.status, status, `${of} ${answer.text}`);
  assert.deepEqual(Object.keys(answer.body), ['error'], of);
  const { error } = answer.body;
  assert.equal(error.code, code, `${of} ${answer.text}`);
  assert.match(error.message, HANGUL, of);
  assert.match(error.docs, new RegExp(`^https?://[^#]+/docs#error-${code}$`), of);
  const known = ['code', 'message', 'fields', 'docs'];
  assert.deepEqual(
    Object.keys(error).filter((name) => !known.includes(name)),
    [],
    of,
  );
  if (code !== 'invalid_request') assert.equal(error.fields, undefined, `${of} ${answer.text}`);
  if (fields !== undefined) assert.deepEqual(fieldsOf(answer), fields, `${of} ${answer.text}`);
  for (const fault of error.fields ?? []) {
    assert.deepEqual(Object.keys(fault).sort(), ['field', 'message'], of);
    assert.match(fault.message, HANGUL, `${of} ${answer.text}`);
  }
}

export function fieldsOf(answer: Answer): string[] | undefined {
  return answer.body.error.fields?.map((fault: { field: string }) => fault.field);
}
