import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brief, Denial } from '../../gate/fail.ts';
import { type Encoded, encodings, madeOnDemand } from '../encoded.ts';
import { pageHeaders } from '../headers.ts';
import { interactivePage } from './page.ts';
import { scalarScript, scalarVersion } from './scalar.ts';

interface File {
  type: string;
  encoded: (acceptEncoding: string | undefined) => Encoded;
}

const PAGE = '/docs/api';
const SCRIPT = 'text/javascript; charset=utf-8';
const KEPT_FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const PAGE_HEADERS = {
  // Scalar writes style attributes and sheets as it goes; whatever they would fetch, the rest of the policy forbids.
  ...pageHeaders({ 'style-src': "'self' 'unsafe-inline'" }),
  'cache-control': 'public, max-age=300',
};

/** The reference that sends requests, and the files that it brings along. */
export function interactiveRoutes(app: FastifyInstance): void {
  let made: { page: File; files: Map<string, File> } | undefined;
  const now = () => {
    made ??= make();
    return made;
  };
  serve(PAGE, PAGE_HEADERS, () => now().page);
  serve(`${PAGE}/:name`, KEPT_FOR_EVER, (request) => now().files.get(nameIn(request)));

  function serve(
    url: string,
    headers: Record<string, string>,
    find: (request: FastifyRequest) => File | undefined,
  ): void {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const file = find(request);
      if (file === undefined) throw noFile(request);
      const { coding, etag, bytes } = file.encoded(request.headers['accept-encoding']);
      reply.headers(headers).header('etag', etag).header('vary', 'Accept-Encoding').type(file.type);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      if (coding !== 'identity') reply.header('content-encoding', coding);
      return reply.send(await bytes());
    };
    app.route({ method: ['GET', 'HEAD'], url, handler });
  }
}

const nameIn = ({ params }: FastifyRequest): string => (params as { name: string }).name;

const noFile = (request: FastifyRequest): Denial =>
  new Denial('not_found', `${brief(nameIn(request))} 파일은 없습니다. 문서를 새로 고쳐 보십시오.`);

function make(): { page: File; files: Map<string, File> } {
  const files = new Map<string, File>();
  const bring = (name: string, file: File): string => {
    files.set(name, file);
    return `api/${name}`;
  };
  const bringOurs = (name: string, type: string): string => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    const hashed = name.replace('.', `.${hash('sha256', text, 'hex').slice(0, 10)}.`);
    return bring(hashed, { type, encoded: encodings(text) });
  };
  const version = scalarVersion();
  const page = interactivePage({
    style: bringOurs('style.css', 'text/css; charset=utf-8'),
    start: bringOurs('start.js', SCRIPT),
    // A version of a package never changes, so its number tells it apart as well as a hash would.
    scalar:
      version &&
      bring(`scalar-${version}.js`, {
        type: SCRIPT,
        encoded: madeOnDemand(`scalar-${version}`, scalarScript),
      }),
  });
  return { page: { type: 'text/html; charset=utf-8', encoded: encodings(page) }, files };
}
