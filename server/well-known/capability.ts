import { CONSOLE_PAGES } from '../../contract/console-paths.ts';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { PASSKEY_ENDPOINTS_PATH, publicUrl, SECURITY_TXT_PATH } from '../../contract/paths.ts';
import type { Capability } from '../capability.ts';
import type { Route } from '../routes/route-table.ts';
import type { Services } from '../services.ts';

const PLAIN_TEXT = 'text/plain; charset=utf-8';
const CACHE_ONE_DAY = 'public, max-age=86400';
/** RFC 9116 recommends less than a year. What a running server says is never older than a day. */
const SECURITY_TXT_DAYS = 180;
const DAY_MS = 86_400_000;

/** The documents that programs look for below /.well-known/. Without a contact there is no security.txt. */
export const wellKnown: Capability = { rows: wellKnownRows };

function wellKnownRows({ urls, config: { securityContact }, now }: Services): Route[] {
  const route = (path: string, type: string, render: () => string): Route => ({
    methods: ['GET', 'HEAD'],
    path,
    answer: () => ({
      status: 200,
      headers: { 'content-type': type, 'cache-control': CACHE_ONE_DAY },
      body: render(),
    }),
  });
  const passkeyEndpoints = () => {
    const accountPage = urls.console() + CONSOLE_PAGES.account;
    return JSON.stringify({ enroll: accountPage, manage: accountPage });
  };
  const securityText = () =>
    [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(now() + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: ko, en',
      `Canonical: ${publicUrl({ docsUrl: urls.docs() }, SECURITY_TXT_PATH)}`,
      '',
    ].join('\n');
  return [
    route(PASSKEY_ENDPOINTS_PATH, JSON_CONTENT_TYPE, passkeyEndpoints),
    ...(securityContact === undefined ? [] : [route(SECURITY_TXT_PATH, PLAIN_TEXT, securityText)]),
  ];
}
