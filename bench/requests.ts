import type { Filled } from './fill.ts';
import type { Request } from './load.ts';

/** How many different requests a load turns over: over many accounts and students, so that no one row is always warm. */
const VARIETY = 5_000;
/** And where nothing shall be in memory already. */
const GREAT_VARIETY = 100_000;

/** Always the same sequence, so that runs can be compared. */
export function randomly(seed = 1): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

type Make = (accountId: string, key: string, uid: string, random: (below: number) => number) => Request;

function various({ accounts, students }: Filled, make: Make, variety = VARIETY): Request[] {
  const random = randomly();
  return Array.from({ length: variety }, () => {
    const { accountId, key } = accounts[random(accounts.length)] as Filled['accounts'][number];
    return make(accountId, key, students[random(students.length)] as string, random);
  });
}

const readByKey: Make = (_, key, uid) => ({ method: 'GET', path: `/v1/me/students/${uid}`, key });
const readByAccount: Make = (account, _, uid) => ({ method: 'GET', path: `/${account}/${uid}` });

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

/**
 * Every request changes something: all rows in turn to one state and then to another, and other states the next time
 * this is called. Where a row holds already what is written, SQLite writes and syncs nothing.
 */
function changing(filled: Filled, make: Make): Request[] {
  const patched = (): Request[] => {
    changes += 1;
    const body = JSON.stringify({ level: 1 + (changes % 90), bond: 1 + (changes % 100) });
    return various(filled, make, VARIETY / 2).map((request) => ({ ...request, method: 'PATCH', body }));
  };
  return [...patched(), ...patched()];
}

/** What is asked of the service, and what of the limit that it is held against. Made anew for every run. */
export const REQUESTS = {
  readOne: {
    service: (filled: Filled) => various(filled, readByKey),
    limit: (filled: Filled) => various(filled, readByAccount),
  },
  readAny: {
    service: (filled: Filled) => various(filled, readByKey, GREAT_VARIETY),
    limit: (filled: Filled) => various(filled, readByAccount, GREAT_VARIETY),
  },
  list: {
    service: (filled: Filled) =>
      various(filled, (_, key) => ({ method: 'GET', path: '/v1/me/students?limit=50', key })),
    limit: (filled: Filled) => various(filled, (account) => ({ method: 'GET', path: `/${account}` })),
  },
  patch: {
    service: (filled: Filled) => changing(filled, readByKey),
    limit: (filled: Filled) => changing(filled, readByAccount),
  },
  search: {
    service: (filled: Filled) =>
      various(filled, (_, key, __, random) => ({
        method: 'GET',
        path: `/v1/students?query=${encodeURIComponent(NAMES[random(NAMES.length)] as string)}`,
        key,
      })),
    limit: (filled: Filled) => various(filled, () => ({ method: 'GET', path: '/' })),
  },
  /** One request of every account. */
  everyone: ({ accounts }: Filled): Request[] =>
    accounts.map(({ key }) => ({ method: 'GET', path: '/v1/me/students', key })),
} as const;
