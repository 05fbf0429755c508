import { enableCompileCache } from 'node:module';

// Compiled once for all starts: the program is read from its TypeScript source each time.
enableCompileCache();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
