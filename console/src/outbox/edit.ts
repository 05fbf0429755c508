/** A change that the player has made and the service has not confirmed. */
export interface Edit {
  /** In the order in which the edits were made. */
  readonly id: string;
  readonly kind: 'student' | 'goal' | 'stock';
  /** What the player saw; null is nothing. */
  readonly before: unknown;
  /** Of undo and redo: nobody has entered the values, so there is nothing to decide if they cannot be saved. */
  readonly isUndo?: boolean | undefined;
  /** Not sent at once: the service could not take it. */
  readonly isWaiting?: boolean | undefined;
  /** Not sent again before, because the service has asked for it. For every tab, and after a reload. */
  readonly retryAt?: number | undefined;
  /** About to be deleted, and not because it was saved. For the other tabs. */
  readonly isDropped?: boolean | undefined;
  /** Why the edit is not sent again before the player decides. */
  readonly problem?: 'conflict' | 'refused' | undefined;
}

/** What has become of an edit, and what its kind adds to that. */
export type EditOutcome<Saved = object, Conflict = object> =
  | ({ readonly kind: 'saved' } & Saved)
  /** The edit is sent again by itself. */
  | { readonly kind: 'waiting'; readonly editId: string }
  /** The edit is kept until the player decides. */
  | ({ readonly kind: 'conflict' } & Conflict)
  | { readonly kind: 'refused'; readonly error: unknown };

export const isUnsent = ({ problem }: Edit): boolean => problem === undefined;

/** What matters most of several outcomes comes first. */
export const BY_URGENCY = [
  'conflict',
  'refused',
  'waiting',
  'saved',
] as const satisfies EditOutcome['kind'][];
