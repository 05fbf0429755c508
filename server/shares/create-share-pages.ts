import type { Language } from '../../contract/bilingual.ts';
import type { SharedRoster } from '../../contract/shares.ts';
import { attributeLabels } from '../catalogue/catalogue-data.ts';
import type { Portrait } from '../portraits/portrait-folder.ts';
import type { Services } from '../services.ts';
import type { SharePageInput } from './share-students.ts';

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

/** The version of each listing of a folder, by what the pages show of it. */
const listingVersions = new WeakMap<object, string>();

/** The pages behind links, with what the catalogue and the portraits add to a roster. Loaded when first asked for. */
export function createSharePages({
  catalogue,
  portraitFolders,
}: Pick<Services, 'catalogue' | 'portraitFolders'>) {
  const portraits = portraitFolders?.portraits;

  /** What a page says of students beside what is shared. */
  async function readFacts(): Promise<Pick<SharePageInput, 'entryOf' | 'labels' | 'portraitOf'>> {
    const listed = await portraits?.list();
    const { entries, data } = catalogue.current.catalogue;
    const byUid = new Map(entries.map((entry) => [entry.uid, entry]));
    return {
      entryOf: (uid) => byUid.get(uid),
      labels: attributeLabels(data.labels),
      portraitOf: (uid) => listed?.get(uid)?.hash,
    };
  }

  return {
    /** A text that differs once pages of the same roster do. */
    async version(): Promise<string> {
      const listed = await portraits?.list();
      return `${catalogue.current.catalogue.version} ${listed && versionOfListing(listed)}`;
    },
    facts: readFacts,
    async roster(roster: SharedRoster, place: PagePlace): Promise<string> {
      const facts = await readFacts();
      return (await import('./share-page.ts')).renderSharePage({ ...place, ...facts, roster });
    },
    async notice(place: Pick<PagePlace, 'path' | 'language'>, notice: 'gone' | 'busy'): Promise<string> {
      return (await import('./share-page.ts')).renderShareNotice(place, notice);
    },
  };
}

export type SharePages = ReturnType<typeof createSharePages>;

function versionOfListing(listed: ReadonlyMap<string, Portrait>): string {
  const known = listingVersions.get(listed);
  if (known !== undefined) return known;
  const version = JSON.stringify([...listed].map(([uid, { hash }]) => [uid, hash]));
  listingVersions.set(listed, version);
  return version;
}
