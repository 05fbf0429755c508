import { signal } from '@preact/signals';

/** Which rows of a review the player has left out, by UID. */
export class Selection {
  readonly leftOut = signal<ReadonlySet<string>>(new Set());

  has(uid: string): boolean {
    return !this.leftOut.value.has(uid);
  }

  include(uids: readonly string[], isIncluded: boolean): void {
    const next = new Set(this.leftOut.peek());
    for (const uid of uids)
      if (isIncluded) next.delete(uid);
      else next.add(uid);
    this.leftOut.value = next;
  }

  /** With these left out. */
  reset(leftOut: readonly string[] = []): void {
    this.leftOut.value = new Set(leftOut);
  }
}
