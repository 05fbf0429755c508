import { Roster } from './roster.ts';
import { Students } from './students.ts';
import { type RollbookOptions, Transport } from './transport.ts';

/**
 * A client of one account. Waits and retries where that is safe, and never sends a write again whose outcome is
 * unknown before it has looked.
 */
export class Rollbook {
  /** The students of the game. */
  readonly students: Students;
  /** The recruited students of the account. */
  readonly roster: Roster;

  constructor(options: RollbookOptions) {
    const transport = new Transport(options);
    this.students = new Students(transport);
    this.roster = new Roster(transport, this.students);
  }
}
