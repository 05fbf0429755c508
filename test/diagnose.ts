import assert from 'node:assert/strict';
import { launch } from './launch.ts';

interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failure';
  found: string;
  advice?: string;
}

export interface Diagnosis {
  code: number | null;
  findings: Finding[];
  /** The findings of a check, as `status: found`. */
  of: (check: string) => string[];
}

/** Runs `rollbook doctor --json` with these settings. Whatever is wrong, it says what to do. */
export async function diagnose(settings: Record<string, string>): Promise<Diagnosis> {
  const { code, stdout, stderr } = await launch(['doctor', '--json'], { ROLLBOOK_BACKUPS: '', ...settings });
  assert.equal(stderr, '');
  const findings: Finding[] = JSON.parse(stdout);
  for (const { status, found, advice } of findings)
    if (status === 'ok') assert.equal(advice, undefined, found);
    else assert.match(String(advice), /^\S.{5,}/, found);
  assert.equal(code, findings.some(({ status }) => status === 'failure') ? 1 : 0);
  return {
    code,
    findings,
    of: (name) =>
      findings.filter(({ check }) => check === name).map(({ status, found }) => `${status}: ${found}`),
  };
}

/** The settings of a service that a test has started, for `diagnose`. */
export const settingsOf = ({ url, database }: { url: string; database: string }): Record<string, string> => ({
  ROLLBOOK_DATABASE: database,
  ROLLBOOK_PORT: new URL(url).port,
});
