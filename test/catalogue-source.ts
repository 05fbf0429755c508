import { hash } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A source of catalogues on this machine: what it answers by path, such as /good/kr/students.json. */
export interface CatalogueSource {
  /** Such as http://127.0.0.1:40123 */
  readonly origin: string;
  /** Serves files below a folder, with ETags; replaces those that were there. */
  readonly put: (folder: string, files: Readonly<Record<string, unknown>>) => void;
  /** Answers everything below a folder otherwise; undefined ends that. */
  readonly answer: (folder: string, answer: RequestListener | undefined) => void;
  /** Path and status of every response, in order. */
  readonly served: readonly { path: string; status: number }[];
  readonly close: () => Promise<void>;
}

export async function startCatalogueSource(): Promise<CatalogueSource> {
  const folders = new Map<string, ReadonlyMap<string, string>>();
  const answers = new Map<string, RequestListener>();
  const served: { path: string; status: number }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const [, folder = '', ...rest] = path.split('/');
    response.once('close', () => served.push({ path, status: response.statusCode }));
    const answer = answers.get(folder);
    if (answer) answer(request, response);
    else serveFile(folders.get(folder)?.get(rest.join('/')), request.headers['if-none-match'], response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (folder, files) =>
      void folders.set(
        folder,
        new Map(Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)])),
      ),
    answer: (folder, answer) => void (answer ? answers.set(folder, answer) : answers.delete(folder)),
    served,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serveFile(content: string | undefined, known: string | undefined, response: ServerResponse): void {
  if (content === undefined) return void response.writeHead(404).end();
  const etag = `"${hash('sha256', content)}"`;
  if (known === etag) response.writeHead(304).end();
  else response.writeHead(200, { 'content-type': 'application/json', etag }).end(content);
}
