import { accounts } from './accounts/capability.ts';
import { apps } from './apps/capability.ts';
import { boards } from './boards/capability.ts';
import type { Capability } from './capability.ts';
import { consolePages } from './console-pages/capability.ts';
import { docs } from './docs-site/capability.ts';
import { history } from './history/capability.ts';
import { images } from './images/capability.ts';
import { imports } from './imports/capability.ts';
import { keys } from './keys/capability.ts';
import { mcp } from './mcp/capability.ts';
import { plans } from './plans/capability.ts';
import { probes } from './probes/capability.ts';
import { proposals } from './proposals/capability.ts';
import { shares } from './shares/capability.ts';
import { signIn } from './sign-in/capability.ts';
import { STORE_TABLES, type Tables } from './store/table.ts';
import { students } from './students/capability.ts';
import { wellKnown } from './well-known/capability.ts';

/** The capabilities of the service. Each folder says all of itself in its capability.ts. */
export const CAPABILITIES: readonly Capability[] = [
  // An account's file has what their tables hold in this order. An import reads no further than students, goals and stock.
  ...[students, plans, keys, signIn, accounts, apps, shares, boards, imports, history, proposals],
  ...[images, consolePages, mcp, docs, probes, wellKnown],
];

export const TABLES: Tables = Object.assign({}, ...CAPABILITIES.map(({ tables }) => tables), STORE_TABLES);
