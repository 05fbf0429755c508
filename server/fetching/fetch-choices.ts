import { type Repetition, repeatEach } from '../scheduling/repeat.ts';
import { type Database, defineStatements, requiredStep, type Step } from '../store/database.ts';

/** `portraits` are those of students and the icons of items. */
export type FetchSubject = 'catalogue' | 'portraits';

/** How often an instance reads what operators chose on another one; each poll is one small read. */
const POLL_INTERVAL_MS = 5_000;

export const STATEMENTS = defineStatements({
  readFetchChoices: 'SELECT subject, is_on AS "isOn" FROM fetch_choice',
  saveFetchChoice: `INSERT INTO fetch_choice (subject, is_on, chosen_at) VALUES ($1, $2, $3)
    ON CONFLICT (subject) DO UPDATE SET is_on = excluded.is_on, chosen_at = excluded.chosen_at`,
});

export const saveFetchChoice = (subject: FetchSubject, isOn: boolean, at: number): Step =>
  requiredStep(STATEMENTS.saveFetchChoice, subject, isOn ? 1 : 0, at);

/** The operators' choices of what is fetched, for all instances alike, as this one has last read them. */
export class FetchChoices {
  readonly #database: Database;
  readonly #listeners: (() => void)[] = [];
  #choices: ReadonlyMap<string, boolean> = new Map();
  #polling: Repetition | undefined;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async start(database: Database, reportFailure: (error: unknown) => void): Promise<FetchChoices> {
    const choices = new FetchChoices(database);
    await choices.refresh();
    choices.#polling = repeatEach(POLL_INTERVAL_MS, () => choices.refresh(), reportFailure);
    return choices;
  }

  /** Undefined if no operator was asked, or none has answered. */
  get(subject: FetchSubject): boolean | undefined {
    return this.#choices.get(subject);
  }

  /** The listener is called after each read that differs from the one before. */
  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads at once what was chosen. */
  async refresh(): Promise<void> {
    const rows = await this.#database.read<{ subject: string; isOn: 0 | 1 }>(STATEMENTS.readFetchChoices);
    const before = this.#choices;
    this.#choices = new Map(rows.map(({ subject, isOn }) => [subject, isOn === 1]));
    if (rows.some(({ subject }) => before.get(subject) !== this.#choices.get(subject)))
      for (const listener of this.#listeners) listener();
  }

  stop(): void {
    void this.#polling?.stop();
  }
}
