import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_LIFETIME_MS } from '../auth/session-lifetimes.ts';
import type { ConsoleSite } from './console-site.ts';

/** Browsers accept a `__Host-` cookie only from this very host over https. */
const cookieName = ({ isSecure }: ConsoleSite): string =>
  isSecure ? '__Host-rollbook-session' : 'rollbook-session';

/** Undefined also where there are several: somebody else has set one of them. */
export function readSessionCookie(
  { cookie = '' }: IncomingHttpHeaders,
  site: ConsoleSite,
): string | undefined {
  const prefix = `${cookieName(site)}=`;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}

export const sessionCookie = (site: ConsoleSite, token: string): string =>
  renderCookie(site, token, SESSION_LIFETIME_MS / 1000);

export const expiredSessionCookie = (site: ConsoleSite): string => renderCookie(site, '', 0);

const renderCookie = (site: ConsoleSite, value: string, maxAgeSeconds: number): string =>
  `${cookieName(site)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${site.isSecure ? '; Secure' : ''}`;
