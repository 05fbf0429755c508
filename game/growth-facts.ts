import type { ABILITY_FIELDS } from '../contract/state-rules.ts';
import type { GameServer } from './attributes.ts';

export type AbilityField = (typeof ABILITY_FIELDS)[number];
export type Materials = Readonly<Record<string, number>>;
export type ItemNames = Readonly<Record<'ko' | 'ja' | 'en', string>>;

/** What growth costs, as GET /growth.json serves it: enough for `growthCost`, and to name every item. */
export interface GrowthFacts {
  /** How to read the amounts. */
  readonly note: string;
  readonly costs: GrowthTables;
  /** By the UID of the student. */
  readonly students: Readonly<Record<string, StudentFacts>>;
  /** By the ID of the item, which costs and stocks name. */
  readonly items: Readonly<Record<string, ItemFacts>>;
  /** What the groups of items are called; the group of an eleph is its student, that of a book the field of the state. */
  readonly labels: Readonly<Record<LabelKind, Readonly<Record<string, ItemNames>>>>;
}

export const LABEL_KINDS = ['school', 'artifact', 'equipment', 'part'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** The costs that are the same for all students. Amounts are those of each step: the first leads from the lowest value. */
export interface GrowthTables {
  readonly level: ExperienceTable;
  readonly tier: { readonly eleph: readonly number[]; readonly credits: readonly number[] };
  readonly weaponTier: { readonly eleph: readonly number[]; readonly credits: readonly number[] };
  readonly weaponLevel: ExperienceTable & {
    readonly capByWeaponTier: readonly number[];
    /** The weapons that each group of parts fits. A part is worth `fitFactor` times its experience to them. */
    readonly fits: Readonly<Record<string, readonly string[] | 'all'>>;
    readonly fitFactor: number;
  };
  readonly equip: ExperienceTable & {
    readonly capByTier: readonly number[];
    /** The blueprints are counted by their tier. */
    readonly tierUp: readonly { readonly credits: number; readonly blueprints: Materials }[];
    /** The item of a blueprint, by the kind of equipment and the tier. */
    readonly blueprintItems: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly skillEx: { readonly credits: readonly number[] };
  readonly skill: { readonly credits: readonly number[] };
  readonly ability: {
    readonly books: Readonly<Record<AbilityField, string>>;
    readonly steps: readonly {
      readonly books: number;
      readonly artifact1: number;
      readonly artifact2: number;
      readonly credits: number;
    }[];
  };
  readonly equipSpecial: { readonly credits: readonly number[] };
  readonly bond: {
    /** The cumulative experience at which each rank begins. */
    readonly rankStarts: readonly number[];
    /** A gift is worth `exp * (1 + matches)`, matches being its tags among these and the student's, at most `maxMatches`. */
    readonly gift: { readonly commonTags: readonly string[]; readonly maxMatches: number };
  };
  readonly unlock: UnlockTables;
}

export interface ExperienceTable {
  readonly exp: readonly number[];
  readonly creditsPerExp: number;
}

/** The level, stars and bond rank that a field asks for, and the highest bond rank by stars. */
export interface UnlockTables {
  readonly level: Readonly<Record<string, number | ByServer<number>>>;
  readonly tier: Readonly<Record<string, number>>;
  readonly bond: Readonly<Record<string, Readonly<Record<string, ByServer<number>>>>>;
  readonly bondCapByTier: ByServer<readonly number[]>;
}
export type ByServer<Value> = Readonly<Record<GameServer, Value>>;

/** One student. What is not known is left out: costs that depend on it are reported as unknown. */
export interface StudentFacts {
  /** The stars with which she is recruited. */
  readonly star?: number;
  readonly weapon?: string;
  /** The kinds of the equipment slots 1 to 3. */
  readonly equipment?: readonly string[];
  /** The materials of each step of the EX skill, and of each other skill. */
  readonly ex?: readonly Materials[];
  readonly skill?: readonly Materials[];
  /** The two artifacts of the abilities. */
  readonly ability?: readonly string[];
  /** The favourite item, with the materials of its second tier; null if she has none. */
  readonly special?: FavouriteItem | null;
  readonly giftTags?: readonly string[];
  readonly giftUnique?: readonly string[];
}

/** What growth asks of one student beside the tables that hold for all. What is left out is not known. */
export type StudentGrowth = Pick<StudentFacts, 'ex' | 'skill' | 'ability' | 'giftTags' | 'giftUnique'> & {
  /** The materials of the favourite item; null if she has none. */
  readonly special?: Materials | null;
};

export interface FavouriteItem {
  readonly servers?: readonly GameServer[];
  readonly materials?: Materials;
}

export type ItemKind =
  | 'currency'
  | 'report'
  | 'artifact'
  | 'book'
  | 'disc'
  | 'note'
  | 'secretNote'
  | 'gift'
  | 'stone'
  | 'part'
  | 'blueprint'
  | 'eleph';

export interface ItemFacts {
  readonly kind: ItemKind;
  readonly names: Partial<ItemNames>;
  readonly rarity?: string;
  readonly tier?: number;
  readonly group?: string;
  readonly exp?: number;
  /** What a gift is about. */
  readonly tags?: readonly string[];
}

/** Throws for a UID that the facts lack. */
export function studentFacts({ students }: GrowthFacts, studentUid: string): StudentFacts {
  const student = Object.hasOwn(students, studentUid) ? students[studentUid] : undefined;
  if (student === undefined) throw new RangeError(`there is no student ${studentUid}`);
  return student;
}
