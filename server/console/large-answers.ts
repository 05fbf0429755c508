import { UnavailableError } from '../errors/unavailable-error.ts';

/** Answers of many megabytes that are made or on their way at once. */
const MAX_LARGE_ANSWERS = 4;

interface Turn {
  readonly accountId: string;
  readonly start: () => void;
}

/** One large answer for each account at a time, and few for all of them: a slow reader holds its memory. */
export class LargeAnswers {
  readonly #accounts = new Set<string>();
  #waiting: readonly Turn[] = [];

  /** Resolves when it is the account's turn, which ends with `signal`. Rejects if that is aborted before. */
  waitForTurn(accountId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn: Turn = { accountId, start: resolve };
      const end = () => {
        if (this.#waiting.includes(turn)) this.#waiting = this.#waiting.filter((one) => one !== turn);
        else this.#accounts.delete(accountId);
        // After it was started, this changes nothing.
        reject(new UnavailableError('nobody waits for the answer'));
        this.#startWaiting();
      };
      this.#waiting = [...this.#waiting, turn];
      if (signal.aborted) {
        end();
        return;
      }
      signal.addEventListener('abort', end);
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    this.#waiting = this.#waiting.filter(({ accountId, start }) => {
      if (this.#accounts.size >= MAX_LARGE_ANSWERS || this.#accounts.has(accountId)) return true;
      this.#accounts.add(accountId);
      start();
      return false;
    });
  }
}
