import { execFile } from 'node:child_process';
import { bareEnvironment, LAUNCHER } from './service.ts';

/** Runs a command as its users do, in a process, with --json, and returns its value; throws its error message. */
// biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own shape
export function spawnCommand(words: string[], database: string): Promise<any> {
  const env = { ...bareEnvironment(), ROLLBOOK_DATABASE: database };
  return new Promise((resolve, reject) => {
    // An import lists every student that it adds.
    const options = { env, maxBuffer: 64 * 1024 ** 2 };
    execFile(LAUNCHER, [...words, '--json'], options, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(Object.assign(new Error(parseErrorMessage(stderr)), { exitCode: error.code }));
    });
  });
}

function parseErrorMessage(stderr: string): string {
  try {
    return JSON.parse(stderr).error;
  } catch {
    return stderr;
  }
}
