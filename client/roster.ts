import type { StudentRegistration } from '../contract/state-fields.ts';
import { type ApplyOptions, applyPlan } from './apply-plan.ts';
import { type Plan, type PlanOptions, planRoster, type Report } from './plan.ts';
import { RosterStudents } from './roster-students.ts';
import type { Students } from './students.ts';
import type { Transport } from './transport.ts';

/** The recruited students of the key's account, one by one and as a whole. */
export class Roster extends RosterStudents {
  readonly #students: Students;

  constructor(transport: Transport, students: Students) {
    super(transport);
    this.#students = students;
  }

  /** What it takes to bring the account to a wanted roster. Reads, and writes nothing. */
  async plan(wanted: readonly StudentRegistration[], options: PlanOptions = {}): Promise<Plan> {
    const { students } = await this.#students.catalogue(options);
    const current = await this.list(options);
    return planRoster(wanted, current, students, options);
  }

  /** Writes a plan. Leaves out, and reports, students that were changed since. */
  apply(plan: Plan, options: ApplyOptions = {}): Promise<Report> {
    return applyPlan(this, plan, options);
  }

  /** Plans and applies: brings the account to a wanted roster, and reports what has become of each student. */
  async sync(
    wanted: readonly StudentRegistration[],
    options: PlanOptions & ApplyOptions = {},
  ): Promise<Report> {
    return this.apply(await this.plan(wanted, options), options);
  }
}
