import { AREA_NAMES, type Area } from '../../../../contract/areas.ts';

const toReading = (area: Area): Area => area.replace(':write', ':read') as Area;
const toWriting = (area: Area): Area => area.replace(':read', ':write') as Area;

/** What the player decides about: all that is asked, and reading on its own where writing is asked. */
export const listAskedAreas = (asked: readonly Area[]): Area[] =>
  AREA_NAMES.filter((area) => asked.includes(area) || asked.includes(toWriting(area)));

/** Writing needs reading, so it is ticked with it and goes with it. */
export function toggleArea(ticked: readonly Area[], area: Area): Area[] {
  if (!ticked.includes(area)) return [...new Set([...ticked, toReading(area), area])];
  return ticked.filter((other) => other !== area && other !== toWriting(area));
}
