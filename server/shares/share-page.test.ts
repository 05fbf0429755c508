import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS_OF_PART, SHARED_PARTS, type SharedPart, type SharedStudent } from '../../contract/shares.ts';
import type { GrowthState } from '../../contract/state-fields.ts';
import { shippedCatalogue } from '../catalogue/catalogue.ts';
import { attributeLabels } from '../catalogue/catalogue-data.ts';
import { renderShareNotice, renderSharePage } from './share-page.ts';
import type { SharePageInput } from './share-students.ts';

const { entries, data } = shippedCatalogue();
const byUid = new Map(entries.map((entry) => [entry.uid, entry]));

/** Every value is a number that nothing else on the page is. */
const STATE: GrowthState = {
  tier: 5,
  weaponTier: 3,
  level: 71,
  skillEx: 42,
  skillNormal: 43,
  skillEnhanced: 44,
  skillSub: 45,
  equip1: 61,
  equip2: 62,
  equip3: 63,
  equip1Level: 64,
  equip2Level: 65,
  equip3Level: 66,
  equipSpecial: 67,
  weaponLevel: 47,
  abilityHp: 81,
  abilityAtk: 82,
  abilityHeal: 83,
  bond: 94,
  bondExp: 95_000,
};
const WANTED = { level: 77, skillEx: 79 };

function shared(uid: string, shows: readonly SharedPart[], state: Partial<GrowthState> = {}): SharedStudent {
  const fields = shows.flatMap((part) => FIELDS_OF_PART[part]);
  return {
    studentUid: uid,
    name: byUid.get(uid)?.names.ko ?? uid,
    ...Object.fromEntries(fields.map((field) => [field, { ...STATE, ...state }[field]])),
    ...(shows.includes('goals') && { wanted: WANTED }),
  };
}

const render = ({
  shows = SHARED_PARTS,
  students = [shared('10000', shows)],
  roster,
  ...input
}: Partial<Omit<SharePageInput, 'roster'>> & {
  shows?: readonly SharedPart[];
  students?: readonly SharedStudent[];
  roster?: Partial<SharePageInput['roster']>;
} = {}) =>
  renderSharePage({
    path: '/s/',
    language: 'ko',
    roster: { name: '내 학생', shows, updatedAt: '2026-11-30T16:00:00.000Z', students, ...roster },
    entryOf: (uid) => byUid.get(uid),
    labels: attributeLabels(data.labels),
    portraitOf: () => undefined,
    pageUrl: 'https://rollbook.example/s/token',
    ...input,
  });

const partsOf = (mask: number) => SHARED_PARTS.filter((_, place) => mask & (1 << place));
const textOf = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const rowsOf = (page: string) => page.match(/<tr role="listitem".*/g) ?? [];
const namesOf = (page: string) => rowsOf(page).map((row) => textOf(row.slice(0, row.indexOf('</b>'))).trim());

/** What tells of each part: in values, labels, class names or what is said of a page elsewhere. */
const SIGNS: Record<SharedPart, RegExp[]> = {
  weapon: [/★/, /성급|고유무기/, /class="(stars|weapon)"/, /\b47\b/],
  growth: [
    />Lv<|레벨/,
    /스킬/,
    /장비/,
    /능력/,
    /애용품/,
    /class="(level|skills|gear|favourite|ability)"/,
    /71|42\/43\/44\/45|T61·62·63|T67|81\/82\/83/,
  ],
  bond: [/인연/, /class="bond"/, /\b94\b/],
  goals: [/목표/, /class="goal"/, /\b77\b|\b79\b/],
};

for (let mask = 0; mask < 1 << SHARED_PARTS.length; mask += 1) {
  const shows = partsOf(mask);
  test(`a link that shows ${shows.join(', ') || 'names alone'} has that and nothing else on its page`, () => {
    // A goal names the fields that are wanted, whatever else is shown.
    const students = ['10000', '10001', '10002', '10003', '10004', '10005', '10006', '10007'].map((uid) =>
      shared(uid, shows),
    );
    const page = render({ shows, students, roster: { borrow: { raid: ['10001'] } } });
    const shown = shows.includes('goals') ? page.replaceAll('레벨 77, EX 79', '77 79') : page;
    for (const part of SHARED_PARTS)
      for (const sign of SIGNS[part]) assert.equal(sign.test(shown), shows.includes(part), `${part} ${sign}`);
    assert.doesNotMatch(page, /95000|\b6[456]\b/);
    assert.equal(rowsOf(page).length, students.length);
  });
}

