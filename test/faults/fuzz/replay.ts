import { ENGINE } from '../../database.ts';
import { globalSetup, globalTeardown } from '../../postgres/global-setup.ts';
import { startService } from '../../service.ts';
import { createFuzzAccount, createFuzzTarget } from './fuzz-account.ts';
import { parseSteps } from './replay-command.ts';

/** Replays the steps of a failure on a new service and prints each answer: `replay.ts STEPS`. */
if (ENGINE === 'postgres') await globalSetup();
const service = await startService();
try {
  const target = await createFuzzTarget(service);
  const { run, close } = await createFuzzAccount(target);
  await run(parseSteps(process.argv[2] ?? '[]'), (outcome) => console.log(outcome));
  close();
  await target.checkNeighbour();
  console.log('Every answer was as expected.');
} catch (error) {
  console.log((error as Error).message, service.stderr());
  process.exitCode = 1;
} finally {
  await service.stop('SIGKILL');
  await globalTeardown();
}
