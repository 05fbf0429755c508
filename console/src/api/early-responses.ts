/** Responses to the requests that start.ts has sent, by path below the service. Undefined: not sent after all. */
export type EarlyResponses = Record<string, Promise<Response | undefined> | undefined>;

declare global {
  var earlyResponses: EarlyResponses | undefined;
}

/** The response to a request that was sent early. Only once: the next request of the same path is a new one. */
export async function takeEarlyResponse(path: string): Promise<Response | undefined> {
  const response = globalThis.earlyResponses?.[path];
  if (response === undefined) return undefined;
  delete globalThis.earlyResponses?.[path];
  return response.catch(() => undefined);
}
