/** One call to a register as its caller saw it, from sending the request to receiving the response. */
export interface Call<State> {
  start: number;
  /** Infinity for a call without a response, which may take effect at any later time or never. */
  end: number;
  /** The state after the call; undefined if the response is impossible in the state before. */
  step: (before: State) => State | undefined;
}

/**
 * Whether the calls have a sequential order that explains all responses and keeps the order of calls that do not
 * overlap. Wing and Gong's search with Lowe's cache of visited (calls done, state) pairs.
 */
export function isLinearizable<State extends string>(
  history: readonly Call<State>[],
  initial: State,
): boolean {
  const calls = history.toSorted((one, other) => one.start - other.start);
  const answered = calls.reduce((set, { end }, i) => (end < Infinity ? set | (1n << BigInt(i)) : set), 0n);
  const seen = new Set<string>();
  const open: [done: bigint, state: State][] = [[0n, initial]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [done, state] = next;
    if ((done & answered) === answered) return true;
    const isPending = (i: number) => (done & (1n << BigInt(i))) === 0n;
    const earliestEnd = calls.reduce(
      (least, { end }, i) => (isPending(i) ? Math.min(least, end) : least),
      Infinity,
    );
    for (const [i, { start, step }] of calls.entries()) {
      // A call sent after another ended comes after it.
      if (start > earliestEnd) break;
      const after = isPending(i) ? step(state) : undefined;
      if (after === undefined) continue;
      const reached = done | (1n << BigInt(i));
      const visit = `${reached} ${after}`;
      if (!seen.has(visit)) {
        seen.add(visit);
        open.push([reached, after]);
      }
    }
  }
  return false;
}
