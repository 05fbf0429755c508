import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JUNE } from '../../test/catalogue-step.ts';
import { shippedData } from './catalogue-data.ts';
import { describeDataChanges } from './describe-data-changes.ts';

const shipped = shippedData();
const lines = describeDataChanges(JUNE, shipped);
/** The lines below a title, and how many it says. */
function group(title: string): string[] {
  const at = lines.findIndex((line) => line.startsWith(`${title} (`));
  const count = Number(/\((\d+)\):$/.exec(lines[at] ?? '')?.[1]);
  const members = lines.slice(at + 1, at + 1 + count);
  assert.ok(members.length > 0 && members.every((line) => line.startsWith('  ')), title);
  assert.notEqual(lines[at + 1 + count]?.startsWith('  '), true, title);
  return members.map((line) => line.slice(2));
}

test('a step of the game is one list: who is new or renamed, labels, items and tags that moved', () => {
  assert.ok(group('New students').includes('10149 코코로 / ココロ / Kokoro'));
  assert.equal(group('New students').length, 7);
  assert.ok(
    group('Renamed').includes(
      '10134 아리스(무장) / アリス（臨戦） / Arisu (Battle) -> 아리스(무장) / アリス（臨戦） / Aris (Armed)',
    ),
  );
  assert.equal(group('Renamed').length, 20);
  assert.deepEqual(
    group('Other changes of students').filter((line) => line.startsWith('10000 ')),
    ['10000 아루: recruit "regular" -> "archive"'],
  );
  assert.ok(group('Other changes of students').includes('13011 모모이: outGlobal not said -> true'));
  assert.deepEqual(group('New labels')[0], 'school.odyssey 오디세이아 / オデュッセイア / Odyssey');
  assert.equal(group('New items').filter((line) => /^[34]12\d (disc|note) /.test(line)).length, 8);
  assert.ok(
    group('Changed items').includes(
      '5111 하루 세 번 덤벨 세트 / 1日3回ダンベルセット / Three Times a Day Dumbbell Set: tags +ia +iB',
    ),
  );
});

test('what is taken away is said, and that nothing has changed', () => {
  const back = describeDataChanges(shipped, JUNE);
  for (const title of ['Students taken away (7):', 'Labels taken away (3):', 'Items taken away (15):'])
    assert.ok(back.includes(title), title);
  assert.deepEqual(describeDataChanges(shipped, shipped), ['Nothing has changed.']);
});
