import type { Command } from './command.ts';
import { ACCOUNT_COMMANDS } from './commands/account-commands.ts';
import { BOND_COMMANDS } from './commands/bond-commands.ts';
import { CATALOGUE_COMMANDS } from './commands/catalogue-commands.ts';
import { DOCTOR_COMMANDS } from './commands/doctor-commands.ts';
import { INVITE_COMMANDS } from './commands/invite-commands.ts';
import { KEY_COMMANDS } from './commands/key-commands.ts';
import { LOGIN_COMMANDS } from './commands/login-commands.ts';
import { MCP_COMMANDS } from './commands/mcp-commands.ts';
import { PORTRAIT_COMMANDS } from './commands/portrait-commands.ts';
import { ROSTER_COMMANDS } from './commands/roster-commands.ts';
import { SERVICE_COMMANDS } from './commands/service-commands.ts';
import { STANDALONE_COMMANDS } from './commands/standalone-commands.ts';

/** Commands of whoever runs the service, in the order of --help. */
export const OPERATOR_COMMANDS: readonly Command[] = [
  ...SERVICE_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...INVITE_COMMANDS,
  ...BOND_COMMANDS,
  ...CATALOGUE_COMMANDS,
  ...PORTRAIT_COMMANDS,
  ...STANDALONE_COMMANDS,
];

/** Commands of a player or a script, over HTTP. */
export const PLAYER_COMMANDS: readonly Command[] = [...LOGIN_COMMANDS, ...ROSTER_COMMANDS, ...MCP_COMMANDS];

export const COMMANDS: readonly Command[] = [...OPERATOR_COMMANDS, ...PLAYER_COMMANDS];
