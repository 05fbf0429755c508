import { unlinkFiles } from '../server/docs-site/changelog-page.ts';

export interface Release {
  version: string;
  /** Undefined while the heading says Unreleased. */
  date: string | undefined;
  /** What changed, in Markdown. */
  notes: string;
}

const HEADING = /^## \[(\d+\.\d+\.\d+)\] - (Unreleased|\d{4}-\d{2}-\d{2})$/;

/** The release that the first heading of CHANGELOG.md names. */
export function readNewestRelease(changelog: string): Release {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line.startsWith('## '));
  const [, version, date] = HEADING.exec(lines[start] ?? '') ?? [];
  if (version === undefined)
    throw new Error(
      `CHANGELOG.md: the newest heading must be like "## [1.2.3] - Unreleased" or "## [1.2.3] - 2026-12-01", not "${lines[start] ?? ''}".`,
    );
  const end = lines.findIndex((line, at) => at > start && line.startsWith('## '));
  const section = lines.slice(start + 1, end === -1 ? undefined : end).join('\n');
  return {
    version,
    date: date === 'Unreleased' ? undefined : date,
    notes: `${unlinkFiles(section).trim()}\n`,
  };
}
