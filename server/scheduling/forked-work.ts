import { fork } from 'node:child_process';
import { once } from 'node:events';
import { UserError } from '../errors/user-error.ts';

/** What a child process sends about its work. */
type Outcome<Result> =
  | { result: Result }
  | { userError: string }
  | { failure: string; errcode: unknown; code: unknown };

export interface ForkedWork<Result> {
  /** Rejects with the signal's reason, or with the error of the work. */
  readonly result: Promise<Result>;
  /** Disconnects the child, which then cleans up, and waits for its end. */
  readonly end: () => Promise<void>;
}

/**
 * Starts a module that calls `doWork` in a child process. What blocks a thread leaves the event loop free for signals
 * there, and killing the child aborts it at once.
 */
export function forkWork<Result>(module: URL, input: object, signal?: AbortSignal): ForkedWork<Result> {
  signal?.throwIfAborted();
  const child = fork(module, {
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
  // A child that has ended already is found by its exit.
  child.send(input, () => {});

  async function receive(): Promise<Result> {
    const message = once(child, 'message', { signal }) as Promise<[Outcome<Result>]>;
    const [outcome] = await Promise.race([message, exited]).catch(() => []);
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

/** Does the work of a child process and sends its outcome. `cleanUp` runs once the parent process needs no more of it. */
export function doWork<Input>(
  work: (input: Input) => unknown,
  cleanUp: (input: Input) => void = () => {},
): void {
  process.once('message', async (input: Input) => {
    // The parent process has what it needs, gave up, or was killed.
    process.once('disconnect', () => {
      cleanUp(input);
      // `process.exit()` would wait for threads, such as those that still look for the address of a host.
      process.kill(process.pid, 'SIGKILL');
    });
    const outcome = await describeOutcome(() => work(input));
    // Without a parent process, this fails, and `disconnect` follows.
    process.send?.(outcome, () => {});
  });
}

async function describeOutcome(work: () => unknown): Promise<Outcome<unknown>> {
  try {
    // JSON drops undefined.
    return { result: (await work()) ?? null };
  } catch (error) {
    if (error instanceof UserError) return { userError: error.message };
    const { message, errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
    return { failure: message, errcode, code };
  }
}
