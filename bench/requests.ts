import type { Filled } from './fill.ts';
import type { Request } from './load.ts';

/** Different requests per load, over many accounts and students. */
const VARIETY = 5_000;
/** Enough different requests that the pages of most are not in SQLite's cache. */
const UNCACHED_VARIETY = 100_000;

/** A seeded generator, so that all runs send the same sequence. */
export function seededRandom(seed = 1): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

type RequestFactory = (
  accountId: string,
  key: string,
  uid: string,
  random: (below: number) => number,
) => Request;

function randomRequests(
  { accounts, students }: Filled,
  makeRequest: RequestFactory,
  variety = VARIETY,
  seed = 1,
): Request[] {
  const random = seededRandom(seed);
  return Array.from({ length: variety }, () => {
    const { accountId, key } = accounts[random(accounts.length)] as Filled['accounts'][number];
    return makeRequest(accountId, key, students[random(students.length)] as string, random);
  });
}

const readByKey: RequestFactory = (_, key, uid) => ({ method: 'GET', path: `/v1/me/students/${uid}`, key });
const readByAccount: RequestFactory = (account, _, uid) => ({ method: 'GET', path: `/${account}/${uid}` });

const NAMES = [
  '시로코',
  '호시노',
  '유우카',
  '아루',
  'ㅅㄹㅋ',
  'shiroko',
  'ユウカ',
  '수시로코',
  '카리',
  'tlfhzh',
  '10010',
  '없는이름',
];
let changes = 0;

const SYNCED_STUDENTS = 20;

/** Patches other rows in each call. */
function patchAnyRequests(filled: Filled): Request[] {
  changes += 1;
  const body = JSON.stringify({ level: 1 + (changes % 90), bond: 1 + (changes % 100) });
  return randomRequests(filled, readByKey, UNCACHED_VARIETY, changes).map((request) => ({
    ...request,
    method: 'PATCH',
    body,
  }));
}

/** Patches some students of an account one after the other, as a tool does that syncs a roster. */
function syncRequests(filled: Filled): Request[] {
  changes += 1;
  const random = seededRandom(changes);
  const body = JSON.stringify({ level: 1 + (changes % 90), bond: 1 + (changes % 100) });
  return Array.from({ length: UNCACHED_VARIETY / SYNCED_STUDENTS }, () => {
    const { key } = filled.accounts[random(filled.accounts.length)] as Filled['accounts'][number];
    const first = random(filled.students.length);
    return Array.from({ length: SYNCED_STUDENTS }, (_, i) => ({
      method: 'PATCH',
      path: `/v1/me/students/${filled.students[(first + i * 3) % filled.students.length]}`,
      key,
      body,
    }));
  }).flat();
}

/** Every PATCH changes its row, also across calls: SQLite neither writes nor syncs an unchanged row. */
function patchRequests(filled: Filled, makeRequest: RequestFactory): Request[] {
  const patchAll = (): Request[] => {
    changes += 1;
    const body = JSON.stringify({ level: 1 + (changes % 90), bond: 1 + (changes % 100) });
    return randomRequests(filled, makeRequest, VARIETY / 2).map((request) => ({
      ...request,
      method: 'PATCH',
      body,
    }));
  };
  return [...patchAll(), ...patchAll()];
}

/** The requests to the service, and those to its baseline server. Generated anew for every run. */
export const REQUESTS = {
  readOne: {
    service: (filled: Filled) => randomRequests(filled, readByKey),
    limit: (filled: Filled) => randomRequests(filled, readByAccount),
  },
  readAny: {
    service: (filled: Filled) => randomRequests(filled, readByKey, UNCACHED_VARIETY),
    limit: (filled: Filled) => randomRequests(filled, readByAccount, UNCACHED_VARIETY),
  },
  list: {
    service: (filled: Filled) =>
      randomRequests(filled, (_, key) => ({ method: 'GET', path: '/v1/me/students?limit=50', key })),
    limit: (filled: Filled) => randomRequests(filled, (account) => ({ method: 'GET', path: `/${account}` })),
  },
  listAny: {
    service: (filled: Filled) =>
      randomRequests(
        filled,
        (_, key) => ({ method: 'GET', path: '/v1/me/students?limit=50', key }),
        UNCACHED_VARIETY,
      ),
  },
  patch: {
    service: (filled: Filled) => patchRequests(filled, readByKey),
    limit: (filled: Filled) => patchRequests(filled, readByAccount),
  },
  patchAny: { service: patchAnyRequests },
  sync: { service: syncRequests },
  search: {
    service: (filled: Filled) =>
      randomRequests(filled, (_, key, __, random) => ({
        method: 'GET',
        path: `/v1/students?query=${encodeURIComponent(NAMES[random(NAMES.length)] as string)}`,
        key,
      })),
    limit: (filled: Filled) => randomRequests(filled, () => ({ method: 'GET', path: '/' })),
  },
  /** One list request per account. */
  everyone: ({ accounts }: Filled): Request[] =>
    accounts.map(({ key }) => ({ method: 'GET', path: '/v1/me/students', key })),
} as const;
