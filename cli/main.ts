import { enableCompileCache } from 'node:module';

// Compiled once for all starts: the program is read from its TypeScript source each time.
enableCompileCache();
// Whoever reads along may stop reading, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
});
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
