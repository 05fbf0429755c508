import type { CatalogueItem } from '../catalogue/catalogue-facts.ts';

/** SchaleDB's words for families of artifacts, where they are not our code without dashes. */
const FAMILY_WORDS: Readonly<Record<string, string>> = {
  'nebra-disk': 'nebra',
  'phaistos-disc': 'phaistos',
  'wolfsegg-steel': 'wolfsegg',
  'nimrud-lens': 'nimrud',
  mandrake: 'mandragora',
  'rohonc-codex': 'rohonc',
  aether: 'ether',
  haniwa: 'crystalhaniwa',
  'ancient-battery': 'baghdad',
  'okiku-doll': 'kikuko',
  'roman-dodecahedron': 'romandice',
  'quimbaya-relic': 'quimbaya',
  'istanbul-rocket': 'rocket',
  winnipesaukee: 'winnistone',
};
const ABILITY_WORDS: Readonly<Record<string, string>> = {
  abilityHp: 'maxhp',
  abilityAtk: 'attack',
  abilityHeal: 'healpower',
};
const PART_LETTERS: Readonly<Record<string, string>> = { spring: 'a', hammer: 'b', barrel: 'c', pin: 'z' };
const BOUQUETS: Readonly<Record<string, string>> = {
  '5996': 'lv2_special',
  '5997': 'lv2_package',
  '5998': 'ssr_2',
  '5999': 'ssr_1',
};

type Named = CatalogueItem & { readonly id: string; readonly group: string; readonly tier: number };

/** Where SchaleDB keeps an icon, by the kind of the item. Elephs show their student, whose portrait is shown for them. */
const PATH_BY_KIND: Readonly<Record<string, (item: Named) => string>> = {
  currency: () => 'item/icon/currency_icon_gold',
  report: ({ tier }) => `item/icon/item_icon_expitem_${tier - 1}`,
  artifact: ({ group, tier }) =>
    `item/icon/item_icon_material_${FAMILY_WORDS[group] ?? group.replaceAll('-', '')}_${tier - 1}`,
  book: ({ group }) => `item/icon/item_icon_workbook_potential${ABILITY_WORDS[group] ?? group}`,
  disc: ({ group, tier }) => `item/icon/item_icon_material_exskill_${group}_${tier - 1}`,
  note: ({ group, tier }) => `item/icon/item_icon_skillbook_${group}_${tier - 1}`,
  secretNote: () => 'item/icon/item_icon_skillbook_ultimate',
  gift: ({ id }) => `item/icon/item_icon_favor_${BOUQUETS[id] ?? readGiftNumber(id)}`,
  stone: ({ tier }) => `equipment/icon/equipment_icon_exp_${tier - 1}`,
  part: ({ group, tier }) =>
    `equipment/icon/equipment_icon_weaponexpgrowth${PART_LETTERS[group] ?? group}_${tier - 1}`,
  equipment: ({ group, tier }) => `equipment/icon/equipment_icon_${group}_tier${tier}`,
  blueprint: ({ group, tier }) => `equipment/icon/equipment_icon_${group}_tier${tier}_piece`,
};

/** The SR gifts begin at 5000, the SSR ones at 5100. */
const readGiftNumber = (id: string): string =>
  Number(id) < 5100 ? String(Number(id) - 5000) : `lv2_${Number(id) - 5100}`;

/** The path of an item's icon in SchaleDB's folder of images; undefined where that cannot be told. */
export function iconPath(id: string, item: CatalogueItem): string | undefined {
  const { group = '', tier = 0 } = item;
  const path = PATH_BY_KIND[item.kind]?.({ ...item, id, group, tier });
  return path && `${path}.webp`;
}

export const portraitPath = (studentUid: string): string =>
  `student/icon/${encodeURIComponent(studentUid)}.webp`;
