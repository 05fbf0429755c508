import { styleText } from 'node:util';
import type { Notice } from '../../client/formats/index.ts';
import {
  type CatalogueStudent,
  type Plan,
  type PlanEntry,
  type Report,
  STATE_NAMES,
  type StudentPatch,
} from '../../client/index.ts';

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

/** A notice about one row of a file, or about all of it. */
export interface RowNotice {
  studentUid: string | null;
  notice: Notice;
}

/** A file may contain what moves the cursor of a terminal or erases its lines. */
export const toPrintable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '\ufffd');

/** A plan as a diff, for one stream, which decides about the colours. */
export class PlanText {
  readonly #names: ReadonlyMap<string, string>;
  readonly #stream: NodeJS.WriteStream;

  constructor(students: readonly CatalogueStudent[], stream: NodeJS.WriteStream) {
    this.#names = new Map(students.map(({ studentUid, names }) => [studentUid, names.ko]));
    this.#stream = stream;
  }

  /** One line for each student that does not stay as it is, what cannot be written last, and a summary. */
  formatPlan({ entries }: Plan, unread: readonly RowNotice[]): string {
    const refused = entries.flatMap((entry) => (entry.action === 'refuse' ? [entry] : []));
    return [
      ...entries.flatMap((entry) =>
        entry.action === 'unchanged' || entry.action === 'refuse' ? [] : [this.#formatEntry(entry)],
      ),
      ...this.#formatProblems(refused, unread),
      summarizePlan(entries, unread.length),
    ].join('\n');
  }

  formatReport(
    { registered, changed, removed, unchanged, failed }: Report,
    unread: readonly RowNotice[],
  ): string {
    const counts = { registered, changed, removed, unchanged, failed, 'not read': unread };
    const summary = listCounts(Object.entries(counts).map(([name, { length }]) => [length, name]));
    return [...this.#formatProblems(failed, unread), summary ?? 'There was nothing to write.'].join('\n');
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
    return (
      title +
      describeChanges(entry)
        .map(({ text, isLowered }) => this.#paint(isLowered ? 'red' : color, text))
        .join(', ')
    );
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

/** Progress that a player loses is marked by a word, because not everybody sees colours. */
const describeChanges = ({ before, changes }: ChangeEntry): { text: string; isLowered: boolean }[] =>
  STATE_NAMES.filter((name) => changes[name] !== undefined).map((name) => {
    const [from, to] = [before[name], changes[name] ?? null];
    const text = `${name} ${from ?? 'null'} → ${to ?? 'null'}`;
    if (from === null || (to !== null && to > from)) return { text, isLowered: false };
    return { text: `${text} (${to === null ? 'cleared' : 'lowered'})`, isLowered: true };
  });

function summarizePlan(entries: readonly PlanEntry[], unread: number): string {
  const count = (action: PlanEntry['action']) => entries.filter((entry) => entry.action === action).length;
  const lowered = entries.filter(
    (entry) => entry.action === 'change' && describeChanges(entry).some(({ isLowered }) => isLowered),
  ).length;
  const summary = listCounts([
    ...Object.entries(LINES).map(([action, { summary }]): [number, string] => [
      count(action as PlanEntry['action']),
      action === 'change' && lowered > 0 ? `${summary} (${lowered} with lowered values)` : summary,
    ]),
    [unread, 'cannot be read'],
    [count('unchanged'), 'unchanged'],
  ]);
  return summary ?? 'The roster is empty.';
}

/** Undefined if there is nothing to count. */
function listCounts(counts: readonly (readonly [number, string])[]): string | undefined {
  const parts = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return parts.length === 0 ? undefined : `${parts.join(', ')}.`;
}
