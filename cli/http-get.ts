import { get as getPlain, type IncomingHttpHeaders } from 'node:http';
import { get as getSecure } from 'node:https';
import { TLSSocket } from 'node:tls';

export const HTTP_TIMEOUT_MS = 3_000;
const MAX_BODY_BYTES = 262_144;

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Cut off at a quarter of a megabyte. */
  body: string;
  /** The certificate of an https address. */
  tls: { expiresAt: number; problem: string | undefined } | undefined;
}

interface Options {
  headers?: Record<string, string>;
  /** True if a certificate that is not valid ends the request; otherwise the answer tells of it. */
  acceptsAnyCertificate?: boolean;
}

/** Uses node:http because fetch rejects some ports and takes longer to load than the request takes. Follows no redirect. */
export function httpGet(
  url: string,
  { headers = {}, acceptsAnyCertificate = false }: Options = {},
): Promise<HttpAnswer> {
  const get = url.startsWith('https:') ? getSecure : getPlain;
  const options = {
    agent: false,
    headers,
    signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
    rejectUnauthorized: !acceptsAnyCertificate,
  };
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      const { socket } = response;
      const tls = socket instanceof TLSSocket ? describeTls(socket) : undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, tls });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_BODY_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    }).on('error', reject);
  });
}

const describeTls = (socket: TLSSocket): HttpAnswer['tls'] => ({
  expiresAt: Date.parse(socket.getPeerCertificate().valid_to),
  // An error without a code is its message.
  problem: socket.authorized ? undefined : String(socket.authorizationError),
});
