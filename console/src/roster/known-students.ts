import type { GameServer } from '../../../game/attributes.ts';

/** What an account has seen of the catalogue on this device, as it is stored. */
export const formatKnown = (server: GameServer, uids: readonly string[]): string =>
  JSON.stringify({ server, uids });

/** Nothing is new the first time, and after a change of the server, where many would be at once. */
export function findNew(stored: string | null, server: GameServer, uids: readonly string[]): string[] {
  const known = parseKnown(stored);
  if (known?.server !== server || !Array.isArray(known.uids)) return [];
  const knownUids = new Set(known.uids);
  return uids.filter((uid) => !knownUids.has(uid));
}

/** Null for what is not JSON, which is replaced. */
function parseKnown(stored: string | null): { server?: unknown; uids?: unknown } | null {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
