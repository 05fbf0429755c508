import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { ConsoleBrowser } from '../console/console-browser.ts';
import { query } from '../database.ts';
import type { Service } from '../service.ts';

type Url = Pick<Service, 'url'>;

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const PAGE = 'https://planner.example/app/';

export interface OAuthAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint answers a shape of its own
  body: any;
}

/** Sends a form, as a program without a library would. */
export async function postForm(
  { url }: Url,
  path: string,
  form: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const response = await fetch(`${url}/oauth/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Through a proxy that the service trusts: few codes are given to one address. */
const fromAnywhere = () => ({ 'x-forwarded-for': `2001:db8:${randomBytes(2).toString('hex')}::1` });
export const BEHIND_PROXY = { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' };

/** Asks for a code, and knows how to ask whether the player has answered. */
export async function askByCode(service: Url, scope = 'roster:read', name = 'Club bot') {
  const { status, body } = await postForm(
    service,
    'device',
    { client_id: 'bot', client_name: name, scope },
    fromAnywhere(),
  );
  assert.equal(status, 200, JSON.stringify(body));
  return {
    ...(body as { user_code: string; device_code: string }),
    poll: (changes: Record<string, string> = {}) =>
      postForm(service, 'token', {
        grant_type: DEVICE_GRANT,
        device_code: body.device_code,
        client_id: 'bot',
        ...changes,
      }),
  };
}

/** A page that sends the browser to be let in. */
export function askInBrowser(
  service: Url,
  { clientId = PAGE, redirectUri = clientId, scope = 'roster:read', ...more }: Record<string, string> = {},
) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope,
    state: 'of the page',
    ...more,
  });
  return {
    query,
    /** The query that the console's page gets. */
    async open(): Promise<string> {
      const response = await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: 'manual' });
      assert.equal(response.status, 302);
      const location = new URL(response.headers.get('location') ?? '');
      assert.equal(location.pathname, '/console/consent');
      return location.search.slice(1);
    },
    redeem: (code: string, changes: Record<string, string> = {}) =>
      postForm(service, 'token', {
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...changes,
      }),
  };
}

/** As if ten minutes had gone since the last passkey check of the account's sessions. */
export const forgetVerification = ({ database }: Pick<Service, 'database'>, accountId: string) =>
  query(database, 'UPDATE console_session SET verified_at = 0 WHERE account_id = ?', [accountId]);

/** Lets a page in, and returns where the browser goes on. */
export async function allowPage(browser: ConsoleBrowser, query: string, areas: string[]): Promise<URL> {
  const { redirectTo } = await browser.ok('POST', '/apps/consent/allow', { query, areas });
  return new URL(redirectTo);
}
