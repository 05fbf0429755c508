import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/** L2: L1 plus one primary-key read, or a list of 50, made an object of and a text again. No key, no checks. */
const [port, file] = process.argv.slice(2) as [string, string];
const database = new DatabaseSync(file, { readOnly: true });
const one = database.prepare('SELECT * FROM plain WHERE account_id = ? AND student_uid = ?');
const list = database.prepare('SELECT * FROM plain WHERE account_id = ? ORDER BY student_uid LIMIT 50');

createServer((request, response) => {
  const [, account = '', student] = (request.url ?? '').split('/');
  const body = JSON.stringify(
    student === undefined ? { students: list.all(account) } : (one.get(account, student) ?? null),
  );
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
