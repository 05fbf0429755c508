import { styleText } from 'node:util';
import { hasLoss } from '../../client/change-losses.ts';
import { compareValues, type ValueEffect } from '../../client/compare-values.ts';
import type { Notice } from '../../client/formats/index.ts';
import {
  type CatalogueStudent,
  type Plan,
  type PlanEntry,
  type Report,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../client/index.ts';
import { isKeeping } from '../../client/plan.ts';
import type { ComparedEntry } from '../../client/plan-entry.ts';
import type { TakeBack } from '../../client/take-back.ts';
import { toPrintable } from '../printed-text.ts';

type Color = 'green' | 'yellow' | 'red' | 'magenta';
type ChangeEntry = Extract<PlanEntry, { action: 'change' }>;

const LINES: Record<
  Exclude<PlanEntry['action'], 'unchanged'>,
  { sign: string; color: Color; summary: string }
> = {
  register: { sign: '+', color: 'green', summary: 'to register' },
  change: { sign: '~', color: 'yellow', summary: 'to change' },
  remove: { sign: '-', color: 'red', summary: 'to remove' },
  refuse: { sign: '!', color: 'magenta', summary: 'cannot be written' },
};

/** In the order of a line. Not everybody sees colours, so that each has a word. */
const EFFECT_COLORS: Record<ValueEffect, Color> = {
  raises: 'yellow',
  records: 'yellow',
  lowers: 'red',
  clears: 'red',
};

/** The rows of a file as a plan takes them, beside the students that it writes. */
interface FileRows {
  unread: readonly RowNotice[];
  /** Left out, because they hold nothing but another tool's defaults. */
  untouched: number;
}

/** A notice about one row of a file, or about all of it. */
export interface RowNotice {
  studentUid: string | null;
  notice: Notice;
}

/** A plan as a diff, for one stream, which decides about the colours. */
export class PlanText {
  readonly #names: ReadonlyMap<string, string>;
  readonly #stream: NodeJS.WriteStream;

  constructor(students: readonly CatalogueStudent[], stream: NodeJS.WriteStream) {
    this.#names = new Map(students.map(({ studentUid, names }) => [studentUid, names.en]));
    this.#stream = stream;
  }

  /** One line for each student that is written or keeps values, what cannot be written after them, and a summary. */
  formatPlan({ entries }: Plan, { unread, untouched }: FileRows): string {
    const refused = entries.flatMap((entry) => (entry.action === 'refuse' ? [entry] : []));
    const keeping = entries.filter(isKeeping);
    return [
      ...entries.flatMap((entry) =>
        entry.action === 'unchanged' || entry.action === 'refuse' ? [] : [this.#formatEntry(entry)],
      ),
      ...keeping.map((entry) => this.#formatKept(entry)),
      ...this.#formatProblems(refused, unread),
      summarizePlan(entries, unread.length, untouched),
      ...explainKept(keeping.length, untouched),
    ].join('\n');
  }

  formatReport(
    { registered, changed, removed, unchanged, kept, failed }: Report,
    { unread, untouched }: FileRows,
  ): string {
    const counts = { registered, changed, removed, unchanged, failed, 'not read': unread };
    const summary = listCounts(Object.entries(counts).map(([name, { length }]) => [length, name]));
    return [
      ...this.#formatProblems(failed, unread),
      summary ?? 'There was nothing to write.',
      ...explainKept(kept.length, untouched),
    ].join('\n');
  }

  /** The changes that a take-back leaves as they are. */
  formatTakeBack({ changedSince, impossible, losesBond }: TakeBack, isForced: boolean): string[] {
    const left = isForced ? [] : changedSince;
    const lost = `${countOf(losesBond.length, 'student')} may have had a bond before the registration, which is lost.`;
    return [
      ...left.map(({ studentUid, fields }) => {
        const values = (
          Object.entries(fields) as [StateName, { now: number | null; wanted: number | null }][]
        )
          .map(([name, { now, wanted }]) => `${name} ${now ?? '-'} (before: ${wanted ?? '-'})`)
          .join(', ');
        return toPrintable(`= ${this.#title(studentUid)}was changed since: ${values}`);
      }),
      ...impossible.map(({ studentUid, fields }) =>
        this.#paint('magenta', `! ${this.#title(studentUid)}is not recruited: ${fields.join(', ')}`),
      ),
      ...(losesBond.length > 0 ? [lost] : []),
      ...(left.length > 0
        ? [`${countOf(left.length, 'student')} changed since. Pass --force to take that back as well.`]
        : []),
    ];
  }

  /** One line for each kind of notice: a text of another tool has hundreds of one kind. */
  formatNotices(notices: readonly RowNotice[], isVerbose: boolean): string[] {
    if (isVerbose) return notices.map((row) => this.#formatNotice(row));
    const kinds = Map.groupBy(notices, ({ notice }) => `${notice.code} ${notice.field}`);
    const lines = [...kinds.values()].map((rows) => {
      const [{ studentUid, notice }] = rows as [RowNotice];
      if (rows.length === 1) return this.#formatNotice({ studentUid, notice });
      const isSame = rows.every((row) => row.notice.en === notice.en);
      return toPrintable(`note: ${rows.length} rows${isSame ? '' : `, such as ${studentUid}`}: ${notice.en}`);
    });
    return kinds.size === notices.length ? lines : [...lines, 'note: --verbose shows the note of each row.'];
  }

  #formatNotice({ studentUid, notice }: RowNotice): string {
    return toPrintable(`note: ${this.#title(studentUid)}${notice.en}`);
  }

  #formatEntry(entry: Exclude<PlanEntry, { action: 'unchanged' | 'refuse' }>): string {
    const { sign, color } = LINES[entry.action];
    const title = this.#paint(color, `${sign} ${this.#title(entry.studentUid)}`);
    if (entry.action === 'register') return title + this.#paint(color, describeFields(entry.state));
    if (entry.action === 'remove') return title.trimEnd();
    return title + this.#describeChanges(entry);
  }

  #describeChanges({ before, changes }: ChangeEntry): string {
    const effects = [...compareValues(before, changes)];
    return Object.entries(EFFECT_COLORS)
      .flatMap(([effect, color]) => {
        const values = effects
          .filter(([, found]) => found === effect)
          .map(([name]) => describeChange(name, before[name], changes[name]));
        return values.length > 0 ? [this.#paint(color, `${effect} ${values.join(', ')}`)] : [];
      })
      .join('; ');
  }

  #formatKept({ studentUid, before, kept }: ComparedEntry): string {
    const values = (Object.entries(kept) as [StateName, number | null][]).map(
      ([name, stated]) => `${name} ${before[name]} (file: ${stated})`,
    );
    return toPrintable(`= ${this.#title(studentUid)}keeps ${values.join(', ')}`);
  }

  #formatProblems(refused: Report['failed'], unread: readonly RowNotice[]): string[] {
    const { sign, color } = LINES.refuse;
    return [
      ...unread.map(({ studentUid, notice }) => ({ studentUid, message: notice.en })),
      ...refused.map(({ studentUid, error }) => ({ studentUid, message: error.message })),
    ].map(({ studentUid, message }) => this.#paint(color, `${sign} ${this.#title(studentUid)}${message}`));
  }

  #title(studentUid: string | null): string {
    return studentUid ? `${[studentUid, this.#names.get(studentUid)].filter(Boolean).join(' ')}  ` : '';
  }

  #paint(color: Color, text: string): string {
    return styleText(color, toPrintable(text), { stream: this.#stream });
  }
}

const describeFields = (state: StudentPatch): string =>
  STATE_NAMES.filter((name) => state[name] !== undefined && state[name] !== null)
    .map((name) => `${name} ${state[name]}`)
    .join(', ');

/** An arrow would say nothing of a value that was not recorded. */
const describeChange = (name: StateName, from: number | null, to: number | null | undefined): string =>
  from === null ? `${name} ${to}` : `${name} ${from} → ${to}`;

function explainKept(kept: number, untouched: number): string[] {
  const parts = [
    kept > 0 && `${countOf(kept, 'student')} kept what the file would lower or clear.`,
    kept + untouched > 0 && 'Pass --lower to take all values and rows of the file.',
  ].filter((part) => part !== false);
  return parts.length > 0 ? [parts.join(' ')] : [];
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function summarizePlan(entries: readonly PlanEntry[], unread: number, leftOut: number): string {
  const count = (action: PlanEntry['action']) => entries.filter((entry) => entry.action === action).length;
  const lowered = entries.filter(
    (entry) => entry.action === 'change' && hasLoss(entry.before, entry.changes),
  ).length;
  const summary = listCounts([
    ...Object.entries(LINES).map(([action, { summary }]): [number, string] => [
      count(action as PlanEntry['action']),
      action === 'change' && lowered > 0 ? `${summary} (${lowered} with lowered values)` : summary,
    ]),
    [unread, 'cannot be read'],
    [leftOut, 'left out'],
    [count('unchanged'), 'unchanged'],
  ]);
  return summary ?? 'The roster is empty.';
}

/** Undefined if there is nothing to count. */
function listCounts(counts: readonly (readonly [number, string])[]): string | undefined {
  const parts = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return parts.length === 0 ? undefined : `${parts.join(', ')}.`;
}
