import type { Schema } from '../../contract/schemas.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { compileValidator } from '../http/validation.ts';
import { EMPTY_BODY } from './body-schemas.ts';
import type { OpenRequest } from './console-request.ts';

/** Names are shown in tables and logs, which control characters would break. */
const NAME_FIELDS = ['name', 'passkeyName', 'format'];

/** In characters. What the pages send is far shorter, and some checks of a longer text would take long. */
const MAX_TEXT_LENGTH = 65_536;

/** Before a body is parsed. */
export function checkBodyText(text: string): void {
  if (text.length > MAX_TEXT_LENGTH)
    throw invalidRequest([
      { field: 'body', message: `본문은 ${MAX_TEXT_LENGTH.toLocaleString('en')}자까지 보낼 수 있습니다.` },
    ]);
}

/** Returns a function that takes the body of a request, or throws 400 with each invalid field; `check` may find more. */
export function bodyReader<T>(
  schema: Schema,
  check: (sent: Readonly<Record<string, unknown>>) => FieldError[] = () => [],
): (request: OpenRequest) => T {
  const validate = compileValidator(schema);
  return ({ body }) => {
    const errors = validate(body);
    const sent = body as Record<string, unknown>;
    for (const field of errors.length === 0 ? NAME_FIELDS : [])
      if (typeof sent[field] === 'string' && /\p{C}/u.test(sent[field]))
        errors.add(field, '제어 문자를 쓸 수 없습니다.');
    if (typeof sent?.name === 'string' && sent.name !== '' && sent.name.trim() === '')
      errors.add('name', '공백이 아닌 글자가 있어야 합니다.');
    if (sent !== null && typeof sent === 'object') errors.addAll(check(sent));
    if (errors.length > 0) throw invalidRequest(errors);
    return body as T;
  };
}

/** Reads the body of a request that needs none. */
export const readEmptyBody = bodyReader<Record<string, never>>(EMPTY_BODY);
