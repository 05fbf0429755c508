import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupRoster, splitByRecruitment } from './group-roster.ts';
import type { RosterEntry } from './roster-entry.ts';
import { LABELS, makeEntry } from './test-entries.ts';

const ROSTER = [
  makeEntry('absent', null, { attributes: { school: 'trinity' } }),
  makeEntry('unknown', {}),
  makeEntry('recruited', {}, { attributes: { school: 'trinity' } }),
  makeEntry('other', {}, { attributes: { school: 'gehenna' } }),
];
const split = (entries: readonly RosterEntry[]) => splitByRecruitment(entries, false);

test('students of one school are a group, in the order of the labels, and those without one are the last', () => {
  assert.deepEqual(groupRoster(ROSTER, 'school', LABELS, split), [
    { code: 'gehenna', parts: [{ isRecruited: true, uids: ['other'] }] },
    {
      code: 'trinity',
      parts: [
        { isRecruited: true, uids: ['recruited'] },
        { isRecruited: false, uids: ['absent'] },
      ],
    },
    { code: undefined, parts: [{ isRecruited: true, uids: ['unknown'] }] },
  ]);
});

test('without grouping, those who are not recruited come first where they match a search best', () => {
  const [group] = groupRoster(ROSTER, undefined, LABELS, (entries) => splitByRecruitment(entries, true));
  assert.deepEqual(group?.parts, [
    { isRecruited: false, uids: ['absent'] },
    { isRecruited: true, uids: ['unknown', 'recruited', 'other'] },
  ]);
});
