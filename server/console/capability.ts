import type { Capability } from '../capability.ts';
import { connectsApps } from '../config.ts';
import { consolePages } from './console-pages.ts';

/** The console's page and its files. What they ask for is in the rows of each capability. */
export const consolePage: Capability = {
  rows: ({ site, config }) => consolePages(site, connectsApps(config)),
};
