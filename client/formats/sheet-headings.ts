import { MAX_HEADING_LENGTH } from '../../contract/limits.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { foldName } from '../../game/text-folding.ts';
import type { SheetMeaning } from './sheet-meanings.ts';

/** How players call a column, in Korean, English and Japanese. Case, spaces and punctuation do not matter. */
const HEADINGS: Readonly<Record<SheetMeaning, string>> = {
  name:
    '이름|학생|학생명|학생 이름|캐릭터|캐릭터명|캐릭|캐릭 이름|성명|name|student|student name|character|character name|' +
    'char|unit|unit name|名前|生徒|生徒名|キャラ|キャラ名|キャラクター|キャラクター名',
  studentUid: 'uid|id|student uid|student id|character id|학생 uid|학생 id|고유번호|生徒id|キャラid',
  owned:
    '보유|보유 여부|소지|소유|모집|모집 여부|획득|획득 여부|owned|own|have|obtained|recruited|acquired|' +
    '所持|所有|所持状況|入手|募集済み',
  stars:
    '성급|성|별|성작|★|등급|성수|학생 성급|star|stars|rarity|star rank|star level|grade|tier|' +
    '星|星数|レア|レアリティ|レア度|神秘解放|☆',
  weapon:
    '고유무기|고유|고무|전용무기|전무|전용|고유 성급|고유무기 성급|전무 성급|전용무기 성급|고유★|전무★|무기|무기 성급|' +
    'unique weapon|unique equipment|ue|uw|ue star|ue stars|ue tier|ue rank|uw star|uw stars|weapon|weapon stars|' +
    'weapon tier|exclusive weapon|固有|固有武器|専用武器|専武|固有★|固有武器★|固有星|固有ランク',
  level:
    '레벨|렙|렙벨|lv|lvl|level|학생 레벨|학생 lv|캐릭터 레벨|레벨 lv|char level|student level|レベル|レベ|生徒レベル',
  skillEx: 'ex|ex 스킬|ex 레벨|ex 스렙|스킬 ex|ex skill|ex lv|ex level|skill ex|exスキル|スキル ex',
  skillNormal:
    '기본|기본 스킬|노멀|노말|노멀 스킬|노말 스킬|일반|일반 스킬|평타 스킬|스킬 기본|스킬 노멀|스킬 노말|스킬 일반|ns|basic|basic skill|' +
    'normal|normal skill|skill basic|skill normal|ノーマル|ノーマルスキル|通常|通常スキル|スキル ノーマル|スキル 通常|スキル ns',
  skillEnhanced:
    '강화|강화 스킬|패시브|패시브 스킬|스킬 강화|스킬 패시브|ps|enhanced|enhanced skill|passive|passive skill|' +
    'skill enhanced|skill passive|パッシブ|パッシブスキル|スキル パッシブ|強化|強化スキル|スキル ps',
  skillSub:
    '서브|서브 스킬|스킬 서브|보조 스킬|ss|sub|sub skill|skill sub|サブ|サブスキル|スキル サブ|スキル ss',
  skills:
    '스킬|스킬 레벨|스렙|스작|스킬작|4스킬|ex 기본 강화 서브|ex 노멀 패시브 서브|skill|skills|skill levels|skill level|スキル|スキルレベル',
  equip1:
    '장비1|장비 1번|1번 장비|1번 칸|1번 슬롯|모자|장갑|신발|모자 장갑 신발|gear 1|equip 1|equipment 1|slot 1|hat|gloves|shoes|' +
    '装備1|帽子|グローブ|シューズ|靴|装備品1',
  equip2:
    '장비2|장비 2번|2번 장비|2번 칸|2번 슬롯|가방|배지|뱃지|헤어핀|머리핀|gear 2|equip 2|equipment 2|slot 2|bag|badge|hairpin|' +
    '装備2|バッグ|バッジ|ヘアピン|装備品2',
  equip3:
    '장비3|장비 3번|3번 장비|3번 칸|3번 슬롯|부적|시계|손목시계|목걸이|gear 3|equip 3|equipment 3|slot 3|charm|watch|necklace|' +
    '装備3|お守り|腕時計|時計|ネックレス|装備品3',
  equip1Level:
    '장비1 레벨|1번 장비 레벨|장비1 lv|gear 1 level|equip 1 level|equipment 1 level|gear 1 lv|装備1 レベル|装備1 lv',
  equip2Level:
    '장비2 레벨|2번 장비 레벨|장비2 lv|gear 2 level|equip 2 level|equipment 2 level|gear 2 lv|装備2 レベル|装備2 lv',
  equip3Level:
    '장비3 레벨|3번 장비 레벨|장비3 lv|gear 3 level|equip 3 level|equipment 3 level|gear 3 lv|装備3 レベル|装備3 lv',
  gear: '장비|장비 티어|템|장비작|gear|gears|equipment|equips|equip|gear tier|gear tiers|装備|装備品|装備ティア',
  equipSpecial:
    '애용품|애용품 티어|애장품|애용|애장|전용장비|장비 애용품|bond gear|unique gear|unique item|favorite item|favourite item|' +
    'special gear|special equipment|gear 4|장비4|愛用品|愛用|装備 愛用品|愛用品ティア|装備4',
  weaponLevel:
    '고유무기 레벨|전용무기 레벨|고유 레벨|전무 레벨|무기 레벨|고유무기 lv|전용무기 lv|고유 lv|전무 lv|전무렙|고유렙|ue level|ue lv|uw level|uw lv|weapon level|' +
    'weapon lv|unique weapon level|unique weapon lv|固有レベル|固有武器レベル|固有lv|固有武器lv|専武レベル|武器レベル',
  abilityHp:
    '능력개방 체력|능력개방 hp|능력개방 최대체력|개방 체력|개방 hp|체력 개방|hp 개방|ability hp|book hp|wb hp|potential hp|talent hp|limit break hp|능력해방 hp|能力解放 hp|hp 解放|能力開放 hp',
  abilityAtk:
    '능력개방 공격력|능력개방 공격|능력개방 공|개방 공격력|개방 공격|공격력 개방|공격 개방|ability atk|ability attack|book atk|wb atk|potential atk|potential attack|talent atk|能力解放 攻撃|能力解放 攻撃力|能力解放 atk|攻撃力 解放',
  abilityHeal:
    '능력개방 치유력|능력개방 치유|능력개방 힐|개방 치유력|개방 치유|치유력 개방|치유 개방|ability heal|ability healing|book heal|wb heal|wb healing|potential heal|talent healing|能力解放 治癒|能力解放 治癒力|能力解放 回復|治癒力 解放',
  abilities:
    '능력개방|개방|능력 해방|잠재|잠재력|ability unlock|abilities|potential|workbook|能力解放|能力開放|解放',
  bond: '인연|인연 랭크|인연 레벨|호감|호감도|친밀도|bond|bond rank|bond level|affection|affinity|relationship|絆|絆ランク|絆レベル|好感度',
  bondExp: '인연 경험치|누적 인연 경험치|호감도 경험치|bond exp|bond experience|affection exp|絆経験値',
  ignored:
    'no|번호|순번|연번|#|학교|학원|소속|동아리|부활동|역할|포지션|위치|거리|타입|속성|공격 타입|공격속성|방어 타입|방어속성|지형|시가지|야외|실내|' +
    '메모|비고|코멘트|우선순위|티어표|평가|목표|출시일|업데이트|갱신일|school|club|role|class|position|type|attack type|damage type|' +
    'armor|armor type|armour|terrain|memo|note|notes|comment|comments|remarks|priority|rank|target|goal|done|updated|last updated|' +
    'image|icon|학생 사진|사진|画像|学校|学園|部活|役割|ロール|ポジション|攻撃タイプ|防御タイプ|地形|備考|メモ|番号|優先度|目標|順位',
};

