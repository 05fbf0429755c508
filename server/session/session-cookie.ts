import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_LIFETIME_MS } from './session-lifetimes.ts';

interface CookieSite {
  readonly isSecure: boolean;
}

/** Browsers accept a `__Host-` cookie only from this very host over https. */
const cookieName = ({ isSecure }: CookieSite): string =>
  isSecure ? '__Host-rollbook-session' : 'rollbook-session';

/** Undefined also where there are several: somebody else has set one of them. */
export function readSessionCookie(
  { cookie = '' }: IncomingHttpHeaders,
  site: CookieSite,
): string | undefined {
  const prefix = `${cookieName(site)}=`;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}

export const sessionCookie = (site: CookieSite, token: string): string =>
  renderCookie(site, token, SESSION_LIFETIME_MS / 1000);

export const expiredSessionCookie = (site: CookieSite): string => renderCookie(site, '', 0);

const renderCookie = (site: CookieSite, value: string, maxAgeSeconds: number): string =>
  `${cookieName(site)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${site.isSecure ? '; Secure' : ''}`;
