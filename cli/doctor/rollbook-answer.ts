import { randomBytes } from 'node:crypto';
import { GUIDE_PATH } from '../../contract/paths.ts';
import type { ForwardedForUse } from '../../server/http/caller-address.ts';
import type { HttpAnswer } from '../http-get.ts';

/** `absent`: the request came without the header. */
export type ForwardedFor = ForwardedForUse | 'absent';

/** The body of /healthz, or of an error, or of something else that answers. */
interface Body {
  status?: unknown;
  forwardedFor?: ForwardedForUse;
  error?: { message?: unknown; docs?: unknown };
}

/** Each process begins its request IDs with letters of its own (`request-ids.ts`). */
const REQUEST_ID = /^([\w-]{8})-[\da-z]+$/;

/** Undefined if it is not a server of Rollbook that answers, or if a proxy removes the header. */
export const readProcess = ({ headers }: HttpAnswer): string | undefined =>
  REQUEST_ID.exec(String(headers['request-id']))?.[1];

/** Undefined if it is not Rollbook that answers. */
export function readForwardedFor({ body }: HttpAnswer): ForwardedFor | undefined {
  const { status, forwardedFor } = parseBody(body);
  return status === 'ok' ? (forwardedFor ?? 'absent') : undefined;
}

/** A path that no server has. Rollbook's 404 repeats it, so that it tells what a proxy made of it. */
export const createUnroutedPath = (): string => `/${randomBytes(6).toString('hex')}/시로`;

/** The path as it arrived; undefined if it is not Rollbook that answers. */
export function readArrivedPath({ status, body }: HttpAnswer, sentPath: string): string | undefined {
  const [, word = ''] = sentPath.split('/');
  return status === 404 && body.includes(word)
    ? /^GET (\S+) /.exec(String(parseBody(body).error?.message))?.[1]
    : undefined;
}

/** What stands before the path in the link of an error. */
export function readLinkBase({ body }: HttpAnswer): string | undefined {
  const docs = parseBody(body).error?.docs;
  return typeof docs === 'string' && docs.includes(GUIDE_PATH)
    ? docs.slice(0, docs.lastIndexOf(GUIDE_PATH))
    : undefined;
}

function parseBody(body: string): Body {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
