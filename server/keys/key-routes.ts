import type { ConsoleContext } from '../console/console-context.ts';
import { type ConsoleRow, compressed, reserved, row } from '../console/console-route.ts';
import { createKeyHandlers } from './key-handlers.ts';

export function keyRows(context: ConsoleContext): ConsoleRow[] {
  const keys = createKeyHandlers(context);
  return [
    compressed(row('GET', '/keys', 'full', 'consoleListKeys', keys.list)),
    row('POST', '/keys', 'verified', 'consoleIssueKey', keys.issue),
    row('POST', '/keys/{keyId}/rotate', 'verified', 'consoleRotateKey', keys.rotate),
    reserved(row('DELETE', '/keys/{keyId}', 'verified', 'consoleRevokeKey', keys.revoke)),
  ];
}
