import { PERMISSIONS, type Permission } from '../../contract/limits.ts';
import {
  createAccount,
  deleteAccountByCommand,
  findAccounts,
  requireAccount,
} from '../../server/accounts/accounts.ts';
import { consoleBaseUrl, entryUrl } from '../../server/http/public-urls.ts';
import { issueKey } from '../../server/keys/keys.ts';
import { createAccountLink, setAccountStatus } from '../../server/operator/operate-by-command.ts';
import { changeOperator } from '../../server/operator/records.ts';
import { ACCOUNT_LINK_MINUTES } from '../../server/sign-in/account-links.ts';
import { OPERATOR } from '../../server/store/caller.ts';
import type { NewAccount, StoredAccount } from '../../server/store/stored-account.ts';
import { type Command, UsageError } from '../command.ts';
import { programName } from '../program-name.ts';
import { formatTable, formatTime } from '../table.ts';
import { entryAddressHint } from './entry-address.ts';
import { formatIssuedKey, type IssuedKey, toKeyOutput } from './issued-key-output.ts';
import { explainKeyRefusal } from './key-refusals.ts';

/** Only operators' objects say what they are. */
const toAccountOutput = ({
  accountId,
  name,
  status,
  isOperator = 0,
}: NewAccount & Partial<Pick<StoredAccount, 'isOperator'>>) => ({
  accountId,
  name,
  status,
  ...(isOperator === 1 && { isOperator: true }),
});

const formatAccounts = (accounts: readonly StoredAccount[]): string =>
  formatTable(
    accounts.map(({ accountId, name, status, isOperator }) => ({
      accountId,
      name,
      status,
      operator: isOperator === 1 ? 'yes' : null,
    })),
  );

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    words: 'account create',
    args: ['NAME'],
    help: 'Create an account and, optionally, its first keys',
    example: 'account create arona --keys write,read',
    database: 'existing',
    options: {
      operator: { help: 'Make it an operator of the server, who sees its page in the console' },
      keys: { value: PERMISSIONS.join('|'), help: 'Keys to issue and print once, separated by commas' },
    },
    run: async ({ store, options, flags, args: [name] }) => {
      const permissions = options.keys?.split(',').map(parsePermission);
      const now = Date.now();
      const isOperator = flags.has('operator');
      const account = await createAccount(store, name, now, isOperator);
      const { accountId } = account;
      const created = toAccountOutput({ ...account, isOperator: isOperator ? 1 : 0 });
      if (permissions === undefined)
        return {
          value: created,
          text: `Created account ${accountId}.\nLet its player in: ${programName()} account link ${accountId}\nGive it a key: ${programName()} key issue --account ${accountId} --permission write`,
        };
      const keys: IssuedKey[] = [];
      for (const permission of permissions) {
        const request = { accountId, name: '', permission, expiresAt: undefined };
        const issued = await issueKey(store, OPERATOR, request, now);
        if (typeof issued === 'string') throw explainKeyRefusal(issued, accountId);
        keys.push(issued);
      }
      return {
        value: { ...created, keys: keys.map(toKeyOutput) },
        text: [`Created account ${accountId}.`, ...keys.map(formatIssuedKey)].join('\n\n'),
      };
    },
  },
  {
    words: 'account list',
    args: [],
    help: 'List accounts',
    example: 'account list --name arona',
    database: 'existing',
    options: { name: { value: 'TEXT', help: 'Only accounts whose name contains this text' } },
    run: async ({ store, options }) => {
      const accounts = await findAccounts(store, options.name ?? '');
      return { value: accounts.map(toAccountOutput), text: formatAccounts(accounts) };
    },
  },
  {
    words: 'account operator',
    args: ['ID'],
    help: 'Make an account an operator of the server, or take that back',
    example: 'account operator acc_2rXkH0fUeqV4T --off',
    database: 'existing',
    options: {
      off: { help: 'Take it back: its sessions lose the page Server, and its links and invites end' },
    },
    run: async ({ store, flags, args: [id] }) => {
      const isOperator = !flags.has('off');
      await changeOperator(store.database, id, isOperator, Date.now());
      const account = await requireAccount(store, id);
      return {
        value: toAccountOutput(account),
        text: isOperator
          ? `${id} is an operator now: its console has the page Server.`
          : `${id} is no operator any more. The links and invites that it made have ended.`,
      };
    },
  },
  {
    words: 'account link',
    args: ['ID'],
    help: 'Print a one-time link with which a player without a passkey enters the account',
    example: 'account link acc_2rXkH0fUeqV4T',
    database: 'existing',
    options: {},
    run: async ({ store, config, args: [id] }) => {
      const { token, expiresAt } = await createAccountLink(store, id, Date.now());
      const url = entryUrl(consoleBaseUrl(config, config.port), token);
      return {
        value: { accountId: id, url, expiresAt: formatTime(expiresAt) },
        text: `${url}

This opens the account ${id} once, for ${ACCOUNT_LINK_MINUTES} minutes, to register a passkey. It is not shown again, and a former link no longer works: send the address to the player only.${entryAddressHint(config)}`,
      };
    },
  },
  {
    words: 'account suspend',
    args: ['ID'],
    help: 'Reject all keys and sessions of an account until it is activated again',
    example: 'account suspend acc_2rXkH0fUeqV4T',
    database: 'existing',
    options: {},
    run: async ({ store, args: [id] }) => ({
      value: toAccountOutput(await setAccountStatus(store, id, 'suspended', Date.now())),
      text: `Suspended ${id}: its keys and sessions are refused from now on.`,
    }),
  },
  {
    words: 'account activate',
    args: ['ID'],
    help: 'Activate a suspended account',
    example: 'account activate acc_2rXkH0fUeqV4T',
    database: 'existing',
    options: {},
    run: async ({ store, args: [id] }) => ({
      value: toAccountOutput(await setAccountStatus(store, id, 'active', Date.now())),
      text: `Activated ${id}.`,
    }),
  },
  {
    words: 'account delete',
    args: ['ID'],
    help: 'Delete an account with its keys, passkeys, students, goals and plans',
    example: 'account delete acc_2rXkH0fUeqV4T --yes',
    database: 'existing',
    options: { yes: { help: 'Confirm the deletion', required: true } },
    run: async ({ store, args: [id] }) => {
      await deleteAccountByCommand(store, id, Date.now());
      return { value: { accountId: id, deleted: true }, text: `Deleted ${id} and all that was its own.` };
    },
  },
];

function parsePermission(text: string): Permission {
  const permission = PERMISSIONS.find((one) => one === text);
  if (permission === undefined)
    throw new UsageError(`--keys must be read, write or both with a comma, not ${JSON.stringify(text)}.`);
  return permission;
}
