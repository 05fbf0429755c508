import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { currentAccountId } from '../../session/session-state.ts';

/** Draws what a link shows now, and sends it as its preview picture. What draws is loaded with the first. */
export async function sendLinkPicture(share: ShareView): Promise<ShareView> {
  const accountId = currentAccountId();
  const { drawLinkPicture } = await import('../../picture/draw-link-picture.ts');
  return shareApi.savePicture(accountId, share, await drawLinkPicture(accountId, share));
}
