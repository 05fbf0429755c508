import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import { toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { entryUrl } from '../http/public-urls.ts';
import { listInvites, newInvite, type StoredInvite } from '../sign-in/invites.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { type OperatorContext, rejectEndedOperator } from './operator-context.ts';
import { revokeInviteAsOperator, saveInviteAsOperator } from './records.ts';
import { CREATE_INVITE_BODY } from './schemas.ts';
import type { CreatedInviteView, InvitesView, InviteView } from './views.ts';

const readInvite = bodyReader<{ uses: number; days: number }>(CREATE_INVITE_BODY);
const DAY_MS = 86_400_000;
const INVITE_ID = /^\w{1,64}$/;

/** Invites, as the commands make and revoke them. */
export function createOperatorInviteHandlers(context: OperatorContext) {
  const { store, site, now } = context;
  const readInvites = async (): Promise<StoredInvite[]> => (await listInvites(store.database)).toReversed();

  return {
    list: async (): Promise<InvitesView> => ({ invites: (await readInvites()).map(toView) }),

    async create(request: SessionRequest): Promise<CreatedInviteView> {
      const { uses, days } = readInvite(request);
      const at = now();
      const invite = newInvite(uses, at + days * DAY_MS, request.caller.accountId, at);
      const saved = await saveInviteAsOperator(store.database, request.caller, invite);
      if (saved !== 'done') await rejectEndedOperator(context, request);
      const { inviteId, token, expiresAt } = invite;
      const { origin, basePath } = site();
      return { inviteId, url: entryUrl(origin + basePath, token), uses, expiresAt: toTime(expiresAt) };
    },

    async revoke(request: SessionRequest): Promise<InviteView> {
      readEmptyBody(request);
      const { inviteId = '' } = request.params;
      if (!INVITE_ID.test(inviteId)) throw inviteNotFoundError();
      const revoked = await revokeInviteAsOperator(store.database, request.caller, inviteId, now());
      if (revoked === 'refused') await rejectEndedOperator(context, request);
      const invites = await asUnknownOutcome(readInvites);
      const invite = invites.find((one) => one.inviteId === inviteId);
      if (invite === undefined) throw inviteNotFoundError();
      return toView(invite);
    },
  };
}

const toView = ({ inviteId, uses, usesLeft, createdAt, expiresAt, revokedAt }: StoredInvite): InviteView => ({
  inviteId,
  uses,
  usesLeft,
  createdAt: toTime(createdAt),
  expiresAt: toTime(expiresAt),
  revokedAt: toTimeOrNull(revokedAt),
});

const inviteNotFoundError = (): ApiError =>
  new ApiError('not_found', '그런 초대가 없습니다. 목록을 새로 고치십시오.');
