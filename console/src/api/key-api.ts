import type { Area } from '../../../contract/areas.ts';
import type { LimitView } from '../../../server/accounts/views.ts';
import type { IssuedKeyView, KeyView } from '../../../server/keys/views.ts';
import { sendRequest } from './send-request.ts';

export interface KeyForm {
  name: string;
  permission: KeyView['permission'];
  /** All, where it is left out. */
  areas?: readonly Area[];
  days: number;
}

/** The requests of Connections: apart, so that the roster does not load them. */
export const keyApi = {
  listKeys: async () => (await sendRequest<{ keys: KeyView[] }>('GET', '/keys')).keys,
  issueKey: (form: KeyForm) => sendRequest<IssuedKeyView>('POST', '/keys', form),
  rotateKey: (keyId: string, overlapMinutes: number) =>
    sendRequest<IssuedKeyView & { replaced: KeyView }>('POST', `/keys/${encodeURIComponent(keyId)}/rotate`, {
      overlapMinutes,
    }),
  revokeKey: (keyId: string) => sendRequest<KeyView>('DELETE', `/keys/${encodeURIComponent(keyId)}`),
  readLimits: () => sendRequest<{ read: LimitView; write: LimitView }>('GET', '/limits'),
};
