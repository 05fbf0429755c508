/** How often the active connections are counted anew. */
const COUNT_INTERVAL_MS = 1_000;

/** Counts the connections that send requests. Open connections would be the wrong number: most are idle. */
export class ActiveConnections {
  /** The round and the second of each connection's last request. */
  readonly #lastSeen = new WeakMap<object, { round: number; second: number }>();
  #round = 0;
  #second = 0;
  #countedAt = 0;
  #inRound = 0;
  #inSecond = 0;
  /** How many sent a request in the second before, if it was counted. */
  #inPreviousSecond = Number.POSITIVE_INFINITY;

  /** Starts over after a quiet time, when nothing is known of the load. */
  reset(now: number): void {
    this.#startSecond(now, Number.POSITIVE_INFINITY);
  }

  recordRequest(connection: object, now: number): void {
    let lastSeen = this.#lastSeen.get(connection);
    if (lastSeen === undefined) {
      lastSeen = { round: -1, second: -1 };
      this.#lastSeen.set(connection, lastSeen);
    }
    if (now - this.#countedAt >= COUNT_INTERVAL_MS) this.#startSecond(now, this.#inSecond);
    if (lastSeen.round !== this.#round) this.#inRound += 1;
    if (lastSeen.second !== this.#second) this.#inSecond += 1;
    lastSeen.round = this.#round;
    lastSeen.second = this.#second;
  }

  get anyInRound(): boolean {
    return this.#inRound > 0;
  }

  /** Whether as many connections have sent a request in this round as in the last second. */
  get allInRound(): boolean {
    return this.#inRound >= this.#inPreviousSecond;
  }

  startRound(): void {
    this.#round += 1;
    this.#inRound = 0;
  }

  #startSecond(now: number, inPreviousSecond: number): void {
    this.#inPreviousSecond = inPreviousSecond;
    this.#countedAt = now;
    this.#second += 1;
    this.#inSecond = 0;
  }
}
