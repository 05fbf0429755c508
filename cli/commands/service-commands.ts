import { envOf, flagOf, SETTING_NAMES, SETTINGS } from '../../server/config.ts';
import { restoreStore } from '../../server/store/open-store.ts';
import { type Command, DATABASE } from '../command.ts';
import { interruptible } from '../interruptible.ts';

/** What starts the service, and what is about its database as a whole. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    words: 'serve',
    args: [],
    help: 'Start the service; brings the database up to date first.',
    example: 'serve --demo',
    database: 'make',
    options: {
      demo: { help: 'on a database without accounts, create one and print its key' },
      ...Object.fromEntries(
        SETTING_NAMES.filter((name) => name !== 'database').map((name) => [
          flagOf(name),
          { value: 'VALUE', help: `${SETTINGS[name].help} (${envOf(name)})` },
        ]),
      ),
    },
    // Only this command needs the whole service.
    run: async (call) => (await import('../serve.ts')).serveCommand(call),
  },
  {
    words: 'migrate',
    args: [],
    help: 'Make the database or bring it up to date.',
    example: 'migrate --database sqlite:/var/lib/rollbook/rollbook.db',
    database: 'make',
    options: {},
    run: async ({ migrated }) => ({
      value: { applied: migrated },
      text: migrated.length === 0 ? 'The database is up to date.' : `Applied ${migrated.join(', ')}.`,
    }),
  },
  {
    words: 'backup',
    args: ['FILE'],
    help: 'Copy the database as it is now, beside a running server too.',
    example: 'backup /var/backups/rollbook.db',
    database: 'use',
    options: {},
    run: async ({ store, args: [file] }) => {
      await interruptible((signal) => store.backup(file, signal));
      return {
        value: { file },
        text: `Wrote ${file}. Put it back with rollbook restore ${file}.`,
      };
    },
  },
  {
    words: 'restore',
    args: ['FILE'],
    help: 'Put a backup in the place of the database, while no service runs; keeps the old file.',
    example: 'restore /var/backups/rollbook.db',
    // What is there may be missing or damaged, so it is not opened as the others open it.
    database: 'none',
    options: { database: DATABASE },
    run: async ({ config, args: [file] }) => {
      const restored = await interruptible((signal) => restoreStore(config.database, file, signal));
      const before =
        restored.kept === null ? 'There was no database there.' : `The file of before is ${restored.kept}.`;
      return { value: restored, text: `Restored ${restored.database} from ${restored.backup}. ${before}` };
    },
  },
];
