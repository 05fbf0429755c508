import { AREA_NAMES } from '../../contract/areas.ts';
import type { Command } from '../command.ts';

/** How a player lets the other commands in, without a key in the shell. */
export const LOGIN_COMMANDS: readonly Command[] = [
  {
    words: 'login',
    args: ['[ADDRESS]'],
    help: 'Connect these commands to your account: shows a code, which you allow in the console',
    example: 'login https://rollbook.example',
    database: 'none',
    options: {
      areas: {
        value: 'LIST',
        help: `What to ask for, of ${AREA_NAMES.join(', ')} (default: roster:write,history:read)`,
      },
      name: {
        value: 'TEXT',
        help: 'What the console calls it (default: rollbook, and the name of this machine)',
      },
    },
    run: async (invocation) => (await import('../login/login.ts')).login(invocation),
  },
  {
    words: 'logout',
    args: [],
    help: 'End the connection on the server, and forget it here',
    example: 'logout',
    database: 'none',
    options: {},
    run: async () => (await import('../login/logout.ts')).logout(),
  },
];
