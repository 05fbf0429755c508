import { checkBackup } from './backup-check.ts';
import { checkCatalogue } from './catalogue-check.ts';
import type { Check } from './check.ts';
import { checkClock } from './clock-check.ts';
import { checkDatabase } from './database-check.ts';
import { checkDisk } from './disk-check.ts';
import { checkFiles } from './file-check.ts';
import { checkNode } from './node-check.ts';
import { checkPasskeys } from './passkey-check.ts';
import { checkPortraits } from './portrait-check.ts';
import { checkProxy } from './proxy-check.ts';
import { checkPublicUrl } from './public-url-check.ts';
import { checkServer } from './server-check.ts';
import { checkSettings } from './settings-check.ts';
import { checkTls } from './tls-check.ts';
import { checkWrite } from './write-check.ts';

/** In the order in which their results are printed. They run at the same time. */
export const CHECKS: Readonly<Record<string, Check>> = {
  node: checkNode,
  settings: checkSettings,
  server: checkServer,
  database: checkDatabase,
  files: checkFiles,
  disk: checkDisk,
  write: checkWrite,
  backup: checkBackup,
  catalogue: checkCatalogue,
  portraits: checkPortraits,
  clock: checkClock,
  'public-url': checkPublicUrl,
  tls: checkTls,
  proxy: checkProxy,
  passkeys: checkPasskeys,
};
