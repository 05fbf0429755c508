import type { StateName, StudentPatch, StudentRegistration } from '../../contract/state-fields.ts';
import type { Notice } from './notices.ts';
import type { SheetMeaning } from './sheet-meanings.ts';

/** The formats that can be read, with their names. */
export const ROSTER_FORMATS = {
  json: 'Rollbook JSON',
  account: 'Rollbook account',
  csv: 'Rollbook CSV',
  schaledb: 'SchaleDB',
  planner: 'BA-Resource-Planner',
  yuzutrends: 'YuzuTrends',
  'ba-scanner': 'BA-Scanner',
  'planner-of-plana': 'planner_of_plana',
  eriduops: 'EriduOps',
  'ba-torment': 'BA Torment',
  sheet: 'Spreadsheet',
} as const;

/** A format that can be read. */
export type RosterFormat = keyof typeof ROSTER_FORMATS;
/** The formats that can also be written, and that `writeRoster` takes. */
export const WRITABLE_FORMATS = [
  'json',
  'csv',
  'schaledb',
  'planner',
  'ba-torment',
] as const satisfies RosterFormat[];
export type WritableFormat = (typeof WRITABLE_FORMATS)[number];

/** The students that a text lists, with what it says of them. */
export interface ParsedRoster {
  /** The format as named, or as detected. */
  format: RosterFormat;
  /** A row for each student, the same state of one student only once. */
  students: RosterRow[];
  /** Warnings about the whole text; each row has warnings of its own. */
  warnings: Notice[];
  /**
   * Values that the format also has where a student's is unknown. Pass them to `roster.plan` or `roster.sync`, so that
   * they replace no null.
   */
  placeholders: StudentPatch;
  /**
   * The fields, by UID, that the text does not state, whose values are those of a new recruit or what the others need.
   * Pass them to `roster.plan` or `roster.sync`, so that recruited students keep theirs.
   */
  assumed: ReadonlyMap<string, readonly StateName[]>;
  /** The columns of a spreadsheet, in their order. */
  columns?: SheetColumn[];
}

/** A column of a spreadsheet. */
export interface SheetColumn {
  /** By which `headings` of `readRoster` gives the column a meaning: its heading, folded, or `#2` if it has none. */
  key: string;
  /** The heading as the text has it. Empty if it has none. */
  heading: string;
  /** The meaning of the column. Left out if it is not understood, and then nothing of it is read. */
  meaning?: SheetMeaning;
  /** Its first values, different ones. */
  values: string[];
}

/** A registration of a student that is not known yet. */
export type StatedState = Omit<StudentRegistration, 'studentUid'>;

/** A student of a text. Has one of `wanted`, `untouched` and `error`. */
export interface RosterRow {
  /** Empty if the row has none. */
  studentUid: string;
  /** The name as the text has it. */
  name?: string;
  /** Contains only the fields that the text states. */
  wanted?: StudentRegistration;
  /**
   * In the place of `wanted` if every value is one that the tool fills in for a student whom nobody has edited. A student
   * who has just been recruited looks the same, so only the player can tell.
   */
  untouched?: StudentRegistration;
  /** Beside the error of a row that names a student, maybe without stars: what it states, so that it can be tried again. */
  unidentified?: Partial<StatedState>;
  /** Corrections and doubts. */
  warnings: Notice[];
  /** Why the row cannot be read. */
  error?: Notice;
}
