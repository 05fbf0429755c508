import { run } from './run-command.ts';

// Whoever reads along may stop reading, as `head` does. That is no reason for a service to end.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' && process.argv[2] !== 'serve') process.exit(0);
});
// An error has nowhere to be told if standard error itself is closed or on a full disk.
process.stderr.on('error', () => {});
process.exitCode = await run(process.argv.slice(2));
