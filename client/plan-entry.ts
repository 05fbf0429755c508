import type { RecruitedStudent, StudentPatch, StudentRegistration } from '../contract/state-fields.ts';
import type { RollbookError } from './rollbook-error.ts';

/** Wanted values that are not part of `state`, because they would lower or clear what is recorded. */
export type KeptValues = StudentPatch;

/** The action of a plan on one student. */
export type PlanEntry =
  /** Is not recruited. `state` is sent as it is. */
  | { readonly action: 'register'; readonly studentUid: string; readonly state: StudentRegistration }
  /** Is in the state `before`, and gets the fields of `changes`. */
  | {
      readonly action: 'change';
      readonly studentUid: string;
      readonly before: RecruitedStudent;
      readonly state: StudentRegistration;
      /** Only the fields that differ. */
      readonly changes: StudentPatch;
      readonly kept: KeptValues;
    }
  /** Has every value of `state`. */
  | {
      readonly action: 'unchanged';
      readonly studentUid: string;
      readonly before: RecruitedStudent;
      readonly state: StudentRegistration;
      readonly kept: KeptValues;
    }
  /** Is recruited and not wanted. Only with `prune`. */
  | { readonly action: 'remove'; readonly studentUid: string; readonly before: RecruitedStudent }
  /** Cannot be written, and why. */
  | { readonly action: 'refuse'; readonly studentUid: string; readonly error: RollbookError };

/** The entry of a recruited student who is wanted. */
export type ComparedEntry = Extract<PlanEntry, { action: 'change' | 'unchanged' }>;
