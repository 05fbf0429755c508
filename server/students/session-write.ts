import { ENDS_GOAL_HEADER, SPENDS_HEADER } from '../../contract/operation-headers.ts';
import { type IncomingRequest, readWriteHeaders, type WriteRequest } from '../request/incoming-request.ts';

/** The further wishes of a write of the console, which may spend and end a goal. */
export const readSessionWrite = (incoming: IncomingRequest): WriteRequest => ({
  ...readWriteHeaders(incoming),
  spends: incoming.headers[SPENDS_HEADER] === '1',
  endsGoal: incoming.headers[ENDS_GOAL_HEADER] === '1',
});
