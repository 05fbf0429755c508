import { type HttpAnswer, httpGet } from '../http-get.ts';
import {
  createUnroutedPath,
  type ForwardedFor,
  readArrivedPath,
  readForwardedFor,
  readProcess,
} from './rollbook-answer.ts';

/** What answers at ROLLBOOK_PUBLIC_URL, or why nothing does. */
export type PublicProbe = { readonly url: URL } & (
  | { readonly answer: PublicAnswer; readonly error?: never }
  | { readonly answer?: never; readonly error: NodeJS.ErrnoException }
);

export interface PublicAnswer {
  readonly health: HttpAnswer;
  readonly page: HttpAnswer;
  /** The processes of Rollbook that answered. */
  readonly processes: readonly string[];
  /** The path that was asked for, and that which arrived; undefined if Rollbook did not answer. */
  readonly sentPath: string;
  readonly arrivedPath: string | undefined;
  /** Undefined if no server of this release answered. */
  readonly forwardedFor: ForwardedFor | undefined;
}

/** Several instances may take turns, so some more are asked. */
const OTHER_ROUNDS = 5;

export async function probePublicUrl(publicUrl: string | undefined): Promise<PublicProbe | undefined> {
  if (publicUrl === undefined) return undefined;
  const url = new URL(publicUrl);
  const ask = (path: string) => httpGet(publicUrl + path, { acceptsAnyCertificate: true });
  const sentPath = createUnroutedPath();
  try {
    const [page, unrouted, health, ...others] = await Promise.all([
      ask('/console/'),
      ask(encodeURI(sentPath)),
      ask('/healthz'),
      ...Array.from({ length: OTHER_ROUNDS }, () => ask('/healthz')),
    ]);
    const answer = {
      health,
      page,
      processes: [unrouted, health, ...others].flatMap((one) => readProcess(one) ?? []),
      sentPath,
      arrivedPath: readArrivedPath(unrouted, sentPath),
      forwardedFor: readForwardedFor(health),
    };
    return { url, answer };
  } catch (error) {
    return { url, error: error as NodeJS.ErrnoException };
  }
}
