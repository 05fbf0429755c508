import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { importPageModule } from './page-modules.ts';

/** What the console's pages keep for a start without a connection, in a storage of this process. */

const VIEW = { signedIn: true, account: { accountId: 'acc_one', name: 'arona' } };
const ROSTER = { students: [{ studentUid: '10010' }] };

/** As browsers have it: the entries are own properties. */
class TestStorage {
  getItem(name: string): string | null {
    return (Reflect.get(this, name) as string | undefined) ?? null;
  }
  setItem(name: string, value: string): void {
    if (value.length > maxLength) throw new DOMException('full', 'QuotaExceededError');
    Reflect.set(this, name, value);
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}
let maxLength = 0;

const define = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value });
define('localStorage', new TestStorage());
define('navigator', { serviceWorker: {} });
define('location', new URL('https://club.example/rollbook/console'));
define('history', {});
define('addEventListener', () => {});
const kept = await importPageModule('api/kept-answers.ts');

beforeEach(() => {
  maxLength = Number.POSITIVE_INFINITY;
  kept.forgetAnswers();
});

test('an answer is kept below the path of its service, as long as a session was seen', () => {
  kept.keepSession(VIEW);
  kept.keepAnswer('acc_one', '/roster', ROSTER);
  assert.deepEqual(kept.findSession(), VIEW);
  assert.deepEqual(kept.findAnswer('acc_one', '/roster'), ROSTER);
  assert.equal(kept.findAnswer('acc_two', '/roster'), undefined);
  assert.ok(Object.keys(localStorage).includes('rollbook-kept-answer acc_one /rollbook/roster'));
});

test('an answer that comes after the session has ended is not kept', () => {
  kept.keepAnswer('acc_one', '/roster', ROSTER);
  kept.keepSession(VIEW);
  kept.forgetAnswers();
  kept.keepAnswer('acc_one', '/roster', ROSTER);
  assert.deepEqual(Object.keys(localStorage), []);
});

test('where there is no room for an answer, no older one is left in its place', () => {
  kept.keepSession(VIEW);
  kept.keepAnswer('acc_one', '/roster', ROSTER);
  maxLength = 60;
  kept.keepAnswer('acc_one', '/roster', {
    students: [...ROSTER.students, { studentUid: '10000', level: 90 }],
  });
  assert.equal(kept.findAnswer('acc_one', '/roster'), undefined);
});

test('what is stored and no JSON is nothing', () => {
  kept.keepSession(VIEW);
  localStorage.setItem('rollbook-kept-answer acc_one /rollbook/roster', '{"students":');
  assert.equal(kept.findAnswer('acc_one', '/roster'), undefined);
  localStorage.setItem('rollbook-contact acc_one', '{');
  assert.equal(kept.findSession(), undefined);
  assert.deepEqual(Object.keys(localStorage), []);
});
