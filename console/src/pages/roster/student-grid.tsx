import { Fragment, type JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { GrowthState } from '../../../../contract/state-fields.ts';
import { findInGrid } from '../../components/find-in-grid.ts';
import { PageLink } from '../../components/page-link.tsx';
import { useRovingFocus } from '../../components/roving-focus.ts';
import { Stars } from '../../components/stars.tsx';
import { StudentName } from '../../components/student-name.tsx';
import { useRenderedCount } from '../../components/use-rendered-count.ts';
import { describeAttributes, labelOf } from '../../roster/attribute-labels.ts';
import { CombatMarks } from '../../roster/combat-marks.tsx';
import type { GroupPart, StudentGroup } from '../../roster/group-roster.ts';
import { Portrait } from '../../roster/portrait.tsx';
import { findStudent, type ShownStudent } from '../../roster/roster-store.ts';
import { group as grouping, visibleUids } from '../../roster/roster-view-state.ts';
import { markOf } from '../../roster/student-edit.ts';
import { NewMark } from '../../roster/student-mark.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { EditMark, Flash } from './edit-mark.tsx';
import { GroupHeading } from './group-heading.tsx';
import { StudentButton } from './student-button.tsx';
import { registerWithStars, StudentLine } from './student-line.tsx';
import styles from './students.module.css';

const ELEMENTS_PER_CARD = 24;

/**
 * The recruited students as cards, the others as lines. One of them is a tab stop; the arrow keys go to the others, and
 * a digit registers a student of the lines with that many stars, 0 with the student's own.
 */
export function StudentGrid({ groups }: { groups: readonly StudentGroup[] }) {
  const list = useRef<HTMLDivElement>(null);
  const uids = visibleUids.value;
  const count = useRenderedCount(uids, ELEMENTS_PER_CARD);
  useRovingFocus(list, '[data-student]', uids, count);
  // The same element again tells Preact that the card need not be compared.
  const cards = useMemo(() => new Map<string, JSX.Element>(), []);
  const lines = useMemo(() => new Map<string, JSX.Element>(), []);
  let left = count;
  const renderPart = ({ isRecruited, uids }: GroupPart) => {
    const rendered = uids.slice(0, left);
    left -= rendered.length;
    const [Student, elements] = isRecruited
      ? ([StudentCard, cards] as const)
      : ([StudentLine, lines] as const);
    return (
      <ul class={isRecruited ? styles.cards : styles.lines}>
        {rendered.map((uid) => {
          const shown = findStudent(uid);
          if (shown === undefined) return null;
          const element = elements.get(uid) ?? (
            <li key={uid}>
              <Student shown={shown} />
            </li>
          );
          elements.set(uid, element);
          return element;
        })}
      </ul>
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the focus.
    <div ref={list} data-tab-stops onKeyDown={handleKey}>
      {groups.map((group) => (
        <Fragment key={group.code}>
          {grouping.value !== undefined && (
            <h3 class={styles.heading}>
              <GroupHeading group={group} />
            </h3>
          )}
          {group.parts.map((part) => (
            <Fragment key={part.isRecruited}>
              {grouping.value === undefined && <PartHeading part={part} isAlone={group.parts.length === 1} />}
              {renderPart(part)}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

const PartHeading = ({ part: { isRecruited, uids }, isAlone }: { part: GroupPart; isAlone: boolean }) => (
  <div class={styles.partHeading}>
    <h3 class={isAlone ? 'visually-hidden' : styles.heading}>
      {translate(ROSTER.recruited[isRecruited ? 'recruited' : 'not-recruited'])}{' '}
      <span class="soft">{uids.length}</span>
    </h3>
    {!isRecruited && <PageLink to="pick" look="text" text={ROSTER.pick} />}
  </div>
);

const SKELETON_CARDS = 18;

/** Cards in the size of the real ones. */
export const RosterSkeleton = () => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">{translate(COMMON.roster)}</span>
    <ul class={styles.cards} aria-hidden="true">
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <li key={index} class={styles.card}>
          <i />
          <i />
        </li>
      ))}
    </ul>
  </div>
);

function StudentCard({
  shown: { student, state, isSaving, changesElsewhere, edits },
}: {
  shown: ShownStudent;
}) {
  const { studentUid, attributes } = student;
  const current = state.value;
  return (
    <StudentButton
      studentUid={studentUid}
      class={`${styles.card} ${isSaving.value ? styles.saving : ''}`}
      description={describeAttributes(attributes)}
    >
      <Flash changes={changesElsewhere.value} />
      <span class={styles.head}>
        <Portrait student={student} />
        <span>
          <strong>
            <NewMark student={student} />
            <StudentName student={student} />
            <EditMark mark={markOf(edits.value)} />
          </strong>
          <small aria-hidden="true">
            {[labelOf('role', attributes.role), labelOf('school', attributes.school)]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      </span>
      <span class={styles.figures}>
        {current === null ? (
          <span class="soft">{translate(ROSTER.notRecruited)}</span>
        ) : (
          <Stars tier={current.tier} weaponTier={current.weaponTier} isCompact />
        )}
        <CombatMarks attributes={attributes} />
      </span>
      {current !== null && <StateLines state={current} />}
    </StudentButton>
  );
}

const StateLines = ({ state }: { state: GrowthState }) => (
  <>
    <span class={styles.values}>
      <Value label={ROSTER.level} value={state.level ?? '–'} isMain />
      <Value
        label={ROSTER.skills}
        value={joinValues([state.skillEx, state.skillNormal, state.skillEnhanced, state.skillSub])}
      />
    </span>
    <span class={styles.values}>
      <Value label={ROSTER.bond} value={state.bond ?? '–'} isMain />
      <Value label={ROSTER.gear} value={joinValues([state.equip1, state.equip2, state.equip3], 'T')} />
    </span>
  </>
);

const Value = ({
  label,
  value,
  isMain = false,
}: {
  label: Bilingual;
  value: string | number;
  isMain?: boolean;
}) => (
  <span>
    <span class="soft">{translate(label)}</span> {isMain ? <b>{value}</b> : value}
  </span>
);

/** Nothing recorded is one dash, not four. */
const joinValues = (values: readonly (number | null)[], prefix = ''): string =>
  values.every((value) => value === null)
    ? '–'
    : prefix + values.map((value) => value ?? '–').join(prefix === '' ? '/' : '·');

const STAR = '[aria-pressed][aria-label]';

/** The keys of a grid, and the digits of stars. */
function handleKey(event: KeyboardEvent): void {
  const item = (event.target as Element).closest<HTMLElement>('li');
  const list = event.currentTarget as HTMLElement;
  if (item === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const studentUid = studentOf(item)?.dataset.student;
  if (/^[0-5]$/.test(event.key) && item.querySelector(STAR) !== null && studentUid !== undefined)
    return void registerWithStars(studentUid, Number(event.key) || undefined);
  const items = [...list.querySelectorAll<HTMLElement>('li')];
  const next = findInGrid(items, item, event.key);
  if (next === undefined) return;
  event.preventDefault();
  studentOf(next)?.focus();
}

const studentOf = (item: HTMLElement) => item.querySelector<HTMLElement>('[data-student]');
