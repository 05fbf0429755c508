import type { Language } from '../../contract/bilingual.ts';
import { findOwnAccount } from '../console/console-context.ts';
import { CONSOLE_API_PREFIX, type ConsoleRow, compressed, whole } from '../console/console-route.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { Refusal, readQuery } from '../http/query-parameters.ts';
import type { Services } from '../services.ts';
import type { SharePages } from './create-share-pages.ts';
import type { SettingsReader } from './share-settings.ts';
import { readSharedRoster } from './shared-roster.ts';

const LANGUAGES: readonly Language[] = ['ko', 'en'];

/** The page of a link as strangers would see it, before there is one. Shown in a frame of the console. */
export function previewRow(services: Services, readSettings: SettingsReader, pages: SharePages): ConsoleRow {
  const { store, catalogue, now } = services;
  const path = '/shares/preview';
  const preview = whole('GET', path, 'consolePreviewShare', 'read', async (request) => {
    const { accountId, name } = await findOwnAccount(services, request);
    const { body, language } = readQuery(request, (read) => ({
      body: read('settings', parseJson),
      language: read('lang', readLanguage) ?? 'ko',
    }));
    const { settings } = readSettings({ ...request, params: {}, body });
    const roster = await readSharedRoster(
      store.database,
      { accountId, accountName: name, settings, since: now() },
      (uid) => catalogue.current.catalogue.nameOf(uid, language),
    );
    return {
      status: 200,
      headers: {
        ...pageHeaders({ 'frame-ancestors': "'self'" }),
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
      },
      body: await pages.roster(roster, {
        path: CONSOLE_API_PREFIX + path,
        language,
        pageUrl: '',
        isPreview: true,
      }),
    };
  });
  // Another site could else have its own heading over the player's roster.
  return { ...compressed(preview), isForOwnPages: true };
}

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
