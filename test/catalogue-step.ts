import type { Materials } from '../game/growth-facts.ts';
import { type CatalogueData, shippedData, versionOf } from '../server/catalogue/catalogue-data.ts';
import type { CatalogueEntry, Names } from '../server/catalogue/catalogue-entry.ts';
import { query } from './database.ts';
import { type SchaleFile, toSchaleFiles } from './schaledb-files.ts';

type Item = CatalogueData['items'][string];

/** What a new school brings: her first student, two kinds of items, a gift that she likes, and how others are called since. */
export interface CatalogueStep {
  /** By path, such as kr/students.json. */
  readonly files: Record<string, SchaleFile>;
  readonly newcomer: { readonly uid: string; readonly names: Names };
  readonly school: { readonly code: string; readonly names: Names };
  readonly club: { readonly code: string; readonly names: Names };
  readonly recruit: { readonly code: string; readonly uid: string; readonly names: Names };
  readonly disc: string;
  readonly gift: string;
  readonly renamed: { readonly uid: string; readonly was: string; readonly is: string };
}

const shipped = shippedData();
const NEW_STUDENTS = ['10146', '10147', '10148', '10149', '10150', '20060', '26016'];
const NEW_TAGS = ['ia', 'iB', 'ib', 'iC'];
const OLD_NAMES: readonly (readonly [now: string, before: string])[] = [
  ['Aris (Armed)', 'Arisu (Battle)'],
  ['(Armed)', '(Battle)'],
  ['(Camp)', '(Camping)'],
  ['(Pajamas)', '(Pajama)'],
  ['(Pop Idol)', '(Idol)'],
  ['(School)', '(School Uniform)'],
];

/** The catalogue as the program had it in June: no Odyssey, no archive, the English names of before. */
export const JUNE: CatalogueData = {
  students: shipped.students.filter(({ uid }) => !NEW_STUDENTS.includes(uid)).map(toJune),
  items: Object.fromEntries(
    Object.entries(shipped.items)
      .filter(([id, { group }]) => group !== 'odyssey' && !NEW_STUDENTS.includes(id))
      .map(([id, item]) => [
        id,
        item.tags ? { ...item, tags: item.tags.filter((tag) => !NEW_TAGS.includes(tag)) } : item,
      ]),
  ),
  labels: {
    ...shipped.labels,
    school: without(shipped.labels.school, 'odyssey'),
    club: without(shipped.labels.club, 'diving-club'),
    recruit: without(shipped.labels.recruit, 'archive'),
  },
};

function toJune({ names, aliases, attributes, ...entry }: CatalogueEntry): CatalogueEntry {
  const [now = '', before = ''] = OLD_NAMES.find(([name]) => names.en.endsWith(name)) ?? [];
  const en = names.en.replace(now, before);
  const { outGlobal, ...known } = attributes ?? {};
  return {
    ...entry,
    names: { ...names, en },
    aliases: aliases.filter((alias) => alias !== en),
    attributes: { ...known, ...(known.recruit === 'archive' && { recruit: 'regular' }) },
  };
}

function without<Value>(codes: Readonly<Record<string, Value>>, code: string): Record<string, Value> {
  const { [code]: _, ...others } = codes;
  return others;
}

/** Puts a catalogue into a database, as an import of an earlier release has stored it. */
export async function storeCatalogue(database: string, data: CatalogueData): Promise<void> {
  await query(
    database,
    'INSERT INTO catalogue (singleton, version, entries, imported_at) VALUES (1, ?, ?, ?)',
    [versionOf(data), JSON.stringify(data), Date.parse('2026-06-24')],
  );
}

/** What a source said in August to who had the catalogue of June. */
export const AUGUST: CatalogueStep = {
  files: toSchaleFiles(shipped),
  newcomer: { uid: '10149', names: { ko: '코코로', ja: 'ココロ', en: 'Kokoro' } },
  school: { code: 'odyssey', names: { ko: '오디세이아', ja: 'オデュッセイア', en: 'Odyssey' } },
  club: { code: 'diving-club', names: { ko: '다이빙부', ja: 'ダイビング部', en: 'Diving Club' } },
  recruit: { code: 'archive', uid: '10000', names: { ko: '아카이브', ja: 'アーカイブ', en: 'Archived' } },
  disc: '3120',
  gift: '5111',
  renamed: { uid: '10134', was: 'Arisu (Battle)', is: 'Aris (Armed)' },
};

