import type { ShareView } from '../../../../server/shares/views.ts';

const SOON_MS = 3 * 24 * 60 * 60 * 1000;

export type ShareState = 'open' | 'ends-soon' | 'ended';

export function stateOfShare({ expiresAt }: Pick<ShareView, 'expiresAt'>, now = Date.now()): ShareState {
  if (expiresAt === null) return 'open';
  const remaining = Date.parse(expiresAt) - now;
  if (remaining <= 0) return 'ended';
  return remaining < SOON_MS ? 'ends-soon' : 'open';
}
