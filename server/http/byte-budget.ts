import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ByteLimits {
  readonly maxBytes: number;
  /** Of one account or address, so that no caller takes the share of others. */
  readonly maxBytesPerOwner: number;
  readonly refuseOwner: () => Error;
  readonly refuseAll: () => Error;
}

/** Returns a function that holds bytes until the response or its connection ends, or throws if there is no room. */
export function createByteBudget({ maxBytes, maxBytesPerOwner, refuseOwner, refuseAll }: ByteLimits) {
  let held = 0;
  const heldByOwner = new Map<string, number>();

  function add(owner: string, bytes: number): void {
    held += bytes;
    const ofOwner = (heldByOwner.get(owner) ?? 0) + bytes;
    if (ofOwner === 0) heldByOwner.delete(owner);
    else heldByOwner.set(owner, ofOwner);
  }

  return (owner: string, bytes: number, socket: Socket, response: ServerResponse): void => {
    if ((heldByOwner.get(owner) ?? 0) + bytes > maxBytesPerOwner) throw refuseOwner();
    if (held + bytes > maxBytes) throw refuseAll();
    add(owner, bytes);
    const release = () => {
      response.off('close', release);
      socket.off('close', release);
      add(owner, -bytes);
    };
    // A pipelined response whose connection ends before its turn never emits 'close'.
    response.once('close', release);
    socket.once('close', release);
  };
}
