import type { SqlValue, Statement } from './database.ts';
import type { SchemaState } from './migration-files.ts';

/** What a look at a database tells that changes nothing there. */
export interface Inspection {
  /** With its version. */
  readonly engine: string;
  /** The file, or the address without user and password. */
  readonly name: string;
  /** On all nodes of Citus. */
  readonly bytes: number;
  readonly schema: SchemaState & { readonly difference?: string | undefined };
  /** The rows of each question; none where its table does not exist yet. */
  readonly answers: readonly (readonly Record<string, unknown>[])[];
  /** PostgreSQL only: the time of its machine. */
  readonly clock?: number;
  /** Citus only: tables and functions that are on the coordinator alone although the accounts are on other nodes. */
  readonly undistributed?: readonly string[];
}

/** A node of Citus: its host and port. */
export type NodeInspection = { readonly name: string; readonly isCoordinator: boolean } & (
  | {
      /** Those that are in use. */
      readonly connections: number;
      /** By name, in the unit of PostgreSQL, without those that this user may not see. */
      readonly settings: Readonly<Record<string, string>>;
    }
  | { readonly isAway: true }
);

export interface BackupContent {
  readonly accounts: number;
  readonly students: number;
  /** How its schema differs from what this program makes: `rollbook restore` refuses it. */
  readonly difference?: string;
}

export interface Question {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
}
