import { type CheckedSettings, runChecks } from './run-checks.ts';

process.once('message', async (settings: CheckedSettings) => {
  process.send?.(await runChecks(settings));
});
