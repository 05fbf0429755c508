import { UserError } from '../../server/errors/user-error.ts';
import { consoleBaseUrl, entryUrl } from '../../server/http/public-urls.ts';
import type { StoredInvite } from '../../server/sign-in/invites.ts';
import { createInvite, listInvites, revokeInvite } from '../../server/sign-in/invites.ts';
import type { Command } from '../command.ts';
import { parseDuration, parseInteger } from '../option-values.ts';
import { formatTime } from '../table.ts';
import { entryAddressHint } from './entry-address.ts';

const toListedInvite = ({ inviteId, uses, usesLeft, createdAt, expiresAt, revokedAt }: StoredInvite) => ({
  inviteId,
  uses,
  usesLeft,
  createdAt: formatTime(createdAt),
  expiresAt: formatTime(expiresAt),
  revokedAt: formatTime(revokedAt),
});

export const INVITE_COMMANDS: readonly Command[] = [
  {
    words: 'invite create',
    args: [],
    help: 'Create an invite with which players sign up in the console, and print it once',
    example: 'invite create --uses 20 --expires 30d',
    database: 'existing',
    options: {
      uses: { value: 'N', help: 'How many players may sign up with it (default 1)' },
      expires: { value: 'DURATION', help: 'How long it is valid, such as 12h or 30d (default 7d)' },
    },
    run: async ({ store, config, options }) => {
      const now = Date.now();
      const uses = parseInteger('uses', options.uses ?? '1');
      const expiresAt = now + parseDuration('expires', options.expires ?? '7d');
      const { inviteId, token } = await createInvite(store.database, { uses, expiresAt }, now);
      const url = entryUrl(consoleBaseUrl(config, config.port), token);
      const { signup } = config;
      const players = uses === 1 ? 'one player' : `${uses} players`;
      return {
        value: { inviteId, url, uses, expiresAt: formatTime(expiresAt), signup },
        text: `${url}

This is invite ${inviteId}, for ${players} until ${formatTime(expiresAt)}. It is not shown again: send the address to whoever may sign up.${entryAddressHint(config)}${signup === 'closed' ? `\n${CLOSED_HINT}` : ''}`,
      };
    },
  },
  {
    words: 'invite list',
    args: [],
    help: 'List invites; expired ones for a month',
    example: 'invite list',
    database: 'existing',
    options: {},
    run: async ({ store }) => ({ value: (await listInvites(store.database)).map(toListedInvite) }),
  },
  {
    words: 'invite revoke',
    args: ['ID'],
    help: 'Revoke an invite; accounts that signed up with it stay',
    example: 'invite revoke inv_9dLw3ZbN1sYpE',
    database: 'existing',
    options: {},
    run: async ({ store, args: [inviteId] }) => {
      if (!(await revokeInvite(store.database, inviteId, Date.now())))
        throw new UserError(`There is no invite ${inviteId}. \`rollbook invite list\` shows them.`);
      return { value: { inviteId, revoked: true }, text: `Revoked ${inviteId}.` };
    },
  },
];

const CLOSED_HINT =
  'Nobody can sign up with it now, because ROLLBOOK_SIGNUP is closed: start the server with ROLLBOOK_SIGNUP=invite.';
