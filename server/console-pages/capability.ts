import type { Capability } from '../capability.ts';
import { connectsApps } from '../config.ts';
import { consolePageRows } from './console-pages.ts';

/** The console's page and its files. What they ask for is in the rows of each capability. */
export const consolePages: Capability = {
  rows: ({ site, config }) => consolePageRows(site, connectsApps(config)),
};
