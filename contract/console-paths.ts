/** The player's console. */
export const CONSOLE_PATH = '/console';

/** The console's pages and their paths below CONSOLE_PATH. The server sends the same HTML for each. */
export const CONSOLE_PAGES = {
  roster: '',
  plan: '/plan',
  import: '/import',
  pick: '/pick',
  proposals: '/proposals',
  history: '/history',
  connections: '/connections',
  share: '/share',
  consent: '/consent',
  device: '/device',
  account: '/account',
  server: '/server',
  enter: '/enter',
} as const;

/** Where `connections` was. */
export const FORMER_KEYS_PATH = '/keys';
