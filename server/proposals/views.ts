import type { ProposedStudent } from '../../contract/proposals.ts';

/** An open proposal, as the console shows it. */
export interface ProposalView {
  id: string;
  /** The name that the tool had then. */
  tool: string;
  createdAt: string;
  expiresAt: string;
  students: number;
  note: string;
}

/** GET /proposals/{proposalId} */
export type ProposedView = ProposalView & { proposed: readonly ProposedStudent[] };
