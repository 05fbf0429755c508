import { BETA_PREFIX } from '../contract/api-paths.ts';
import type { Proposal, ProposedStudent } from '../contract/proposals.ts';
import { STATE_NAMES, type StateName, type StudentRegistration } from '../contract/state-fields.ts';
import { isProposal, isRosterOf } from './answer-checks.ts';
import type { RosterStudent, WholeRoster } from './answers.ts';
import { type ApplyOptions, applyPlan, toReport, withReport } from './apply-plan.ts';
import type { ApiPromise, CallOptions } from './call.ts';
import { ChangeListing } from './changes-listing.ts';
import { type Plan, type PlanOptions, planRoster } from './plan.ts';
import type { Report } from './rollbook-error.ts';
import { RosterStudents } from './roster-students.ts';
import type { Students } from './students.ts';
import type { ApiRequest, Transport } from './transport.ts';

/** Options of `roster.changes`. */
export interface ChangesOptions extends CallOptions {
  after?: number | undefined;
  /** How many seconds to wait for a change while there is none, 30 at most. */
  wait?: number | undefined;
}

/** Options of `roster.read`. */
export interface ReadOptions<Field extends StateName = StateName> extends CallOptions {
  /** All by default; at least one. */
  fields?: readonly Field[] | undefined;
  /** The roster as it was at a time: a text has its zone, such as `2026-11-24T12:00:00Z`. As it is by default, or if the time is to come. */
  at?: Date | string | undefined;
}

/** Options of `roster.propose`. */
export interface ProposeOptions extends CallOptions {
  /** What to tell the player. */
  note?: string | undefined;
}

/** The recruited students of the key's account, one by one and as a whole. */
export class Roster extends RosterStudents {
  readonly #transport: Transport;
  readonly #students: Students;

  constructor(transport: Transport, students: Students) {
    super(transport);
    this.#transport = transport;
    this.#students = students;
  }

  /**
   * Who changed what, in order, after the change with this number, or since the oldest that is kept. Iterate over it, or
   * read one `page`; with `wait`, it waits for a change while there is none. A number after which changes are not kept any more is `invalid_request`.
   */
  changes({ after, wait, ...options }: ChangesOptions = {}): ChangeListing {
    return new ChangeListing(this.#transport, after, wait, options);
  }

  /** The whole roster in one read, or the named fields of it: as it is, or as it was at a time. */
  read(options?: ReadOptions & { fields?: undefined }): ApiPromise<WholeRoster>;
  read<Field extends StateName>(
    options: ReadOptions<Field> & { fields: readonly Field[] },
  ): ApiPromise<WholeRoster<RosterStudent<Field>>>;
  read({ fields, at, ...options }: ReadOptions = {}): ApiPromise<WholeRoster<never>> {
    return this.#transport.call(options, async (context) => {
      const query = {
        ...(fields !== undefined && { fields: fields.join() }),
        ...(at !== undefined && {
          at: `${typeof at === 'string' ? at : at.toJSON()}`,
        }),
      };
      const request = { method: 'GET', prefix: BETA_PREFIX, path: '/roster', query } as const;
      return this.#transport.send(request, isRosterOf<never>(fields ?? STATE_NAMES), context);
    });
  }

  /** The roster as it was at a time. */
  at(time: Date | string, options: CallOptions = {}): ApiPromise<WholeRoster> {
    return this.read({ ...options, at: time });
  }

  /**
   * Proposes to the player what a tool would write. Takes the place of what the key proposed before, and is sent again
   * after an unknown outcome, since it has the same effect.
   */
  propose(
    wanted: readonly ProposedStudent[],
    { note, ...options }: ProposeOptions = {},
  ): ApiPromise<Proposal> {
    const body = { students: wanted, ...(note !== undefined && { note }) };
    const request = { method: 'POST', path: '/proposals', body, isRepeatable: true } as const;
    return this.#proposal(request, options);
  }

  /** What has become of a proposal of this key. */
  proposal(id: string, options: CallOptions = {}): ApiPromise<Proposal> {
    return this.#proposal({ method: 'GET', path: `/proposals/${encodeURIComponent(id)}` }, options);
  }

  #proposal(request: Omit<ApiRequest, 'prefix'>, options: CallOptions): ApiPromise<Proposal> {
    return this.#transport.call(
      options,
      async (context) =>
        (await this.#transport.send({ ...request, prefix: BETA_PREFIX }, isProposal, context)).proposal,
    );
  }

  /**
   * What it takes to bring the account to a wanted roster. Reads, and writes nothing. Unless `lower` is true, no recorded
   * value is lowered or cleared.
   */
  plan(wanted: readonly StudentRegistration[], options: PlanOptions = {}): ApiPromise<Plan> {
    return this.#transport.call(options, async (context) => {
      const { students, date } = await this.#students.catalogue(context);
      const listedAt = Date.now();
      const current = await this.list(context);
      return { ...planRoster(wanted, current, students, { ...context, catalogueDate: date }), listedAt };
    });
  }

  /**
   * Writes a plan. Lists the roster again if the plan is older than ten seconds; leaves out, and reports, students that
   * were changed since. Rejects with the `report` of what was done if it is aborted or the key is rejected.
   */
  apply(plan: Plan, options: ApplyOptions = {}): Promise<Report> {
    return this.#transport.call(this.#transport.inOperation(options), (context) =>
      applyPlan(this, plan, context),
    );
  }

  /**
   * Plans and applies: brings the account to a wanted roster, and reports what has become of each student. Unless `lower`
   * is true, no recorded value is lowered or cleared.
   */
  sync(wanted: readonly StudentRegistration[], options: PlanOptions & ApplyOptions = {}): ApiPromise<Report> {
    return this.#transport.call(this.#transport.inOperation(options), async (context) => {
      const plan = await this.plan(wanted, context).catch((error) => {
        throw withReport(error, toReport([]), context);
      });
      return this.apply(plan, context);
    });
  }
}
