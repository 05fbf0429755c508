import { OAuthError } from './oauth-error.ts';

/** The parameters of a request, each sent once. */
export type OAuthForm = Readonly<Record<string, string>>;

export function requireParameter(form: OAuthForm, name: string): string {
  const { [name]: value } = form;
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}
