/** Kinds that are told apart at once. Beyond that, what is left out is written and forgotten, so that memory stays bounded. */
const MAX_KINDS = 1_000;
const INTERVAL_MS = 1_000;

interface Repeated<Line> {
  /** The last one that was left out. */
  line: Line | undefined;
  suppressed: number;
}

/**
 * Writes the first line of a kind at once, and then one a second with the number of those that were left out before it,
 * until a second passes without one. A flood of refusals would otherwise fill the disk.
 */
export class RepeatLimiter<Line> {
  readonly #write: (line: Line, suppressed: number) => void;
  readonly #kinds = new Map<string, Repeated<Line>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (line: Line, suppressed: number) => void) {
    this.#write = write;
  }

  log(kind: string, line: Line): void {
    const repeated = this.#kinds.get(kind);
    if (repeated !== undefined) {
      if (repeated.line !== undefined) repeated.suppressed += 1;
      repeated.line = line;
      return;
    }
    if (this.#kinds.size >= MAX_KINDS) {
      this.flush();
      this.#kinds.clear();
    }
    this.#kinds.set(kind, { line: undefined, suppressed: 0 });
    this.#write(line, 0);
    this.#timer ??= setTimeout(() => this.#endSecond(), INTERVAL_MS).unref();
  }

  /** Writes what was left out, without a wait for the second to end. */
  flush(): void {
    for (const repeated of this.#kinds.values()) {
      const { line, suppressed } = repeated;
      if (line === undefined) continue;
      repeated.line = undefined;
      repeated.suppressed = 0;
      this.#write(line, suppressed);
    }
  }

  #endSecond(): void {
    for (const [kind, { line }] of this.#kinds) if (line === undefined) this.#kinds.delete(kind);
    this.flush();
    this.#timer =
      this.#kinds.size === 0 ? undefined : setTimeout(() => this.#endSecond(), INTERVAL_MS).unref();
  }
}
