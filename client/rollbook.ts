import { BETA_PREFIX, GROWTH_PATH, STAGES_PATH } from '../contract/api-paths.ts';
import type { Me } from '../contract/me.ts';
import type { FarmPlan, Stages } from '../game/farm-plan.ts';
import type { GrowthFacts } from '../game/growth-facts.ts';
import type { GrowthPlan } from '../game/growth-plan.ts';
import { isFarmPlan, isGrowthFacts, isGrowthPlan, isMe, isStages } from './answer-checks.ts';
import type { ApiPromise, CallOptions } from './call.ts';
import { Goals } from './goals.ts';
import { ItemStock } from './item-stock.ts';
import { KeptDocument } from './kept-document.ts';
import { Roster } from './roster.ts';
import { Students } from './students.ts';
import { type RollbookOptions, Transport } from './transport.ts';

/** Which goals a plan is of. */
export interface GrowthPlanOptions extends CallOptions {
  /** Only those with this label. */
  label?: string | undefined;
}

/** Which goals to farm for, and where. */
export interface FarmPlanOptions extends GrowthPlanOptions {
  /** The furthest area whose normal stages are open; all by default. */
  area?: number | undefined;
}

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
  readonly #growthFacts: KeptDocument<GrowthFacts>;
  readonly #stages: KeptDocument<Stages>;

  constructor(options: RollbookOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.students = new Students(transport);
    this.roster = new Roster(transport, this.students);
    this.goals = new Goals(transport);
    this.stock = new ItemStock(transport);
    this.#growthFacts = new KeptDocument(transport, GROWTH_PATH, isGrowthFacts);
    this.#stages = new KeptDocument(transport, STAGES_PATH, isStages);
  }

  /** Whose key it is, what the key may do, and what is left of the account's limits. Costs a read. */
  me(options: CallOptions = {}): ApiPromise<Me> {
    const request = { method: 'GET', prefix: BETA_PREFIX, path: '/me' } as const;
    return this.#transport.call(options, (context) => this.#transport.send(request, isMe, context));
  }

  /** What the goals that are neither paused nor reached still cost, and what the stock lacks. Costs a read. */
  growthPlan(options: GrowthPlanOptions = {}): ApiPromise<GrowthPlan> {
    const { label } = options;
    const query = label === undefined ? undefined : { label };
    const request = { method: 'GET', prefix: BETA_PREFIX, path: '/plan', query } as const;
    return this.#transport.call(options, (context) => this.#transport.send(request, isGrowthPlan, context));
  }

  /** Where to farm what the stock lacks of these goals, by the fewest AP. Costs a read. */
  farmPlan(options: FarmPlanOptions = {}): ApiPromise<FarmPlan> {
    const { label, area } = options;
    const query = {
      ...(label !== undefined && { label }),
      ...(area !== undefined && { area: String(area) }),
    };
    const request = { method: 'GET', prefix: BETA_PREFIX, path: '/plan/farm', query } as const;
    return this.#transport.call(options, (context) => this.#transport.send(request, isFarmPlan, context));
  }

  /**
   * What `@rollbook/client/growth` computes with. Kept, and asked for again only if it has changed. Needs no key and costs
   * no read.
   */
  growthFacts(options: CallOptions = {}): ApiPromise<GrowthFacts> {
    return this.#transport.call(options, (context) => this.#growthFacts.read(context));
  }

  /** What the stages of the campaign take and drop, which `farmPlan` of `@rollbook/client/growth` computes with; kept too. */
  stages(options: CallOptions = {}): ApiPromise<Stages> {
    return this.#transport.call(options, (context) => this.#stages.read(context));
  }
}
