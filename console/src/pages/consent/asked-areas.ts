import {
  AREA_NAMES,
  type Area,
  addIncludedAreas,
  askingFirst,
  shortenAreas,
} from '../../../../contract/areas.ts';

const toReading = (area: Area): Area => area.replace(':write', ':read') as Area;
const toWriting = (area: Area): Area => area.replace(':read', ':write') as Area;

/** What the player decides about: all that is asked, and reading on its own where writing is asked. */
export const listAskedAreas = (asked: readonly Area[]): Area[] =>
  AREA_NAMES.filter((area) => asked.includes(area) || asked.includes(toWriting(area)));

/** Whether an app that may change students asks before each change, or not. */
export const WRITING_WAYS = ['ask', 'write'] as const;
export type WritingWay = (typeof WRITING_WAYS)[number];

export const grantedAreas = (ticked: readonly Area[], way: WritingWay): Area[] =>
  shortenAreas(way === 'ask' ? askingFirst(ticked) : ticked);

/** Writing needs reading, plan and history need the roster's: each is ticked with what it needs, and goes with it. */
export function toggleArea(ticked: readonly Area[], area: Area): Area[] {
  if (!ticked.includes(area)) return [...new Set([...ticked, ...listNeeded(area), area])];
  return ticked.filter((other) => other !== area && !listNeeded(other).includes(area));
}

const listNeeded = (area: Area): Area[] =>
  addIncludedAreas([toReading(area)]).filter((needed) => needed !== area);
