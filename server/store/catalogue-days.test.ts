import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase } from '../../test/database.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { shippedData } from '../catalogue/catalogue-data.ts';
import { noteStudents } from '../catalogue/catalogue-days.ts';
import { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { openStore } from '../store/open-store.ts';

const entry = (uid: string, attributes: object = {}) => ({
  ...{ uid, names: { ko: uid, ja: uid, en: uid }, aliases: [] },
  attributes: { released: '2025-01-01', releasedGlobal: null, ...attributes },
});
const OLD = entry('old');
const OUT = entry('out', { releasedGlobal: '2025-08-01' });
const AFTER_LAST = entry('july', { released: '2026-07-08' });
const UPGRADE = { hasPlayers: true, isShipped: true };

test('nobody is new in the first catalogue of a new server', () =>
  assert.deepEqual(
    noteStudents(undefined, [OLD, OUT, AFTER_LAST], '2026-11-01', { ...UPGRADE, hasPlayers: false }),
    { old: { addedGlobal: null }, out: {}, july: { addedGlobal: null } },
  ));

test('an upgrade from a release that noted nothing knows what that one shipped', () => {
  assert.deepEqual(noteStudents(undefined, [OLD, AFTER_LAST], '2026-11-01', UPGRADE), {
    old: { addedGlobal: null },
    july: { added: '2026-11-01', addedGlobal: null },
  });
  // An imported catalogue may have had her all the time.
  assert.deepEqual(noteStudents(undefined, [AFTER_LAST], '2026-11-01', { ...UPGRADE, isShipped: false }), {
    july: { addedGlobal: null },
  });
});

test('who is added, or comes out on the global server, is noted once', () => {
  const first = noteStudents(undefined, [OLD], '2026-11-01', UPGRADE);
  const second = noteStudents(first, [OLD, OUT], '2026-11-02', UPGRADE);
  assert.deepEqual(second, {
    old: { addedGlobal: null },
    out: { added: '2026-11-02', addedGlobal: '2026-11-02' },
  });
  const isOut = entry('old', { releasedGlobal: undefined });
  const third = noteStudents(second, [isOut], '2026-11-03', UPGRADE);
  assert.deepEqual(third, { ...second, old: { addedGlobal: '2026-11-03' } });
  assert.equal(noteStudents(third, [isOut, OUT], '2026-11-04', UPGRADE), third);
});

for (const engine of ['sqlite', 'postgres'] as const)
  test(`instances note a new student once, and serve since when she is there, on ${engine}`, async (t) => {
    const database = await newDatabase(engine);
    const { store } = await openStore(database.address, { create: true, migrate: true });
    let now = Date.parse('2026-11-01T10:00:00Z');
    const start = () => LiveCatalogue.start(store, assert.ifError, () => now);
    const lives = await Promise.all([start(), start()]);
    t.after(async () => {
      for (const live of lives) live.stop();
      await store.close();
      await database.remove();
    });
    const daysServed = () =>
      lives.map(({ current: { catalogue } }) => {
        const { students } = JSON.parse(catalogue.json);
        return students
          .filter(({ added }: { added?: string }) => added !== undefined)
          .map(({ studentUid, added, addedGlobal }: Record<string, string>) => [
            studentUid,
            added,
            addedGlobal,
          ]);
      });
    assert.deepEqual(daysServed(), [[], []]);
    const data = shippedData();
    const newest = {
      ...entry('99001'),
      attributes: { ...data.students[0]?.attributes, releasedGlobal: null },
    };
    const next = Catalogue.build({ ...data, students: [...data.students, newest] });
    const stored = { version: next.version, entries: JSON.stringify(next.data), importedAt: now };
    assert.equal(await store.replaceCatalogue(stored, undefined, []), true);
    await Promise.all(lives.map((live) => live.refresh()));
    const expected = [['99001', '2026-11-01', undefined]];
    assert.deepEqual(daysServed(), [expected, expected]);
    now += 86_400_000;
    lives.push(await start());
    assert.deepEqual(daysServed(), [expected, expected, expected]);
  });
