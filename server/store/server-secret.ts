import { randomBytes } from 'node:crypto';
import { type Database, defineStatements, readOne, step } from './database.ts';

export const STATEMENTS = defineStatements({
  findSecret: 'SELECT secret FROM server_secret WHERE name = $1',
  /** Of instances that start at once, the first one's is kept. */
  insertSecret: 'INSERT INTO server_secret (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
});

/** A secret that all instances on a database share, and that outlives them. It is made when it is first needed. */
export function createServerSecret(database: Database, name: string): () => Promise<string> {
  let kept: string | undefined;
  const find = async () => (await readOne<{ secret: string }>(database, STATEMENTS.findSecret, name))?.secret;
  // Read at once: the node that has it may be away when it is needed.
  find().then(
    (secret) => {
      kept ??= secret;
    },
    () => {},
  );

  return async () => {
    kept ??= await find();
    if (kept === undefined) {
      const secret = randomBytes(32).toString('base64url');
      await database.write('insertSecret', [step(STATEMENTS.insertSecret, name, secret)]);
      kept = await find();
    }
    if (kept === undefined) throw new Error(`The secret ${name} is not stored`);
    return kept;
  };
}
