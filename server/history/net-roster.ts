import type { ChangedFields, ChangeKind } from '../../contract/history.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import type { SnapshotStudent } from '../store/roster-snapshots.ts';

/** The part of a change that a past roster needs. */
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
 * The values that the changes between a moment and a later roster took away. The first change of each field counts, so
 * that most need not be parsed, and none is applied.
 */
export class NetRoster {
  readonly #students = new Map<string, NetStudent>();

  /** The changes come in their order. */
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
      net.values[column] = changed[name]?.[0] ?? null;
      net.known += 1;
    }
    // A registration and a removal tell all values that are not null.
    net.isWhole = kind === 'registered' || kind === 'removed' || net.known === STATE_NAMES.length;
  }

  /** The records at the moment, of recruited students and others. */
  applyTo(later: readonly SnapshotStudent[]): SnapshotStudent[] {
    const records = new Map(later.map((record) => [record.studentUid, record]));
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
