import type { ServerResponse } from 'node:http';

interface ByteLimits {
  readonly maxBytes: number;
  /** The bound of one account, so that none takes the share of others. */
  readonly maxBytesPerOwner: number;
  readonly refuseOwner: () => Error;
  readonly refuseAll: () => Error;
}

/** Holds more bytes until the response ends, or throws if there is no room for them. */
export type HoldBytes = (bytes: number) => void;

/** Bounds the bytes that all requests and those of one owner hold together. */
export function createByteBudget({ maxBytes, maxBytesPerOwner, refuseOwner, refuseAll }: ByteLimits) {
  let held = 0;
  const heldByOwner = new Map<string, number>();

  function add(owner: string, bytes: number): void {
    held += bytes;
    const ofOwner = (heldByOwner.get(owner) ?? 0) + bytes;
    if (ofOwner === 0) heldByOwner.delete(owner);
    else heldByOwner.set(owner, ofOwner);
  }

  return (owner: string, response: ServerResponse): HoldBytes => {
    let heldHere = 0;
    return (bytes) => {
      if ((heldByOwner.get(owner) ?? 0) + bytes > maxBytesPerOwner) throw refuseOwner();
      if (held + bytes > maxBytes) throw refuseAll();
      add(owner, bytes);
      if (heldHere === 0) response.once('close', () => add(owner, -heldHere));
      heldHere += bytes;
    };
  };
}
