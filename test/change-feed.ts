import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../contract/history.ts';
import type { Answer, RunningService } from './service.ts';

export interface FeedPage {
  changes: Change[];
  lastNumber: number;
}

type Service = Pick<RunningService, 'callBeta'>;

export async function readFeed(service: Service, key: string, query: string): Promise<FeedPage> {
  const answer = await untilServed(() => service.callBeta(key, 'GET', `/changes?${query}`));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Sends a request again that a busy server has refused, which it has not processed. */
export async function untilServed(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await pause(100);
  }
}

/** All changes of an account from the first on, which it must have kept. */
export async function readAllChanges(service: Service, key: string): Promise<Change[]> {
  const changes: Change[] = [];
  await readNewChanges(service, key, changes);
  return changes;
}

/** Adds all changes that followed to those that were read before. */
export async function readNewChanges(service: Service, key: string, changes: Change[]): Promise<void> {
  for (;;) {
    const page = await readFeed(service, key, `after=${changes.length}&limit=500`);
    appendPage(changes, page);
    if (changes.length === page.lastNumber) return;
    assert.ok(page.changes.length > 0, `nothing after ${changes.length} of ${page.lastNumber}`);
  }
}

/** Adds what follows, each number once and without a gap. */
export function appendPage(changes: Change[], { changes: next, lastNumber }: FeedPage): void {
  for (const change of next) {
    assert.equal(change.number, changes.length + 1);
    changes.push(change);
  }
  assert.ok(changes.length <= lastNumber, `${changes.length} is beyond the last number, ${lastNumber}`);
}

type Values = Record<string, number>;

/**
 * The recorded values of each student, as the changes made them. Asserts that each change begins with what the one
 * before has left, changes something, and is of the kind that it says.
 */
export class Replay {
  readonly students = new Map<string, Values>();

  apply({ number, studentUid, kind, fields }: Change): void {
    const found = this.students.get(studentUid);
    const values = { ...found };
    const entries = Object.entries(fields);
    assert.ok(entries.length > 0, `change ${number} changes nothing`);
    const isRegistration = kind === 'registered' && found !== undefined;
    for (const [name, [before, after]] of entries) {
      assert.notEqual(before, after, `change ${number}, ${name}`);
      // A registration tells a bond that was kept as a new value.
      if (!isRegistration) assert.equal(before, values[name] ?? null, `change ${number}, ${name} before`);
      if (after === null) delete values[name];
      else values[name] = after;
    }
    const was = found?.tier !== undefined;
    const is = values.tier !== undefined;
    assert.equal(kind, is ? (was ? 'changed' : 'registered') : was ? 'removed' : 'bond', `change ${number}`);
    if (Object.keys(values).length > 0) this.students.set(studentUid, values);
    else this.students.delete(studentUid);
  }

  /** The states of the recruited students in the order of the list, without the fields that are null. */
  recruited(): object[] {
    return [...this.students]
      .filter(([, values]) => values.tier !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([studentUid, values]) => ({ studentUid, ...values }));
  }
}

/** The recruited students as `Replay.recruited` has them. */
export const withoutNulls = (states: readonly object[]): object[] =>
  states.map((state) => Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null)));
