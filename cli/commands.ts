import {
  createAccount,
  deleteAccount,
  findAccount,
  findAccounts,
  issueKey,
  revokeKey,
  rotateKey,
  setStatus,
} from '../server/access/accounts.ts';
import type { Permission, StoredAccount, StoredKey } from '../server/access/records.ts';
import { localAddress } from '../server/addresses.ts';
import { FOLDER_NAMES } from '../server/catalogue/files.ts';
import { type Changes, importCatalogue } from '../server/catalogue/import.ts';
import { storedCatalogue } from '../server/catalogue/served.ts';
import { envOf, flagOf, SETTING_NAMES, SETTINGS } from '../server/config.ts';
import { setBond } from '../server/roster/bond.ts';
import { ABSENT, type Command, UsageFault } from './command.ts';
import { table } from './table.ts';

type Issued = StoredKey & { apiKey: string };

const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const accountView = ({ accountId, name, status }: StoredAccount) => ({ accountId, name, status });

const keyView = ({
  keyId,
  name,
  permission,
  shown,
  issuedAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: StoredKey) => ({
  keyId,
  name,
  permission,
  firstCharacters: shown,
  issuedAt: moment(issuedAt),
  expiresAt: moment(expiresAt),
  lastUsedAt: moment(lastUsedAt),
  revokedAt: moment(revokedAt),
});

const issuedView = ({ keyId, apiKey, permission, expiresAt }: Issued) => ({
  keyId,
  apiKey,
  permission,
  expiresAt: moment(expiresAt),
});

const issuedText = ({ keyId, apiKey, permission, expiresAt }: Issued): string =>
  `${apiKey}\n\nThis is key ${keyId} (${permission}, until ${moment(expiresAt)}). It is not shown again.`;

const account = { value: 'ID', help: 'the account', required: true } as const;

/** All there is to say to `rollbook`, in the order of --help. */
export const COMMANDS: readonly Command[] = [
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
    run: async (call) => (await import('./serve.ts')).serveCommand(call),
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
  {
    words: 'account create',
    args: ['NAME'],
    help: 'Create an account, and its first keys.',
    example: 'account create arona --keys write,read',
    database: 'make',
    options: {
      keys: { value: 'read|write', help: 'keys to issue with it, shown once; several with commas' },
    },
    run: async ({ store, options, args: [name] }) => {
      const permissions = options.keys?.split(',').map(permissionIn);
      const now = Date.now();
      const created = accountView(await createAccount(store, name, now));
      const { accountId } = created;
      if (permissions === undefined)
        return {
          value: created,
          text: `Created account ${accountId}. Give it a key: rollbook key issue --account ${accountId} --permission write`,
        };
      const keys: Issued[] = [];
      for (const permission of permissions)
        keys.push(await issueKey(store, { accountId, name: '', permission, expiresAt: undefined }, now));
      return {
        value: { ...created, keys: keys.map(issuedView) },
        text: [`Created account ${accountId}.`, ...keys.map(issuedText)].join('\n\n'),
      };
    },
  },
  {
    words: 'account list',
    args: [],
    help: 'List all accounts, or those of a name.',
    example: 'account list --name arona',
    database: 'use',
    options: { name: { value: 'TEXT', help: 'a part of the name, in any case and width' } },
    run: async ({ store, options }) => ({
      value: (await findAccounts(store, options.name ?? '')).map(accountView),
    }),
  },
  {
    words: 'account suspend',
    args: ['ID'],
    help: 'Refuse all keys of an account until it is activated.',
    example: 'account suspend acc_2rXkH0fUeqV4T',
    database: 'use',
    options: {},
    run: async ({ store, args: [id] }) => ({
      value: accountView(await setStatus(store, id, 'suspended')),
      text: `Suspended ${id}: its keys are refused from now on.`,
    }),
  },
  {
    words: 'account activate',
    args: ['ID'],
    help: 'Undo a suspension.',
    example: 'account activate acc_2rXkH0fUeqV4T',
    database: 'use',
    options: {},
    run: async ({ store, args: [id] }) => ({
      value: accountView(await setStatus(store, id, 'active')),
      text: `Activated ${id}.`,
    }),
  },
  {
    words: 'account delete',
    args: ['ID'],
    help: 'Delete an account with its keys, students, goals and plans.',
    example: 'account delete acc_2rXkH0fUeqV4T --yes',
    database: 'use',
    options: { yes: { help: 'yes, delete all of it', required: true } },
    run: async ({ store, args: [id] }) => {
      await deleteAccount(store, id);
      return { value: { accountId: id, deleted: true }, text: `Deleted ${id} and all that was its own.` };
    },
  },
  {
    words: 'key issue',
    args: [],
    help: 'Issue a key and show it, once.',
    example: 'key issue --account acc_2rXkH0fUeqV4T --permission write --name scanner',
    database: 'use',
    options: {
      account,
      permission: {
        value: 'read|write',
        help: 'what it may do; write includes read',
        required: true,
        oneOf: ['read', 'write'],
      },
      name: { value: 'TEXT', help: 'what to remember it by' },
      'expires-at': {
        value: 'ISO',
        help: 'when it ends, such as 2027-01-31T00:00:00Z; a year from now if not said',
      },
    },
    run: async ({ store, options }) => {
      const wish = {
        accountId: options.account ?? ABSENT,
        name: options.name ?? '',
        permission: options.permission as 'read' | 'write',
        expiresAt: options['expires-at'] === undefined ? undefined : isoMoment(options['expires-at']),
      };
      const issued = await issueKey(store, wish, Date.now());
      return { value: issuedView(issued), text: issuedText(issued) };
    },
  },
  {
    words: 'key list',
    args: [],
    help: 'List the keys of an account.',
    example: 'key list --account acc_2rXkH0fUeqV4T',
    database: 'use',
    options: { account },
    run: async ({ store, options }) => {
      const { accountId } = await findAccount(store, options.account ?? ABSENT);
      return { value: (await store.listKeys(accountId)).map(keyView) };
    },
  },
  {
    words: 'key rotate',
    args: ['KEYID'],
    help: 'Issue a key like this one, which ends after an overlap.',
    example: 'key rotate key_9dLw3ZbN1sYpE --overlap 7d',
    database: 'use',
    options: {
      overlap: {
        value: 'DURATION',
        help: 'how long both are good, such as 30m, 12h or 7d; 1d if not said, 0 ends the old one at once',
      },
    },
    run: async ({ store, args: [old], options }) => {
      const overlap = duration('overlap', options.overlap ?? '1d');
      const issued = await rotateKey(store, old, overlap, Date.now());
      const ends = moment(issued.replaced.expiresAt);
      return {
        value: { ...issuedView(issued), replaced: { keyId: old, expiresAt: ends } },
        text: `${issuedText(issued)}\nIt takes the place of ${old}, which is good until ${ends}.`,
      };
    },
  },
  {
    words: 'key revoke',
    args: ['KEYID'],
    help: 'End a key; it is refused from the next request on.',
    example: 'key revoke key_9dLw3ZbN1sYpE',
    database: 'use',
    options: {},
    run: async ({ store, args: [keyId] }) => {
      await revokeKey(store, keyId, Date.now());
      return { value: { keyId, revoked: true }, text: `Revoked ${keyId}.` };
    },
  },
  {
    words: 'bond set',
    args: [],
    help: 'Record a bond, whether the student is recruited or not.',
    example: 'bond set --account acc_2rXkH0fUeqV4T --student 10010 --bond 20',
    database: 'use',
    options: {
      account,
      student: { value: 'UID', help: 'the student, in any form', required: true },
      bond: { value: 'N', help: 'bond rank', required: true },
      'bond-exp': { value: 'N', help: 'cumulative experience; without it a recorded one stays if it fits' },
    },
    run: async ({ store, options }) => {
      const { accountId } = await findAccount(store, options.account ?? ABSENT);
      const exp = options['bond-exp'];
      const kept = await setBond(
        store,
        accountId,
        options.student ?? ABSENT,
        wholeNumber('bond', options.bond),
        exp === undefined ? undefined : wholeNumber('bond-exp', exp),
      );
      return {
        value: { accountId, ...kept },
        text: `Recorded bond ${kept.bond} of ${kept.studentUid}${kept.bondExp === null ? '' : ` with ${kept.bondExp} experience`}.`,
      };
    },
  },
  {
    words: 'catalogue import',
    args: ['FILE...'],
    help: "Replace the catalogue by a file of our own format, or SchaleDB's students.json of each language.",
    example: 'catalogue import kr/students.json jp/students.json en/students.json --dry-run',
    database: 'make',
    options: {
      'dry-run': { help: 'only show what it would change' },
      language: {
        value: FOLDER_NAMES.join('|'),
        help: "of SchaleDB's files, in their order, with commas between; else told by their folders",
      },
    },
    run: async ({ store, args, options, switches }) => {
      const languages = options.language?.split(',') ?? [];
      const unknown = languages.find((language) => !FOLDER_NAMES.includes(language));
      if (unknown !== undefined)
        throw new UsageFault(
          `--language must be ${FOLDER_NAMES.join(', ')}, not ${JSON.stringify(unknown)}.`,
        );
      const dryRun = switches.has('dry-run');
      const changes = await importCatalogue(store, args, { languages, dryRun, now: Date.now() });
      return { value: { ...changes, imported: !dryRun }, text: described(changes, dryRun) };
    },
  },
  {
    words: 'catalogue list',
    args: [],
    help: 'List the students that are served.',
    example: 'catalogue list',
    database: 'use',
    options: {},
    run: async ({ store }) => {
      const { catalogue, importedAt } = await storedCatalogue(store);
      const rows = catalogue.entries.map(({ uid, names: { ko, ja, en }, aliases, otherForms = [] }) => ({
        uid,
        ko,
        ja,
        en,
        aliases,
        otherForms,
      }));
      const origin = importedAt === null ? 'shipped with the program' : `imported ${moment(importedAt)}`;
      const text = `${table(rows)}\n\n${rows.length} students, ${catalogue.otherForms} other forms; version ${catalogue.version}, ${origin}.`;
      return { value: rows, text };
    },
  },
  {
    words: 'health',
    args: [],
    help: 'Ask a running service whether it can serve.',
    example: 'health --url https://rollbook.example',
    database: 'none',
    options: {
      url: { value: 'URL', help: 'where it is; where this machine would start one if not said' },
    },
    run: async ({ config, options }) => {
      const { health } = await import('./health.ts');
      const address = await health(options.url ?? localAddress(config.host, config.port));
      return { value: { address, ready: true }, text: `${address} can serve.` };
    },
  },
  {
    words: 'completion',
    args: ['bash|zsh|fish'],
    help: 'Print what completes these commands in a shell.',
    example: 'completion bash',
    database: 'none',
    options: {},
    run: async ({ args: [shell] }) => {
      const { completionFor } = await import('./completion.ts');
      return completionFor(shell);
    },
  },
];

const DURATION_UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function duration(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (text === '0') return 0;
  if (unit === undefined)
    throw new UsageFault(`--${name} must be a duration such as 30m, 12h or 7d, not ${JSON.stringify(text)}.`);
  return Number(count) * DURATION_UNITS[unit as keyof typeof DURATION_UNITS];
}

function described(
  { added, renamed, removed, retouched, entries, version }: Changes,
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

function permissionIn(text: string): Permission {
  if (text !== 'read' && text !== 'write')
    throw new UsageFault(`--keys must be read, write or both with a comma, not ${JSON.stringify(text)}.`);
  return text;
}

function wholeNumber(name: string, text: string | undefined): number {
  if (text === undefined || !/^-?\d+$/.test(text))
    throw new UsageFault(`--${name} must be a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

function isoMoment(text: string): number {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
  const value = form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(value))
    throw new UsageFault(
      `--expires-at must be a moment such as 2027-01-31T00:00:00Z, not ${JSON.stringify(text)}.`,
    );
  return value;
}

/** Date.parse makes 3 March of 31 February. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false;
