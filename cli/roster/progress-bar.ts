import type { Retry } from '../../client/index.ts';

const BAR_WIDTH = 30;

/** One line on a terminal that is written over; nothing elsewhere. */
export class ProgressBar {
  readonly #stream = process.stderr;
  #isShown = false;

  show({ done, total }: { done: number; total: number }): void {
    const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
    this.#write(`[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done} of ${total}`);
  }

  showWait({ error, waitMs }: Retry): void {
    const reason = error.code === 'rate_limited' ? 'the limit of requests' : error.message;
    if (waitMs >= 1_000) this.#write(`Waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`);
  }

  end(): void {
    if (this.#isShown) this.#stream.write('\n');
    this.#isShown = false;
  }

  #write(line: string): void {
    if (!this.#stream.isTTY) return;
    this.#stream.write(`\r\u001b[K${line}`);
    this.#isShown = true;
  }
}
