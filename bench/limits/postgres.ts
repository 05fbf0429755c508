import { createServer } from 'node:http';
import pg from 'pg';

/** PostgreSQL baseline: one single-row read or UPDATE … RETURNING per request, through the driver's pool. */
const [port, connectionString] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString });
const READ = 'SELECT * FROM plain WHERE account_id = $1 AND student_uid = $2';
const UPDATE =
  'UPDATE plain SET level = $3, bond = $4 WHERE account_id = $1 AND student_uid = $2 RETURNING *';

createServer((request, response) => {
  const [, account = '', student = ''] = (request.url ?? '').split('/');
  let text = '';
  request.on('data', (data) => {
    text += data;
  });
  request.on('end', async () => {
    const { level, bond } = JSON.parse(text || '{}');
    const { rows } = await (text === ''
      ? pool.query({ name: 'read', text: READ, values: [account, student] })
      : pool.query({ name: 'update', text: UPDATE, values: [account, student, level, bond] }));
    const body = JSON.stringify(rows[0] ?? null);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
