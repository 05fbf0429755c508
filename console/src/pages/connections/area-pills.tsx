import { type Area, isWriting, shortenAreas } from '../../../../contract/areas.ts';
import { AREA_WORDS } from '../../texts/area-texts.ts';
import { translate } from '../../texts/translate.ts';

/** What a key may do, in a word for each area. */
export const AreaPills = ({ areas }: { areas: readonly Area[] }) =>
  shortenAreas(areas).map((area) => (
    <span key={area} class={isWriting(area) ? 'pill warning' : 'pill'}>
      {translate(AREA_WORDS[area])}
    </span>
  ));
