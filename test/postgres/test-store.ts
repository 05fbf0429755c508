import { after, before } from 'node:test';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import type { PostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { type Database, newDatabase, query } from '../database.ts';

type Rows = ReturnType<typeof query>;

/** A store on a database of its own, for the tests of a file. */
export interface OpenStore {
  readonly store: PostgresStore;
  readonly address: string;
  /** Past the store, as another program would. */
  readonly direct: (sql: string, ...values: string[]) => Rows;
}

/** What fills it comes along: hooks of a file do not wait for each other. */
export function openStore(fill: (here: OpenStore) => unknown = () => {}): OpenStore {
  let database: Database;
  let store: PostgresStore;
  const here: OpenStore = {
    get store() {
      return store;
    },
    get address() {
      return database.address;
    },
    direct: (sql, ...values) => query(database.address, sql, values),
  };
  before(async () => {
    database = await newDatabase('postgres');
    ({ store } = await openPostgres(database.address, { create: true, migrate: true }));
    await fill(here);
  });
  after(async () => {
    await store?.close();
    await database?.remove();
  });
  return here;
}
