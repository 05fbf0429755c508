import { MERGEABLE_FORMATS, type WritableFormat } from '../../../../client/formats/index.ts';
import { goals, loadGoals } from '../../goals/goal-store.ts';
import { growthFacts, loadFacts } from '../../goals/plan-state.ts';
import { runTextTask } from '../../imports/run-text-task.ts';
import { nameLanguage } from '../../preferences.ts';
import { loadStock, stock } from '../../stock/stock-store.ts';
import { writer } from './import-state.ts';

interface ExportOptions {
  format: WritableFormat;
  /** The tool's own export, or blank. */
  merge: string;
  /** Whose goals and stock are written too; undefined if they are not. */
  goalsOf: string | undefined;
}

/** The text of an export, and how many students are in it. */
export async function writeExport({
  format,
  merge,
  goalsOf,
}: ExportOptions): Promise<{ text: string; count: number }> {
  const [{ students }, roster] = await Promise.all([
    writer.rollbook.students.catalogue(),
    writer.rollbook.roster.list(),
    ...(goalsOf === undefined ? [] : [loadGoals(goalsOf), loadStock(goalsOf), loadFacts()]),
  ]);
  const language = nameLanguage();
  const options = {
    ...(MERGEABLE_FORMATS.includes(format) && merge.trim() !== '' && { merge }),
    names: new Map(students.map(({ studentUid, names }) => [studentUid, names[language]])),
  };
  if (goalsOf === undefined) {
    const forms = new Map(students.map((student) => [student.studentUid, student.forms]));
    const text = await runTextTask('writeRoster', [roster, { format, ...options, forms }]);
    return { text, count: roster.length };
  }
  const text = await runTextTask('writePlannerGoals', [
    { roster, goals: goals.peek(), stock: stock.peek() },
    { students, items: growthFacts.peek()?.items ?? {}, ...options },
  ]);
  const uids = [...roster, ...goals.peek()].map(({ studentUid }) => studentUid);
  return { text, count: new Set(uids).size };
}
