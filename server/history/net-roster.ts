import type { ChangedFields, ChangeKind } from '../../contract/history.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import type { SnapshotStudent } from '../store/roster-snapshots.ts';

/** What a past roster needs of a change. */
export interface RosterChange {
  studentUid: string;
  kind: ChangeKind;
  /** JSON. */
  fields: string;
}

interface NetStudent {
  /** In the order of STATE_NAMES; a hole where no change has told the value yet. */
  readonly values: (number | null)[];
  /** How many values are known. */
  known: number;
  /** No further change tells anything. */
  isWhole: boolean;
}

const COLUMNS = new Map(STATE_NAMES.map((name, column) => [name, column]));

/**
 * What the changes between a moment and a roster that is known come to. Of each field the change next to the moment
 * counts, so that most changes need not be parsed, and none is applied.
 */
export class NetRoster {
  readonly #side: 0 | 1;
  readonly #students = new Map<string, NetStudent>();

  /** The known roster is of `later` than the moment, whose values were those before the changes, or of `earlier`. */
  constructor(known: 'later' | 'earlier') {
    this.#side = known === 'later' ? 0 : 1;
  }

  /** The changes come in the order of their distance from the moment. */
  add({ studentUid, kind, fields }: RosterChange): void {
    let net = this.#students.get(studentUid);
    if (net === undefined) {
      net = { values: [], known: 0, isWhole: false };
      this.#students.set(studentUid, net);
    } else if (net.isWhole) return;
    const changed: ChangedFields = JSON.parse(fields);
    for (const name of Object.keys(changed) as StateName[]) {
      const column = COLUMNS.get(name);
      if (column === undefined || net.values[column] !== undefined) continue;
      net.values[column] = changed[name]?.[this.#side] ?? null;
      net.known += 1;
    }
    // A registration and a removal tell all values that are not null.
    net.isWhole = kind === 'registered' || kind === 'removed' || net.known === STATE_NAMES.length;
  }

  /** The records at the moment, of recruited students and others. */
  applyTo(known: readonly SnapshotStudent[]): SnapshotStudent[] {
    const records = new Map(known.map((record) => [record.studentUid, record]));
    for (const [studentUid, { values, isWhole }] of this.#students) {
      const rest = isWhole ? undefined : records.get(studentUid);
      const record = { studentUid } as SnapshotStudent;
      for (const [column, name] of STATE_NAMES.entries()) {
        const value = values[column];
        record[name] = (value === undefined ? (rest?.[name] ?? null) : value) as never;
      }
      records.set(studentUid, record);
    }
    return [...records.values()];
  }
}
