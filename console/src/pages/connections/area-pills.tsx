import { type Area, isWriting, shortenAreas } from '../../../../contract/areas.ts';
import { Pill } from '../../components/pill.tsx';
import { AREA_WORDS } from '../../texts/area-texts.ts';

/** What a key may do, in a word for each area. */
export const AreaPills = ({ areas, isEnded }: { areas: readonly Area[]; isEnded: boolean }) =>
  shortenAreas(areas).map((area) => (
    <Pill key={area} look={isWriting(area) && !isEnded ? 'warning' : 'plain'} text={AREA_WORDS[area]} />
  ));
