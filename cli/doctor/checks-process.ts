import { doWork } from '../../server/scheduling/forked-work.ts';
import { runChecks } from './run-checks.ts';
import type { CheckedSettings } from './settings-check.ts';

doWork((settings: CheckedSettings) => runChecks(settings));
