import type { FieldError } from '../../contract/state-rules.ts';
import { invalidRequest } from '../errors/api-error.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { parseQueryString } from './paging.ts';

/** Why a value is refused, as a sentence. */
export class Refusal {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

type ReadParameter = <Value>(name: string, read: (text: string) => Value | Refusal) => Value | undefined;

/** Throws 400 with each parameter that is refused. */
export function readQuery<Query>(
  { incoming }: { incoming: Pick<IncomingRequest, 'query'> },
  read: (parameter: ReadParameter, fail: (error: FieldError) => void) => Query,
): Query {
  const sent = parseQueryString(incoming.query);
  const errors: FieldError[] = [];
  const query = read(
    (field, readValue) => {
      const text = sent[field];
      if (text === undefined) return undefined;
      const value =
        typeof text === 'string' && text !== '' && isStorable(text)
          ? readValue(text)
          : new Refusal('비어 있지 않은 값 하나를 보내십시오.');
      if (!(value instanceof Refusal)) return value;
      errors.push({ field, message: value.message });
      return undefined;
    },
    (error) => {
      if (errors.length === 0) errors.push(error);
    },
  );
  if (errors.length > 0) throw invalidRequest(errors);
  return query;
}

/** Text that a database can compare. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
