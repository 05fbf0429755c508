import { styleText } from 'node:util';
import { toPrintable } from '../printed-text.ts';
import { programName } from '../program-name.ts';
import type { Finding } from './result.ts';

type Status = Finding['status'];

const COLORS = { ok: 'green', warning: 'yellow', failure: 'red' } as const;
/** Of the longest status. */
const STATUS_WIDTH = 'failure'.length;

/** A line for each finding, below it what to do, and at the end how many there are of each kind. */
export function formatFindings(findings: readonly Finding[]): string {
  // Coloured if standard output is a terminal.
  const paint = (status: Status, text: string) => styleText(COLORS[status], text);
  const nameWidth = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(STATUS_WIDTH + nameWidth + 4);
  const lines = findings.flatMap(({ check, status, found, advice }) => [
    `${paint(status, status.padEnd(STATUS_WIDTH))}  ${check.padEnd(nameWidth)}  ${toPrintable(found)}`,
    ...(advice === undefined ? [] : [indent + toPrintable(advice)]),
  ]);
  const count = (status: Status) => findings.filter((one) => one.status === status).length;
  const countProblems = (status: 'warning' | 'failure') => {
    const number = count(status);
    return paint(number > 0 ? status : 'ok', `${number} ${status}${number === 1 ? '' : 's'}`);
  };
  const counts = [paint('ok', `${count('ok')} ok`), countProblems('warning'), countProblems('failure')];
  return [...lines, '', counts.join(', ')].join('\n');
}

const OWN_COMMAND = /\brollbook (?=(?:backup|catalogue|doctor|migrate|restore|serve)\b)/g;

/** The checks run in another process, which does not know how this one was started. */
export const nameProgram = ({ advice, ...finding }: Finding): Finding =>
  advice === undefined
    ? finding
    : { ...finding, advice: advice.replaceAll(OWN_COMMAND, () => `${programName()} `) };
