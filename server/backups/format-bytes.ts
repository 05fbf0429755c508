const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;

/** Such as 1.4 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < STEP) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(STEP)), UNITS.length);
  const value = bytes / STEP ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[power - 1]}`;
}
