import { ENGINE } from '../../database.ts';
import { globalSetup, globalTeardown } from '../../postgres/whole-run.ts';
import { startService } from '../../service.ts';
import { lane, street } from './lane.ts';
import { stepsIn } from './line.ts';

/** Does the steps of one failure again, on a service of its own, and says what each was answered. */
if (ENGINE === 'postgres') await globalSetup();
const service = await startService();
try {
  const shared = await street(service);
  const { run, close } = await lane(shared);
  await run(stepsIn(process.argv[2] ?? '[]'), (line) => console.log(line));
  close();
  await shared.checkNeighbour();
  console.log('All of it was as it should be.');
} catch (error) {
  console.log((error as Error).message, service.stderr());
  process.exitCode = 1;
} finally {
  await service.stop('SIGKILL');
  await globalTeardown();
}
