import type { StudentPatch } from '../contract/state-fields.ts';
import { toCp932, toCp949 } from './code-pages.ts';

/** A spreadsheet as somebody keeps it, and what it says. */
export interface OwnSheet {
  title: string;
  file: string;
  bytes: Uint8Array;
  /** By UID, all that is written for a new student. */
  states: Record<string, StudentPatch>;
  /** The headings of the columns that are not understood. */
  asks?: string[];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, { mark = true, big = false } = {}): Uint8Array => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return Uint8Array.from(big ? bytes.swap16() : bytes);
};
const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n`;

const skills = (skillEx: number, skillNormal: number, skillEnhanced: number, skillSub: number) => ({
  ...{ skillEx, skillNormal, skillEnhanced, skillSub },
});
const gear = (equip1: number, equip2: number, equip3: number) => ({ equip1, equip2, equip3 });
const stars = (tier: number, weaponTier = 0) => ({ tier, weaponTier });

export const OWN_SHEETS: readonly OwnSheet[] = [
  {
    title: 'an export of Google Sheets with a title above the headings',
    file: '블루아카 학생부 - 시트1.csv',
    bytes: utf8(
      lines(
        '블루 아카이브 학생부,,,,,,,,,',
        '마지막 갱신: 11월 3일,,,,,,,,,',
        '학생 이름,성급,레벨,고유무기,EX,기본,강화,서브,인연,비고',
        '아루,5,90,2,5,10,10,10,20,"총력전, 1파티"',
        '에이미,★3,Lv.75,-,3,4,4,M,,',
        ',,,,,,,,,',
        '하루나,4성,87렙,,1,1,1,,12,',
      ),
    ),
    states: {
      10000: { ...stars(5, 2), level: 90, ...skills(5, 10, 10, 10), bond: 20 },
      10001: { ...stars(3), level: 75, ...skills(3, 4, 4, 10) },
      10002: { ...stars(4), level: 87, skillEx: 1, skillNormal: 1, skillEnhanced: 1, bond: 12 },
    },
  },
  {
    title: 'a CSV of Excel in Korean, in CP949',
    file: '학생목록.csv',
    bytes: toCp949(
      lines(
        '순번,캐릭터,성작,전무,렙,스킬,장비,애장품,인연랭크',
        '1,아루,5성,3,90,5/10/10/10,T9/T9/T8,2,30',
        '2,히나,3성,,85,3 / 4 / 4 / 4,7/7/7,,15',
        '3,호시노,5성,전1,80,M/M/M/M,9 9 9,-,20',
      ),
    ),
    states: {
      10000: {
        ...stars(5, 3),
        level: 90,
        ...skills(5, 10, 10, 10),
        ...gear(9, 9, 8),
        equipSpecial: 2,
        bond: 30,
      },
      10004: { ...stars(3), level: 85, ...skills(3, 4, 4, 4), ...gear(7, 7, 7), bond: 15 },
      10005: { ...stars(5, 1), level: 80, ...skills(5, 10, 10, 10), ...gear(9, 9, 9), bond: 20 },
    },
  },
  {
    title: 'a list of a community with merged headings, separated by semicolons',
    file: 'tier-list.csv',
    bytes: utf8(
      lines(
        '이름;성급;스킬;;;;장비;;;인연;티어표',
        ';;EX;기본;강화;서브;1;2;3;;',
        '아루;5;5;10;10;10;9;9;9;50;SS',
        '히나;4;3;1;1;-;7;7;7;12;S',
      ),
    ),
    states: {
      10000: { ...stars(5), ...skills(5, 10, 10, 10), ...gear(9, 9, 9), bond: 50 },
      10004: { ...stars(4), skillEx: 3, skillNormal: 1, skillEnhanced: 1, ...gear(7, 7, 7), bond: 12 },
    },
  },
  {
    title: 'cells copied from a sheet whose groups stand above the headings',
    file: 'clipboard.tsv',
    bytes: utf8(
      lines(
        '기본 정보\t\t\t스킬\t\t\t\t전용무기\t',
        '이름\t레벨\t성급\tEX\t노말\t패시브\t서브\t성급\t레벨',
        '아루\t90\t5\t5\t10\t10\t10\t3\t50',
        '에이미\t70\t3\t1\t1\t1\t1\t\t',
      ),
    ),
    states: {
      10000: { ...stars(5, 3), level: 90, ...skills(5, 10, 10, 10), weaponLevel: 50 },
      10001: { ...stars(3), level: 70, ...skills(1, 1, 1, 1) },
    },
  },
  {
    title: 'a sheet of a guild in English with stars of the unique equipment',
    file: 'Guild roster.csv',
    bytes: utf8(
      lines(
        'Student Name,School,Rarity,Lvl,EX/Basic/Enhanced/Sub,Gear,UE,Bond Rank,Main raid',
        'Aru,Gehenna,5★,90,5/10/10/10,T9/T9/T8,UE50,45,Binah',
        'Hoshino (Swimsuit),Abydos,3★,70,M/7/7/7,T7/T7/T7,,10,',
        'Eimi,Millennium,5★ UE40,90,5777,9/9/9,,20,Chesed',
      ),
    ),
    states: {
      10000: {
        ...{
          ...stars(5, 3),
          level: 90,
          ...skills(5, 10, 10, 10),
          ...gear(9, 9, 8),
          weaponLevel: 50,
          bond: 45,
        },
      },
      10045: { ...stars(3), level: 70, ...skills(5, 7, 7, 7), ...gear(7, 7, 7), bond: 10 },
      10001: {
        ...stars(5, 2),
        level: 90,
        ...skills(5, 7, 7, 7),
        ...gear(9, 9, 9),
        weaponLevel: 40,
        bond: 20,
      },
    },
    asks: ['Main raid'],
  },
  {
    title: 'a Japanese sheet in UTF-16, as Excel saves a text',
    file: '生徒一覧.txt',
    bytes: utf16(
      lines(
        '生徒名\t★\tレベル\tEXスキル\tノーマル\tパッシブ\tサブ\t固有武器\t絆ランク',
        'アル\t★5\t９０\t５\t１０\t１０\t１０\t★3\t50',
        'ヒナ（水着）\t３\t８５\t３\t４\t４\t４\tなし\t２０',
      ),
    ),
    states: {
      10000: { ...stars(5, 3), level: 90, ...skills(5, 10, 10, 10), bond: 50 },
      10022: { ...stars(3), level: 85, ...skills(3, 4, 4, 4), bond: 20 },
    },
  },
  {
    title: 'a CSV of Excel in Japanese, in CP932',
    file: 'ブルアカ.csv',
    bytes: toCp932(
      lines(
        'キャラ名,星,レベル,固有レベル,装備1,装備2,装備3',
        'アル,5,90,50,T9,T9,T9',
        'エイミ,3,70,,T5,T4,T4',
      ),
    ),
    states: {
      10000: { ...stars(5, 3), level: 90, weaponLevel: 50, ...gear(9, 9, 9) },
      10001: { ...stars(3), level: 70, ...gear(5, 4, 4) },
    },
  },
  {
    title: 'a list of all students with a box to tick, with bars between the cells',
    file: 'checklist.txt',
    bytes: utf8(lines('학생 | 보유 | 렙', '아루 | TRUE | 90', '에이미 | FALSE | ', '하루나 | TRUE | ')),
    states: { 10000: { ...stars(3), level: 90 }, 10002: stars(3) },
  },
  {
    title: 'a sheet that says the stars of student and weapon in one cell, in UTF-16 without a mark',
    file: 'box.csv',
    bytes: utf16(
      lines(
        '학생,성작,능력개방',
        '아루,3성 / 고유2,25/25/0',
        '하루나,UE40,-',
        '호시노,전용무기 3성 Lv.50,',
        '히나,미보유,',
      ),
      { mark: false, big: true },
    ),
    states: {
      10000: { ...stars(5, 2), abilityHp: 25, abilityAtk: 25, abilityHeal: 0 },
      10002: { ...stars(5, 2), weaponLevel: 40 },
      10005: { ...stars(5, 3), weaponLevel: 50 },
    },
  },
  {
    title: 'a list of names alone, with marks of a list',
    file: 'names.txt',
    bytes: utf8(lines('아루', '- 에이미', '3. 하루나', '수시로')),
    states: { 10000: stars(3), 10001: stars(3), 10002: stars(3), 20004: stars(3) },
  },
  {
    title: 'a sheet without headings, whose names alone are read',
    file: 'no-headings.csv',
    bytes: utf8(lines('아루,90,5,20', '에이미,87,3,15')),
    states: { 10000: stars(3), 10001: stars(3) },
    asks: ['', '', ''],
  },
  {
    title: 'a sheet with UIDs, full cells and columns of two languages',
    file: 'mixed.csv',
    bytes: utf8(
      lines(
        'UID,이름 / Name,레벨(Lv),고유★,전무렙,장비1 (모자/장갑/신발),장비2,장비3,호감도',
        '10000,陸八魔アル,90/90,2,40/40,T10,10티어,T9,50/100',
      ),
    ),
    states: {
      10000: { ...stars(5, 2), level: 90, weaponLevel: 40, equip1: 10, equip2: 10, equip3: 9, bond: 50 },
    },
  },
];
