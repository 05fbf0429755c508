import type { Language } from '../../../contract/bilingual.ts';
import type { ShareSettings, ShareView } from '../../../server/shares/views.ts';
import { CONSOLE_API, type Method, ofAccount, sendRequest } from './send-request.ts';

const send = <T>(accountId: string, method: Method, path: string, body?: object) =>
  sendRequest<T>(method, `/shares${path}`, body, ofAccount(accountId));
const pathOf = (shareId: string) => `/${encodeURIComponent(shareId)}`;

/** Nothing happens to a link that was changed elsewhere since the player has seen it. */
const sendIfSeen = (accountId: string, method: Method, seen: ShareView, path: string, body: object) =>
  sendRequest<ShareView>(method, `/shares${pathOf(seen.shareId)}${path}`, body, {
    ...ofAccount(accountId),
    'if-match': `"${seen.version}"`,
  });

/** The links of an account. What one account decides to show, another that has signed in meanwhile does not. */
export const shareApi = {
  listShares: async (accountId: string) => (await send<{ shares: ShareView[] }>(accountId, 'GET', '')).shares,
  createShare: (accountId: string, settings: ShareSettings) =>
    send<ShareView>(accountId, 'POST', '', settings),
  changeShare: (accountId: string, seen: ShareView, settings: ShareSettings) =>
    sendIfSeen(accountId, 'PATCH', seen, '', settings),
  renewShare: (accountId: string, shareId: string) =>
    send<ShareView>(accountId, 'POST', `${pathOf(shareId)}/renew`, {}),
  deleteShare: (accountId: string, shareId: string) => send<object>(accountId, 'DELETE', pathOf(shareId)),
  savePicture: (accountId: string, seen: ShareView, image: string) =>
    sendIfSeen(accountId, 'POST', seen, '/picture', { image }),
  removePicture: (accountId: string, shareId: string) =>
    send<ShareView>(accountId, 'DELETE', `${pathOf(shareId)}/picture`),
  /** The page that a stranger would see, for a frame. */
  previewUrl: (settings: ShareSettings, language: Language): string =>
    `${CONSOLE_API}/shares/preview?${new URLSearchParams({ settings: JSON.stringify(settings), lang: language })}`,
};
