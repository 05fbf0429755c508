import { AREA_NAMES, type Area } from '../../contract/areas.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { DocumentError } from '../fetching/public-network.ts';
import type { OAuthSite } from '../http/oauth-site.ts';
import { type Client, findClient, isClientId } from './app-clients.ts';
import type { OAuthErrorCode } from './oauth-error.ts';
import { readScope } from './scope.ts';

const MAX_STATE_LENGTH = 2_000;
/** Each is there once. Others are ignored, as RFC 6749 has it, and never repeated. */
const PARAMETERS = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'scope', 'iss'],
  ...['code_challenge', 'code_challenge_method'],
];

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

/** What is wrong with a request of a client that is known, so that it can be told of it. */
export interface WrongRequest extends Pick<ConsentRequest, 'client' | 'redirectUri' | 'state' | 'issuer'> {
  readonly error: OAuthErrorCode;
  readonly problems: readonly FieldError[];
}

/** Looks for a client where its ID alone does not tell. Throws a `DocumentError`. */
export type FindByDocument = (clientId: string, redirectUri: string) => Promise<Client | undefined>;

/** Reads the query that the app has sent the browser with. Throws 400 where there is nobody to be told. */
export async function readConsentRequest(
  query: string,
  site: OAuthSite,
  findByDocument: FindByDocument,
): Promise<ConsentRequest | WrongRequest> {
  const sent = new URLSearchParams(query);
  const read = (name: string) => sent.get(name) ?? '';
  const twice = PARAMETERS.filter((name) => sent.getAll(name).length > 1);
  const problems: FieldError[] = twice.map((field) => ({ field, message: '한 번만 있어야 합니다.' }));
  const clientId = read('client_id');
  const redirectUri = read('redirect_uri');
  const issuer = read('iss');
  const isTold = ['client_id', 'redirect_uri', 'iss', 'state'].every((name) => !twice.includes(name));
  const client = await findAsker(clientId, redirectUri, site, findByDocument, problems);
  if (issuer === '' || !site.isOwn(issuer))
    problems.push({ field: 'iss', message: '이 서버의 주소여야 합니다.' });
  const areas = readScope(sent.get('scope') ?? undefined);
  const errors: OAuthErrorCode[] = twice.map(() => 'invalid_request');
  const refuse = (error: OAuthErrorCode, field: string, message: string) => {
    errors.push(error);
    problems.push({ field, message });
  };
  const state = sent.get('state') ?? undefined;
  if (state !== undefined && state.length > MAX_STATE_LENGTH)
    problems.push({ field: 'state', message: `${MAX_STATE_LENGTH}자까지 보낼 수 있습니다.` });
  const canBeTold = isTold && problems.length === twice.length;
  if (read('response_type') !== 'code')
    refuse('unsupported_response_type', 'response_type', 'code여야 합니다.');
  if (read('code_challenge_method') !== 'S256')
    refuse('invalid_request', 'code_challenge_method', 'S256이어야 합니다.');
  if (!/^[\w-]{43}$/.test(read('code_challenge')))
    refuse(
      'invalid_request',
      'code_challenge',
      'code_verifier의 SHA-256을 base64url로 나타낸 43자여야 합니다.',
    );
  if (!sent.getAll('resource').every(site.isOwn))
    refuse('invalid_target', 'resource', '이 서버의 주소여야 합니다.');
  if (areas === undefined)
    refuse('invalid_scope', 'scope', `${AREA_NAMES.join(', ')} 가운데에서 하나 이상이어야 합니다.`);
  if (client === undefined || !canBeTold) throw invalidRequest(problems);
  const asker = { client, redirectUri, state, issuer: new URL(issuer).origin };
  const [error] = errors;
  if (areas === undefined || error !== undefined)
    return { ...asker, error: error ?? 'invalid_scope', problems };
  return { ...asker, clientId, areas, challenge: read('code_challenge') };
}

/** Adds what is wrong with who asks. */
async function findAsker(
  clientId: string,
  redirectUri: string,
  site: OAuthSite,
  findByDocument: FindByDocument,
  problems: FieldError[],
): Promise<Client | undefined> {
  if (!isClientId(clientId)) {
    problems.push({
      field: 'client_id',
      message:
        '페이지의 https 주소여야 합니다. 브라우저가 쓰는 그대로, ?와 #와 사용자 이름 없이, 도메인만 있으면 끝에 /를 붙여 보내십시오. 이 컴퓨터의 프로그램은 http://127.0.0.1이나 http://localhost 주소, rollbook-cli, 또는 /oauth/register가 알려 준 ID를 사용할 수 있습니다.',
    });
    return undefined;
  }
  try {
    // This server asks nobody for a code.
    const client = site.isOwn(redirectUri)
      ? undefined
      : (findClient(clientId, redirectUri) ?? (await findByDocument(clientId, redirectUri)));
    if (client === undefined)
      problems.push({
        field: 'redirect_uri',
        message:
          'client_id와 같은 주소이거나, 등록했거나 client_id의 문서에 있는 주소이거나, 이 컴퓨터의 http 주소(127.0.0.1, [::1], localhost)여야 합니다.',
      });
    return client;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    problems.push({
      field: 'redirect_uri',
      message: `client_id와 다른 주소이고, client_id의 문서를 읽지 못했습니다: ${error.message}`,
    });
    return undefined;
  }
}

/** Where the browser goes on, with the answer. */
export function redirectBack(
  { redirectUri, state, issuer }: Pick<ConsentRequest, 'redirectUri' | 'state' | 'issuer'>,
  answer: { code: string } | { error: OAuthErrorCode; error_description?: string },
): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state, iss: issuer }))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}