/** The form in which headings are compared. Stars are letters here: a column may be called by nothing else. */
export const foldHeading = (heading: string): string => foldName(heading.replace(/[★☆⭐✩✭]/gu, 'ほし'));

const MEANINGS: ReadonlyMap<string, SheetMeaning> = new Map([
  ...Object.entries(HEADINGS).flatMap(([meaning, words]) =>
    words.split('|').map((word) => [foldHeading(word), meaning as SheetMeaning] as const),
  ),
  ...STATE_NAMES.map((name) => [foldHeading(name), meaningOfField(name)] as const),
]);

function meaningOfField(name: StateName): SheetMeaning {
  if (name === 'tier') return 'stars';
  return name === 'weaponTier' ? 'weapon' : name;
}

const SKILLS: ReadonlySet<string> = new Set([
  'skillEx',
  'skillNormal',
  'skillEnhanced',
  'skillSub',
  'skills',
]);

/** The meaning of a heading by the player's own words, or else by the table. Undefined if it is in neither. */
export function meaningOf(
  heading: string,
  own: ReadonlyMap<string, SheetMeaning> = new Map(),
): SheetMeaning | undefined {
  if (heading.length > MAX_HEADING_LENGTH) return undefined;
  const key = foldHeading(heading);
  if (key === '') return undefined;
  return own.get(key) ?? MEANINGS.get(key) ?? meaningOfLevel(key) ?? meaningOfParts(heading);
}

/** Reads headings such as `레벨(Lv)`, `이름 / Name` and `EX/기본/강화/서브`. */
function meaningOfParts(heading: string): SheetMeaning | undefined {
  const parts = heading.split(/[/\n()（）[\]·,+|]/u).map(foldHeading);
  const named = parts.filter((part) => part !== '');
  const meanings = new Set(named.map((part) => MEANINGS.get(part)));
  meanings.delete(undefined);
  const [first] = meanings;
  if (meanings.size === 1) return first;
  const all = [...meanings] as SheetMeaning[];
  // `성급/고유` has the stars of both, `전무(성)` those of the weapon.
  if (all.length > 1 && all.every((meaning) => meaning === 'stars' || meaning === 'weapon')) return first;
  if (all.length === named.length && all.length > 2 && all.every((meaning) => SKILLS.has(meaning)))
    return 'skills';
  return undefined;
}

/** `EX 스킬 레벨` is what `EX 스킬` is, `장비1 레벨` is not. */
function meaningOfLevel(key: string): SheetMeaning | undefined {
  const suffix = LEVEL_SUFFIXES.find((word) => key.endsWith(word));
  const meaning = suffix === undefined ? undefined : MEANINGS.get(key.slice(0, -suffix.length));
  if (meaning === undefined) return undefined;
  return SKILLS.has(meaning) || meaning === 'bond' ? meaning : LEVEL_OF[meaning];
}

const LEVEL_SUFFIXES = ['레벨', '렙', 'level', 'lvl', 'lv', 'レベル'].map(foldHeading);
const LEVEL_OF: { readonly [Meaning in SheetMeaning]?: SheetMeaning } = {
  ...{ weapon: 'weaponLevel', name: 'level' },
  ...{ equip1: 'equip1Level', equip2: 'equip2Level', equip3: 'equip3Level' },
};
