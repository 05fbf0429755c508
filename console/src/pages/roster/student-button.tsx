import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { isSelecting, openedStudent, selection, toggleSelected } from '../../roster/roster-view-state.ts';
import { Tick } from './edit-mark.tsx';

interface StudentButtonProps {
  studentUid: string;
  class: string;
  /** For screen readers, beside the name. */
  description?: string | undefined;
  children: ComponentChildren;
}

/** Opens the student, or selects it while students are selected. Renders alone when its selection changes. */
export function StudentButton({ studentUid, class: className, description, children }: StudentButtonProps) {
  const isSelected = useComputed(() => isSelecting.value && selection.value.has(studentUid));
  return (
    <button
      type="button"
      tabIndex={-1}
      data-student={studentUid}
      class={className}
      aria-description={description}
      aria-pressed={isSelecting.value ? isSelected.value : undefined}
      onClick={() => {
        if (isSelecting.peek()) toggleSelected(studentUid);
        else openedStudent.value = { studentUid };
      }}
    >
      {children}
      {isSelecting.value && <Tick isTicked={isSelected.value} />}
    </button>
  );
}
