import type { Language } from '../../contract/bilingual.ts';
import type { SharedRoster } from '../../contract/shares.ts';
import type { AttributeLabels } from '../../game/attributes.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';

/** What the page behind a link is made of. */
export interface SharePageInput {
  /** A path of the same depth as that of the page, which relative links need. */
  path: string;
  language: Language;
  /** Its names are in `language`. */
  roster: SharedRoster;
  /** The attributes for filters, and the names and aliases for the search. */
  entryOf: (uid: string) => CatalogueEntry | undefined;
  /** The names of the attributes' codes. */
  labels: AttributeLabels;
  /** The hash of a student's portrait. */
  portraitOf: (uid: string) => string | undefined;
  /** The public address of the page. */
  pageUrl: string;
  /** The public address of the picture for chats, if there is one. */
  pictureUrl?: string | undefined;
  /** Shown to the owner in a frame, before the link exists. */
  isPreview?: boolean;
}
