import type { StudentPatch, StudentRegistration } from '../../contract/state-fields.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Notice } from './notices.ts';
import type { SheetColumn } from './parsed-roster.ts';
import type { StatedRow } from './read-row.ts';
import type { RosterText } from './roster-text.ts';
import type { SheetMeaning } from './sheet-meanings.ts';

export interface StatedRoster {
  rows: Iterable<StatedRow>;
  warnings: Notice[];
  placeholders?: StudentPatch;
  columns?: SheetColumn[];
  /** True if the tool has filled in every value of a state by itself. Left out where no tool does. */
  isUntouched?: (state: StudentRegistration) => boolean;
}

/** The part of the catalogue that tells students by their names. */
export type NamedStudents = Pick<Catalogue, 'students' | 'date'>;

/** A player's own words: meanings of headings and UIDs of names, each in its folded form. */
export interface OwnWords {
  headings: ReadonlyMap<string, SheetMeaning>;
  aliases: ReadonlyMap<string, string>;
}

/**
 * Returns undefined if the text is in another format. Rows are read as they are asked for. With a catalogue, rows need no
 * UID beside a name.
 */
export type RosterReader = (
  text: RosterText,
  catalogue: NamedStudents | undefined,
  own: OwnWords,
) => StatedRoster | undefined;
