import type { Service } from '../service.ts';

/** An account with a write key only: one command less than service.account(), and commands are what takes time. */
export async function writer(service: Service): Promise<{ id: string; key: string }> {
  const { accountId: id } = await service.command('account', 'create', 'writer');
  return { id, key: await issueKey(service, id, 'write') };
}

export async function issueKey(service: Service, id: string, permission: 'read' | 'write'): Promise<string> {
  return (await service.command('key', 'issue', '--account', id, '--permission', permission)).apiKey;
}
