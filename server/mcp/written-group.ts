import { findWrittenGroup, type ReadChanges, readLastNumber } from '../../client/change-groups.ts';
import { isRollbookError, type Plan } from '../../client/index.ts';
import type { ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

export const readChanges =
  ({ rollbook, signal }: ToolContext): ReadChanges =>
  (query) =>
    rollbook.roster
      .changes({ signal })
      .page(query)
      .catch((error) => {
        throw isRollbookError(error) && error.code === 'not_found'
          ? new ToolError('no_history', error.message)
          : error;
      });

/**
 * Called before a write. What it returns finds the group of what was written, among the changes since: where answers do
 * not tell it, and null where the changes cannot be read.
 */
export async function watchWrites(context: ToolContext): Promise<(written: Plan) => Promise<number | null>> {
  if (context.tellsGroups) return async () => null;
  const read = readChanges(context);
  const before = await readLastNumber(read).catch(() => undefined);
  return async (written) => {
    if (before === undefined || written.entries.length === 0) return null;
    return (await findWrittenGroup(read, written, before).catch(() => undefined)) ?? null;
  };
}
