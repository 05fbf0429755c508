import type { CatalogueChanges } from '../../server/catalogue/catalogue-changes.ts';
import { readFiles } from '../../server/catalogue/catalogue-files.ts';
import { formatCatalogue } from '../../server/catalogue/catalogue-text.ts';
import { importCatalogue } from '../../server/catalogue/import-catalogue.ts';
import { catalogueDate, loadCatalogue } from '../../server/catalogue/live-catalogue.ts';
import { refreshCatalogue } from '../../server/catalogue/refresh-catalogue.ts';
import { FOLDER_NAMES } from '../../server/catalogue/schaledb.ts';
import { sourceAddress } from '../../server/config.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { Store } from '../../server/store/store.ts';
import { type Command, type Invocation, UsageError } from '../command.ts';
import { writeNewFile } from '../roster/roster-file.ts';
import { formatTable, formatTime } from '../table.ts';

export const CATALOGUE_COMMANDS: readonly Command[] = [
  {
    words: 'catalogue import',
    args: ['[FILE...]'],
    help: "Replace the student catalogue with a file in Rollbook's format or SchaleDB's students.json and items.json files",
    example: 'catalogue import kr/students.json jp/students.json en/students.json --dry-run',
    database: 'existing',
    options: {
      from: {
        value: 'ADDRESS',
        help: "Fetch them instead: an https address of a folder with SchaleDB's files, or of a .json file in Rollbook's format",
      },
      'dry-run': { help: 'Show the changes without importing' },
      language: {
        value: FOLDER_NAMES.join('|'),
        help: 'Languages of the SchaleDB files, in the same order, separated by commas (default: folder names)',
      },
    },
    run: async (invocation) => {
      const { store, args, options, flags } = invocation;
      const dryRun = flags.has('dry-run');
      const changes =
        options.from === undefined
          ? await importCatalogue(store, readFiles(requireFiles(args), readLanguages(options)), {
              dryRun,
              now: Date.now(),
            })
          : await importFrom(store, requireAddress(options.from, args), dryRun);
      return { value: { ...changes, imported: !dryRun }, text: formatChanges(changes, dryRun) };
    },
  },
  {
    words: 'catalogue export',
    args: ['[FILE]'],
    help: "Write the whole catalogue in Rollbook's format",
    example: 'catalogue export catalogue.json',
    database: 'existing',
    options: {},
    run: async ({ store, args: [file] }) => {
      const { catalogue } = await loadCatalogue(store);
      const content = formatCatalogue(catalogue.data);
      if (file === undefined || file === '-')
        return { value: catalogue.data, text: content.trimEnd(), format: 'file' };
      await writeNewFile(file, content);
      const { version, entries } = catalogue;
      return {
        value: { version, students: entries.length, file },
        text: `Wrote ${entries.length} students to ${file}; version ${version}.`,
      };
    },
  },
  {
    words: 'catalogue list',
    args: [],
    help: 'List the students in the catalogue',
    example: 'catalogue list',
    database: 'existing',
    options: {},
    run: async ({ store }) => {
      const snapshot = await loadCatalogue(store);
      const { catalogue, importedAt } = snapshot;
      const rows = catalogue.entries.map(({ uid, names: { ko, ja, en }, aliases, otherForms = [] }) => ({
        uid,
        ko,
        ja,
        en,
        aliases,
        otherForms,
      }));
      const origin =
        importedAt === null
          ? `shipped with the program, of ${catalogueDate(snapshot).toISOString().slice(0, 10)}`
          : `imported ${formatTime(importedAt)}`;
      const text = `${formatTable(rows)}\n\n${rows.length} students, ${catalogue.otherForms} other forms; version ${catalogue.version}, ${origin}.`;
      return { value: rows, text };
    },
  },
];

/** Without ETags, so that the files are compared with the catalogue as it is now. */
async function importFrom(store: Store, address: string, dryRun: boolean): Promise<CatalogueChanges> {
  const { signal } = new AbortController();
  try {
    const changes = await refreshCatalogue(store, address, { etags: {}, dryRun, now: Date.now, signal });
    return changes as CatalogueChanges;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`The catalogue stays as it is. ${error.message}`, { cause: error });
  }
}

function requireFiles(args: readonly string[]): readonly string[] {
  if (args.length === 0) throw new UsageError('FILE is missing. Name files, or an address with --from.');
  return args;
}

function requireAddress(from: string, args: readonly string[]): string {
  if (args.length > 0) throw new UsageError('Name either files or an address with --from, not both.');
  try {
    return sourceAddress(from);
  } catch (error) {
    throw new UsageError(`--from ${(error as Error).message}.`);
  }
}

function readLanguages({ language }: Invocation['options']): readonly string[] {
  const languages = language?.split(',') ?? [];
  const unknown = languages.find((name) => !FOLDER_NAMES.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--language must be ${FOLDER_NAMES.join(', ')}, not ${JSON.stringify(unknown)}.`);
  return languages;
}

function formatChanges(
  {
    added,
    renamed,
    removed,
    retouched,
    items,
    newLabels,
    unknownMaterials,
    entries,
    version,
  }: CatalogueChanges,
  dryRun: boolean,
): string {
  const lines = [
    ...added.map(({ uid, name }) => `+ ${uid} ${name}`),
    ...renamed.map(
      ({ uid, from, to }) =>
        `~ ${uid} ${Object.values(from).join(' / ')} -> ${Object.values(to).join(' / ')}`,
    ),
    ...retouched.map(({ uid, name }) => `~ ${uid} ${name}: other aliases, forms, attributes or materials`),
    ...removed.map(({ uid, name }) => `- ${uid} ${name}`),
    ...newLabels.map((label) => `+ ${label}: a new code, named as the source names it`),
    ...unknownMaterials.map(
      ({ uid, field }) => `? ${uid} ${field} names an item that is not known, and stays as it is known`,
    ),
  ];
  const counts = `${added.length} added, ${renamed.length} renamed, ${retouched.length} retouched, ${removed.length} removed; ${items.added} items added, ${items.changed} changed`;
  const outcome = dryRun ? 'Nothing was changed.' : 'Running instances serve it within 5 seconds.';
  return [...lines, `${entries} students, version ${version}: ${counts}. ${outcome}`].join('\n');
}
