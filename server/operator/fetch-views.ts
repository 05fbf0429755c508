import type { Bilingual } from '../../contract/bilingual.ts';
import type { Brought } from '../catalogue/brought.ts';
import { catalogueDate } from '../catalogue/live-catalogue.ts';
import { readSource, readSourceOutcome } from '../catalogue/source-records.ts';
import { toTime, toTimeOrNull } from '../console/console-context.ts';
import { isPortraitFetchRunning, readPortraitFetch } from '../portraits/portrait-fetch-records.ts';
import { findPortraitLocation } from '../portraits/portrait-location.ts';
import type { OperatorContext } from './operator-context.ts';
import type { BroughtView, CatalogueView, PortraitsView } from './views.ts';

/** Students that the page names; all are counted. */
const MAX_NAMED = 10;

export type FetchViews = ReturnType<typeof createFetchViews>;

/** The state of what is fetched from others. */
export function createFetchViews({
  store: { database },
  config,
  catalogue,
  fetching: { choices, refresh, portraits },
  portraitFolders,
  now,
}: OperatorContext) {
  const location = findPortraitLocation(config);

  const nameUid = (uid: string): Bilingual[] => {
    const { catalogue: current } = catalogue.current;
    const [ko, en] = [current.nameOf(uid, 'ko'), current.nameOf(uid, 'en')];
    return ko === undefined || en === undefined ? [] : [{ ko, en }];
  };

  function viewBrought({ at, added, renamed, removed, retouched, items }: Brought): BroughtView {
    const view = ({ count, students }: Brought['added'], name: (student: string) => Bilingual[]) => ({
      count,
      names: students.flatMap(name).slice(0, MAX_NAMED),
    });
    return {
      at: toTime(at),
      added: view(added, nameUid),
      renamed: view(renamed, nameUid),
      removed: view(removed, (name) => [{ ko: name, en: name }]),
      retouched,
      items,
    };
  }

  async function viewCatalogue(): Promise<CatalogueView> {
    const { address, isSetting, isOn } = refresh;
    const { importedAt, catalogue: current } = catalogue.current;
    const [source, outcome] = isOn
      ? await Promise.all([readSource(database, address), readSourceOutcome(database, address)])
      : [];
    const problem = source?.problem ?? null;
    return {
      version: current.version,
      students: current.entries.length,
      importedAt: toTimeOrNull(importedAt),
      datedAt: catalogueDate(catalogue.current).toISOString(),
      source: address,
      isSourceSet: isSetting,
      choice: choices.get('catalogue') ?? null,
      isRefreshed: isOn,
      attemptedAt: toTimeOrNull(outcome?.attemptedAt ?? null),
      refreshedAt: toTimeOrNull(source?.checkedAt ?? null),
      dueAt: toTimeOrNull(outcome?.dueAt ?? null),
      brought: outcome?.brought ? viewBrought(outcome.brought) : null,
      // A release before this one stored no reason.
      problem: problem === null ? null : { reason: outcome?.reason ?? 'failed', message: problem },
    };
  }

  async function viewPortraits(): Promise<PortraitsView> {
    const [fetched, faces, icons] = await Promise.all([
      readPortraitFetch(database),
      portraitFolders?.portraits.list(),
      portraitFolders?.icons.list(),
    ]);
    return {
      source: portraits?.address ?? '',
      folder: location === undefined ? 'none' : location.isOwn ? 'own' : 'setting',
      choice: choices.get('portraits') ?? null,
      portraits: faces?.size ?? 0,
      icons: icons?.size ?? 0,
      progress: isPortraitFetchRunning(fetched, now()) ? { done: fetched.done, total: fetched.total } : null,
      fetchedAt: toTimeOrNull(fetched?.endedAt ?? null),
      missing: fetched?.missing ?? 0,
      refused: fetched?.refused ?? 0,
      problem: fetched?.reason ? { reason: fetched.reason, message: fetched.problem ?? '' } : null,
    };
  }

  return { viewCatalogue, viewPortraits };
}
