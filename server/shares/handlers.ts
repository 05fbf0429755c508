import { hash } from 'node:crypto';
import { MAX_SHARES } from '../../contract/shares.ts';
import { type ActivityKind, changeAccount } from '../activity/activity.ts';
import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import { rejectEndedSession, toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { generateId, generateShareToken } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Step } from '../store/database.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { checkPicture } from './check-picture.ts';
import {
  changeSteps,
  createSteps,
  deleteSteps,
  dropPictureSteps,
  findShare,
  listShares,
  renewSteps,
  type StoredShare,
  savePictureSteps,
} from './records.ts';
import { PICTURE_BODY } from './schemas.ts';
import type { SettingsReader } from './share-settings.ts';
import { createShareUrls, type ShareUrls } from './share-urls.ts';
import type { ShareView } from './views.ts';

const readPictureBody = bodyReader<{ image: string }>(PICTURE_BODY);

/** The links of an account. */
export function createShareHandlers(context: Services, readSettings: SettingsReader) {
  const { store, now } = context;
  const urls = createShareUrls(context.urls);
  const { database } = store;

  async function findOwn({ caller, params }: SessionRequest): Promise<StoredShare> {
    const share = await findShare(database, caller.accountId, params.shareId ?? '');
    if (share === undefined) throw shareNotFoundError();
    return share;
  }

  /** The link as the page that sends the request has seen it, if it says so. */
  async function findSeen(request: SessionRequest): Promise<StoredShare> {
    const share = await findOwn(request);
    const { 'if-match': version = '*' } = request.incoming.headers;
    if (version !== '*' && version !== `"${versionOf(share)}"`) throw changedElsewhereError();
    return share;
  }

  /** The first of the steps that is required fails where the link is not as it was read; `refusal` says so. */
  async function write(
    request: SessionRequest,
    kind: ActivityKind,
    detail: string,
    steps: readonly Step[],
    refusal: () => ApiError = shareNotFoundError,
  ): Promise<void> {
    const { caller } = request;
    const entry = { at: now(), kind, detail };
    const failed = await changeAccount(database, kind, caller, caller.accountId, entry, steps);
    if (failed === undefined) return;
    if (!steps.includes(failed)) await rejectEndedSession(context, request);
    throw refusal();
  }

  const view = ({ caller }: SessionRequest, shareId: string) =>
    asUnknownOutcome(async () => {
      const share = await findShare(database, caller.accountId, shareId);
      if (share === undefined) throw shareNotFoundError();
      return toShareView(share, urls);
    });

  return {
    async list({ caller }: SessionRequest): Promise<{ shares: ShareView[] }> {
      const shares = await listShares(database, caller.accountId);
      return { shares: shares.map((share) => toShareView(share, urls)) };
    },

    async create(request: SessionRequest): Promise<ShareView> {
      const { settings, expiresAt } = readSettings(request);
      const shareId = generateId('shr');
      const steps = createSteps(request.caller.accountId, shareId, settings, expiresAt, now());
      await write(request, 'share-created', settings.name, steps, tooManySharesError);
      return view(request, shareId);
    },

    async change(request: SessionRequest): Promise<ShareView> {
      const { settings, expiresAt } = readSettings(request);
      const share = await findSeen(request);
      const steps = changeSteps(request.caller.accountId, share, settings, expiresAt);
      await write(request, 'share-changed', settings.name, steps, changedElsewhereError);
      return view(request, share.shareId);
    },

    async renew(request: SessionRequest): Promise<ShareView> {
      readEmptyBody(request);
      const share = await findOwn(request);
      const steps = renewSteps(request.caller.accountId, share, generateShareToken(), now());
      await write(request, 'share-renewed', share.settings.name, steps);
      return view(request, share.shareId);
    },

    async remove(request: SessionRequest): Promise<object> {
      const share = await findOwn(request);
      const steps = deleteSteps(request.caller.accountId, share);
      await write(request, 'share-deleted', share.settings.name, steps);
      return {};
    },

    async savePicture(request: SessionRequest): Promise<ShareView> {
      const { image } = readPictureBody(request);
      const bytes = await checkPicture(image);
      const share = await findSeen(request);
      const steps = savePictureSteps(request.caller.accountId, share, image, shortHash(bytes), now());
      await write(request, 'share-changed', share.settings.name, steps, changedElsewhereError);
      return view(request, share.shareId);
    },

    async dropPicture(request: SessionRequest): Promise<ShareView> {
      const share = await findOwn(request);
      await write(
        request,
        'share-changed',
        share.settings.name,
        dropPictureSteps(request.caller.accountId, share),
      );
      return view(request, share.shareId);
    },
  };
}

const HASH_LENGTH = 16;
const shortHash = (content: string | Buffer): string => hash('sha256', content, 'hex').slice(0, HASH_LENGTH);

const versionOf = ({ settings, expiresAt }: StoredShare): string =>
  shortHash(JSON.stringify([settings, expiresAt]));

const toShareView = (share: StoredShare, urls: ShareUrls): ShareView => ({
  shareId: share.shareId,
  url: urls.page(share),
  ...share.settings,
  version: versionOf(share),
  createdAt: toTime(share.createdAt),
  renewedAt: toTimeOrNull(share.renewedAt),
  expiresAt: toTimeOrNull(share.expiresAt),
  picture: share.picture && { url: urls.picture(share) ?? '', sentAt: toTime(share.picture.sentAt) },
});

const changedElsewhereError = (): ApiError =>
  new ApiError(
    'precondition_failed',
    '이 링크가 그사이 변경되었습니다. 목록을 새로 고치고 확인한 뒤 다시 저장하십시오.',
  );

const shareNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 계정에 그런 링크가 없거나 방금 바뀌었습니다. 목록을 새로 고치십시오.');

const tooManySharesError = (): ApiError =>
  new ApiError(
    'limit_reached',
    `링크는 ${MAX_SHARES}개까지 만들 수 있습니다. 쓰지 않는 링크를 먼저 지우십시오.`,
  );
