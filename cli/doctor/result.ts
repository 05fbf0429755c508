export interface Result {
  readonly status: 'ok' | 'warning' | 'failure';
  readonly found: string;
  /** What to do: a command or a setting to paste, where there is one. Left out if it is ok. */
  readonly advice?: string;
}

export type Finding = { readonly check: string } & Result;

export const ok = (found: string): Result => ({ status: 'ok', found });
export const warning = (found: string, advice: string): Result => ({ status: 'warning', found, advice });
export const failure = (found: string, advice: string): Result => ({ status: 'failure', found, advice });

/** A sentence for operators says first what is wrong, then what to do. */
export function failureOf(sentence: string, fallback: string): Result {
  const [, found = sentence, advice = fallback] = /^(.+?)[.;] (?=[A-Z`a-z])(.+)$/s.exec(sentence) ?? [];
  return failure(found.replace(/\.$/, ''), advice.charAt(0).toUpperCase() + advice.slice(1));
}
