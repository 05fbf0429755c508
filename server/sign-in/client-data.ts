import type { FieldError } from '../../contract/state-rules.ts';

/** An unchecked description of a ceremony (https://www.w3.org/TR/webauthn-3/#dictionary-client-data). */
export type ClientData = Readonly<Record<string, unknown>>;

/** Undefined where the credential has none, or none that is JSON. */
function parseClientData(credential: unknown): ClientData | undefined {
  const { response } = asObject(credential);
  const { clientDataJSON } = asObject(response);
  if (typeof clientDataJSON !== 'string') return undefined;
  try {
    return asObject(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** Anything else is a matter of the passkey check, which says no more than that. */
export function checkClientData({ response }: Readonly<Record<string, unknown>>): FieldError[] {
  const clientData = parseClientData(response);
  return clientData === undefined || typeof clientData.challenge === 'string'
    ? []
    : [{ field: 'response.response.clientDataJSON', message: 'challenge는 문자열이어야 합니다.' }];
}

/** The console's pages are never framed, so a ceremony in another site's frame is not theirs. */
export function isCrossOrigin(credential: unknown): boolean {
  const { crossOrigin, topOrigin } = parseClientData(credential) ?? {};
  return Boolean(crossOrigin) || topOrigin !== undefined;
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
