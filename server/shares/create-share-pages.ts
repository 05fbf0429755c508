import type { Language } from '../../contract/bilingual.ts';
import type { SharedRoster } from '../../contract/shares.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { attributeLabels } from '../catalogue/catalogue-data.ts';
import type { PortraitFolder } from '../portraits/portrait-folder.ts';

/** Where a page is shown, and what is said of it elsewhere. */
interface PagePlace {
  /** From which relative links lead on. */
  readonly path: string;
  readonly language: Language;
  /** Absolute. */
  readonly pageUrl: string;
  readonly pictureUrl?: string | undefined;
  readonly isPreview?: boolean;
}

/** The pages behind links, with what the catalogue and the portraits add to a roster. Loaded when first asked for. */
export function createSharePages(catalogue: () => Catalogue, portraits: PortraitFolder | undefined) {
  return {
    async roster(roster: SharedRoster, place: PagePlace): Promise<string> {
      const listed = await portraits?.list();
      const { entries, data } = catalogue();
      const byUid = new Map(entries.map((entry) => [entry.uid, entry]));
      return (await import('./share-page.ts')).renderSharePage({
        ...place,
        roster,
        entryOf: (uid) => byUid.get(uid),
        labels: attributeLabels(data.labels),
        portraitOf: (uid) => listed?.get(uid)?.hash,
      });
    },
    async notice(place: Pick<PagePlace, 'path' | 'language'>, notice: 'gone' | 'busy'): Promise<string> {
      return (await import('./share-page.ts')).renderShareNotice(place, notice);
    },
  };
}

export type SharePages = ReturnType<typeof createSharePages>;
