import { compressOutcome } from '../http/compress-outcome.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';
import type { AccountQueue } from '../scheduling/account-queue.ts';
import type { Route } from './route-table.ts';

/** Runs work in its turn among that of the same account. */
export type InTurn = <Result>(work: () => Result | Promise<Result>) => Result | Promise<Result>;

/** A route that asks who calls, and what follows from that: the steps of its requests, in this order. */
export interface RouteSteps<Context> extends Omit<Route, 'answer'> {
  /** Caller, permission and limit. Throws where the request may not go on. */
  readonly admit: (request: IncomingRequest) => Promise<Context>;
  /** The body, where it is read for the handler: some look at other things first. */
  readonly readBody?: ((context: Context) => Promise<unknown>) | undefined;
  /** The wait for which the request is held before its turn, with nothing that others could need. */
  readonly wait?: ((context: Context) => Promise<void>) | undefined;
  /** Requests of one account run one after the other, so that nobody waits for much of what others do. */
  readonly turns?:
    | { readonly queue: AccountQueue; readonly accountOf: (context: Context) => string | undefined }
    | undefined;
  readonly handle: (context: Context, body: unknown, inTurn: InTurn) => Outcome | Promise<Outcome>;
  /** The answer may be long, and is compressed where asked. Not for what holds a secret (compress-outcome.ts). */
  readonly isCompressed?: boolean | undefined;
}

const atOnce: InTurn = (work) => work();

export const defineRoute = <Context>({
  admit,
  readBody,
  wait,
  turns,
  handle,
  isCompressed = false,
  ...route
}: RouteSteps<Context>): Route => ({
  ...route,
  async answer(request) {
    const context = await admit(request);
    const body = await readBody?.(context);
    if (wait !== undefined) await wait(context);
    const account = turns?.accountOf(context);
    const inTurn: InTurn =
      turns === undefined || account === undefined
        ? atOnce
        : (work) => turns.queue.run(account, request.signal, work);
    const outcome = inTurn(() => handle(context, body, inTurn));
    return isCompressed ? compressOutcome(request, await outcome) : outcome;
  },
});
