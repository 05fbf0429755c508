import type { Me } from '../contract/me.ts';
import { BETA_PREFIX } from '../contract/paths.ts';
import type { ApiPromise, CallOptions } from './call.ts';
import { Goals } from './goals.ts';
import { ItemStock } from './item-stock.ts';
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
  /** The growth goals of the account. */
  readonly goals: Goals;
  /** The account's items. */
  readonly stock: ItemStock;
  readonly #transport: Transport;

  constructor(options: RollbookOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.students = new Students(transport);
    this.roster = new Roster(transport, this.students);
    this.goals = new Goals(transport);
    this.stock = new ItemStock(transport);
  }

  /** Whose key it is, what the key may do, and what is left of the account's limits. Costs a read. */
  me(options: CallOptions = {}): ApiPromise<Me> {
    const request = { method: 'GET', prefix: BETA_PREFIX, path: '/me' } as const;
    return this.#transport.call(options, (context) => this.#transport.send(request, context));
  }
}