const NAMI_UID = '10999';
const THALASSA = { ko: '탈라사', ja: 'タラッサ', en: 'Thalassa' };
const TIDE_CLUB = { ko: '밀물부', ja: '満潮部', en: 'Tide Club' };
const GUEST = { ko: '초대', ja: '招待', en: 'Guest' };
const NAMI = { ko: '나미', ja: 'ナミ', en: 'Nami' };
/** The number of a kind of recruitment that SchaleDB has not had yet. */
const GUEST_NUMBER = 5;

/** The discs and notes of Odyssey are 3120 to 4123. */
const moveItem = (id: string): string => (/^[34]12\d$/.test(id) ? String(Number(id) + 10) : id);
const moveItems = (counts: Materials): Materials =>
  Object.fromEntries(Object.entries(counts).map(([id, count]) => [moveItem(id), count]));

/** The same step again, of a school, a club and a kind of recruitment that no release knows. */
export const NEXT: CatalogueStep = {
  files: toNextFiles(),
  newcomer: { uid: NAMI_UID, names: NAMI },
  school: { code: 'thalassa', names: THALASSA },
  club: { code: 'tide-club', names: TIDE_CLUB },
  recruit: { code: `kind-${GUEST_NUMBER}`, uid: NAMI_UID, names: GUEST },
  disc: '3130',
  gift: AUGUST.gift,
  renamed: { uid: '10149', was: 'Kokoro', is: 'Cocoro' },
};

function toNextFiles(): Record<string, SchaleFile> {
  const files = toSchaleFiles(toNext(shipped));
  for (const [path, rows] of Object.entries(files)) {
    const row = rows[NAMI_UID];
    if (row !== undefined && path.endsWith('students.json')) row.IsLimited = [GUEST_NUMBER, 0, 0];
  }
  for (const [folder, language] of Object.entries({ kr: 'ko', jp: 'ja', en: 'en' } as const))
    Object.assign(files[`${folder}/localization.json`]?.IsLimitedFilter ?? {}, {
      [GUEST_NUMBER]: GUEST[language],
    });
  return files;
}

/** Nami is Kokoro of another school, and Kokoro is renamed. */
function toNext({ students, items, labels }: CatalogueData): CatalogueData {
  const renamed = students.map((entry) =>
    entry.uid === '10149' ? { ...entry, names: { ...entry.names, en: 'Cocoro' } } : entry,
  );
  const { attributes, growth } = students.find(({ uid }) => uid === '10149') as CatalogueEntry;
  const nami: CatalogueEntry = {
    uid: NAMI_UID,
    names: NAMI,
    aliases: [],
    attributes: { ...attributes, school: 'thalassa', club: 'tide-club' },
    growth: {
      ...growth,
      ex: growth?.ex?.map(moveItems) ?? [],
      skill: growth?.skill?.map(moveItems) ?? [],
      giftUnique: ['zz'],
    },
  };
  return {
    students: [...renamed, nami],
    items: {
      ...items,
      ...Object.fromEntries(
        Object.entries(items)
          .filter(([, { group }]) => group === 'odyssey')
          .map(([id, item]) => [moveItem(id), { ...item, group: 'thalassa', names: toThalassa(item.names) }]),
      ),
      [AUGUST.gift]: { ...(items[AUGUST.gift] as Item), tags: [...(items[AUGUST.gift]?.tags ?? []), 'zz'] },
    },
    labels: {
      ...labels,
      school: { ...labels.school, thalassa: { ...THALASSA, up: 'Thalassa' } },
      club: { ...labels.club, 'tide-club': { ...TIDE_CLUB, up: 'TideClub' } },
    },
  };
}

function toThalassa({ ko, ja, en }: Item['names']): Item['names'] {
  const { ko: inKorean, ja: inJapanese, en: inEnglish } = AUGUST.school.names;
  return {
    ...(ko && { ko: ko.replace(inKorean, THALASSA.ko) }),
    ...(ja && { ja: ja.replace(inJapanese, THALASSA.ja) }),
    ...(en && { en: en.replace(inEnglish, THALASSA.en) }),
  };
}
