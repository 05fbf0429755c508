import type { FetchSubject } from './fetch-choices.ts';

/** The addresses from which is fetched: a folder for each subject. */
export type FetchAddresses = Readonly<Record<FetchSubject, string>>;

/** SchaleDB's own site, which Rollbook has no part in. Nothing is fetched from it that no operator has agreed to. */
export const SCHALEDB: FetchAddresses = {
  catalogue: 'https://schaledb.com/data/',
  portraits: 'https://schaledb.com/images/',
};
