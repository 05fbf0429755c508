import type { Language } from './catalogue-entry.ts';
import type { CatalogueItem } from './catalogue-facts.ts';
import type { LabelCodes } from './schaledb-labels.ts';
import { cleanName, listOf, type SchaleRow, TEXT, WHOLE, WORD } from './schaledb-values.ts';

/** Our kind by a word of SchaleDB's: the category, the category below it, or a tag. Growth asks for no others. */
const KIND_BY_WORD: Readonly<Record<string, string>> = {
  CharacterExpGrowth: 'report',
  Favor: 'gift',
  SecretStone: 'eleph',
  CDItem: 'disc',
  BookItem: 'note',
  Artifact: 'artifact',
  MaterialItem: 'artifact',
};

const HAS_TIER = ['report', 'disc', 'note', 'artifact'];
const HAS_EXP = ['report', 'gift'];
/** Artifacts of one family have IDs of one ten. */
const FAMILY_SIZE = 10;

/**
 * An item in one language. A known one keeps all but its name, and the tags of a gift, which new students add to.
 * Undefined for what growth does not ask for.
 */
export function readItem(
  row: SchaleRow,
  language: Language,
  codes: LabelCodes,
  known: CatalogueItem | undefined,
): CatalogueItem | undefined {
  const tags = row.read('Tags', listOf(TEXT)) ?? [];
  const kind = known?.kind ?? findKind([row.read('Category', TEXT), row.read('SubCategory', TEXT), ...tags]);
  if (kind === undefined) return undefined;
  const item = known ?? readNewItem(row, kind, codes);
  return {
    ...item,
    names: { ...item.names, ...readName(row, language) },
    ...(kind === 'gift' && tags.length > 0 && { tags }),
  };
}

const findKind = (words: readonly (string | undefined)[]): string | undefined =>
  words.map((word) => KIND_BY_WORD[word ?? '']).find((kind) => kind !== undefined);

function readNewItem(row: SchaleRow, kind: string, codes: LabelCodes): CatalogueItem {
  const rarity = row.read('Rarity', WORD);
  const tier = HAS_TIER.includes(kind) ? row.read('Quality', WHOLE) : undefined;
  const group = readGroup(row, kind, codes);
  const exp = HAS_EXP.includes(kind) ? row.read('ExpValue', WHOLE) : undefined;
  return {
    kind,
    ...(rarity && { rarity }),
    ...(tier && { tier }),
    ...(group && { group }),
    names: {},
    ...(exp && { exp }),
  };
}

/** Nothing but the picture says which school or family of artifacts an item is of: Item_Icon_Material_ExSkill_Abydos_0. */
function readGroup(row: SchaleRow, kind: string, codes: LabelCodes): string | undefined {
  if (kind === 'eleph') return row.id;
  const [, word] = /_([A-Za-z]+)_\d+$/.exec(row.read('Icon', TEXT) ?? '') ?? [];
  if (word === undefined) return undefined;
  if (kind === 'disc' || kind === 'note') return codes.find('school', word);
  if (kind === 'artifact')
    return codes.find('artifact', word, { up: String(Number(row.id) - (Number(row.id) % FAMILY_SIZE)) });
  return undefined;
}

function readName(row: SchaleRow, language: Language): Partial<Record<Language, string>> {
  const name = cleanName(row.read('Name', TEXT), language);
  return name === undefined ? {} : { [language]: name };
}
