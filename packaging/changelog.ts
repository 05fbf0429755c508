export interface Release {
  version: string;
  /** Undefined while the heading says Unreleased. */
  date: string | undefined;
  /** What changed, in Markdown. */
  notes: string;
}

const HEADING = /^## \[(\d+\.\d+\.\d+)\] - (Unreleased|\d{4}-\d{2}-\d{2})$/;
const LINK_TO_FILE = /\[([^\]]+)\]\((?![a-z]+:)[^)]*\)/g;

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
    // A link to a file of the repository leads nowhere from a release page.
    notes: `${section.replaceAll(LINK_TO_FILE, '$1').trim()}\n`,
  };
}
