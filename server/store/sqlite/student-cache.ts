import type { StoredStudent } from '../stored-student.ts';

/** Fits every record whose UID has at most 32 bytes. A record that does not fit is not cached. */
const SLOT_BYTES = 384;
const SLOT_COUNT = 16_384;
/** Evicts this many at once: iterating a Map walks over the holes of deleted entries, so one by one is slow. */
const EVICTED_SLOTS = SLOT_COUNT / 8;

/**
 * Caches records, with their texts outside V8's heap: on the heap each change would leave a string in the old
 * generation, whose collection stops the process. Evicts the accounts that were cached first.
 */
export class StudentCache {
  // A SharedArrayBuffer although no other thread uses it: V8 counts a Buffer of its own as external memory, and then
  // collects garbage later.
  readonly #texts = Buffer.from(new SharedArrayBuffer(SLOT_COUNT * SLOT_BYTES));
  readonly #sizes = new Uint16Array(SLOT_COUNT);
  readonly #recruited = new Uint8Array(SLOT_COUNT);
  readonly #free = Array.from(this.#sizes.keys());
  readonly #accounts = new Map<string, Map<string, number>>();

  get(accountId: string, studentUid: string): StoredStudent | undefined {
    const slot = this.#accounts.get(accountId)?.get(studentUid);
    if (slot === undefined) return undefined;
    const start = slot * SLOT_BYTES;
    return {
      json: this.#texts.toString('utf8', start, start + (this.#sizes[slot] as number)),
      recruited: this.#recruited[slot] === 1,
    };
  }

  set(accountId: string, studentUid: string, { json, recruited }: StoredStudent): void {
    const size = Buffer.byteLength(json);
    if (size > SLOT_BYTES) {
      this.delete(accountId, studentUid);
      return;
    }
    const slot = this.#accounts.get(accountId)?.get(studentUid) ?? this.#allocate(accountId, studentUid);
    this.#texts.write(json, slot * SLOT_BYTES);
    this.#sizes[slot] = size;
    this.#recruited[slot] = Number(recruited);
  }

  delete(accountId: string, studentUid: string): void {
    const slots = this.#accounts.get(accountId);
    const slot = slots?.get(studentUid);
    if (slots === undefined || slot === undefined) return;
    this.#free.push(slot);
    slots.delete(studentUid);
    if (slots.size === 0) this.#accounts.delete(accountId);
  }

  deleteAccount(accountId: string): void {
    this.#free.push(...(this.#accounts.get(accountId)?.values() ?? []));
    this.#accounts.delete(accountId);
  }

  clear(): void {
    for (const accountId of this.#accounts.keys()) this.deleteAccount(accountId);
  }

  #allocate(accountId: string, studentUid: string): number {
    if (this.#free.length === 0)
      for (const oldest of this.#accounts.keys()) {
        if (this.#free.length >= EVICTED_SLOTS) break;
        this.deleteAccount(oldest);
      }
    const slot = this.#free.pop() as number;
    const slots = this.#accounts.get(accountId);
    if (slots === undefined) this.#accounts.set(accountId, new Map([[studentUid, slot]]));
    else slots.set(studentUid, slot);
    return slot;
  }
}
