import { createServer } from 'node:http';

/** Baseline L1: HTTP alone, with a constant body of 500 bytes. */
const body = Buffer.alloc(500, 'x');

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.stderr.write('listening\n'));
