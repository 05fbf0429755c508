import { GAME_SERVERS, type StudentAttributes, TERRAIN_RANKS } from '../game/attributes.ts';
import type { Materials } from '../game/growth-facts.ts';
import type { CatalogueData } from '../server/catalogue/catalogue-data.ts';
import type { CatalogueEntry, Language } from '../server/catalogue/catalogue-entry.ts';
import type { CatalogueItem, StoredLabel, StoredLabelTable } from '../server/catalogue/catalogue-facts.ts';

/** Rows by ID, as SchaleDB has them. */
export type SchaleFile = Record<string, Record<string, unknown>>;

const FOLDERS: readonly (readonly [folder: string, language: Language])[] = [
  ['kr', 'ko'],
  ['jp', 'ja'],
  ['en', 'en'],
];
const RECRUIT_KINDS = ['regular', 'limited', 'event', 'festival', 'archive'];
const CATEGORIES: Readonly<Record<string, object>> = {
  report: { Category: 'CharacterExpGrowth', Tags: ['i'] },
  gift: { Category: 'Favor' },
  eleph: { Category: 'SecretStone', Tags: ['J'] },
  disc: { Category: 'Material', SubCategory: 'CDItem', Tags: ['I', 'M', 'ct'] },
  note: { Category: 'Material', SubCategory: 'BookItem', Tags: ['j', 'M', 'cv'] },
  artifact: { Category: 'Material', SubCategory: 'Artifact', Tags: ['k', 'M', 'cr'] },
};

/** A catalogue in the form of SchaleDB's own files: by path, such as kr/students.json. */
export const toSchaleFiles = (data: CatalogueData): Record<string, SchaleFile> =>
  Object.fromEntries(
    FOLDERS.flatMap(([folder, language]) => [
      [`${folder}/students.json`, toStudents(data, language)],
      [`${folder}/items.json`, toItems(data, language)],
      [`${folder}/localization.json`, toTexts(data, language)],
    ]),
  );

/** The names of words, as SchaleDB's pages show them. */
const toTexts = ({ labels }: CatalogueData, language: Language): SchaleFile => ({
  School: toNames(labels.school, language),
  Club: toNames(labels.club, language),
  IsLimitedFilter: Object.fromEntries(
    RECRUIT_KINDS.map((kind, number) => [number, labels.recruit[kind]?.[language]]),
  ),
});

const toNames = (codes: Readonly<Record<string, StoredLabel>>, language: Language) =>
  Object.fromEntries(Object.entries(codes).map(([code, label]) => [label.up ?? code, label[language]]));

function toStudents({ students, labels }: CatalogueData, language: Language): SchaleFile {
  /** Who has a day is out; what is not known is a yes only where it is said. */
  const isOutOnGlobal = ({ releasedGlobal, outGlobal }: StudentAttributes) =>
    Boolean(releasedGlobal || outGlobal);
  const wordOf = (table: StoredLabelTable, code: string | undefined) => labels[table][code ?? '']?.up;
  return Object.fromEntries(
    students.map(({ uid, names, attributes = {}, growth = {} }, order) => {
      const { terrain, birthday, special } = attributes;
      const [month, day] = birthday?.split('-') ?? [];
      const row = {
        Id: Number(uid),
        IsReleased: [true, isOutOnGlobal(attributes), false],
        DefaultOrder: order,
        Name: names[language],
        School: wordOf('school', attributes.school),
        Club: wordOf('club', attributes.club),
        StarGrade: attributes.star,
        SquadType: wordOf('squad', attributes.squad),
        TacticRole: wordOf('role', attributes.role),
        Position: wordOf('position', attributes.position),
        BulletType: wordOf('attack', attributes.attack),
        ArmorType: wordOf('armor', attributes.armor),
        StreetBattleAdaptation: terrain && TERRAIN_RANKS.indexOf(terrain.street),
        OutdoorBattleAdaptation: terrain && TERRAIN_RANKS.indexOf(terrain.outdoor),
        IndoorBattleAdaptation: terrain && TERRAIN_RANKS.indexOf(terrain.indoor),
        WeaponType: wordOf('weapon', attributes.weapon),
        Equipment: attributes.equipment?.map((kind) => wordOf('equipment', kind)),
        BirthDay: month && `${Number(month)}/${Number(day)}`,
        Skills: [{ SkillType: 'ex', Name: 'Not read' }],
        IsLimited: [RECRUIT_KINDS.indexOf(attributes.recruit ?? 'regular'), 0, 0],
        Weapon: { AdaptationType: wordOf('terrain', attributes.terrainUp), AdaptationValue: 1 },
        Gear: toGear(special, growth.special),
        FavorItemTags: growth.giftTags,
        FavorItemUniqueTags: growth.giftUnique,
        PotentialMaterial: growth.ability && Number(growth.ability[0]),
        ...toMaterials('SkillExMaterial', growth.ex),
        ...toMaterials('SkillMaterial', growth.skill?.slice(0, -1)),
      };
      return [uid, JSON.parse(JSON.stringify(row))];
    }),
  );
}

const toGear = (
  special: NonNullable<CatalogueEntry['attributes']>['special'],
  counts: Materials | null | undefined,
): object =>
  special
    ? {
        Released: [...GAME_SERVERS.map((server) => special.servers.includes(server)), false],
        ...toMaterials('TierUpMaterial', counts ? [counts] : []),
      }
    : {};

const toMaterials = (key: string, steps: readonly Materials[] = []): object => ({
  [key]: steps.map((counts) => Object.keys(counts).map(Number)),
  [`${key}Amount`]: steps.map((counts) => Object.values(counts)),
});

const toItems = ({ items }: CatalogueData, language: Language): SchaleFile =>
  Object.fromEntries(
    Object.entries(items)
      .filter(([id, { kind }]) => /^\d+$/.test(id) && Object.hasOwn(CATEGORIES, kind))
      .map(([id, item]) => [id, toItem(id, item, language)]),
  );

const toItem = (
  id: string,
  { kind, names, rarity, tier, exp, tags, group = '' }: CatalogueItem,
  language: Language,
) => ({
  Id: Number(id),
  ...CATEGORIES[kind],
  // Schools by their word in a picture's name, and artifacts by their own.
  ...(group && { Icon: `item_icon_material_${group.replaceAll('-', '')}_${(tier ?? 1) - 1}` }),
  Rarity: rarity,
  Quality: tier ?? 1,
  ...(exp !== undefined && { ExpValue: exp }),
  ...(tags && { Tags: tags }),
  // A line break, as SchaleDB's names have.
  ...(names[language] && { Name: names[language].replace(' ', '\n') }),
});
