import { type Area, addIncludedAreas, isArea } from '../../contract/areas.ts';
import { DEFAULT_AREAS } from '../../contract/oauth.ts';

/**
 * The areas of a `scope`, with those that they include. Names of none of ours are ignored beside those that are, as RFC
 * 6749, section 3.3, allows. Undefined: it has none that is.
 */
export function readScope(scope = ''): readonly Area[] | undefined {
  const names = scope.split(' ').filter((name) => name !== '');
  if (names.length === 0) return DEFAULT_AREAS;
  const areas = names.filter(isArea);
  return areas.length > 0 ? addIncludedAreas([...new Set(areas)]) : undefined;
}
