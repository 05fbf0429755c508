import type { ItemFacts, ItemKind } from '../../game/growth-facts.ts';

/** What players and games call the kinds of items beside their official names, in Korean, English and Japanese. */
export const KIND_WORDS: Readonly<Record<ItemKind, string>> = {
  currency:
    '크레딧|크레딧 포인트|크레디트|골드|credit|credits|credit points|gold|クレジット|クレジットポイント|クレ',
  report:
    '활동 보고서|보고서|경험치 보고서|레포트|리포트|activity report|activity reports|report|reports|exp report|exp reports|レポート|活動レポート',
  artifact: '오파츠|아티팩트|ooparts|oopart|artifact|artifacts|オーパーツ',
  book: 'wb|워크북|교양|능력 개방|능력 해방|workbook|workbooks|応用|能力解放',
  disc:
    'bd|전술 교육 bd|전술 교육|블루레이|비디오|디스크|blu-ray|blu-rays|tactical training blu-ray|tactical training blu-rays|' +
    'tactical training|disc|discs|disk|disks|ブルーレイ|戦術教育bd|戦術教育|ディスク',
  note: '노트|기술 노트|스킬 노트|note|notes|tech note|tech notes|skill note|skill notes|ノート|技術ノート|スキルノート',
  secretNote:
    '비의서|비전서|비기 노트|secret tech note|secret tech notes|secret note|secret notes|秘伝ノート|秘伝',
  gift: '선물|gift|gifts|贈り物|プレゼント',
  stone: '강화석|강화 스톤|enhancement stone|enhancement stones|stone|stones|強化珠|強化石',
  part: '부품|무기 부품|무기 강화 부품|part|parts|weapon part|weapon parts|部品|武器部品',
  blueprint: '설계도면|설계도|도면|blueprint|blueprints|bp|bps|piece|pieces|equipment icon|設計図',
  eleph: '엘레프|신명 문자|eleph|elephs|神名文字|神名のカケラ',
};

/** The kinds that come in four qualities. */
const QUALITY_KINDS: readonly ItemKind[] = ['report', 'artifact', 'disc', 'note', 'stone', 'part'];
const QUALITY_WORDS = [
  'n|초급|기초|하급|beginner|novice|lesser|初級|下級',
  'r|일반|중급|normal|intermediate|中級',
  'sr|상급|고급|advanced|上級',
  'ssr|최상급|최고급|superior|supreme|最上級|特級',
];

/** The words for the tier of an item. Equipment has no quality. */
export function* tierWords({ kind, tier }: ItemFacts): Generator<string> {
  if (tier === undefined) return;
  yield* [`t${tier}`, `${tier}t`, `tier ${tier}`, `${tier}티어`, `티어 ${tier}`, `ティア${tier}`];
  if (QUALITY_KINDS.includes(kind)) yield* QUALITY_WORDS[tier - 1]?.split('|') ?? [];
}

/** Beside the labels of groups. */
export const GROUP_WORDS: Readonly<Record<string, string>> = {
  gehenna: '게헨',
  millennium: '밀레',
  trinity: '트리',
  hyakkiyako: '백귀|百鬼',
  redwinter: '레드윈터|붉겨',
  shanhaijing: '산해',
  wildhunt: '와헌',
  odyssey: '오디세이|오디세우스',
  hat: 'hats',
  gloves: '글러브|glove|手袋',
  shoes: 'shoe|靴',
  bag: 'bags',
  badge: '뱃지|badges',
  hairpin: '머리핀|hairpins',
  charm: '아뮬렛|amulet|charms',
  watch: '시계|watches|時計',
  necklace: 'necklaces',
  pin: 'needle|pins',
  abilityHp: '체력|hp',
  abilityAtk: '공격력|공격|atk|attack|攻撃',
  abilityHeal: '치유력|치유|heal|healing|治癒',
};
