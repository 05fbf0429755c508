const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function formatDuration(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours`;
  if (ms >= 2 * MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} minutes`;
  return `${Math.round(ms / 1000)} seconds`;
}

export const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
