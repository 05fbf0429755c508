import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UserError } from '../../server/user-error.ts';
import { InterruptedError } from '../interruptible.ts';

/** Asks on the terminal. Ctrl-C at the prompt interrupts the command, and the end of input refuses. */
export async function ask(
  question: string,
  { hidden = false, signal }: { hidden?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  // Only now: a key that is pressed before would not reach the prompt.
  if (hidden) process.stderr.write(question);
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
    if (hidden) process.stderr.write('\n');
  }
}
