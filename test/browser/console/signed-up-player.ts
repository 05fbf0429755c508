import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { BoardView } from '../../../server/boards/views.ts';
import type { ShareSettings, ShareView } from '../../../server/shares/views.ts';
import { askByCode } from '../../apps/oauth-client.ts';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import type { RunningService } from '../../service.ts';
import { share } from '../../shares/use-shares.ts';
import { openPlayer, type Player } from './player.ts';

export interface SignedUpPlayer extends Player {
  accountId: string;
  recoveryCodes: string[];
  /** Issues a write key, as another tool has it. */
  issueKey: (name?: string) => Promise<{ apiKey: string; keyId: string }>;
  /** Lets an app in by its code, all that it asks for, and returns its key. */
  connectApp: (name: string, scope: string) => Promise<string>;
  /** Makes a link, as another tab does, and what belongs to one. */
  share: (settings: Partial<ShareSettings>) => Promise<ShareView>;
  sendPicture: (shareId: string, image: Buffer) => Promise<ShareView>;
  deleteShare: (shareId: string) => Promise<object>;
  /** Makes a board, on which the newest link of the player stands, if there is one. */
  makeBoard: (name: string) => Promise<BoardView>;
}

/**
 * Signs up by HTTP, and gives the session and the passkey to a browser. Takes a fraction of the time of `signUp`, which
 * walks through the pages. The service has to let everybody sign up, as that of `useConsole` does; it lets one address do
 * so fifty times in ten minutes.
 */
export async function openSignedUpPlayer(
  browser: Browser,
  service: RunningService,
  name: string,
  options: BrowserContextOptions = {},
): Promise<SignedUpPlayer> {
  const own = new ConsoleBrowser(service);
  const [player, { accountId, recoveryCodes }] = await Promise.all([
    openPlayer(browser, options),
    own.signUp(name),
  ]);
  const [cookieName = '', value = ''] = own.cookie?.split('=') ?? [];
  const cookie = { name: cookieName, value, domain: 'localhost', path: '/', httpOnly: true };
  await player.context.addCookies([{ ...cookie, sameSite: 'Lax' }]);
  for (const passkey of own.authenticator.exportPasskeys()) await player.addPasskey(passkey);
  return {
    ...player,
    accountId,
    recoveryCodes,
    async issueKey(keyName = '') {
      const { apiKey, key } = await own.ok('POST', '/keys', {
        name: keyName,
        permission: 'write',
        days: 365,
      });
      return { apiKey, keyId: key.keyId };
    },
    async connectApp(appName, scope) {
      const { user_code, poll } = await askByCode(service, scope, appName);
      await own.ok('POST', '/apps/device/allow', { userCode: user_code, areas: scope.split(' ') });
      return (await poll()).body.access_token;
    },
    share: (settings) => share(own, settings),
    sendPicture: (shareId, image) =>
      own.ok('POST', `/shares/${shareId}/picture`, { image: image.toString('base64') }),
    deleteShare: (shareId) => own.ok('DELETE', `/shares/${shareId}`),
    async makeBoard(boardName) {
      const board: BoardView = await own.ok('POST', '/boards', { name: boardName });
      const [link] = (await own.ok('GET', '/shares')).shares;
      if (link === undefined) return board;
      const token = new URL(board.joinUrl ?? '').searchParams.get('join');
      return own.ok('POST', '/boards/join', { token, shareId: link.shareId });
    },
  };
}
