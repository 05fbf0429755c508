import { copyStore, restoreStore } from '../../server/store/open-store.ts';
import { type Command, DATABASE_OPTION, type Option } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { programName } from '../program-name.ts';
import { describeSetting, SETTING_OPTIONS } from '../setting-options.ts';
import { showBackups } from './show-backups.ts';

const BACKUPS_OPTION: Option = { value: 'FOLDER', help: describeSetting('backups') };

/** Commands that start the server or manage its whole database. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    words: 'serve',
    args: [],
    help: 'Migrate the database and start the server',
    example: 'serve --demo',
    database: 'create',
    options: {
      demo: { help: 'If there are no accounts, create one and print its key' },
      open: { help: 'Open the console in the default browser' },
      ...SETTING_OPTIONS,
    },
    // Imported here because no other command needs the server, which takes time to load.
    run: async (invocation) => (await import('../serve.ts')).serveCommand(invocation),
  },
  {
    words: 'migrate',
    args: [],
    help: 'Create the database or migrate it to the current version',
    example: 'migrate --database sqlite:/var/lib/rollbook/rollbook.db',
    database: 'create',
    options: { backups: BACKUPS_OPTION },
    run: async ({ migrated, backup = null }) => ({
      value: { applied: migrated, backup },
      text:
        migrated.length === 0
          ? 'The database is up to date.'
          : `Applied ${migrated.join(', ')}.${backup === null ? '' : ` The database as it was is in ${backup}.`}`,
    }),
  },
  {
    words: 'backup',
    args: ['FILE'],
    help: 'Back up an SQLite database, even while the server is running',
    example: 'backup /var/backups/rollbook.db',
    database: 'existing',
    options: {},
    run: async ({ store, args: [file] }) => {
      await interruptible((signal) => store.backup(file, signal));
      return {
        value: { file },
        text: `Wrote ${file}. Put it back with ${programName()} restore ${file}.`,
      };
    },
  },
  {
    words: 'restore',
    args: ['[FILE]'],
    help: 'Replace an SQLite database with a backup while the server is stopped; lists backups without FILE',
    example: 'restore /var/backups/rollbook.db',
    // The database may be missing or damaged, so it is not opened before the command runs.
    database: 'none',
    options: { database: DATABASE_OPTION, backups: BACKUPS_OPTION },
    run: async ({ config, options, args }) => {
      const [file] = args as [string?];
      if (file === undefined) return showBackups(config, options.database);
      const restored = await interruptible((signal) => restoreStore(config.database, file, signal));
      const previousFile =
        restored.kept === null
          ? 'There was no database there.'
          : `The previous file is kept as ${restored.kept}.`;
      return {
        value: restored,
        text: `Restored ${restored.database} from ${restored.backup}. ${previousFile}`,
      };
    },
  },
  {
    words: 'copy',
    args: ['FILE'],
    help: 'Copy an SQLite database into an empty PostgreSQL database while the server is stopped',
    example: 'copy /var/lib/rollbook/rollbook.db --database postgres://db/rollbook',
    database: 'none',
    options: { database: DATABASE_OPTION },
    run: async ({ config, args: [file] }) => {
      const result = await interruptible((signal) =>
        copyStore(config.database, file, { signal, onProgress: showCopied }),
      ).finally(endProgress);
      const { account, student_record: records } = result.copied;
      return {
        value: result,
        text: `Copied ${account} accounts and ${records} student records from ${result.source} to ${result.database}. Start the service on it with ROLLBOOK_DATABASE; keep the file until that works.`,
      };
    },
  },
];

/** One line on a terminal, which is written over. */
function showCopied(table: string, rows: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${table}: ${rows} rows `);
}
function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
