import type { ProposedStudent } from '../../contract/proposals.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { bodyReader } from '../console/body-checks.ts';
import { toTime } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Services } from '../services.ts';
import { endProposal, listOpen, PROPOSAL_MS, readProposed, type StoredProposal } from './records.ts';
import { END_BODY } from './schemas.ts';
import type { ProposalView, ProposedView } from './views.ts';

const readEnd = bodyReader<{ applied: number | null }>(END_BODY);

/** What a player does with the proposals of tools. The changes themselves are written as any others. */
export function createProposalHandlers({ store, now }: Pick<Services, 'store' | 'now'>) {
  const { database } = store;
  const list = ({ caller }: SessionRequest): Promise<StoredProposal[]> =>
    listOpen(database, caller.accountId, now());

  async function find(request: SessionRequest): Promise<StoredProposal> {
    const found = (await list(request)).find(({ id }) => id === request.params.proposalId);
    if (found === undefined) throw hasEndedError();
    return found;
  }

  return {
    list: async (request: SessionRequest): Promise<{ proposals: ProposalView[] }> => ({
      proposals: (await list(request)).map(toView),
    }),

    async read(request: SessionRequest): Promise<ProposedView> {
      const found = await find(request);
      const content = await readProposed(database, request.caller.accountId, found.id);
      if (content === undefined) throw hasEndedError();
      return { ...toView(found), proposed: JSON.parse(content) as ProposedStudent[] };
    },

    async end(request: SessionRequest): Promise<object> {
      const { caller } = request;
      const { applied } = readEnd(request);
      if (await endProposal(database, caller, await find(request), applied, now())) return {};
      await rejectEndedCaller(store, caller, now());
      throw hasEndedError();
    },
  };
}

const toView = ({ id, keyName, createdAt, students, note }: StoredProposal): ProposalView => ({
  ...{ id, tool: keyName, students, note },
  createdAt: toTime(createdAt),
  expiresAt: toTime(createdAt + PROPOSAL_MS),
});

const hasEndedError = (): ApiError =>
  new ApiError('not_found', '이 제안은 이미 끝났습니다. 목록을 새로 고치십시오.');