test('a value that is not known has no label, and a column that nobody has a value for is left out', () => {
  const unknown = {
    ...{ level: null, skillEx: null, equipSpecial: null, weaponTier: 0, weaponLevel: 0 },
    ...{ abilityHp: 0, abilityAtk: 0, abilityHeal: 0 },
  };
  const page = render({
    students: [shared('10000', SHARED_PARTS, unknown), shared('10001', SHARED_PARTS, { equipSpecial: null })],
  });
  const [first = '', second = ''] = [rowsOf(page)[1], rowsOf(page)[0]];
  assert.match(second, /<td class="level"><i>Lv<\/i> 71<td/);
  assert.match(first, /<td class="level"><td/);
  assert.match(first, /<i>스킬<\/i> –\/43\/44\/45/);
  // Without a unique weapon there is neither its level nor what it unlocks.
  assert.match(first, /<td class="weapon"><td class="ability"><td/);
  assert.doesNotMatch(page, /favourite|애용품/);
});

test('students are in the order of stars, level and name, as far as these are shown', () => {
  const students = [
    shared('10000', ['weapon', 'growth'], { weaponTier: 0, level: 90 }),
    shared('10005', ['weapon', 'growth'], { weaponTier: 1, level: 1 }),
    shared('10001', ['weapon', 'growth'], { weaponTier: 1, level: 90 }),
    shared('10002', ['weapon', 'growth'], { weaponTier: 1, level: 90 }),
  ];
  assert.deepEqual(namesOf(render({ students })), ['에이미', '하루나', '호시노', '아루']);
  const named = students.map(({ studentUid }) => shared(studentUid, []));
  assert.deepEqual(namesOf(render({ shows: [], students: named })), ['아루', '에이미', '하루나', '호시노']);
});

test('names of links, players and students are text, whatever they hold', () => {
  const evil = '<script>alert("1")</script>&\u202e';
  const page = render({
    students: [{ ...shared('10000', []), name: evil }],
    roster: { name: evil, player: evil },
    pictureUrl: 'https://rollbook.example/s/token.png?v="><b>',
  });
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.doesNotMatch(page, /<b>"|alert\("/);
  assert.match(page, /<h1><bdi>&lt;script&gt;/);
});

