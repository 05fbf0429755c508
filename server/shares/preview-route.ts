import type { Language } from '../../contract/bilingual.ts';
import type { AppContext } from '../app-context.ts';
import type { AdmitSession } from '../console/admit-session.ts';
import { CONSOLE_API_PREFIX } from '../console/console-route.ts';
import { ApiError } from '../errors/api-error.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { Refusal, readQuery } from '../http/query-parameters.ts';
import type { Route } from '../routes/route-table.ts';
import { row } from '../routes/row.ts';
import { rejectSession } from '../session/session-errors.ts';
import { findAccount } from '../store/find-accounts.ts';
import type { SharePages } from './create-share-pages.ts';
import type { SettingsReader } from './share-settings.ts';
import { readSharedRoster } from './shared-roster.ts';

const LANGUAGES: readonly Language[] = ['ko', 'en'];

/** The page of a link as strangers would see it, before there is one. Shown in a frame of the console. */
export function previewRoute(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  admit: AdmitSession,
  readSettings: SettingsReader,
  nameOf: (uid: string, language: Language) => string | undefined,
  pages: SharePages,
): Route {
  const path = `${CONSOLE_API_PREFIX}/shares/preview`;
  return row({
    methods: ['GET'],
    path,
    operation: 'consolePreviewShare',
    permission: 'read',
    origins: 'none',
    async admit(request) {
      // Another site could else have its own heading over the player's roster.
      const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
      if (site !== 'same-origin') throw otherSiteError();
      const { session } = await admit(request, { permission: 'read', session: 'full' });
      return { incoming: request, session };
    },
    isCompressed: true,
    async handle({ incoming, session }) {
      const account = session && (await findAccount(store, session.accountId));
      if (session === undefined || account === undefined) throw rejectSession('signed-out');
      const { body, language } = readQuery({ incoming }, (read) => ({
        body: read('settings', parseJson),
        language: read('lang', readLanguage) ?? 'ko',
      }));
      const { settings } = readSettings({ incoming, params: {}, body, session });
      const roster = await readSharedRoster(
        store.database,
        { accountId: account.accountId, accountName: account.name, settings, since: now() },
        (uid) => nameOf(uid, language),
      );
      return {
        status: 200,
        headers: {
          ...pageHeaders({ 'frame-ancestors': "'self'" }),
          'content-type': 'text/html; charset=utf-8',
          'content-language': language,
        },
        body: await pages.roster(roster, { path, language, pageUrl: '', isPreview: true }),
      };
    },
  });
}

const otherSiteError = (): ApiError =>
  new ApiError('other_origin', '미리보기는 콘솔의 공유 페이지에서만 볼 수 있습니다.');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new Refusal('JSON이어야 합니다.');
  }
}

const readLanguage = (text: string): Language | Refusal =>
  LANGUAGES.find((language) => language === text) ??
  new Refusal(`다음 중 하나(${LANGUAGES.join(', ')})여야 합니다.`);
