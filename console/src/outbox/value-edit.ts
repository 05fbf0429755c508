import type { Edit } from './edit.ts';

/** A change of a goal or of a count. */
export interface ValueEdit<Value> extends Edit {
  readonly kind: 'goal' | 'stock';
  /** The student, or the item. */
  readonly key: string;
  /** What the player saw; null is none. */
  readonly before: Value | null;
  /** Null removes it. */
  readonly value: Value | null;
}

export type ValueChange<Value> = Pick<ValueEdit<Value>, 'before' | 'value'>;

/** What becomes of an edit if the value is another one than the player saw. */
export type ValueMerge<Value> =
  /** The value is as the edit wanted, such as after a write whose answer was lost. */
  | { readonly kind: 'reached' }
  | { readonly kind: 'merged'; readonly value: Value | null }
  | { readonly kind: 'conflict' };
