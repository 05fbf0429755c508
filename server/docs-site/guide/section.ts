import type { Bilingual, Language } from '../../../contract/bilingual.ts';
import type { Permission } from '../../../contract/limits.ts';
import type { CatalogueSnapshot } from '../../catalogue/live-catalogue.ts';
import { type Html, html } from '../../html/html.ts';

/** Facts about this server that the guide shows. */
export interface ServiceInfo {
  /** With the version segment, `/v1`. */
  baseUrl: string;
  docsUrl: string;
  limits: Record<Permission, number>;
  served: CatalogueSnapshot;
  /** Apps can be connected. */
  connectsApps: boolean;
}

/** Everything that a section needs to render itself. */
export interface GuideContext extends ServiceInfo {
  language: Language;
  /** Picks the text of the page's language. */
  t: <T>(ko: T, en: T) => T;
  /** Relative link from this page to a path of the service, such as /docs. */
  to: (path: string) => string;
}

export interface Section {
  readonly id: string;
  readonly title: Bilingual;
  readonly body: (guide: GuideContext) => Html;
  /** Subsections to list in the table of contents; a string is a name of the contract. */
  readonly parts?: readonly { id: string; name: string | Bilingual }[];
}

/** Text beside examples; stacked on narrow screens. */
export const twoColumns = (text: Html, examples: Html): Html =>
  html`<div class="columns"><div class="text">${text}</div><div class="examples">${examples}</div></div>`;
