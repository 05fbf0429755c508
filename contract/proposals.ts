import type { RecruitedStudent } from './state-fields.ts';

export const MAX_PROPOSED_STUDENTS = 300;
/** In code points. */
export const MAX_PROPOSAL_NOTE_LENGTH = 200;
/** A proposal is open for so long, and its line is kept for as long after its end. */
export const PROPOSAL_DAYS = 30;
/** Of each key. Older ones are forgotten. */
export const MAX_PROPOSALS = 20;

export const PROPOSAL_STATUSES = ['open', 'applied', 'declined', 'expired', 'replaced', 'withdrawn'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** A student as a tool would have it: what it leaves out is not known. */
export type ProposedStudent = Pick<RecruitedStudent, 'studentUid'> &
  Partial<Omit<RecruitedStudent, 'studentUid'>>;

/** The body of a proposal. */
export interface ProposalRequest {
  readonly students: readonly ProposedStudent[];
  readonly note?: string;
}

/** What a tool is told of its proposal. */
export interface Proposal {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** How many it names. */
  readonly students: number;
  readonly note: string;
  /** Where the player looks at it. */
  readonly reviewUrl: string;
  /** How many the player has agreed to. */
  readonly applied?: number;
}

/** The operation of the changes that are agreed to, which makes them one group of the history. */
export const proposalOperation = (id: string): string => `proposal-${id}`;
