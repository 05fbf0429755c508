import { randomBytes } from 'node:crypto';
import { GUIDE_PATH } from '../../contract/paths.ts';
import type { ForwardedForUse } from '../../server/http/caller-address.ts';
import type { HttpAnswer } from '../http-get.ts';

/** Each process begins its request IDs with letters of its own (`request-ids.ts`). */
const REQUEST_ID = /^([\w-]{8})-[\da-z]+$/;
const ECHO_LETTERS = '시로';

/** Undefined if it is not a server of Rollbook that answers, or if a proxy removes the header. */
export const readProcess = ({ headers }: HttpAnswer): string | undefined =>
  REQUEST_ID.exec(String(headers['request-id']))?.[1];

/** `absent`: the request came without the header. Undefined if it is not Rollbook that answers. */
export function readForwardedForUse({ body }: HttpAnswer): ForwardedForUse | 'absent' | undefined {
  const health = parseObject(body) as { status?: string; forwardedFor?: ForwardedForUse };
  return health.status === 'ok' ? (health.forwardedFor ?? 'absent') : undefined;
}

/** A path that no server has. Rollbook's 404 repeats it, so that it tells what a proxy made of it. */
export interface EchoPath {
  readonly path: string;
  /** The path as it arrived; undefined if it is not Rollbook that answers. */
  readonly readArrived: (answer: HttpAnswer) => string | undefined;
  readonly expected: string;
}

export function createEchoPath(): EchoPath {
  const word = randomBytes(6).toString('hex');
  const expected = `/${word}/${ECHO_LETTERS}`;
  return {
    path: encodeURI(expected),
    expected,
    readArrived: ({ status, body }) => {
      if (status !== 404 || !body.includes(word)) return undefined;
      return /^GET (\S+) /.exec(String(readError(body).message))?.[1];
    },
  };
}

/** What stands before the path in the link of an error. */
export function readLinkBase({ body }: HttpAnswer): string | undefined {
  const { docs } = readError(body);
  return typeof docs === 'string' && docs.includes(GUIDE_PATH)
    ? docs.slice(0, docs.lastIndexOf(GUIDE_PATH))
    : undefined;
}

const readError = (body: string): { message?: unknown; docs?: unknown } =>
  Object((parseObject(body) as { error?: unknown }).error);

function parseObject(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
