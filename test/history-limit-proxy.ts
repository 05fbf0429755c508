import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { cleanUpAtEnd } from './cleanup.ts';

const SENT_HEADERS = ['authorization', 'content-type', 'if-match', 'bulk-operation'];

/** A proxy in front of a service that refuses to list changes once something was written through it. */
export async function startHistoryLimitProxy(target: string): Promise<{ url: string }> {
  let isWritten = false;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    if (isWritten && url.startsWith('/beta/changes')) {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '86400' });
      response.end(JSON.stringify({ error: { code: 'rate_limited', message: 'refused' } }));
      return;
    }
    isWritten ||= method !== 'GET';
    const body = await text(request);
    const sent = SENT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const answer = await fetch(target + url, { method, headers: sent, ...(body !== '' && { body }) });
    const etag = answer.headers.get('etag');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(etag !== null && { etag }),
    });
    response.end(await answer.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanUpAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
