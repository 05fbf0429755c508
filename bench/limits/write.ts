import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/** Baseline L3: the read of L2 plus one durable UPDATE per request. */
const [port, file] = process.argv.slice(2) as [string, string];
const database = new DatabaseSync(file);
database.exec('PRAGMA synchronous = FULL');
const selectOne = database.prepare('SELECT * FROM plain WHERE account_id = ? AND student_uid = ?');
const update = database.prepare(
  'UPDATE plain SET level = ?, bond = ? WHERE account_id = ? AND student_uid = ?',
);

createServer((request, response) => {
  const [, account = '', student = ''] = (request.url ?? '').split('/');
  let text = '';
  request.on('data', (data) => {
    text += data;
  });
  request.on('end', () => {
    // The start-up probe of startSubject sends no body.
    const { level = 1, bond = 1 } = JSON.parse(text || '{}');
    update.run(level, bond, account, student);
    const body = JSON.stringify(selectOne.get(account, student) ?? null);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
