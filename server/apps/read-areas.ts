import { type Area, isArea } from '../../contract/areas.ts';
import { DEFAULT_AREAS } from '../../contract/oauth.ts';

/** The areas of a `scope`. What is none of ours is ignored, as RFC 6749, section 3.3, allows. */
export function readScope(scope: string | undefined): readonly Area[] {
  const areas = (scope ?? '').split(' ').filter(isArea);
  return areas.length > 0 ? [...new Set(areas)] : DEFAULT_AREAS;
}

/** Whether a player's choice is a part of what was asked for: an area that writes may be narrowed to reading. */
export const isPartOf = (chosen: readonly Area[], asked: readonly Area[]): boolean =>
  chosen.every((area) => asked.includes(area) || asked.includes(area.replace(':read', ':write') as Area));
