import assert from 'node:assert/strict';
import { MAX_DISPLAY_NAME_LENGTH, MAX_ITEM_COUNT, MAX_LABEL_LENGTH } from '../../../contract/limits.ts';
import { BORROW_SLOTS, MAX_BORROWED_OF_SLOT, MAX_SHARES, SHARED_PARTS } from '../../../contract/shares.ts';
import { STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import items from '../../../data/items.json' with { type: 'json' };
import { png } from '../../shares/png.ts';
import { keepDay } from './keep-day.ts';
import type { SignedUpPlayer } from './signed-up-player.ts';
import type { ConsoleService } from './use-console.ts';

const GOALS = 60;
const ITEMS = 300;
const NOT_RECRUITED = 3;
const AT_ONCE = 20;
const DAY_MS = 24 * 60 * 60 * 1000;
const LONG_NAME = '총력전 준비용 스캐너 '.repeat(20).slice(0, MAX_DISPLAY_NAME_LENGTH).trim();
const LONGEST = Object.fromEntries(
  (Object.keys(STATE_FIELDS) as StateName[])
    .filter((name) => name !== 'bondExp' && name !== 'equipSpecial')
    .map((name) => [name, STATE_FIELDS[name].max]),
);

/**
 * An account as after a year: all students but a few with their largest values, goals of everything, the longest labels and names,
 * a stock in which every seventh count has as many digits as there may be, as many links as there may be, and boards.
 */
export async function fillYear(
  { issueKey, connectApp, share, sendPicture, makeBoard, accountId }: SignedUpPlayer,
  service: ConsoleService,
): Promise<void> {
  const { apiKey } = await issueKey('Planner');
  const scanner = await issueKey(LONG_NAME);
  const app = await connectApp(LONG_NAME, 'roster:write plan:write history:read');
  const ok = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    assert.ok(status < 300, text);
  };
  const registered = { 'bulk-operation': 'year-registered' };
  const recruited = service.students.slice(0, -NOT_RECRUITED);
  for (let at = 0; at < recruited.length; at += AT_ONCE)
    await Promise.all(
      recruited
        .slice(at, at + AT_ONCE)
        .map(({ uid }) =>
          ok(service.call(apiKey, 'POST', '/me/students', { studentUid: uid, ...LONGEST }, registered)),
        ),
    );
  for (const [place, { uid }] of service.students.slice(0, 30).entries())
    await ok(
      service.call(
        scanner.apiKey,
        'PATCH',
        `/me/students/${uid}`,
        { level: 1, skillEx: 1, equip1Level: null, bond: null },
        place < 10 ? { 'bulk-operation': 'year-lowered' } : {},
      ),
    );
  for (const { uid } of service.students.slice(0, 3))
    await ok(service.call(app, 'PATCH', `/me/students/${uid}`, { level: 2 }));
  const wanted = {
    tier: STATE_FIELDS.tier.max,
    weaponTier: STATE_FIELDS.weaponTier.max,
    level: STATE_FIELDS.level.max,
    skillEx: STATE_FIELDS.skillEx.max,
    skillNormal: STATE_FIELDS.skillNormal.max,
    equip1: STATE_FIELDS.equip1.max,
    weaponLevel: STATE_FIELDS.weaponLevel.max,
    abilityHp: STATE_FIELDS.abilityHp.max,
    bond: STATE_FIELDS.bond.max,
  };
  const label = 'W'.repeat(MAX_LABEL_LENGTH);
  for (const [place, { uid }] of service.students.slice(0, GOALS).entries()) {
    const goal = { wanted, labels: place % 20 === 0 ? [label, `${place}`] : [], priority: place };
    await ok(service.callBeta(apiKey, 'PUT', `/goals/${uid}`, goal));
  }
  const step = Math.floor(Object.keys(items).length / ITEMS);
  const counts = Object.keys(items)
    .filter((_, place) => place % step === 0)
    .slice(0, ITEMS)
    .map((id, place) => [id, place % 7 === 0 ? MAX_ITEM_COUNT : 1250 + place]);
  const stock = { ...Object.fromEntries(counts), credits: MAX_ITEM_COUNT };
  await ok(service.callBeta(apiKey, 'PATCH', '/stock', { items: stock }));
  const listed = recruited.slice(0, 40).map(({ uid }) => uid);
  for (let place = 0; place < MAX_SHARES; place += 1) {
    const { shareId } = await share({
      name: [LONG_NAME, 'W'.repeat(MAX_DISPLAY_NAME_LENGTH), '동아리'][place % 3] as string,
      shows: SHARED_PARTS,
      students: place % 3 === 0 ? null : listed,
      showsPlayer: place % 2 === 0,
      borrow: Object.fromEntries(
        BORROW_SLOTS.map((slot, at) => [slot, listed.slice(at, at + MAX_BORROWED_OF_SLOT)]),
      ),
      expiresAt: place === 0 ? null : new Date(Date.now() + place * DAY_MS).toISOString(),
    });
    if (place % 4 === 0) await sendPicture(shareId, png());
  }
  for (const name of [LONG_NAME, 'W'.repeat(MAX_DISPLAY_NAME_LENGTH), '동아리']) await makeBoard(name);
  for (const age of [350, 200, 90, 20, 6]) {
    const known = recruited.slice(0, recruited.length - age / 2).map(({ uid }) => [uid, LONGEST]);
    await keepDay(service, accountId, age, Object.fromEntries(known));
  }
}
