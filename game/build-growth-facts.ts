import { BOND_RANK_STARTS } from '../contract/bond-ranks.ts';
import type { StudentAttributes } from './attributes.ts';
import {
  type ExperienceTable,
  type GrowthFacts,
  type GrowthTables,
  type ItemFacts,
  type ItemNames,
  LABEL_KINDS,
  type LabelKind,
  type StudentFacts,
  type StudentGrowth,
} from './growth-facts.ts';

/** What the facts are made of: a catalogue, and the costs that ship with the program. */
export interface GrowthParts {
  readonly students: readonly {
    readonly uid: string;
    readonly names: ItemNames;
    readonly attributes?: StudentAttributes;
    readonly growth?: StudentGrowth;
  }[];
  readonly items: Readonly<Record<string, Omit<ItemFacts, 'kind'> & { readonly kind: string }>>;
  readonly labels: Readonly<Record<LabelKind, Readonly<Record<string, ItemNames>>>>;
  /** `growth-costs.json`. */
  readonly costs: GrowthCostsFile;
}

export interface GrowthCostsFile extends Omit<GrowthTables, 'equip' | 'bond'> {
  readonly equip: Omit<GrowthTables['equip'], 'blueprintItems'> & {
    readonly kinds: Readonly<Record<string, { readonly blueprints: Readonly<Record<string, string>> }>>;
  };
  readonly bond: Pick<GrowthTables['bond'], 'gift'>;
}

const NOTE =
  'Amounts are per step, not cumulative: entry 0 leads from the lowest value to the next. Item IDs are those of the game: e and a number is equipment, a student UID is her eleph. What a student lacks is not known; special null is no favourite item.';

/** Composes what GET /growth.json serves. */
export const buildGrowthFacts = ({ students, items, labels, costs }: GrowthParts): GrowthFacts => ({
  note: NOTE,
  costs: pickTables(costs),
  students: Object.fromEntries(
    students.map(({ uid, attributes, growth }) => [uid, pickStudent(attributes, growth)]),
  ),
  items: {
    ...Object.fromEntries(students.map(({ uid, names }) => [uid, nameEleph(uid, names)])),
    // The first piece of equipment is no cost.
    ...(Object.fromEntries(Object.entries(items).filter(([, { kind }]) => kind !== 'equipment')) as Record<
      string,
      ItemFacts
    >),
  },
  labels: Object.fromEntries(
    LABEL_KINDS.map((kind) => [
      kind,
      Object.fromEntries(
        Object.entries(labels[kind]).map(([code, { ko, ja, en }]) => [code, { ko, ja, en }]),
      ),
    ]),
  ) as GrowthFacts['labels'],
});

function pickTables(costs: GrowthCostsFile): GrowthTables {
  const { level, tier, weaponTier, weaponLevel, equip, ability, unlock } = costs;
  const pickExperience = ({ exp, creditsPerExp }: ExperienceTable) => ({ exp, creditsPerExp });
  const pickCredits = ({ credits }: { credits: readonly number[] }) => ({ credits });
  return {
    level: pickExperience(level),
    tier: { eleph: tier.eleph, credits: tier.credits },
    weaponTier: { eleph: weaponTier.eleph, credits: weaponTier.credits },
    weaponLevel: {
      ...pickExperience(weaponLevel),
      capByWeaponTier: weaponLevel.capByWeaponTier,
      fits: weaponLevel.fits,
      fitFactor: weaponLevel.fitFactor,
    },
    equip: {
      ...pickExperience(equip),
      capByTier: equip.capByTier,
      tierUp: equip.tierUp.map(({ credits, blueprints }) => ({ credits, blueprints })),
      blueprintItems: Object.fromEntries(
        Object.entries(equip.kinds).map(([kind, { blueprints }]) => [kind, blueprints]),
      ),
    },
    skillEx: pickCredits(costs.skillEx),
    skill: pickCredits(costs.skill),
    ability: { books: ability.books, steps: ability.steps },
    equipSpecial: pickCredits(costs.equipSpecial),
    bond: {
      rankStarts: BOND_RANK_STARTS,
      gift: { commonTags: costs.bond.gift.commonTags, maxMatches: costs.bond.gift.maxMatches },
    },
    unlock: {
      level: unlock.level,
      tier: unlock.tier,
      bond: unlock.bond,
      bondCapByTier: unlock.bondCapByTier,
    },
  };
}

function pickStudent(
  { star, weapon, equipment, special: released }: StudentAttributes = {},
  { ex, skill, ability, special: materials, giftTags, giftUnique }: StudentGrowth = {},
): StudentFacts {
  const special =
    released || materials
      ? dropUnknown({ servers: released?.servers, materials: materials ?? undefined })
      : released === null || materials === null
        ? null
        : undefined;
  return dropUnknown({ star, weapon, equipment, ex, skill, ability, special, giftTags, giftUnique });
}

type Known<Facts> = { [Name in keyof Facts]?: Exclude<Facts[Name], undefined> };
const dropUnknown = <Facts extends object>(facts: Facts): Known<Facts> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Known<Facts>;

/** The game's own pattern, for a student whose eleph no list of items has. */
const nameEleph = (uid: string, { ko, ja, en }: ItemNames): ItemFacts => ({
  kind: 'eleph',
  rarity: 'N',
  group: uid,
  names: { ko: `${ko}의 엘레프`, ja: `${ja}の神名文字`, en: `${en}'s Eleph` },
});
