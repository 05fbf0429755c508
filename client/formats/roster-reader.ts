import type { StudentPatch } from '../../contract/state-fields.ts';
import type { Notice } from './notices.ts';
import type { StatedRow } from './read-row.ts';
import type { RosterText } from './roster-text.ts';

export interface StatedRoster {
  rows: Iterable<StatedRow>;
  warnings: Notice[];
  placeholders?: StudentPatch;
}

/** Returns undefined if the text is in another format. Rows are read as they are asked for. */
export type RosterReader = (text: RosterText) => StatedRoster | undefined;
