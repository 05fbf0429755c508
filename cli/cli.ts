import { run } from './run-command.ts';

// A closed pipe, as with `| head`, ends a command but not the server.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' && process.argv[2] !== 'serve') process.exit(0);
});
// Nothing can be reported if standard error is closed or on a full disk.
process.stderr.on('error', () => {});
process.exitCode = await run(process.argv.slice(2));
