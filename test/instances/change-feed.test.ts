import { test } from 'node:test';
import { newDatabase } from '../database.ts';
import { assertFollowed } from '../followed-changes.ts';
import { type Service, startService } from '../service.ts';

for (const [engine, instances] of [
  ['postgres', 3],
  ['sqlite', 2],
] as const)
  test(`followers see each change once and in order over ${instances} instances on ${engine}`, async (t) => {
    const database = await newDatabase(engine);
    const start = () => startService({ database: database.address, env: { ROLLBOOK_SIGNUP: 'open' } });
    const services: Service[] = [];
    try {
      services.push(await start());
      services.push(...(await Promise.all(Array.from({ length: instances - 1 }, start))));
      await assertFollowed(services, t);
    } finally {
      await Promise.all(services.map((service) => service.stop()));
      await database.remove();
    }
  });
