import { CONSOLE_PAGES } from '../../contract/console-paths.ts';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { ALL_DEVICES_LIMIT, DEVICE_LIMIT, TOKEN_LIMIT } from '../../contract/limits.ts';
import { AUTHORIZATION_SERVER_PATH, OAUTH_PATHS, PROTECTED_RESOURCE_PATH } from '../../contract/oauth.ts';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import type { OAuthSite } from '../http/oauth-site.ts';
import { checkFormLength, MAX_FORM_LENGTH } from '../http/request-body.ts';
import { CACHE_FIVE_MINUTES } from '../http/response-headers.ts';
import {
  createFixedAddressLimiter,
  createFixedRateLimiter,
  withFallback,
} from '../rate-limit/create-rate-limiters.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome, type Outcome } from '../request/outcome.ts';
import type { Route } from '../routes/route-table.ts';
import { createDeviceGrant } from './device-grant.ts';
import { OAuthError } from './oauth-error.ts';
import type { OAuthForm } from './oauth-form.ts';
import { describeAuthorizationServer, describeResource, RESOURCE_PATHS } from './oauth-metadata.ts';
import { registerClient } from './register-client.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

/** How an app asks to be let in, and fetches the key that the player has allowed. */
export function oauthRows(app: AppContext, site: OAuthSite): Route[] {
  const { config, store, urls, ticks } = app;
  const addressOf = createCallerAddress(config.trustedProxies);
  const device = createDeviceGrant(
    app,
    {
      address: createFixedAddressLimiter('device', DEVICE_LIMIT, store, ticks),
      // One window for all callers is on one node of a distributed database.
      all: withFallback(
        createFixedRateLimiter('all-devices', ALL_DEVICES_LIMIT, store, ticks),
        createFixedRateLimiter('all-devices', ALL_DEVICES_LIMIT, {}, ticks),
      ),
    },
    () => urls.console() + CONSOLE_PAGES.device,
  );
  const tokens = createTokenEndpoint(
    app,
    device.redeemDeviceCode,
    createFixedRateLimiter('token', TOKEN_LIMIT, store, ticks),
  );

  async function readForm(request: IncomingRequest): Promise<OAuthForm> {
    const sent = await request.readForm();
    const form: Record<string, string> = {};
    for (const [name, value] of sent) {
      if (name === 'resource' && !site.isOwn(value))
        throw new OAuthError('invalid_target', 'resource must be an address of this server.');
      if (name !== 'resource' && Object.hasOwn(form, name))
        throw new OAuthError('invalid_request', 'A parameter is there twice.');
      form[name] = value;
    }
    return form;
  }

  const post = (
    name: Exclude<keyof typeof OAUTH_PATHS, 'authorize'>,
    answer: (request: IncomingRequest) => Promise<Outcome>,
  ): Route => ({
    methods: ['POST'],
    path: OAUTH_PATHS[name],
    operation: `oauth${name.replace(/^./, (letter) => letter.toUpperCase())}`,
    permission: 'write',
    origins: 'apps',
    async answer(request) {
      try {
        return await answer(request);
      } catch (error) {
        if (error instanceof OAuthError) return error.toOutcome();
        // Faults of the body are said in our own words, which are Korean.
        if (error instanceof ApiError && error.code === 'invalid_request')
          return new OAuthError('invalid_request', BODY_PROBLEM).toOutcome();
        throw error;
      }
    },
  });

  const document = (path: string, describe: (issuer: string) => object): Route => ({
    methods: ['GET', 'HEAD'],
    path,
    origins: 'any',
    answer: (request): Outcome => ({
      status: 200,
      headers: { 'content-type': JSON_CONTENT_TYPE, 'cache-control': CACHE_FIVE_MINUTES },
      body: JSON.stringify(describe(site.issuer(request))),
    }),
  });

  return [
    post('device', async (request) =>
      toJson(
        await device.startAuthorization(
          await readForm(request),
          addressOf(request),
          pageOf(request.headers.origin),
        ),
      ),
    ),
    post('token', async (request) => toJson(await tokens.issue(await readForm(request)))),
    post('revoke', async (request) => {
      await tokens.revoke(await readForm(request));
      return { status: 200, headers: {} };
    }),
    post('register', async (request) => {
      const metadata = await request.readBody(undefined, checkFormLength);
      return { ...toJson(registerClient(metadata)), status: 201 };
    }),
    {
      methods: ['GET', 'HEAD'],
      path: OAUTH_PATHS.authorize,
      origins: 'none',
      // The console says what is wrong with a request. Nobody is sent back unasked: any page may be a client.
      answer: (request) => ({
        status: 302,
        headers: {
          location: `${urls.console()}${CONSOLE_PAGES.consent}?${withIssuer(request.query, site.issuer(request))}`,
          'referrer-policy': 'no-referrer',
        },
      }),
    },
    document(AUTHORIZATION_SERVER_PATH, (issuer) =>
      describeAuthorizationServer(issuer, config.clientDocuments),
    ),
    ...RESOURCE_PATHS.map((path) =>
      document(PROTECTED_RESOURCE_PATH + path, (issuer) => describeResource(issuer, path)),
    ),
  ];
}

/** The host of the page that asks for a code in its visitor's browser. */
const pageOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : origin;

const toJson = (answer: object): Outcome => jsonOutcome(JSON.stringify(answer));

const BODY_PROBLEM =
  'The body must be a form of 8 KiB at most (application/x-www-form-urlencoded), and that of a registration JSON, in UTF-8.';

/** The query, unless it is longer than one can be: the console then says what is missing. */
function withIssuer(query: string, issuer: string): string {
  const parameters = new URLSearchParams(query.length > MAX_FORM_LENGTH ? '' : query);
  parameters.set('iss', issuer);
  return parameters.toString();
}
