import { run } from './run.ts';

// Whoever reads along may stop reading, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
});
process.exitCode = await run(process.argv.slice(2));
