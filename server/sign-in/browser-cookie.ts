import { randomBytes } from 'node:crypto';
import type { ConsoleContext } from '../console/console-context.ts';
import type { OpenRequest } from '../console/console-request.ts';
import { readCookie, renderCookie } from '../session/cookies.ts';

const NAME = 'rollbook-browser';
const FORM = /^[\w-]{22}$/;
/** Longer than a challenge is valid, from the last one that was asked for. */
const MAX_AGE_SECONDS = 15 * 60;

/** Tells a browser without a session from others. Empty if it has asked for no challenge. */
export function readBrowser({ site }: ConsoleContext, { incoming }: OpenRequest): string {
  const value = readCookie(incoming.headers, NAME, site()) ?? '';
  return FORM.test(value) ? value : '';
}

/** The same for each tab: a challenge of one stays valid where another asks. */
export function markBrowser(context: ConsoleContext, request: OpenRequest): string {
  const browser = readBrowser(context, request) || randomBytes(16).toString('base64url');
  request.incoming.answerHeaders['set-cookie'] = renderCookie(NAME, browser, MAX_AGE_SECONDS, context.site());
  return browser;
}
