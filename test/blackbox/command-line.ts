import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { bareEnvironment } from '../service.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command and returns its exit code and output; service.command() returns only its JSON value. */
export function commandLine(database: string, ...words: string[]): Promise<Outcome> {
  const env = { ...bareEnvironment(), ROLLBOOK_DATABASE: database };
  return new Promise((resolve) => {
    execFile(LAUNCHER, words, { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
