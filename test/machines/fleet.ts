import { startLoad } from '../faults/under-load.ts';
import { freePort } from '../free-port.ts';
import { type Answer, createCall, type Service, type StartOptions, startService } from '../service.ts';
import { until } from '../until.ts';

const INSTANCES = 3;
/** Eight callers each. */
const ACCOUNTS = 4;
/** 32 callers at full speed would leave the instances no processor to restart on. */
const PAUSE_MS = 50;
/** Made by server/http/http-request.ts. Those of proxies are longer. */
const SERVICE_REQUEST_ID = /^[\w-]{8}-[0-9a-z]+$/;

export interface Instance {
  url: string;
  service: Service;
}

/** Several instances on one database, each with its own port, which it keeps. */
export interface Fleet {
  instances: Instance[];
  start: (instance: Instance, launcher?: string) => Promise<void>;
  /** Why instances refused requests, by how often. */
  refusals: () => Record<string, number>;
}

export async function startFleet(database: string, options: StartOptions = {}): Promise<Fleet> {
  const startOn = (port: string, launcher?: string) =>
    startService({
      ...options,
      ...(launcher === undefined ? {} : { launcher }),
      database,
      env: {
        ROLLBOOK_PORT: port,
        ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1',
        ROLLBOOK_PUBLIC_URL: 'https://rollbook.example',
        ...options.env,
      },
    });
  const instances: Instance[] = [];
  const all: Service[] = [];
  for (let i = 0; i < INSTANCES; i += 1) {
    const service = await startOn(String(await freePort()));
    instances.push({ url: service.url, service });
    all.push(service);
  }
  return {
    instances,
    async start(instance, launcher) {
      instance.service = await startOn(new URL(instance.url).port, launcher);
      all.push(instance.service);
    },
    refusals() {
      const reasons = all.flatMap(({ stdout }) =>
        [...stdout().matchAll(/"err":\{[^}]*?"message":"([^"]*)"/g)].map(([, reason]) => reason as string),
      );
      return Object.fromEntries(
        Object.entries(Object.groupBy(reasons, (reason) => reason)).map(([reason, some]) => [
          reason,
          some?.length ?? 0,
        ]),
      );
    },
  };
}

/** Waits until a proxy sends requests to an instance that was started again. */
export const untilServing = ({ service }: Instance): Promise<void> =>
  until('the proxy sends requests to the instance', () => /"status":20/.test(service.stdout()), {
    every: 20,
  });

export interface ProxiedLoad {
  /** Responses by method, status and sender. */
  counts: () => Record<string, number>;
  /** The same without those that are not failures. */
  failures: () => Record<string, number>;
  stopAndCheck: () => Promise<void>;
}

/** Random calls of many keep-alive clients through a proxy, whose responses must form a linearizable history. */
export async function startProxiedLoad(proxyUrl: string, { instances }: Fleet): Promise<ProxiedLoad> {
  const [{ service }] = instances as [Instance];
  const counts = new Map<string, number>();
  const count = (method: string, answer: Answer | undefined) => {
    const id = answer?.headers.get('request-id') ?? '';
    const sender = SERVICE_REQUEST_ID.test(id) ? 'service' : 'proxy';
    const name = answer === undefined ? `${method} unanswered` : `${method} ${answer.status} ${sender}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const { stopAndCheck } = await startLoad(
    { url: proxyUrl, call: createCall(proxyUrl), account: service.account },
    { accounts: ACCOUNTS, pauseMs: PAUSE_MS, check: count },
  );
  const select = (isSelected: (name: string) => boolean) =>
    Object.fromEntries([...counts].filter(([name]) => isSelected(name)).sort());
  return {
    counts: () => select(() => true),
    failures: () => select((name) => !/ [234]\d\d service$/.test(name)),
    stopAndCheck,
  };
}
