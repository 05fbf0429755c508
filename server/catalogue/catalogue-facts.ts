import type { Label, LabelTable } from '../../game/attributes.ts';

/** Counts by item ID. */
export type ItemCounts = Readonly<Record<string, number>>;

/** What growth asks of one student beside the tables that hold for all. What is left out is not known. */
export interface StudentGrowth {
  /** Items of each step of the EX skill, and of each of the other skills. */
  readonly ex?: readonly ItemCounts[];
  readonly skill?: readonly ItemCounts[];
  /** The two artifacts that unlock abilities. */
  readonly ability?: readonly string[];
  /** Items of the second step of the favourite item; null if she has none. */
  readonly special?: ItemCounts | null;
  readonly giftTags?: readonly string[];
  readonly giftUnique?: readonly string[];
}

export interface CatalogueItem {
  readonly kind: string;
  readonly names: Partial<Label>;
  readonly rarity?: string;
  readonly tier?: number;
  /** What items belong together by: a school, an artifact, a kind of equipment, a UID. */
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

/** What students and their growth name. */
export interface CatalogueFacts {
  readonly items: Readonly<Record<string, CatalogueItem>>;
  readonly labels: StoredLabels;
}
