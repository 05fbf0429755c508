import type { CheckedSettings } from './check.ts';
import { runChecks } from './run-checks.ts';

process.once('message', async (settings: CheckedSettings) => {
  process.send?.(await runChecks(settings));
});
