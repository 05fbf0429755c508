export type { ErrorCode } from '../contract/errors.ts';
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
export type { ApplyOptions, Progress } from './apply-plan.ts';
export type { Listing, Page, PageOptions } from './listing.ts';
export type { Plan, PlanEntry, PlanOptions, Report } from './plan.ts';
export { Rollbook } from './rollbook.ts';
export {
  type Candidate,
  type InvalidField,
  isRollbookError,
  RollbookError,
  type RollbookErrorCode,
} from './rollbook-error.ts';
export type { Roster } from './roster.ts';
export type { Ensured } from './roster-students.ts';
export type { Catalogue, CatalogueStudent, StudentSummary, Students } from './students.ts';
export type { CallOptions, Retry, RollbookOptions } from './transport.ts';
