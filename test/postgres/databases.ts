import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A new, empty database in the cluster of this run. */
export async function createDatabase(): Promise<string> {
  const name = `rollbook_${randomBytes(8).toString('hex')}`;
  await ask(clusterUrl(), `CREATE DATABASE ${name}`);
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** With whatever is still connected to it. */
export async function dropDatabase(address: string): Promise<void> {
  await ask(clusterUrl(), `DROP DATABASE IF EXISTS ${new URL(address).pathname.slice(1)} WITH (FORCE)`);
}

/** One statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  address: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function clusterUrl(): string {
  const url = process.env.ROLLBOOK_TEST_POSTGRES;
  if (url === undefined)
    throw new Error('No PostgreSQL to test on: run by npm, or name one in ROLLBOOK_TEST_POSTGRES');
  return url;
}
