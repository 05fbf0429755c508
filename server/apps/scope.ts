import { type Area, isArea } from '../../contract/areas.ts';
import { DEFAULT_AREAS } from '../../contract/oauth.ts';

/** The areas of a `scope`. Names of none of ours are ignored, as RFC 6749, section 3.3, allows. */
export function readScope(scope: string | undefined): readonly Area[] {
  const areas = (scope ?? '').split(' ').filter(isArea);
  return areas.length > 0 ? [...new Set(areas)] : DEFAULT_AREAS;
}
