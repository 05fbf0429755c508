import { formatAreas, shortenAreas } from '../../contract/areas.ts';
import { PROTECTED_RESOURCE_PATH } from '../../contract/oauth.ts';
import { BETA_PREFIX, MCP_PATH } from '../../contract/paths.ts';
import type { Challenge } from '../auth/admit-key.ts';
import type { OAuthSite } from './oauth-site.ts';

/** Paths with a challenge of their own: /v1 is as its contract says. */
const CHALLENGING = [MCP_PATH, BETA_PREFIX];

/** The challenge of a refusal of /mcp or /beta: where a client learns how to be let in, and what to ask for. */
export const createChallenge =
  ({ issuer }: OAuthSite): Challenge =>
  (request, { error, areas }) => {
    const [pathname = ''] = request.url.split('?', 1);
    const path = CHALLENGING.find((one) => pathname === one || pathname.startsWith(`${one}/`));
    if (path === undefined) return undefined;
    const scope = `scope="${formatAreas(shortenAreas(areas))}"`;
    const metadata = `resource_metadata="${issuer(request)}${PROTECTED_RESOURCE_PATH}${path}"`;
    if (error === 'insufficient_scope') return `Bearer error="${error}", ${scope}, ${metadata}`;
    return `Bearer ${metadata}, ${scope}${error === undefined ? '' : `, error="${error}"`}`;
  };
