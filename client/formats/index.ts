export type { RecruitedStudent } from '../../contract/state-fields.ts';
export { decodeText } from './decode-text.ts';
export type { Notice, NoticeCode } from './notices.ts';
export { unpackText } from './packed-text.ts';
export type { GameData, ParsedGoal, ParsedGoals, SkippedStudent } from './parsed-goals.ts';
export {
  type ParsedRoster,
  ROSTER_FORMATS,
  type RosterFormat,
  type RosterRow,
  type SheetColumn,
  WRITABLE_FORMATS,
  type WritableFormat,
} from './parsed-roster.ts';
export { readAccountGoals } from './read-account-goals.ts';
export { readPlannerGoals } from './read-planner-goals.ts';
export { detectFormat, readRoster } from './read-roster.ts';
export { RosterFormatError } from './roster-format-error.ts';
export { LINK_SITES, type LinkSite, type RosterLink, writeRosterLink } from './roster-links.ts';
export type { SheetMeaning } from './sheet-meanings.ts';
export { type PlannerContents, type PlannerWriteOptions, writePlannerGoals } from './write-planner-goals.ts';
export { MERGEABLE_FORMATS, type WriteOptions, writeRoster } from './write-roster.ts';
