import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { goals, hasGoalsOf } from '../../plan/goal-store.ts';
import { refreshGoals } from '../../plan/refresh-goals.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { translate } from '../../translate.ts';
import { useResource } from '../../use-resource.ts';

interface IncludeGoalsFieldProps {
  accountId: string;
  /** Undefined until the player chooses: then the goals are part of the export if there are any. */
  choice: Signal<boolean | undefined>;
}

export const includesGoals = (accountId: string, choice: boolean | undefined): boolean =>
  choice ?? (hasGoalsOf(accountId) && goals.value.length > 0);

export function IncludeGoalsField({ accountId, choice }: IncludeGoalsFieldProps) {
  const id = useId();
  // A failure shows with the export itself.
  useResource(() => refreshGoals(accountId));
  return (
    <div class="review-option">
      <label class="checkbox">
        <input
          type="checkbox"
          checked={includesGoals(accountId, choice.value)}
          aria-describedby={id}
          onChange={({ currentTarget }) => {
            choice.value = currentTarget.checked;
          }}
        />
        {translate(GOAL_IMPORT.include)}
      </label>
      <p id={id} class="hint">
        {translate(GOAL_IMPORT.includeHint)}
      </p>
    </div>
  );
}
