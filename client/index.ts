export type {
  BoardMember,
  BoardStudent,
  BorrowedStudent,
  OwnedStudent,
  SharedBoard,
} from '../contract/boards.ts';
export type { ErrorCode } from '../contract/errors.ts';
export type { CompletedGoal, Goal, GoalCompletion, GoalSettings, WantedValues } from '../contract/goals.ts';
export type { Change, ChangeAuthor, ChangedFields, ChangeKind } from '../contract/history.ts';
export type { LimitStatus, Me } from '../contract/me.ts';
export type { Proposal, ProposedStudent } from '../contract/proposals.ts';
export type { SharedRoster, SharedStudent } from '../contract/shares.ts';
export {
  type GrowthState,
  type RecruitedStudent,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
export type { FieldError } from '../contract/state-rules.ts';
export type { AttributeLabels, GameServer, StudentAttributes } from '../game/attributes.ts';
export type { GrowthCost } from '../game/cost-sum.ts';
export type { FarmPlan, Stage, Stages } from '../game/farm-plan.ts';
export type { GrowthFacts } from '../game/growth-facts.ts';
export type { GrowthPlan, PlannedStudent } from '../game/growth-plan.ts';
export type { ChangePage, Page, RosterStudent, StudentSummary, WholeRoster } from './answers.ts';
export type { ApplyOptions, Progress } from './apply-plan.ts';
export type { ApiPromise, CallOptions, GuardedOptions, RateLimit, RateLimits, WithResponse } from './call.ts';
export type { Catalogue, CatalogueStudent } from './catalogue.ts';
export type { ChangeListing, ChangePageOptions } from './changes-listing.ts';
export type { Goals } from './goals.ts';
export type { ItemStock } from './item-stock.ts';
export type { Listing, PageOptions } from './listing.ts';
export type { Plan, PlanOptions } from './plan.ts';
export type { KeptValues, PlanEntry } from './plan-entry.ts';
export { type GrowthPlanOptions, Rollbook } from './rollbook.ts';
export type { KeptFields, Report } from './rollbook-error.ts';
export {
  type Candidate,
  type InvalidField,
  isRollbookError,
  RollbookError,
  type RollbookErrorCode,
} from './rollbook-error.ts';
export type { ChangesOptions, ProposeOptions, ReadOptions, Roster } from './roster.ts';
export type { Ensured } from './roster-students.ts';
export type { Students } from './students.ts';
export type { Retry, RollbookOptions } from './transport.ts';
