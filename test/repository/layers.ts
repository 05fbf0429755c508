/** The folders and files of the program from the top down. Each imports only what stands below it. */
export const LAYERS = [
  'console',
  'cli',
  'server/main.ts',
  'server/app.ts',
  'server/docs-site',
  'server/mcp',
  'server/expiry-sweep.ts',
  'server/accounts',
  'server/sign-in',
  'server/keys',
  'server/students',
  'server/catalogue',
  'server/console',
  'server/routes',
  'server/app-context.ts',
  'server/http',
  'server/auth',
  'server/activity',
  'server/rate-limit',
  'server/request',
  'server/observability',
  'server/store',
  'server/config.ts',
  'server/split-hosts.ts',
  'server/errors',
  'server/maybe-promise.ts',
  'server/overload-thresholds.ts',
  'server/account-limits.ts',
  'client',
  'game',
  'contract',
] as const;

/** The folders at the top level that the program consists of. */
export const SOURCE_FOLDERS: readonly string[] = [
  ...new Set(LAYERS.map((layer) => layer.split('/')[0] as string)),
];
