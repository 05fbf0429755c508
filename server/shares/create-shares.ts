import type { Language } from '../../contract/bilingual.ts';
import type { AppContext } from '../app-context.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AdmitSession } from '../console/admit-session.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import type { PortraitFolder } from '../portraits/portrait-folder.ts';
import { createSharePages } from './create-share-pages.ts';
import { openShareRoutes } from './open-share-routes.ts';
import { previewRoute } from './preview-route.ts';
import { shareRows } from './share-routes.ts';
import { createSettingsReader } from './share-settings.ts';
import { createShareUrls } from './share-urls.ts';

/** The links of players: what the console does with them, and what strangers see. */
export function createShares(
  app: AppContext,
  catalogue: () => Catalogue,
  portraits: PortraitFolder | undefined,
) {
  const urls = createShareUrls(app.urls);
  const readSettings = createSettingsReader((uid) => catalogue().resolve(uid), app.now);
  const pages = createSharePages(catalogue, portraits);
  const nameOf = (uid: string, language: Language) => catalogue().nameOf(uid, language);
  return {
    rows: (context: ConsoleContext) => shareRows(context, readSettings, urls),
    preview: (admit: AdmitSession) => previewRoute(app, admit, readSettings, nameOf, pages),
    routes: openShareRoutes(app, nameOf, pages, urls),
  };
}
