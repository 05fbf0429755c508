import type { IncomingHttpHeaders } from 'node:http';
import { type CookieSite, readCookie, renderCookie } from './cookies.ts';
import { SESSION_LIFETIME_MS } from './session-lifetimes.ts';

const NAME = 'rollbook-session';

export const readSessionCookie = (headers: IncomingHttpHeaders, site: CookieSite): string | undefined =>
  readCookie(headers, NAME, site);

export const sessionCookie = (site: CookieSite, token: string): string =>
  renderCookie(NAME, token, SESSION_LIFETIME_MS / 1000, site);

export const expiredSessionCookie = (site: CookieSite): string => renderCookie(NAME, '', 0, site);
