import { FOLDER_NAMES } from '../../server/catalogue/catalogue-files.ts';
import { type CatalogueChanges, importCatalogue } from '../../server/catalogue/import-catalogue.ts';
import { catalogueDate, loadCatalogue } from '../../server/catalogue/live-catalogue.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTable, formatTime } from '../table.ts';

export const CATALOGUE_COMMANDS: readonly Command[] = [
  {
    words: 'catalogue import',
    args: ['FILE...'],
    help: "Replace the student catalogue with a file in Rollbook's format or SchaleDB's students.json files",
    example: 'catalogue import kr/students.json jp/students.json en/students.json --dry-run',
    database: 'existing',
    options: {
      'dry-run': { help: 'Show the changes without importing' },
      language: {
        value: FOLDER_NAMES.join('|'),
        help: 'Languages of the SchaleDB files, in the same order, separated by commas (default: folder names)',
      },
    },
    run: async ({ store, args, options, flags }) => {
      const languages = options.language?.split(',') ?? [];
      const unknown = languages.find((language) => !FOLDER_NAMES.includes(language));
      if (unknown !== undefined)
        throw new UsageError(
          `--language must be ${FOLDER_NAMES.join(', ')}, not ${JSON.stringify(unknown)}.`,
        );
      const dryRun = flags.has('dry-run');
      const changes = await importCatalogue(store, args, { languages, dryRun, now: Date.now() });
      return { value: { ...changes, imported: !dryRun }, text: formatChanges(changes, dryRun) };
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

function formatChanges(
  { added, renamed, removed, retouched, entries, version }: CatalogueChanges,
  dryRun: boolean,
): string {
  const lines = [
    ...added.map(({ uid, name }) => `+ ${uid} ${name}`),
    ...renamed.map(
      ({ uid, from, to }) =>
        `~ ${uid} ${Object.values(from).join(' / ')} -> ${Object.values(to).join(' / ')}`,
    ),
    ...retouched.map(({ uid, name }) => `~ ${uid} ${name}: other aliases or forms`),
    ...removed.map(({ uid, name }) => `- ${uid} ${name}`),
  ];
  const counts = `${added.length} added, ${renamed.length} renamed, ${retouched.length} retouched, ${removed.length} removed`;
  const outcome = dryRun ? 'Nothing was changed.' : 'Running instances serve it within 5 seconds.';
  return [...lines, `${entries} students, version ${version}: ${counts}. ${outcome}`].join('\n');
}
