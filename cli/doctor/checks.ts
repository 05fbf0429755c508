import { BACKUP_CHECK } from './backup-check.ts';
import { CATALOGUE_CHECK } from './catalogue-check.ts';
import type { Check } from './check.ts';
import { CLOCK_CHECK } from './clock-check.ts';
import { DATABASE_CHECK } from './database-check.ts';
import { DISK_CHECK } from './disk-check.ts';
import { FILE_CHECK } from './file-check.ts';
import { NODE_CHECK } from './node-check.ts';
import { PASSKEY_CHECK } from './passkey-check.ts';
import { PROXY_CHECK } from './proxy-check.ts';
import { PUBLIC_URL_CHECK } from './public-url-check.ts';
import { SERVER_CHECK } from './server-check.ts';
import { SETTINGS_CHECK } from './settings-check.ts';
import { TLS_CHECK } from './tls-check.ts';
import { WRITE_CHECK } from './write-check.ts';

/** In the order in which their results are printed. They run at the same time. */
export const CHECKS: readonly Check[] = [
  NODE_CHECK,
  SETTINGS_CHECK,
  SERVER_CHECK,
  DATABASE_CHECK,
  FILE_CHECK,
  DISK_CHECK,
  WRITE_CHECK,
  BACKUP_CHECK,
  CATALOGUE_CHECK,
  CLOCK_CHECK,
  PUBLIC_URL_CHECK,
  TLS_CHECK,
  PROXY_CHECK,
  PASSKEY_CHECK,
];
