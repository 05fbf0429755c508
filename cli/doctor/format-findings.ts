import { styleText } from 'node:util';
import { toPrintable } from '../printed-text.ts';
import type { Finding } from './check.ts';

type Status = Finding['status'];

const COLORS = { ok: 'green', warning: 'yellow', failure: 'red' } as const;
const GAP = '  ';

/** A line for each finding, below it what to do, and at the end how many there are of each kind. */
export function formatFindings(findings: readonly Finding[], stream: NodeJS.WriteStream): string {
  const paint = (status: Status, text: string) => styleText(COLORS[status], text, { stream });
  const statusWidth = Math.max(...Object.keys(COLORS).map(({ length }) => length));
  const nameWidth = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(statusWidth + nameWidth + 2 * GAP.length);
  const lines = findings.flatMap((finding) => {
    const { check, status, found } = finding;
    const line = [paint(status, status.padEnd(statusWidth)), check.padEnd(nameWidth), toPrintable(found)];
    return [line.join(GAP), ...('advice' in finding ? [`${indent}${toPrintable(finding.advice)}`] : [])];
  });
  return [...lines, '', countFindings(findings, paint)].join('\n');
}

function countFindings(
  findings: readonly Finding[],
  paint: (status: Status, text: string) => string,
): string {
  const count = (status: Status) => findings.filter((one) => one.status === status).length;
  const [warnings, failures] = [count('warning'), count('failure')];
  return [
    paint('ok', `${count('ok')} ok`),
    paint(warnings > 0 ? 'warning' : 'ok', `${warnings} warning${warnings === 1 ? '' : 's'}`),
    paint(failures > 0 ? 'failure' : 'ok', `${failures} failure${failures === 1 ? '' : 's'}`),
  ].join(', ');
}
