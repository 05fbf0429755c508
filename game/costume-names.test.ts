import assert from 'node:assert/strict';
import { test } from 'node:test';
import shipped from '../data/students.json' with { type: 'json' };
import { CostumeNames } from './costume-names.ts';
import { splitName } from './student-name.ts';

const names = new CostumeNames(shipped);
const costumed = shipped.filter(({ names: { ko } }) => splitName(ko).costume !== undefined);

/** What players write for a costume, before or behind a name: words that have one meaning, and short ones. */
const WORDS: Readonly<Record<string, { whole: string[]; short?: string[] }>> = {
  수영복: { whole: ['수영복', '수영', 'Swimsuit', 'Swim', '水着'], short: ['S.'] },
  새해: { whole: ['새해', '새', '뉴', '정월', 'New Year', 'NY', '正月'], short: ['정'] },
  드레스: { whole: ['드레스', '드', 'Dress', 'ドレス'], short: ['D.'] },
  체육복: { whole: ['체육복', '체', '운', 'Track', 'Sportswear', '体操服'], short: ['T.'] },
  바니걸: { whole: ['바니걸', '바니', '바', 'Bunny', 'Bunny Girl', 'バニー'], short: ['B.'] },
  크리스마스: { whole: ['크리스마스', '크리', '크', 'Christmas', 'Xmas', 'クリスマス'] },
  메이드: { whole: ['메이드', '메', 'Maid', 'メイド'], short: ['M.'] },
  온천: { whole: ['온천', '온', 'Hot Spring', '温泉'], short: ['HS'] },
  응원단: { whole: ['응원단', '응원', '응', '치어', 'Cheer Squad', 'Cheer', '応援団'], short: ['치', 'CS'] },
  무장: { whole: ['무장', '무', '임', 'Armed', 'Battle', '臨戦'] },
  캠핑: { whole: ['캠핑', '캠', 'Camp', 'Camping', 'キャンプ'] },
  밴드: { whole: ['밴드', '밴', 'Band', 'バンド'] },
  가이드: { whole: ['가이드', '가', 'Guide', 'ガイド'] },
  치파오: { whole: ['치파오', '치파', 'Qipao', 'チーパオ'], short: ['치'] },
  아이돌: { whole: ['아이돌', '돌', 'Pop Idol', 'Idol', 'アイドル'], short: ['아'] },
  파자마: { whole: ['파자마', '파', 'Pajamas', 'Pajama', 'パジャマ'] },
  교복: { whole: ['교복', '교', 'School', 'School Uniform', '制服'] },
  아르바이트: { whole: ['아르바이트', '알바', '알', 'Part-Timer', 'アルバイト'], short: ['아'] },
  매지컬: { whole: ['매지컬', '매', 'Magical', 'マジカル'] },
  사복: { whole: ['사복', '사', 'Casual', '私服'] },
  라이딩: { whole: ['라이딩', '라', 'Cycling', 'Riding', 'ライディング'] },
  어린이: { whole: ['어린이', '어', 'Small', 'Kid', '幼女'] },
  테러: { whole: ['테러', 'Terror', 'テラー'] },
};

const languageOf = (word: string): 'ko' | 'ja' | 'en' => {
  if (/[a-z]/i.test(word)) return 'en';
  return /[가-힣]/.test(word) ? 'ko' : 'ja';
};

interface Form {
  text: string;
  student: (typeof shipped)[number];
}

const listForms = (kind: 'whole' | 'short'): Form[] =>
  costumed.flatMap((student) => {
    const words = WORDS[splitName(student.names.ko).costume ?? ''];
    assert.ok(words, student.names.ko);
    return (words[kind] ?? []).flatMap((word) => {
      const { own } = splitName(student.names[languageOf(word)]);
      const behind = word.length > 1 && kind === 'whole' ? [`${own} ${word}`, `${own}(${word})`] : [];
      return [`${word}${own}`, `${word} ${own}`, ...behind].map((text) => ({ text, student }));
    });
  });

test('whole names in each costume name one student, and never another', () => {
  const forms = listForms('whole');
  assert.ok(forms.length > 1_500, `${forms.length}`);
  for (const { text, student } of forms)
    assert.equal(names.read(text).student?.names.ko, student.names.ko, text);
});

test('words that may mean several costumes name nobody, and the student is among those who may be meant', () => {
  const forms = listForms('short');
  assert.ok(forms.length > 100, `${forms.length}`);
  for (const { text, student } of forms) {
    const reading = names.read(text);
    assert.ok(reading.student === undefined || reading.student === student, text);
    assert.ok(reading.candidates.includes(student), text);
  }
});

test('a costume that a student does not have names nobody', () => {
  const owned = new Set(costumed.map(({ names: { ko } }) => ko));
  const owns = new Set(shipped.map(({ names: { ko } }) => splitName(ko).own));
  for (const own of owns)
    for (const [costume, { whole }] of Object.entries(WORDS)) {
      if (owned.has(`${own}(${costume})`) || owned.has(`${own}*${costume}`)) continue;
      for (const word of whole.filter((text) => languageOf(text) === 'ko')) {
        const { student } = names.read(`${word}${own}`);
        // What the words say may also be another student, as `온천` and `천` would be.
        assert.equal(student?.names.ko, undefined, `${word}${own}`);
      }
    }
});

test('a text of endless words names nobody', () => {
  assert.deepEqual(names.read('수'.repeat(10_000)).candidates, []);
});

test('a catalogue may have endless names', () => {
  const long = `가(${'나'.repeat(100_000)})`;
  const { read } = new CostumeNames([{ names: { ko: long, ja: long, en: long }, aliases: [long] }]);
  assert.equal(typeof read, 'function');
});
