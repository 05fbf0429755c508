import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { isConnected } from '../../api/connection-state.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadFailure } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { setTo } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useBackButton } from '../../components/use-back-button.ts';
import { useRefresh } from '../../components/use-refresh.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { describeConditions } from '../../roster/attribute-names.ts';
import { isSearched, loadSearch } from '../../roster/load-search.ts';
import { newStudents, watchNewStudents } from '../../roster/new-students.ts';
import { isAvailable } from '../../roster/released-students.ts';
import {
  catalogueVersion,
  findStudent,
  isRosterLoaded,
  loadRoster,
  rosterEntries,
} from '../../roster/roster-store.ts';
import {
  clearFilters,
  isSelecting,
  layout,
  openedStudent,
  understood,
  visibleGroups,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { summarizeRoster } from '../../roster/summarize-roster.ts';
import { askAboutDraft } from '../../roster/unsaved-draft.ts';
import { currentAccountId, signedInSession } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { GrowthLine } from './growth-line.tsx';
import { RosterFilters } from './roster-filters.tsx';
import styles from './roster-page.module.css';
import { RosterFacts } from './roster-summary.tsx';
import { STUDENT_LIST_ID } from './search-field.tsx';
import { RosterSkeleton, StudentGrid } from './student-grid.tsx';
import { useRosterKeys } from './use-roster-keys.ts';

/** Only an empty roster has it. */
const StartSection = lazyPart(async () => (await import('./start-section.tsx')).StartSection);
/** Nothing stands in the place of these: mostly there is nothing to tell. */
const NewStudentsNotice = lazyPart(
  async () => (await import('./roster-notices.ts')).NewStudentsNotice,
  () => null,
);
const KeptStudentsNotice = lazyPart(
  async () => (await import('./roster-notices.ts')).KeptStudentsNotice,
  () => null,
);
const BulkBar = lazyPart(async () => (await import('./used-parts.ts')).BulkBar);
const StudentPanel = lazyPart(
  async () => (await import('./used-parts.ts')).StudentPanel,
  ({ studentUid, children }) => (
    <Dialog title={nameOfUid(studentUid)} onClose={setTo(openedStudent, undefined)}>
      {children}
    </Dialog>
  ),
);
const StudentTable = lazyPart(async () => (await import('./used-parts.ts')).StudentTable);

export function RosterPage() {
  const accountId = currentAccountId();
  const [resource, reload] = useRefresh(async () => {
    const changedElsewhere = await loadRoster(accountId);
    if (changedElsewhere > 0) showToast(ROSTER.refreshed(changedElsewhere));
  });
  useRosterKeys();
  const isUsed = useFirstUse();
  const isLoaded = isRosterLoaded.value;
  useSignalEffect(() => {
    // Again for a new catalogue, and where the connection was lost before the script came.
    void isConnected.value;
    if (catalogueVersion.value !== '' && (isUsed.value || isSearched.value)) void loadSearch();
  });
  const { error } = resource.value;
  if (!isLoaded)
    return (
      <>
        <PageHeading title={COMMON.roster} look="row" />
        {error === undefined ? <RosterSkeleton /> : <LoadFailure error={error} onRetry={reload} />}
      </>
    );
  return <LoadedRoster onRefresh={reload} />;
}

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown'] as const;

/** What the list opens is loaded at the first sign of use: before it is opened, and after the list is on the screen. */
function useFirstUse(): ReadonlySignal<boolean> {
  const isUsed = useSignal(false);
  useLayoutEffect(() => {
    const stop = () => {
      for (const type of SIGNS_OF_USE) removeEventListener(type, preload);
    };
    const preload = () => {
      stop();
      isUsed.value = true;
      for (const part of [BulkBar, StudentPanel, StudentTable]) part.preload();
    };
    for (const type of SIGNS_OF_USE) addEventListener(type, preload);
    return stop;
  }, []);
  return isUsed;
}

const LoadedRoster = ({ onRefresh }: { onRefresh: () => Promise<void> }) => (
  <div class={styles.roster}>
    <Summary onRefresh={onRefresh} />
    <RosterNotices />
    <RosterFilters />
    <StudentList />
    <Overlays />
  </div>
);

function RosterNotices() {
  useEffect(watchNewStudents, []);
  return (
    <>
      {newStudents.value.length > 0 && <NewStudentsNotice />}
      {signedInSession()?.keepsRows && <KeptStudentsNotice />}
    </>
  );
}

/** The part that changes with every state. */
function Summary({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const summary = summarizeRoster(rosterEntries().filter(isAvailable));
  const isEmpty = summary.recruited === 0;
  const isStart = useSignal(isEmpty);
  // With the first student, the ways to begin go at the next scroll: nothing moves under a finger.
  useEffect(() => {
    const update = () => {
      isStart.value = isEmpty;
    };
    if (isEmpty) update();
    else addEventListener('scroll', update, { once: true });
    return () => removeEventListener('scroll', update);
  }, [isEmpty]);
  return (
    <>
      <PageHeading title={COMMON.roster} look="row">
        <RosterFacts summary={summary} onRefresh={onRefresh}>
          {!isStart.value && <GrowthLine summary={summary} />}
        </RosterFacts>
      </PageHeading>
      {isStart.value && <StartSection />}
    </>
  );
}

function Overlays() {
  const opened = openedStudent.value;
  const isKnown = opened !== undefined && findStudent(opened.studentUid) !== undefined;
  // An address may name a student whom the catalogue lacks.
  useEffect(() => {
    if (!isKnown) openedStudent.value = undefined;
  }, [isKnown]);
  useBackButton(isKnown, () => {
    const ask = askAboutDraft.peek();
    if (ask === undefined) openedStudent.value = undefined;
    else ask();
    return ask !== undefined;
  });
  return (
    <>
      {isSelecting.value && <BulkBar />}
      {isKnown && <StudentPanel key={opened.studentUid} {...opened} />}
    </>
  );
}

function StudentList() {
  const uids = visibleUids.value;
  const meaning = describeConditions(understood.value);
  return (
    <section id={STUDENT_LIST_ID} aria-labelledby="students">
      <h2 id="students" class="visually-hidden">
        {translate(COMMON.roster)}
      </h2>
      <p class={styles.status} role="status">
        <span class="visually-hidden">{translate(ROSTER.people(uids.length))} </span>
        {meaning !== '' && <span class={styles.meaning}>{meaning}</span>}
      </p>
      {uids.length === 0 ? (
        <EmptyState icon="search" title={ROSTER.noneTitle} text={ROSTER.noneText} class={styles.none}>
          <Button text={ROSTER.clearFilters} onClick={clearFilters} />
        </EmptyState>
      ) : layout.value === 'table' ? (
        <StudentTable groups={visibleGroups.value} />
      ) : (
        <StudentGrid groups={visibleGroups.value} />
      )}
    </section>
  );
}
