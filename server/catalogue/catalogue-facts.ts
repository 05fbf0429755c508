import type { Label, LabelTable } from '../../game/attributes.ts';

export interface CatalogueItem {
  readonly kind: string;
  readonly names: Partial<Label>;
  readonly rarity?: string;
  readonly tier?: number;
  /** The group of items that belong together: a school, an artifact, a kind of equipment, a UID. */
  readonly group?: string;
  readonly exp?: number;
  readonly tags?: readonly string[];
}

/** With the code of the game or SchaleDB, by which an import finds ours. */
export interface StoredLabel extends Label {
  readonly up?: string;
}

/** Tables for the groups of items beside those of attributes. */
export const ITEM_LABEL_TABLES = ['part', 'artifact'] as const;
export type StoredLabelTable = LabelTable | (typeof ITEM_LABEL_TABLES)[number];
export type StoredLabels = Readonly<Record<StoredLabelTable, Readonly<Record<string, StoredLabel>>>>;

/** The items and labels that students and their growth name. */
export interface CatalogueFacts {
  readonly items: Readonly<Record<string, CatalogueItem>>;
  readonly labels: StoredLabels;
}
