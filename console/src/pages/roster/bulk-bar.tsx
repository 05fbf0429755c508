import { useSignal } from '@preact/signals';
import { endSelecting, selection, visibleUids } from '../../roster/roster-view-state.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';
import { BulkChangeDialog } from './bulk-change-dialog.tsx';

/** While several students are selected: how many, and what to do with them. */
export function BulkBar() {
  const isChanging = useSignal(false);
  const { size } = selection.value;
  return (
    <section class="bulk-bar" aria-label={translate(ROSTER.select)}>
      <span role="status">{translate(ROSTER.selected(size))}</span>
      <div class="buttons">
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            selection.value = new Set(visibleUids.peek());
          }}
        >
          {translate(ROSTER.selectAll(visibleUids.value.length))}
        </button>
        <button type="button" class="button small quiet" onClick={endSelecting}>
          {translate(ROSTER.endSelecting)}
        </button>
        <button
          type="button"
          class="button small primary"
          disabled={size === 0}
          onClick={() => {
            isChanging.value = true;
          }}
        >
          {translate(ROSTER.changeSelected)}
        </button>
      </div>
      {isChanging.value && (
        <BulkChangeDialog
          onClose={() => {
            isChanging.value = false;
          }}
          onDone={endSelecting}
        />
      )}
    </section>
  );
}
