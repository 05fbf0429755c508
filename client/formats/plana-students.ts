import type { CatalogueStudent } from '../catalogue.ts';

/** Costumes that planner_of_plana does not call as our English names do. */
const COSTUMES: ReadonlyMap<string, string> = new Map([
  ['armed', 'battle'],
  ['bunny', 'bunny_girl'],
  ['camp', 'camping'],
  ['cheer_squad', 'cheerleader'],
  ['cycling', 'riding'],
  ['hot_spring', 'hot_springs'],
  ['pajamas', 'pajama'],
  ['part-timer', 'part_timer'],
  ['pop_idol', 'idol'],
  ['school', 'school_uniform'],
  ['small', 'kid'],
  ['track', 'sportswear'],
]);
/** By UID, where the name says another one. */
const OTHER_IDS: ReadonlyMap<string, string> = new Map([
  ['10080', 'shoukouhou_misaki'],
  ['10100', 'shiroko_terror'],
  ['10134', 'aris_battle'],
]);

/** The UIDs of students by the IDs of planner_of_plana, which are English names: `nagisa_swimsuit`. */
export const mapPlanaIds = (students: readonly CatalogueStudent[]): Map<string, string> =>
  new Map(
    students.map(({ studentUid, names }) => [OTHER_IDS.get(studentUid) ?? toPlanaId(names.en), studentUid]),
  );

function toPlanaId(name: string): string {
  const words = name.toLowerCase().replaceAll(' ', '_');
  const [, first, costume = ''] = /^([^(]*)_\(([^()]*)\)$/.exec(words) ?? [];
  return first === undefined ? words : `${first}_${COSTUMES.get(costume) ?? costume}`;
}
