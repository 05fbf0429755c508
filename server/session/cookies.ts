import type { IncomingHttpHeaders } from 'node:http';

export interface CookieSite {
  readonly isSecure: boolean;
}

/** Browsers accept a `__Host-` cookie only from this very host over https. */
const fullName = (name: string, { isSecure }: CookieSite): string => (isSecure ? `__Host-${name}` : name);

/** Undefined also where there are several: somebody else has set one of them. */
export function readCookie(
  { cookie = '' }: IncomingHttpHeaders,
  name: string,
  site: CookieSite,
): string | undefined {
  const prefix = `${fullName(name, site)}=`;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}

export const renderCookie = (name: string, value: string, maxAgeSeconds: number, site: CookieSite): string =>
  `${fullName(name, site)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${site.isSecure ? '; Secure' : ''}`;
