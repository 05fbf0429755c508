import type { Bilingual, Language } from '../../contract/bilingual.ts';
import type { Access } from '../../contract/limits.ts';
import type { CatalogueSnapshot } from '../../server/catalogue/live-catalogue.ts';
import { type Html, html } from '../html.ts';

/** What the guide says of the service that serves it. */
export interface Facts {
  /** Ends in the version segment. */
  baseUrl: string;
  docsUrl: string;
  limits: Record<Access, number>;
  served: CatalogueSnapshot;
}

/** A section's view of the page it stands on. */
export interface Guide extends Facts {
  language: Language;
  /** Both languages stand side by side where something is said. */
  say: <T>(ko: T, en: T) => T;
  /** From this page to a path of the service, such as /docs. */
  to: (path: string) => string;
}

export interface Section {
  readonly id: string;
  readonly title: Bilingual;
  readonly body: (guide: Guide) => Html;
  /** Parts that the table of contents names as well. */
  readonly parts?: readonly { id: string; name: string }[];
}

/** Prose, and what shows it beside or below. */
export const beside = (text: Html, shown: Html): Html =>
  html`<div class="beside"><div class="prose">${text}</div><div class="shown">${shown}</div></div>`;

export const heading = (id: string, title: string): Html =>
  html`<h3 id="${id}"><a href="#${id}">${title}</a></h3>`;
