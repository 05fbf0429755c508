import { WRITABLE_FORMATS } from '../../client/formats/parsed-roster.ts';
import { LINK_SITES } from '../../client/formats/roster-links.ts';
import type { Command, Option } from '../command.ts';

const SITES = Object.keys(LINK_SITES);
const ROSTER_FORMAT: Option = {
  value: 'FORMAT',
  help: `${WRITABLE_FORMATS.join(', ')}, or the address at a site: ${SITES.join(', ')} (default: csv for a name that ends in .csv, else json)`,
  oneOf: [...WRITABLE_FORMATS, ...SITES],
};
/** The options of every command over HTTP. */
export const CONNECTION_OPTIONS: Readonly<Record<string, Option>> = {
  url: {
    value: 'URL',
    help: 'Address of the API, which ends in /v1 (default: ROLLBOOK_URL, or that of rollbook login)',
  },
  'key-file': {
    value: 'FILE',
    help: 'File that contains the API key (default: ROLLBOOK_KEY, that of rollbook login, or a prompt)',
  },
};
const VERBOSE: Option = { help: 'Show the notes of each row, not one line for each kind of note' };
const PRUNE: Option = { help: 'Also remove recruited students that the file lacks, with their bond' };
const LOWER: Option = {
  help: 'Also lower and clear values of the account, and take rows of untouched defaults',
};

const STUDENT: Option = { value: 'NAME', help: 'Only changes of this student' };
const DO_NOT_ASK: Option = { help: 'Do not ask; needed without a terminal' };

/** Commands of a player, over HTTP. Each imports its work, because no other command needs the client. */
export const ROSTER_COMMANDS: readonly Command[] = [
  {
    words: 'roster show',
    args: ['[NAME...]'],
    help: 'Show the recruited students, or those named',
    example: 'roster show 시로코 Hoshino',
    database: 'none',
    options: CONNECTION_OPTIONS,
    run: async (invocation) => (await import('../roster/show-roster.ts')).showRoster(invocation),
  },
  {
    words: 'roster export',
    args: ['[FILE]'],
    help: 'Write the roster to a new file, or to standard output',
    example: 'roster export roster.csv',
    database: 'none',
    options: {
      ...CONNECTION_OPTIONS,
      format: ROSTER_FORMAT,
      merge: { value: 'FILE', help: "The other tool's own save, whose other contents are kept" },
    },
    run: async (invocation) => (await import('../roster/export-roster.ts')).exportRoster(invocation),
  },
  {
    words: 'roster plan',
    args: ['FILE'],
    help: 'Show what roster apply would write; - reads standard input',
    example: 'roster plan schaledb.txt',
    database: 'none',
    options: { ...CONNECTION_OPTIONS, lower: LOWER, prune: PRUNE, verbose: VERBOSE },
    run: async (invocation) => (await import('../roster/apply-roster.ts')).showPlan(invocation),
  },
  {
    words: 'roster apply',
    args: ['FILE'],
    help: 'Write the new students and higher values of a roster file; - reads standard input',
    example: 'roster apply roster.json',
    database: 'none',
    options: {
      ...CONNECTION_OPTIONS,
      lower: LOWER,
      prune: PRUNE,
      verbose: VERBOSE,
      yes: { help: 'Do not ask. Without a terminal, only a removal needs it' },
    },
    run: async (invocation) => (await import('../roster/apply-roster.ts')).applyRoster(invocation),
  },
  {
    words: 'roster propose',
    args: ['FILE'],
    help: 'Show the player what roster apply would write, to agree or decline; - reads standard input',
    example: 'roster propose scan.json --note "Screens of today"',
    database: 'none',
    options: { ...CONNECTION_OPTIONS, note: { value: 'TEXT', help: 'What to tell the player' } },
    run: async (invocation) => (await import('../roster/propose-roster.ts')).proposeRoster(invocation),
  },
  {
    words: 'roster history',
    args: [],
    help: 'List who changed what, the newest first: what one caller did at once is a group',
    example: 'roster history --student Shiroko',
    database: 'none',
    options: {
      ...CONNECTION_OPTIONS,
      student: STUDENT,
      limit: { value: 'NUMBER', help: 'Groups to list, up to 1000 (default: 20)' },
    },
    run: async (invocation) => (await import('../roster/show-history.ts')).showHistory(invocation),
  },
  {
    words: 'roster undo',
    args: ['GROUP'],
    help: 'Take the changes of a group back; what was changed since stays',
    example: 'roster undo 57',
    database: 'none',
    options: {
      ...CONNECTION_OPTIONS,
      student: STUDENT,
      force: { help: 'Also take back what was changed since' },
      yes: DO_NOT_ASK,
    },
    run: async (invocation) => (await import('../roster/take-back.ts')).undoGroup(invocation),
  },
  {
    words: 'roster restore',
    args: [],
    help: 'Make the roster as it was at a time: lowers, clears and removes as well',
    example: 'roster restore --at 2026-11-23T20:00:00Z',
    database: 'none',
    options: {
      ...CONNECTION_OPTIONS,
      at: { value: 'ISO', help: 'Time in UTC or with an offset', required: true },
      yes: DO_NOT_ASK,
    },
    run: async (invocation) => (await import('../roster/take-back.ts')).restoreRoster(invocation),
  },
];
