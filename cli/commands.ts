import type { Command } from './command.ts';
import { ACCOUNT_COMMANDS } from './commands/account.ts';
import { BOND_COMMANDS } from './commands/bond.ts';
import { CATALOGUE_COMMANDS } from './commands/catalogue.ts';
import { KEY_COMMANDS } from './commands/key.ts';
import { OUTSIDE_COMMANDS } from './commands/outside.ts';
import { SERVICE_COMMANDS } from './commands/service.ts';

/** All there is to say to `rollbook`, in the order of --help. */
export const COMMANDS: readonly Command[] = [
  ...SERVICE_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...BOND_COMMANDS,
  ...CATALOGUE_COMMANDS,
  ...OUTSIDE_COMMANDS,
];
