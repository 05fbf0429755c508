import { HEADER_NAMES } from '../../contract/headers.ts';

/** Headers of an answer that a page of another origin may read. */
const EXPOSED = HEADER_NAMES.join(', ');
const A_DAY = '86400';

/** What to tell a browser of this origin: nothing, unless the setting names it. */
export function corsHeaders(
  allowed: readonly string[],
): (origin: string | undefined) => Record<string, string> {
  if (allowed.length === 0) return () => ({});
  const any = allowed.includes('*');
  return (origin) => {
    if (any) return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };
    // The answer depends on who asks, so caches must keep the answers apart.
    if (origin === undefined || !allowed.includes(origin)) return { vary: 'Origin' };
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    };
  };
}

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': A_DAY,
});
