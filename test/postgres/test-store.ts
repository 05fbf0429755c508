import { after, before } from 'node:test';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import type { PostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { type Database, type DatabaseOptions, newDatabase, query } from '../database.ts';

type Rows = ReturnType<typeof query>;

/** A fixture for the tests of a file: a store on a new database. */
export interface OpenStore {
  readonly store: PostgresStore;
  readonly address: string;
  /** Runs SQL on a separate connection. */
  readonly direct: (sql: string, ...values: string[]) => Rows;
}

/** Opens the store before the tests and runs `fill` then, because a second `before` hook would not wait for this one. */
export function openStore(
  fill: (fixture: OpenStore) => unknown = () => {},
  options?: DatabaseOptions,
): OpenStore {
  let database: Database;
  let store: PostgresStore;
  const fixture: OpenStore = {
    get store() {
      return store;
    },
    get address() {
      return database.address;
    },
    direct: (sql, ...values) => query(database.address, sql, values),
  };
  before(async () => {
    database = await newDatabase('postgres', options);
    ({ store } = await openPostgres(database.address, { create: true, migrate: true }));
    await fill(fixture);
  });
  after(async () => {
    await store?.close();
    await database?.remove();
  });
  return fixture;
}
