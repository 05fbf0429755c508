import { join } from 'node:path';
import { addressOf, onEachNode, query } from '../test/database.ts';
import { connectNodes, distribute, startCitus } from '../test/postgres/citus.ts';
import { type Cluster, childrenOf, startCluster } from '../test/postgres/cluster.ts';
import { BODY, fillAccounts, GROWTH, UID_IN_BODY } from './fill.ts';
import { loadAtRate, type Request } from './load.ts';
import { REQUESTS } from './requests.ts';
import { cpuSeconds, startSubject } from './subject.ts';

/**
 * CPU time a request on each node of Citus, with a coordinator and as many workers as the arguments say; 0 is a plain
 * PostgreSQL. With a w the instance connects to the first worker. ROLLBOOK_TEST_POSTGRES_BIN names one that has Citus.
 *
 *   node bench/citus.ts 0 1 2 4 2w 4w
 */
const ACCOUNTS = 400;
const STUDENTS = 100;
const LOAD = { seconds: 20, connections: 8, perSecond: 40 };
const LOADS = ['readAny', 'listAny', 'patchAny'] as const;
const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

/** Of all processes of a PostgreSQL, also those that have ended. */
function cpuOf({ pid }: Cluster): number {
  return [pid, ...childrenOf(pid)].reduce(
    (sum, process) => sum + cpuSeconds(process, 'itself'),
    cpuSeconds(pid, 'children'),
  );
}

async function startDatabase(workers: number): Promise<{ address: string; nodes: Cluster[] }> {
  if (workers === 0) {
    const cluster = await startCluster([]);
    return { address: cluster.url, nodes: [cluster] };
  }
  const nodes = await startCitus(['-c', 'max_connections=300', '-c', 'citus.shard_count=32'], workers);
  await onEachNode('CREATE DATABASE bench');
  const address = addressOf('bench');
  await connectNodes(address);
  return { address, nodes };
}

for (const argument of process.argv.slice(2)) {
  const workers = Number.parseInt(argument, 10);
  const { address, nodes } = await startDatabase(workers);
  const filled = await fillAccounts(address, ACCOUNTS, STUDENTS);
  await query(
    address,
    `INSERT INTO student_record (account_id, student_uid, tier, body)
     SELECT account_id, uid, ${GROWTH.tier}, replace('${BODY}', '"${UID_IN_BODY}"', to_json(uid)::text)
     FROM account, json_array_elements_text('${JSON.stringify(filled.students)}') AS uid`,
  );
  if (workers > 0) await distribute(address);
  await query(address, 'VACUUM ANALYZE');
  const service = await startSubject((port) => [LAUNCHER, 'serve', '--port', String(port)], {
    ROLLBOOK_DATABASE: argument.endsWith('w') ? addressOf('bench', (nodes[1] as Cluster).url) : address,
    ROLLBOOK_READ_LIMIT: '1000000',
    ROLLBOOK_WRITE_LIMIT: '1000000',
  });
  for (const name of LOADS) {
    const requests = REQUESTS[name].service(filled);
    // Before, each connection prepares its statements, and the first change of a day takes a snapshot of the account.
    const first = filled.accounts.map(({ key }, i) => ({ ...(requests[i] as Request), key }));
    await loadAtRate(service, { ...LOAD, requests: first, seconds: ACCOUNTS / LOAD.perSecond });
    const cpu = () => [cpuSeconds(service.process.pid as number, 'itself'), ...nodes.map(cpuOf)];
    const before = cpu();
    const { p50, p99, refused } = await loadAtRate(service, { ...LOAD, requests });
    // The first second is not counted as sent.
    const sent = LOAD.perSecond * (LOAD.seconds + 1);
    const [ofService, ...ofNodes] = cpu().map((seconds, i) =>
      (((seconds - (before[i] as number)) * 1e3) / sent).toFixed(2),
    );
    console.log(
      `${argument} workers, ${name}: ms of CPU: service ${ofService}, nodes ${ofNodes.join(' ')}; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, refused ${(refused * 100).toFixed(1)} %`,
    );
  }
  await service.stop();
  for (const node of nodes) await node.stop();
}
