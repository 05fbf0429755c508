import type { HttpAnswer } from '../http-get.ts';
import { httpGet } from '../http-get.ts';
import { createEchoPath, readForwardedForUse, readProcess } from './rollbook-answer.ts';

/** What answers at ROLLBOOK_PUBLIC_URL. */
export type PublicProbe = { readonly url: URL } & (
  | { readonly error: NodeJS.ErrnoException }
  | {
      readonly error?: never;
      readonly health: HttpAnswer;
      readonly page: HttpAnswer;
      /** The processes of Rollbook that answered. */
      readonly processes: ReadonlySet<string>;
      /** The path that was asked for, and that which arrived; undefined if Rollbook did not answer. */
      readonly sentPath: string;
      readonly arrivedPath: string | undefined;
      /** Undefined if no server of this release answered. */
      readonly forwardedFor: ReturnType<typeof readForwardedForUse>;
    }
);

/** Several instances may take turns. */
const ROUNDS = 6;

export async function probePublicUrl(publicUrl: string): Promise<PublicProbe> {
  const url = new URL(publicUrl);
  const echo = createEchoPath();
  const ask = (path: string) => httpGet(publicUrl + path, { acceptsAnyCertificate: true });
  try {
    const [page, echoed, ...rounds] = (await Promise.all([
      ask('/console/'),
      ask(echo.path),
      ...Array.from({ length: ROUNDS }, () => ask('/healthz')),
    ])) as [HttpAnswer, HttpAnswer, HttpAnswer];
    const [health] = rounds;
    const processes = new Set([echoed, ...rounds].flatMap((answer) => readProcess(answer) ?? []));
    return {
      url,
      health,
      page,
      processes,
      sentPath: echo.expected,
      arrivedPath: echo.readArrived(echoed),
      forwardedFor: readForwardedForUse(health),
    };
  } catch (error) {
    return { url, error: error as NodeJS.ErrnoException };
  }
}
