import { MAX_FIELD_ERRORS } from './limits.ts';
import type { BilingualFieldError, FieldError } from './state-rules.ts';

export const toFieldError = ({ field, ko }: BilingualFieldError): FieldError => ({ field, message: ko });

/** Field errors in the order in which they are found. Those that an answer has no room for are only counted. */
export class FieldErrors {
  readonly #first: FieldError[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(field: string, message: string): void {
    if (this.#length < MAX_FIELD_ERRORS) this.#first.push({ field, message });
    this.#length += 1;
  }

  addAll(errors: readonly FieldError[]): this {
    for (const { field, message } of errors) this.add(field, message);
    return this;
  }

  /** Each of them, or the first and how many there are beside them. */
  list(): FieldError[] {
    if (this.#length <= MAX_FIELD_ERRORS) return this.#first;
    const named = this.#first.slice(0, MAX_FIELD_ERRORS - 1);
    const others = this.#length - named.length;
    return [...named, { field: 'body', message: `이 밖에도 고쳐야 할 항목이 ${others}개 더 있습니다.` }];
  }
}
