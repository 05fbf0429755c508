import { ProposalRequest, ProposedStudent } from '../../contract/beta-schemas.ts';
import { MAX_PROPOSED_STUDENTS } from '../../contract/proposals.ts';
import type { Schema } from '../../contract/schemas.ts';

const { students, ...others } = ProposalRequest.properties as Record<string, Schema>;

/** With the students in place, as they are checked. */
export const PROPOSAL_BODY: Schema = {
  ...ProposalRequest,
  properties: { students: { ...students, items: ProposedStudent }, ...others },
};

/** How a player ends a proposal: with how many students were written, or null. */
export const END_BODY: Schema = {
  type: 'object',
  required: ['applied'],
  additionalProperties: false,
  properties: { applied: { type: ['integer', 'null'], minimum: 0, maximum: MAX_PROPOSED_STUDENTS } },
};
