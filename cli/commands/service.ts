import { envOf, flagOf, SETTING_NAMES, SETTINGS } from '../../server/config.ts';
import type { Command } from '../command.ts';

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
      await store.backup(file);
      return {
        value: { file },
        text: `Wrote ${file}. Start a service on it with --database sqlite:${file}.`,
      };
    },
  },
];
