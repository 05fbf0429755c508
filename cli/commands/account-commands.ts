import {
  createAccount,
  deleteAccount,
  findAccounts,
  issueKey,
  setAccountStatus,
} from '../../server/auth/accounts.ts';
import type { Permission, StoredAccount } from '../../server/store/account-records.ts';
import { type Command, UsageError } from '../command.ts';
import { type Issued, issuedText, issuedView } from './issued.ts';

const accountView = ({ accountId, name, status }: StoredAccount) => ({ accountId, name, status });

export const ACCOUNT_COMMANDS: readonly Command[] = [
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
      value: accountView(await setAccountStatus(store, id, 'suspended')),
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
      value: accountView(await setAccountStatus(store, id, 'active')),
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
];

function permissionIn(text: string): Permission {
  if (text !== 'read' && text !== 'write')
    throw new UsageError(`--keys must be read, write or both with a comma, not ${JSON.stringify(text)}.`);
  return text;
}
