import type { Language } from '../../contract/bilingual.ts';
import type { AttributeLabels } from '../../game/attributes.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import type { SharedRoster } from './share-views.ts';

/** What the page behind a link is made of. */
export interface SharePageInput {
  /** The path of the page, whose depth relative links need: `/s/<token>`, or that of a preview. */
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
