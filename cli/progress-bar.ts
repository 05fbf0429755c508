import type { Progress } from '../client/index.ts';
import { printText, toPrintable } from './printed-text.ts';

const BAR_WIDTH = 30;
/** Shorter waits are not worth a word. */
const MIN_SHOWN_WAIT_MS = 1_000;

/**
 * One line on a terminal that is written over. Elsewhere, only waits are told, one line each. With --json nothing is,
 * because standard error then has errors only.
 */
export class ProgressBar {
  readonly #stream = process.stderr;
  readonly #isSilent: boolean;
  #isShown = false;
  #bar = '';
  #waitingUntil = 0;

  constructor(isSilent: boolean) {
    this.#isSilent = isSilent;
  }

  show({ done, total }: Progress): void {
    const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
    this.#bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done} of ${total} `;
    this.#draw();
  }

  showWait(reason: string, waitMs: number): void {
    const until = Date.now() + waitMs;
    // The requests that wait for one limit each report it.
    if (waitMs < MIN_SHOWN_WAIT_MS || until < this.#waitingUntil + MIN_SHOWN_WAIT_MS) return;
    this.#waitingUntil = until;
    if (this.#isSilent) return;
    if (this.#stream.isTTY) this.#draw();
    else printText(this.#stream, toPrintable(`Waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`));
  }

  end(): void {
    if (this.#isShown) this.#stream.write('\n');
    this.#isShown = false;
  }

  #draw(): void {
    if (this.#isSilent || !this.#stream.isTTY) return;
    const wait =
      Date.now() < this.#waitingUntil
        ? `(waiting until ${new Date(this.#waitingUntil).toLocaleTimeString('sv')})`
        : '';
    this.#stream.write(`\r\u001b[K${this.#bar}${wait}`);
    this.#isShown = true;
  }
}
