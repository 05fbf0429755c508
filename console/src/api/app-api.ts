import type { Area } from '../../../contract/areas.ts';
import type { AppRequestView, RedirectView } from '../../../server/apps/views.ts';
import { sendRequest } from './send-request.ts';

const post = <T>(path: string, body: object) => sendRequest<T>('POST', `/apps/${path}`, body);

/** What asks to be connected, and the answer to it: by the query of the consent page, or by the code of a device. */
export const appApi = {
  readConsent: (query: string) => post<AppRequestView>('consent', { query }),
  allowConsent: (query: string, areas: readonly Area[]) =>
    post<RedirectView>('consent/allow', { query, areas }),
  denyConsent: (query: string) => post<RedirectView>('consent/deny', { query }),
  readDevice: (userCode: string) => post<AppRequestView>('device', { userCode }),
  allowDevice: (userCode: string, areas: readonly Area[]) =>
    post<object>('device/allow', { userCode, areas }),
  denyDevice: (userCode: string) => post<object>('device/deny', { userCode }),
  letWrite: (keyId: string) => post<object>(`${encodeURIComponent(keyId)}/write`, {}),
  letAsk: (keyId: string) => post<object>(`${encodeURIComponent(keyId)}/ask`, {}),
};
