import { useSignal } from '@preact/signals';
import { lazyPart } from '../../components/lazy-part.tsx';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';

const StudentTimeline = lazyPart(async () => (await import('./panel-parts.ts')).StudentTimeline);

/** What happened to the student, loaded when it is opened. */
export function PanelTimeline({ studentUid }: { studentUid: string }) {
  const isOpen = useSignal(false);
  return (
    <details
      class="panel-timeline"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{translate(PANEL.timeline)}</summary>
      {isOpen.value && <StudentTimeline studentUid={studentUid} />}
    </details>
  );
}
