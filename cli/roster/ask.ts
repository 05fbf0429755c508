import { openSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ReadStream, WriteStream } from 'node:tty';
import { UserError } from '../../server/errors/user-error.ts';
import { InterruptedError } from '../interruptible.ts';

/** Where a question is asked and answered. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  close: () => void;
}

/** Standard input, if it is a terminal. */
export const standardTerminal = (): Terminal | undefined =>
  process.stdin.isTTY ? { input: process.stdin, output: process.stderr, close: () => {} } : undefined;

/** The terminal from which the command was started, for a command whose standard input is a roster. */
export function openControllingTerminal(): Terminal | undefined {
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'));
    const output = new WriteStream(openSync('/dev/tty', 'w'));
    return {
      input,
      output,
      close() {
        input.destroy();
        output.destroy();
      },
    };
  } catch {
    // A service or a scheduled job has none, and Windows has no such file.
    return undefined;
  }
}

/** Asks on the terminal. Ctrl-C at the prompt interrupts the command, and the end of input refuses. */
export async function ask(
  question: string,
  { input, output, close }: Terminal,
  { hidden = false, signal }: { hidden?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({
    input,
    output: hidden ? silent : output,
    terminal: true,
  });
  // Only now: a key that is pressed before would not reach the prompt.
  if (hidden) output.write(question);
  else {
    prompt.setPrompt(question);
    prompt.prompt();
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const interrupt = () =>
    reject(signal?.reason ?? new InterruptedError('SIGINT', 'Interrupted. Nothing was changed.'));
  signal?.addEventListener('abort', interrupt);
  prompt
    .on('line', resolve)
    .on('SIGINT', () => reject(new InterruptedError('SIGINT', 'Interrupted. Nothing was changed.')))
    .on('close', () => reject(new UserError('There was no answer. Nothing was changed.')));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    prompt.close();
    if (hidden) output.write('\n');
    close();
  }
}
