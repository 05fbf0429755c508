/** How often the connections that ask are counted anew. */
const COUNT_MS = 1_000;

/** Which connections ask: all that are open would be too many, for most of them are kept for later. */
export class ActiveConnections {
  /** When each asked last: in which round, and in which second. */
  readonly #lasts = new WeakMap<object, { round: number; second: number }>();
  #round = 0;
  #second = 0;
  #countedAt = 0;
  /** How many have asked in this round, in this second, and in the one before if it was counted. */
  #inRound = 0;
  #lately = 0;
  #before = Number.POSITIVE_INFINITY;

  /** After a quiet time nothing is known of how many ask. */
  begin(now: number): void {
    this.#count(now, Number.POSITIVE_INFINITY);
  }

  asked(connection: object, now: number): void {
    let last = this.#lasts.get(connection);
    if (last === undefined) {
      last = { round: -1, second: -1 };
      this.#lasts.set(connection, last);
    }
    if (now - this.#countedAt >= COUNT_MS) this.#count(now, this.#lately);
    if (last.round !== this.#round) this.#inRound += 1;
    if (last.second !== this.#second) this.#lately += 1;
    last.round = this.#round;
    last.second = this.#second;
  }

  get any(): boolean {
    return this.#inRound > 0;
  }

  /** Whether as many have asked in this round as asked in the last second. */
  get all(): boolean {
    return this.#inRound >= this.#before;
  }

  nextRound(): void {
    this.#round += 1;
    this.#inRound = 0;
  }

  #count(now: number, before: number): void {
    this.#before = before;
    this.#countedAt = now;
    this.#second += 1;
    this.#lately = 0;
  }
}
