import { AREA_NAMES, type Area } from '../../contract/areas.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { type Client, findClient, isClientId } from './app-clients.ts';
import type { OAuthSite } from './oauth-site.ts';
import { readScope } from './scope.ts';

const MAX_STATE_LENGTH = 2_000;

/** A page, or a program of the player's computer, that asks through the browser. */
export interface ConsentRequest {
  readonly client: Client;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly areas: readonly Area[];
  readonly challenge: string;
  readonly state: string | undefined;
  readonly issuer: string;
}

/** Reads the query that the app has sent the browser with. Throws 400. */
export function readConsentRequest(query: string, site: OAuthSite): ConsentRequest {
  const sent = new URLSearchParams(query);
  const problems: FieldError[] = [];
  const refuse = (field: string, message: string) => problems.push({ field, message });
  for (const name of new Set(sent.keys()))
    if (name !== 'resource' && sent.getAll(name).length > 1) refuse(name, '한 번만 있어야 합니다.');
  const read = (name: string) => sent.get(name) ?? '';
  const redirectUri = read('redirect_uri');
  // This server asks nobody for a code.
  const client = site.isOwn(redirectUri) ? undefined : findClient(read('client_id'), redirectUri);
  if (!isClientId(read('client_id')))
    refuse(
      'client_id',
      '페이지의 https 주소여야 합니다. 브라우저가 쓰는 그대로, ?와 #와 사용자 이름 없이, 도메인만 있으면 끝에 /를 붙여 보내십시오. 이 컴퓨터의 프로그램은 http://127.0.0.1이나 http://localhost 주소, 또는 rollbook-cli를 사용할 수 있습니다.',
    );
  else if (client === undefined)
    refuse(
      'redirect_uri',
      'client_id와 같은 주소이거나, 이 컴퓨터의 http 주소(127.0.0.1, [::1], localhost)여야 합니다.',
    );
  if (read('response_type') !== 'code') refuse('response_type', 'code여야 합니다.');
  if (read('code_challenge_method') !== 'S256') refuse('code_challenge_method', 'S256이어야 합니다.');
  if (!/^[\w-]{43}$/.test(read('code_challenge')))
    refuse('code_challenge', 'code_verifier의 SHA-256을 base64url로 나타낸 43자여야 합니다.');
  if (read('state').length > MAX_STATE_LENGTH) refuse('state', `${MAX_STATE_LENGTH}자까지 보낼 수 있습니다.`);
  if (!sent.getAll('resource').every(site.isOwn)) refuse('resource', '이 서버의 주소여야 합니다.');
  const issuer = read('iss');
  if (issuer === '' || !site.isOwn(issuer)) refuse('iss', '이 서버의 주소여야 합니다.');
  const areas = readScope(sent.get('scope') ?? undefined);
  if (areas === undefined) refuse('scope', `${AREA_NAMES.join(', ')} 가운데에서 하나 이상이어야 합니다.`);
  if (client === undefined || areas === undefined || problems.length > 0) throw invalidRequest(problems);
  return {
    client,
    clientId: read('client_id'),
    redirectUri,
    areas,
    challenge: read('code_challenge'),
    state: sent.get('state') ?? undefined,
    issuer: new URL(issuer).origin,
  };
}

/** Where the browser goes on, with the answer. */
export function redirectBack(
  { redirectUri, state, issuer }: ConsentRequest,
  answer: { code: string } | { error: 'access_denied' },
): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state, iss: issuer }))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}
