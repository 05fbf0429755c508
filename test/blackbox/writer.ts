import type { RunningService } from '../service.ts';

/** Creates an account with one write key. */
export async function writer(service: RunningService): Promise<{ id: string; key: string }> {
  const { accountId, keys } = await service.command('account', 'create', 'writer', '--keys', 'write');
  return { id: accountId, key: keys[0].apiKey };
}

export async function issueKey(
  service: RunningService,
  id: string,
  permission: 'read' | 'write',
): Promise<string> {
  return (await service.command('key', 'issue', '--account', id, '--permission', permission)).apiKey;
}