test('chats are told the name and what is shown, and search engines are sent away', () => {
  const page = render({
    roster: { player: '유우카' },
    pictureUrl: 'https://rollbook.example/s/token.png?v=1',
  });
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(page)?.[1];
  assert.match(page, /<title>내 학생 · Rollbook<\/title>/);
  assert.equal(meta('og:title'), '내 학생 · Rollbook');
  assert.equal(
    meta('og:description'),
    '유우카 · 학생 1명 · ★5 1명 · 고유무기 1명 · 평균 레벨 71 · 평균 인연 94 · 목표 1명',
  );
  assert.equal(meta('description'), meta('og:description'));
  assert.equal(meta('og:url'), 'https://rollbook.example/s/token');
  assert.equal(meta('og:locale'), 'ko_KR');
  assert.equal(meta('og:image'), 'https://rollbook.example/s/token.png?v=1');
  assert.deepEqual([meta('og:image:width'), meta('og:image:height')], ['1200', '630']);
  assert.equal(meta('twitter:card'), 'summary_large_image');
  assert.equal(meta('robots'), 'noindex,nofollow');
  assert.doesNotMatch(render(), /og:image|twitter:/);
  assert.match(render({ shows: [], students: [shared('10000', [])] }), /og:description" content="학생 1명"/);
});

test('a page is in its language, with a link to the other one and the day of the last change', () => {
  const korean = render();
  assert.match(korean, /<html lang="ko">/);
  assert.match(korean, /<a href="\?lang=en" lang="en"/);
  assert.match(korean, /<time datetime="2026-11-30T16:00:00.000Z">2026년 12월 1일<\/time>/);
  const english = render({ language: 'en' });
  assert.match(english, /<a href="\?lang=ko" lang="ko"/);
  assert.match(english, /November 30, 2026/);
  assert.doesNotMatch(textOf(english.slice(english.indexOf('</h1>'))).replaceAll('아루', ''), /[가-힣]/);
});

test('students to borrow stand on top by what for, without slots that nobody is left of', () => {
  const students = [shared('10000', SHARED_PARTS), shared('10005', SHARED_PARTS)];
  const page = render({ students, roster: { borrow: { raid: ['10005', '10000'], tower: ['99999'] } } });
  const [, borrow = ''] = /<section class="borrow".*?>(.*?)<\/section>/s.exec(page) ?? [];
  assert.match(textOf(borrow), /빌릴 수 있는 학생 총력전·대결전 호시노 ★★★★★ ★★★ .* 아루 /);
  assert.doesNotMatch(borrow, /제약해제결전|목표/);
  assert.doesNotMatch(render({ students }), /class="borrow"/);
});

test('a portrait is loaded when it comes near, and letters stand for one that is not there', () => {
  const students = [shared('10000', []), shared('10005', [])];
  const page = render({ students, portraitOf: (uid) => (uid === '10000' ? 'a&b' : undefined) });
  assert.match(
    page,
    /<img src="\.\.\/portraits\/10000\?v=a%26b" alt="" width="56" height="56" loading="lazy"/,
  );
  assert.match(page, /data-letters="호노"><\/i>/);
  assert.equal(page.match(/<img/g)?.length, 1);
});

test('filters offer what some students have and others have not', () => {
  const some = (count: number) => entries.slice(0, count).map(({ uid }) => shared(uid, ['weapon']));
  const page = render({ students: some(40) });
  assert.match(
    page,
    /<select aria-label="학교" data-filter="school"><option value="">학교<\/option><option value="gehenna">게헨나/,
  );
  assert.doesNotMatch(page, /value="tokiwadai"|data-filter="stars"/);
  assert.doesNotMatch(render({ students: some(6) }), /class="tools"/);
  // There is no order to choose but that of names.
  const names = some(40).map(({ studentUid }) => shared(studentUid, []));
  assert.match(render({ shows: [], students: names }), /data-orders hidden><option value="name"/);
  const [row = ''] = rowsOf(render({ students: [shared('10000', [])] }));
  assert.match(row, /data-school="gehenna" data-role="dealer" data-attack="explosive" data-armor="light"/);
  assert.match(row, /data-keys="아루 アル aru"/);
});

test('an empty roster says that it is', () => {
  const page = render({ students: [] });
  assert.match(textOf(page), /0명 .*아직 보여 줄 학생이 없어요\./);
  assert.doesNotMatch(page, /<table/);
});

test('a preview leads nowhere, and is the page otherwise', () => {
  const preview = render({ path: '/console/api/shares/preview', pageUrl: '', isPreview: true });
  const section = (page: string) => /<section aria-labelledby="students">.*<\/section>/s.exec(page)?.[0];
  assert.deepEqual(preview.match(/<a [^>]*href="[^"]*"/g), ['<a class="skip" href="#content"']);
  assert.doesNotMatch(preview, /og:|data-theme-switch/);
  assert.equal(section(preview), section(render()));
});

test('a link that is gone tells nothing of what was there', () => {
  assert.match(
    textOf(renderShareNotice({ path: '/s/', language: 'ko' }, 'gone')),
    /없거나 만료된 링크예요 보낸 사람이 새 링크를/,
  );
  const page = renderShareNotice({ path: '/s/', language: 'en' }, 'gone');
  assert.match(
    textOf(page),
    /This link does not exist or has ended Whoever sent it can send you a new one\./,
  );
  assert.match(page, /noindex/);
  assert.doesNotMatch(page, /og:/);
});
