import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/** Baseline L2: L1 plus one read by primary key, or a list of 50, as JSON. No authentication, no checks. */
const [port, file] = process.argv.slice(2) as [string, string];
const database = new DatabaseSync(file, { readOnly: true });
const selectOne = database.prepare('SELECT * FROM plain WHERE account_id = ? AND student_uid = ?');
const selectList = database.prepare('SELECT * FROM plain WHERE account_id = ? ORDER BY student_uid LIMIT 50');

createServer((request, response) => {
  const [, account = '', student] = (request.url ?? '').split('/');
  const body = JSON.stringify(
    student === undefined ? { students: selectList.all(account) } : (selectOne.get(account, student) ?? null),
  );
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
