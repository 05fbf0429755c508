import type { ComponentChildren } from 'preact';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { codesOf, type StudentAttributes, TERRAINS } from '../../../../game/attributes.ts';
import { language } from '../../preferences.ts';
import { labelOf } from '../../roster/attribute-labels.ts';
import { CombatMarks } from '../../roster/combat-marks.tsx';
import { Portrait } from '../../roster/portrait.tsx';
import { ATTRIBUTE_LABELS } from '../../texts/attribute-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ATTRIBUTES } from '../../texts/student-facts-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './student-facts.module.css';

/** What is known of a student beside the names and the state. What is not known is left out. */
export function StudentFacts({ student }: { student: CatalogueStudent }) {
  const { attributes } = student;
  if (Object.keys(attributes).length === 0) return null;
  const roles = codesOf(attributes, 'role').map((code) => labelOf('role', code));
  return (
    <section class={styles.facts} aria-label={translate(ATTRIBUTES.title)}>
      <Portrait student={student} />
      <div>
        <Line parts={[labelOf('school', attributes.school), labelOf('club', attributes.club)]} />
        <Line
          parts={[
            labelOf('squad', attributes.squad),
            labelOf('position', attributes.position),
            roles.length > 0 ? roles.join('/') : undefined,
          ]}
        />
        <CombatMarks attributes={attributes} isFull />
      </div>
      <dl>
        <Fact name={ATTRIBUTE_LABELS.weapon}>{labelOf('weapon', attributes.weapon)}</Fact>
        <Fact name={ATTRIBUTES.terrain}>
          {attributes.terrain && <TerrainRanks attributes={attributes} />}
        </Fact>
        <Fact name={ATTRIBUTES.recruit}>{labelOf('recruit', attributes.recruit)}</Fact>
        <Fact name={ATTRIBUTES.birthday}>{attributes.birthday && formatBirthday(attributes.birthday)}</Fact>
        <Fact name={ATTRIBUTES.released}>
          <Line
            parts={[
              describeRelease('jp', attributes.released),
              describeRelease('global', attributes.releasedGlobal, attributes.outGlobal),
            ]}
          />
        </Fact>
      </dl>
    </section>
  );
}

const Line = ({ parts }: { parts: readonly (string | undefined)[] }) => {
  const known = parts.filter(Boolean);
  return known.length > 0 && <p>{known.join(' · ')}</p>;
};

const Fact = ({ name, children }: { name: Bilingual; children: ComponentChildren }) =>
  children && (
    <div>
      <dt>{translate(name)}</dt>
      <dd>{children}</dd>
    </div>
  );

const TerrainRanks = ({ attributes: { terrain, terrainUp } }: { attributes: StudentAttributes }) =>
  TERRAINS.map((name) => (
    <span key={name} class={styles.terrain}>
      {labelOf('terrain', name)} <b>{terrain?.[name]}</b>
      {name === terrainUp && (
        <span title={translate(ATTRIBUTES.terrainUp)}>
          <span aria-hidden="true">↑</span>
          <span class="visually-hidden">({translate(ATTRIBUTES.terrainUp)})</span>
        </span>
      )}
    </span>
  ));

/** Null is a date that is not known, undefined nothing to say. */
function describeRelease(
  server: keyof typeof COMMON.gameServers,
  date: string | null | undefined,
  isOut = false,
) {
  if (date === undefined && !isOut) return undefined;
  const day = date
    ? formatDay(date, { dateStyle: 'medium' })
    : translate(isOut ? ATTRIBUTES.outSinceUnknown : ATTRIBUTES.unknownDate);
  return `${translate(COMMON.gameServers[server])} ${day}`;
}

/** In a leap year, which has every birthday. */
const formatBirthday = (birthday: string): string =>
  formatDay(`2000-${birthday}`, { month: 'long', day: 'numeric' });

const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language.value, { ...options, timeZone: 'UTC' }).format(new Date(day));
