/** What one caller saw of one register: a call, from when it was sent to when it was answered. */
export interface Call<State> {
  start: number;
  /** Infinity for one that was never answered: it may have taken effect at any time since, or never will. */
  end: number;
  /** The state after the call, if it could be answered so in the state before; undefined if it could not. */
  step: (before: State) => State | undefined;
}

/**
 * Whether there is an order of the calls in which each was answered as if alone and none comes before a call that had
 * ended when it was sent. A search over which call may be next (Wing and Gong), that looks at no set of calls done
 * and state twice (Lowe).
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
    const isLeft = (i: number) => (done & (1n << BigInt(i))) === 0n;
    const soonest = calls.reduce((least, { end }, i) => (isLeft(i) ? Math.min(least, end) : least), Infinity);
    for (const [i, { start, step }] of calls.entries()) {
      // What was sent after another had ended comes after it.
      if (start > soonest) break;
      const after = isLeft(i) ? step(state) : undefined;
      if (after === undefined) continue;
      const reached = done | (1n << BigInt(i));
      const name = `${reached} ${after}`;
      if (!seen.has(name)) {
        seen.add(name);
        open.push([reached, after]);
      }
    }
  }
  return false;
}
