import type { StoredStudent } from '../types.ts';

/** The longest record with a UID of 32 bytes. One with a longer UID may be read from the file each time. */
const SLOT_BYTES = 384;
const SLOTS = 16_384;
/** Let go at once when all are taken: a map is walked over the places of all that it has lost, so not for each. */
const LET_GO = SLOTS / 8;

/**
 * Records in memory, their texts outside of V8's heap. In it every change left behind a text that had grown old, and
 * to collect what is old the program has to stop.
 */
export class StudentCache {
  // Shared, though with nobody: V8 counts what a Buffer of its own holds beside its heap, and then collects later.
  readonly #texts = Buffer.from(new SharedArrayBuffer(SLOTS * SLOT_BYTES));
  readonly #sizes = new Uint16Array(SLOTS);
  readonly #recruited = new Uint8Array(SLOTS);
  readonly #free = Array.from(this.#sizes.keys());
  readonly #accounts = new Map<string, Map<string, number>>();

  get(accountId: string, studentUid: string): StoredStudent | undefined {
    const slot = this.#accounts.get(accountId)?.get(studentUid);
    if (slot === undefined) return undefined;
    const from = slot * SLOT_BYTES;
    return {
      text: this.#texts.toString('utf8', from, from + (this.#sizes[slot] as number)),
      recruited: this.#recruited[slot] === 1,
    };
  }

  set(accountId: string, studentUid: string, { text, recruited }: StoredStudent): void {
    const size = Buffer.byteLength(text);
    if (size > SLOT_BYTES) {
      this.delete(accountId, studentUid);
      return;
    }
    const slot = this.#accounts.get(accountId)?.get(studentUid) ?? this.#take(accountId, studentUid);
    this.#texts.write(text, slot * SLOT_BYTES);
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

  #take(accountId: string, studentUid: string): number {
    // Whoever was met first goes first.
    if (this.#free.length === 0)
      for (const one of this.#accounts.keys()) {
        if (this.#free.length >= LET_GO) break;
        this.deleteAccount(one);
      }
    const slot = this.#free.pop() as number;
    const slots = this.#accounts.get(accountId);
    if (slots === undefined) this.#accounts.set(accountId, new Map([[studentUid, slot]]));
    else slots.set(studentUid, slot);
    return slot;
  }
}
