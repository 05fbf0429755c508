import { publicUrl } from '../../contract/paths.ts';
import { SHARE_PATH } from '../../contract/shares.ts';
import type { PublicUrls } from '../http/public-urls.ts';
import type { StoredShare } from './records.ts';

/** The addresses of a link, which whoever has it may open. */
export function createShareUrls(urls: PublicUrls) {
  const page = ({ token }: Pick<StoredShare, 'token'>): string =>
    publicUrl({ docsUrl: urls.docs() }, `${SHARE_PATH}/${token}`);
  return {
    page,
    /** It changes with the picture, so that chats ask for it anew. */
    picture: (share: Pick<StoredShare, 'token' | 'picture'>): string | undefined =>
      share.picture === null ? undefined : `${page(share)}.png?v=${share.picture.hash}`,
  };
}

export type ShareUrls = ReturnType<typeof createShareUrls>;
