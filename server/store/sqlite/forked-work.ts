import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { UserError } from '../../errors/user-error.ts';

/** What a child process sends about its work. */
type Outcome<Result> =
  | { result: Result }
  | { userError: string }
  | { failure: string; errcode: unknown; code: unknown };

export interface ForkedWork<Result> {
  /** Rejects with the signal's reason, or with the error of the work. */
  readonly result: Promise<Result>;
  /** Disconnects the child and waits for its end. */
  end: () => Promise<void>;
}

/**
 * Starts a module of this folder in a child process. SQLite's long calls are synchronous: here, they leave the event
 * loop free for signals, and killing the child aborts them at once.
 */
export function forkWork<Result>(
  module: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): ForkedWork<Result> {
  signal?.throwIfAborted();
  const child = fork(new URL(`./${module}${extname(import.meta.filename)}`, import.meta.url), args, {
    // Otherwise the child takes Node's options of this process, and under `node --test` runs all tests.
    execArgv: [],
    // A process group of its own: Ctrl-C at the terminal goes to us, and we end the child.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Not `close`, which Node never emits after `disconnect()`.
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);

  async function receive(): Promise<Result> {
    const [outcome] = await Promise.race([once(child, 'message') as Promise<[Outcome<Result>]>, exited]);
    signal?.throwIfAborted();
    if (typeof outcome !== 'object' || outcome === null)
      throw new Error(`its process ended with ${child.signalCode ?? child.exitCode}`);
    if ('userError' in outcome) throw new UserError(outcome.userError);
    if ('result' in outcome) return outcome.result;
    const { failure, errcode, code } = outcome;
    throw Object.assign(new Error(failure), { errcode, code });
  }

  return {
    result: receive(),
    async end() {
      signal?.removeEventListener('abort', kill);
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** For work whose child process is not needed once it has a result. */
export async function runForkedWork<Result>(
  module: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Result> {
  const work = forkWork<Result>(module, args, signal);
  try {
    return await work.result;
  } finally {
    await work.end();
  }
}

/** Does the work of a child process and sends its outcome. `cleanUp` runs once the parent process needs no more of it. */
export function sendOutcome<Result>(
  work: () => Result,
  { cleanUp = () => {}, isShort = false }: { cleanUp?: () => void; isShort?: boolean } = {},
): void {
  // A service beside it has the processor first. What is short must not seem to hang on a busy machine.
  if (!isShort) setPriority(constants.priority.PRIORITY_LOW);
  // The parent process has what it needs, gave up, or was killed.
  process.once('disconnect', () => {
    cleanUp();
    process.exit();
  });
  const outcome = describeOutcome(work);
  // Without a parent process, this fails, and `disconnect` follows.
  process.send?.(outcome, () => {});
}

function describeOutcome<Result>(work: () => Result): Outcome<Result | null> {
  try {
    // JSON drops undefined.
    return { result: work() ?? null };
  } catch (error) {
    if (error instanceof UserError) return { userError: error.message };
    const { message, errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
    return { failure: message, errcode, code };
  }
}
