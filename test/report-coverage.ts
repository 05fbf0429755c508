import { type Profiler, Session } from 'node:inspector';

/**
 * Loaded into a service with `--import`: at each SIGUSR2 it prints the files of which a function has run since the one
 * before, as a line of standard error.
 */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** A range that begins at 0 is the module itself. */
const hasRun = ({ functions }: Profiler.ScriptCoverage): boolean =>
  functions.some(({ ranges: [range] }) => range !== undefined && range.startOffset > 0 && range.count > 0);

process.on('SIGUSR2', () =>
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const files = result.filter(hasRun).map(({ url }) => url);
    process.stderr.write(`coverage: ${JSON.stringify(files)}\n`);
  }),
);
