import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Select } from '../../components/controls.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { storeIn } from '../../components/set-to.ts';
import { Toolbar } from '../../components/toolbar.tsx';
import { useRefresh } from '../../components/use-refresh.ts';
import { nameLanguage } from '../../preferences.ts';
import { findValues } from '../../roster/attribute-conditions.ts';
import { describeConditions, nameOfAttribute, nameOfValue } from '../../roster/attribute-names.ts';
import { gameServer } from '../../roster/game-server.ts';
import { isAvailable } from '../../roster/released-students.ts';
import type { RosterEntry } from '../../roster/roster-entry.ts';
import {
  attributeLabels,
  catalogueVersion,
  isRosterLoaded,
  loadRoster,
  rosterEntries,
} from '../../roster/roster-store.ts';
import { createRosterSearch } from '../../roster/search-roster.ts';
import { orderBy, sortRoster } from '../../roster/sort-roster.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { PICK } from '../../texts/pick-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { PickBar } from './pick-bar.tsx';
import { PickGrid, type PickGroup } from './pick-grid.tsx';
import styles from './pick-page.module.css';
import { claimPicks, dropRecruited } from './pick-state.ts';

/** Everybody at once, to be picked by taps and registered in one save. */
export function PickPage() {
  const accountId = currentAccountId();
  claimPicks(accountId);
  const [resource, reload] = useRefresh(async () => {
    await loadRoster(accountId);
    dropRecruited();
  });
  return (
    <div class={styles.page} data-wide>
      <PageHeading title={PICK.title} intro={PICK.intro}>
        <p>{translate(PICK.introStars)}</p>
        <Keys />
      </PageHeading>
      {isRosterLoaded.value ? <Picker /> : <Pending rows={6} error={resource.value.error} onRetry={reload} />}
    </div>
  );
}

const Keys = () => (
  <p class={`keyboard-only ${styles.keys}`}>
    {PICK.keys.map(([keys, meaning]) => (
      <span key={keys}>
        <kbd>{keys}</kbd> {translate(meaning)}
      </span>
    ))}
  </p>
);

function Picker() {
  const query = useSignal('');
  const school = useSignal('');
  const entries = useMemo(
    () => rosterEntries({ isTracked: false }).filter(isAvailable),
    [catalogueVersion.value, gameServer.value],
  );
  const labels = attributeLabels.value;
  const search = useMemo(
    () =>
      createRosterSearch(
        entries.map(({ student }) => student),
        labels,
      ),
    [entries, labels],
  );
  const text = query.value.trim();
  const found = useMemo(() => (text === '' ? undefined : search(text)), [search, text]);
  const names = nameLanguage();
  const groups = useMemo((): PickGroup[] => {
    const isChosen = ({ student }: RosterEntry) =>
      school.value === '' || student.attributes.school === school.value;
    if (found === undefined)
      return groupByOwnStars(sortRoster(entries.filter(isChosen), orderBy('name'), { names, labels }));
    const matching = found.places.flatMap((place) => entries[place] ?? []).filter(isChosen);
    return matching.length === 0 ? [] : [toGroup(matching, undefined)];
  }, [entries, found, school.value, names, labels]);
  return (
    <>
      <Toolbar class={styles.tools}>
        <SearchInput label={ROSTER.search} value={query.value} onInput={storeIn(query)} />
        <SchoolSelect entries={entries} school={school} />
      </Toolbar>
      <p class={`hint ${styles.meaning}`} role="status">
        {describeConditions(found?.understood ?? {})}
      </p>
      {groups.length === 0 ? (
        <EmptyState icon="search" title={ROSTER.noneTitle} text={ROSTER.noneText} level={2} />
      ) : (
        <PickGrid groups={groups} />
      )}
      <PickBar />
    </>
  );
}

const toGroup = (entries: readonly RosterEntry[], heading: PickGroup['heading']): PickGroup => ({
  heading,
  uids: entries.map(({ student }) => student.studentUid),
});

/** Those whom everybody has come first. */
const groupByOwnStars = (entries: readonly RosterEntry[]): PickGroup[] =>
  [...Map.groupBy(entries, ({ student }) => student.attributes.star)]
    .sort(([a = Number.POSITIVE_INFINITY], [b = Number.POSITIVE_INFINITY]) => a - b)
    .map(([star, members]) =>
      toGroup(members, star === undefined ? PICK.ofUnknownStars : PICK.ofOwnStars(star)),
    );

function SchoolSelect({ entries, school }: { entries: readonly RosterEntry[]; school: Signal<string> }) {
  const schools = findValues(
    entries.map(({ student }) => student),
    'school',
    attributeLabels.value,
  );
  return (
    <Select
      label={nameOfAttribute('school')}
      any={PICK.allSchools}
      options={schools.map((value) => ({ value, label: nameOfValue({ attribute: 'school', value }) }))}
      value={school.value}
      onChoose={(value = '') => {
        school.value = value;
      }}
    />
  );
}
