import { type GrowthState, STATE_NAMES, type StateName } from './state-fields.ts';

/** `bond` is of a student who is not recruited. */
export const CHANGE_KINDS = ['registered', 'changed', 'removed', 'bond'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The fields that differ. A student who is not recruited has null in each, except of a recorded bond. */
export type ChangedFields = {
  readonly [Name in StateName]?: readonly [before: number | null, after: number | null];
};

/** Who made a change. A key has the name that it had then, also after it was revoked. */
export type ChangeAuthor =
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  | { readonly kind: 'console' }
  | { readonly kind: 'operator' };

/** A change of one student's record, as the API returns it. */
export interface Change {
  /** Goes up by one for each change of the account. */
  readonly number: number;
  readonly at: string;
  readonly studentUid: string;
  readonly kind: ChangeKind;
  readonly by: ChangeAuthor;
  /** The number of the first change of its group: what one caller did at once. */
  readonly group: number;
  readonly fields: ChangedFields;
  /** Of the first change of a group that took something from the stock: what, by item. */
  readonly spent?: Readonly<Record<string, number>>;
}

/** What one caller does with less than this between is one group, until it has lasted for `GROUP_DURATION_MS`. */
export const GROUP_GAP_MS = 60_000;
export const GROUP_DURATION_MS = 600_000;
/** An operation on many students waits for rate limits, and for a player who is asked. */
export const OPERATION_GAP_MS = 900_000;
export const OPERATION_DURATION_MS = 86_400_000;
/** A group ends after so many changes, whoever makes them and whatever operation they name. */
export const MAX_GROUP_CHANGES = 2_000;

/** What a column of numbers can hold. */
export const MAX_CHANGE_NUMBER = 2_147_483_647;
/** The first number after a restore is so much higher than that of the last change which the backup has. */
export const SKIPPED_CHANGE_NUMBERS = 1_000_000;

/** Changes are kept for so long, and so many of an account at most, which with their groups take so much. */
export const CHANGE_RETENTION_DAYS = 90;
export const MAX_CHANGES = 20_000;
export const MAX_HISTORY_BYTES = 5_000_000;
/** Snapshots of the whole roster are kept for so long. */
export const SNAPSHOT_RETENTION_DAYS = 730;

/** What the identifier of an operation begins with. */
export const OPERATION_KINDS = [
  'import',
  'proposal',
  'bulk',
  'done',
  'spend',
  'undo',
  'redo',
  'restore',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** `undo` of `undo-2f6c`. */
export const operationKind = (id: string | null): OperationKind | null =>
  OPERATION_KINDS.find((kind) => id === kind || id?.startsWith(`${kind}-`)) ?? null;

/** What differs between two records of a student; undefined is no record. */
export function compareStates(
  before: Partial<GrowthState> | undefined,
  after: Partial<GrowthState> | undefined,
): ChangedFields {
  const fields: { -readonly [Name in StateName]?: [number | null, number | null] } = {};
  for (const name of STATE_NAMES) {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    if (from !== to) fields[name] = [from, to];
  }
  return fields;
}

const isRecruited = (state: Partial<GrowthState> | undefined): boolean => typeof state?.tier === 'number';

/**
 * The change of a student's record; undefined if there is none. Of a registration and a removal it holds every value
 * that is not null, a bond that was kept included.
 */
export function describeChange(
  before: Partial<GrowthState> | undefined,
  after: Partial<GrowthState> | undefined,
): { kind: ChangeKind; fields: ChangedFields } | undefined {
  if (isRecruited(after) && !isRecruited(before))
    return { kind: 'registered', fields: compareStates(undefined, after) };
  const fields = compareStates(before, after);
  if (Object.keys(fields).length === 0) return undefined;
  if (isRecruited(after)) return { kind: 'changed', fields };
  return { kind: isRecruited(before) ? 'removed' : 'bond', fields };
}
